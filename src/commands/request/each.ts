/**
 * `task create --each` and `repeat create --each`: converts a file of features, in any format of areas, to one validated body each. Every
 * feature is validated before the first request.
 */
import { usageError } from "../../cli/input/usage.ts";
import { createHash } from "node:crypto";
import type { EachBody, EachRequest } from "../../app/tasking/plan-each.ts";
import type { Context } from "../../cli/context.ts";
import { withAssignments } from "../../cli/flags/body-flags.ts";
import { flagFor, type FlagOfPath } from "../../cli/input/require-valid-request.ts";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import { REQUEST_KINDS, type RequestNoun } from "../../app/tasking/request-kind.ts";
import { toRequestFeature } from "../../domain/tasking/map-feature.ts";
import type { CreateOptions } from "./create-flags.ts";
import { noteDropped, openEachDrafts } from "./create-request.ts";
import { flagName } from "../../hint.ts";
import { findTargetFix } from "./target-fixes.ts";

export async function readEachRequest(
  context: Context,
  noun: RequestNoun,
  options: CreateOptions,
): Promise<EachRequest> {
  const file = requireOnlyFile(options);
  const features = await listFeatures(context, file);
  const isStrict = context.options.strict === true;
  const faults: Fault[] = [];
  const drafts = await openEachDrafts(context, noun, options, faults);
  const warnings: Fault[] = [];
  const notes: string[] = [];
  const foreign = new Set<string>();
  const { nameKey } = REQUEST_KINDS[noun];
  const requests: EachBody[] = [];
  for (const [index, feature] of features.entries()) {
    const { feature: own, dropped } = toRequestFeature(feature, nameKey);
    for (const name of dropped) foreign.add(name);
    const given = withAssignments(own, options);
    const draft = await drafts.draft(given);
    const asFault = (warning: string | Fault): Fault =>
      typeof warning === "string" ? { code: "USAGE", path: "", message: warning } : warning;
    // Most features have no fault, and then the flags of their values are not needed.
    const flags = draft.faults.length > 0 || isStrict ? drafts.flags(given) : {};
    const name = toJsonObject(own["properties"])[nameKey];
    const place = (fault: Fault): Fault => placeFeatureFault({ index, name, flags }, fault);
    for (const fault of draft.faults)
      faults.push(place({ ...fault, next: fault.next ?? findTargetFix(fault, own["geometry"], options) }));
    warnings.push(...draft.warnings.map((warning) => place(asFault(warning))));
    notes.push(...draft.notes);
    requests.push({
      body: draft.body as unknown as EachBody["body"],
      typed: drafts.typed(given) ?? draft.body,
    });
  }
  noteDropped(context, [...foreign]);
  report(context, faults, warnings, notes);
  const fileSha256 = createHash("sha256").update(JSON.stringify(features)).digest("hex");
  return { noun, fileSha256, requests };
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
  if (context.options.validate !== false) throw inputError(faults, makeLastStep(faults));
  for (const line of tally(faults.map(({ message, code }) => `${message} [${code}]`)))
    context.notes.warn(`${line}; sent anyway (--no-validate)`);
}

/** Returns the next step after several faults; a single one has its own. */
const makeLastStep = ({ length }: readonly Fault[]) =>
  length === 1 ? {} : { next: "Nothing was sent. Correct the file" };

/** Returns the path of the file, or its text. Refuses flags that apply to one request only, or that give another body. */
function requireOnlyFile(options: CreateOptions): string {
  const given = (names: readonly (keyof CreateOptions)[]): string | undefined => {
    const name = names.find((one) => options[one] !== undefined);
    return name && flagName(name);
  };
  const place = given(["point", "place", "data"]);
  if (place !== undefined)
    throw new AppError("usage", "INPUT_AMBIGUOUS", `${place} and the features of --each both give a place`);
  const single = given(["explain", "interactive", "like", "wait"]);
  if (single !== undefined)
    throw usageError(
      `${single} is for one request, not for --each`,
      single === "--explain" ? "Add --dry-run in place of --explain" : `Leave out ${single}`,
    );
  if (options.file !== undefined) return options.file;
  throw usageError("--each needs --file with a list of features (- for stdin)");
}

/** Returns the features of a file, complete if it is GeoJSON. */
async function listFeatures(context: Context, file: string): Promise<JsonObject[]> {
  const [{ locateAreas }, { readFeatures }] = await Promise.all([
    import("../../cli/input/read-value.ts"),
    import("../../footprints/read-areas.ts"),
  ]);
  const { features, notes } = await readFeatures(await locateAreas(context, file, "--file"));
  for (const note of notes) context.notes.note(`--file: ${note}`);
  if (features.length === 0)
    throw new AppError("usage", "INPUT_NOT_GEOJSON", "--file has no features", {
      next: "Give a file with a feature for each request",
    });
  return features.map(
    ({ feature, geometry, properties }) => feature ?? { type: "Feature", geometry, properties },
  );
}

interface PlacedFeature {
  index: number;
  name: unknown;
  flags: FlagOfPath;
}

/** Returns the fault with the feature's number and name, and the number in its path; the flag is kept only if a flag gave the value. */
function placeFeatureFault({ index, name, flags }: PlacedFeature, fault: Fault): Fault {
  const place = `features[${index}]`;
  const called = typeof name === "string" ? ` (${JSON.stringify(name)})` : "";
  const flag = fault.flag ?? flagFor(fault.path, flags);
  return {
    ...fault,
    path: fault.path === "" ? place : `${place}.${fault.path}`,
    message: `feature ${index + 1}${called}: ${fault.message}`,
    ...(flag !== undefined && { flag }),
  };
}

/** Returns each distinct line once, with its count; lines that differ only in the feature number count as equal. */
function tally(lines: readonly string[]): string[] {
  const counts = new Map<string, { first: string; count: number }>();
  for (const line of lines) {
    const key = line.replace(/^feature \d+(?: \("(?:[^"\\]|\\.)*"\))?: /, "");
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { first: line, count: 1 });
    else entry.count += 1;
  }
  return [...counts].map(([key, { first, count }]) => (count === 1 ? first : `${key} (${count} features)`));
}
