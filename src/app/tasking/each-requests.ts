/** A collection of features -> one checked body each. Every feature is judged before the first one is sent. */
import { createHash } from "node:crypto";
import type { FlagOfPath } from "../../cli/input/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { nameDocument, parseInput, readDocument } from "../../cli/input/read-value.ts";
import { withAssignments } from "../../cli/flags/body-flags.ts";
import { isMembers } from "../../contract/members.ts";
import { checkBody } from "../../contract/parse.ts";
import { taskRequest } from "../../domain/tasking/task-request.ts";
import { toWireConstraints } from "../../domain/wire-dialect.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import type { CreateOptions } from "../../commands/task/create-flags.ts";
import { taskFlags, taskRules, type TaskBody } from "../../commands/task/create-request.ts";
import { faultIn, tally } from "./each-findings.ts";

export interface EachRequest {
  /** sha256 of the file, in hex. */
  fileSha256: string;
  bodies: TaskBody[];
}

export async function eachRequests(context: Context, options: CreateOptions): Promise<EachRequest> {
  const { file } = options;
  refuseOthers(options);
  const bytes = await readDocument(context, file ?? "", "--file");
  const features = featuresOf(parseInput(context, bytes, "--file", nameDocument("--file", file ?? "")));
  const isStrict = context.options.strict === true;
  const faults: Fault[] = [];
  const rules = await taskRules(context, options, faults);
  const warnings: Fault[] = [];
  const notes: string[] = [];
  const bodies: TaskBody[] = [];
  for (const [index, feature] of features.entries()) {
    const given = withAssignments(isMembers(feature) ? feature : { type: typeof feature }, options);
    const draft = taskRequest(given, rules);
    const checked = await checkBody("createTask", draft.body);
    let known: FlagOfPath | undefined;
    // Most features have no fault, and then nobody asks which flag gave what.
    const flags = (): FlagOfPath => (known ??= taskFlags(given, rules, options, {}));
    const own = draft.faults;
    const found = checked.ok
      ? own
      : [
          ...own,
          ...checked.faults.filter(
            ({ code, path }) => !own.some((fault) => fault.code === code && fault.path === path),
          ),
        ];
    faults.push(...found.map((fault) => faultIn(index, fault, flags())));
    for (const warning of draft.warnings) {
      const fault: Fault =
        typeof warning === "string" ? { code: "USAGE", path: "", message: warning } : warning;
      warnings.push(faultIn(index, fault, isStrict ? flags() : {}));
    }
    notes.push(...draft.notes);
    bodies.push(toWireConstraints(draft.body as unknown as TaskBody, context.dialect));
  }
  report(context, faults, warnings, notes);
  return { fileSha256: createHash("sha256").update(bytes).digest("hex"), bodies };
}

function report(
  context: Context,
  found: readonly Fault[],
  warnings: readonly Fault[],
  notes: string[],
): void {
  const isStrict = context.options.strict === true;
  const faults = isStrict ? [...found, ...warnings] : found;
  for (const note of tally(notes)) context.notes.note(note);
  if (!isStrict) for (const line of tally(warnings.map(({ message }) => message))) context.notes.warn(line);
  if (faults.length === 0) return;
  if (context.options.validate !== false)
    throw inputError(faults, { hint: "Nothing was sent. Mend the file and run it again" });
  for (const line of tally(faults.map(({ message, code }) => `${message} [${code}]`)))
    context.notes.warn(`${line}; sent all the same (--no-validate)`);
}

/** Words that speak of one request, or that give another body. */
function refuseOthers({
  file,
  point,
  polygon,
  geometry,
  data,
  explain,
  interactive,
  wait,
  checkType,
}: CreateOptions): void {
  const others = { "--point": point, "--polygon": polygon, "--geometry": geometry, "--data": data };
  const ambiguous = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (ambiguous !== undefined)
    throw new AppError("usage", "INPUT_AMBIGUOUS", `${ambiguous} and the features of --each both say where`);
  const single = {
    "--explain": explain,
    "--interactive": interactive,
    "--wait": wait,
    "--check-type": checkType,
  };
  const one = Object.entries(single).find(([, value]) => value !== undefined)?.[0];
  if (one !== undefined) throw new AppError("usage", "USAGE", `${one} is for one request, not for --each`);
  if (file === undefined)
    throw new AppError("usage", "USAGE", "--each needs --file with a FeatureCollection (- for stdin)");
}

function featuresOf(value: unknown): unknown[] {
  const found = isMembers(value) && value["type"] === "FeatureCollection" ? value["features"] : value;
  if (isMembers(found) && found["type"] === "Feature") return [found];
  if (Array.isArray(found) && found.length > 0) return found;
  throw new AppError("usage", "INPUT_NOT_GEOJSON", "--file holds no FeatureCollection with features", {
    hint: "--each takes a GeoJSON FeatureCollection; one feature needs no --each",
  });
}
