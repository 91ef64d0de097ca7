/**
 * `task create --each` and `repeat create --each`: converts a file of features to one validated body each. Every
 * feature is validated before the first request.
 */
import { createHash } from "node:crypto";
import type { EachBodies, EachRequest, EachRow } from "../../app/tasking/send-each.ts";
import type { Context } from "../../cli/context.ts";
import { withAssignments, type BodyOptions } from "../../cli/flags/body-flags.ts";
import type { FlagOfPath } from "../../cli/input/check-request.ts";
import { nameDocument, parseInput, readDocument } from "../../cli/input/read-value.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import type { Money } from "../../domain/spending/money.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { RequestDraft } from "../../domain/tasking/request-draft.ts";

/** The flags of a create command that --each needs or refuses. */
export interface EachOptions extends BodyOptions {
  file?: string;
  point?: unknown;
  place?: unknown;
  polygon?: unknown;
  geometry?: unknown;
  explain?: true;
  interactive?: true;
  wait?: unknown;
  checkType?: true;
}

/** Makes a body from each feature. */
export interface EachDrafts {
  /** Returns the body, with its faults by the interface's own rules. */
  draft: (feature: Readonly<Record<string, unknown>>) => Promise<RequestDraft>;
  /** Returns the flag of each property of the body. */
  flags: (feature: Readonly<Record<string, unknown>>) => FlagOfPath;
}

export async function eachRequest(
  context: Context,
  noun: RequestNoun,
  options: EachOptions,
  draftsFor: (faults: Fault[]) => Promise<EachDrafts>,
): Promise<EachRequest> {
  const { file } = options;
  refuseOthers(options);
  const bytes = await readDocument(context, file ?? "", "--file");
  const features = featuresOf(parseInput(context, bytes, "--file", nameDocument("--file", file ?? "")));
  const isStrict = context.options.strict === true;
  const faults: Fault[] = [];
  const drafts = await draftsFor(faults);
  const warnings: Fault[] = [];
  const notes: string[] = [];
  const bodies: unknown[] = [];
  for (const [index, feature] of features.entries()) {
    const given = withAssignments(isJsonObject(feature) ? feature : { type: typeof feature }, options);
    const draft = await drafts.draft(given);
    let known: FlagOfPath | undefined;
    // Most features have no fault, and then the flags of their values are not needed.
    const flags = (): FlagOfPath => (known ??= drafts.flags(given));
    faults.push(...draft.faults.map((fault) => faultIn(index, fault, flags())));
    for (const warning of draft.warnings) {
      const fault: Fault =
        typeof warning === "string" ? { code: "USAGE", path: "", message: warning } : warning;
      warnings.push(faultIn(index, fault, isStrict ? flags() : {}));
    }
    notes.push(...draft.notes);
    bodies.push(draft.body);
  }
  report(context, faults, warnings, notes);
  const fileSha256 = createHash("sha256").update(bytes).digest("hex");
  return { noun, fileSha256, bodies: bodies as EachBodies };
}

/** Returns the rows of --each: one by one into a pipe, together on a terminal. */
export async function createEach(
  context: Context,
  each: EachRequest,
  maxCost: Money | undefined,
): Promise<AsyncIterable<EachRow> | EachRow[]> {
  const { sendEach } = await import("../../app/tasking/send-each.ts");
  const rows = sendEach(context, each, maxCost);
  if (!context.world.stdout.isTTY) {
    context.outcome.format = "ndjson";
    return rows;
  }
  // A table on a terminal is printed when all rows exist; until then the status line shows the progress.
  const all: EachRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
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
    throw inputError(faults, { hint: "Nothing was sent. Correct the file and run the command again" });
  for (const line of tally(faults.map(({ message, code }) => `${message} [${code}]`)))
    context.notes.warn(`${line}; sent all the same (--no-validate)`);
}

/** Refuses flags that apply to one request only, or that give another body. */
function refuseOthers({
  file,
  point,
  place,
  polygon,
  geometry,
  data,
  explain,
  interactive,
  wait,
  checkType,
}: EachOptions): void {
  const others = {
    "--point": point,
    "--place": place,
    "--polygon": polygon,
    "--geometry": geometry,
    "--data": data,
  };
  const ambiguous = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (ambiguous !== undefined)
    throw new AppError(
      "usage",
      "INPUT_AMBIGUOUS",
      `${ambiguous} and the features of --each both give a place`,
    );
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
  const found = isJsonObject(value) && value["type"] === "FeatureCollection" ? value["features"] : value;
  if (isJsonObject(found) && found["type"] === "Feature") return [found];
  if (Array.isArray(found) && found.length > 0) return found;
  throw new AppError(
    "usage",
    "INPUT_NOT_GEOJSON",
    "--file does not contain a FeatureCollection with features",
    {
      hint: "--each takes a GeoJSON FeatureCollection; one feature needs no --each",
    },
  );
}

/** Returns the fault with the feature's number in its path; the flag is kept only if a flag gave the value. */
function faultIn(index: number, fault: Fault, flags: FlagOfPath): Fault {
  const place = `features[${index}]`;
  const prefix = Object.keys(flags)
    .filter(
      (path) => fault.path === path || fault.path.startsWith(`${path}.`) || fault.path.startsWith(`${path}[`),
    )
    .sort((a, b) => b.length - a.length)[0];
  const flag = fault.flag ?? (prefix === undefined ? undefined : flags[prefix]);
  return {
    ...fault,
    path: fault.path === "" ? place : `${place}.${fault.path}`,
    message: `feature ${index}: ${fault.message}`,
    ...(flag !== undefined && { flag }),
  };
}

/** Returns each distinct line once, with its count; lines that differ only in the feature number count as equal. */
function tally(lines: readonly string[]): string[] {
  const counts = new Map<string, { first: string; count: number }>();
  for (const line of lines) {
    const key = line.replace(/^feature \d+: /, "");
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { first: line, count: 1 });
    else entry.count += 1;
  }
  return [...counts].map(([key, { first, count }]) => (count === 1 ? first : `${key} (${count} features)`));
}
