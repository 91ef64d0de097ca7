/** `--data` and `--set`: the body, or any path of it, for every command that sends a body. */
import type { Command, OptionValues } from "@commander-js/extra-typings";
import { formatPath, parseBodyPath, type PathKey, placePath, setPath } from "../../contract/json-path.ts";
import { isJsonObject, nameOfKind, removeNulls } from "../../contract/json-object.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import { readJson } from "../../geo/read-json.ts";
import type { Context } from "../context.ts";
import { flag, repeatable } from "./flag.ts";
import { type Reader, readPath, readNonEmpty } from "../../domain/readers.ts";
import { advice, keepOne, typed } from "../../hint.ts";
import { gatherFaults } from "../input/usage.ts";

export interface BodyOptions {
  data?: string;
  set?: Assignment[];
}

interface Assignment {
  path: readonly PathKey[];
  value: unknown;
}

/** Reads `path=value`: the value is JSON when it parses as JSON, else text. */
const assignment: Reader<Assignment> = (given) => {
  const equals = given.search(/=(?![^[]*\])/);
  if (equals <= 0) return { ok: false, rule: "must be path=value, such as limit=20" };
  const path = bodyPath(given.slice(0, equals));
  if (!path.ok) return path;
  const value = assignedValue(given.slice(equals + 1));
  return value.ok ? { ok: true, value: { ...path.value, value: value.value } } : value;
};

/** Returns text unless it is JSON; a text that begins like an object, an array or a quoted string must be JSON. */
const assignedValue: Reader<unknown> = (raw) => {
  if (!isJson(raw) && !/^\s*[[{"]/.test(raw)) return { ok: true, value: raw };
  try {
    return { ok: true, value: readJson(raw, "the value") };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, code: error.code, rule: error.message };
  }
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const bodyPath: Reader<Pick<Assignment, "path">> = (given) => {
  const parsed = parseBodyPath(given);
  return parsed.ok
    ? { ok: true, value: { path: parsed.path } }
    : { ok: false, rule: `is not a path: ${parsed.reason}` };
};

export const dataFlag = () =>
  flag("--data <json>", "the whole body: JSON, @file, or - for stdin", readNonEmpty);
export const bodyFileFlag = () =>
  flag("-f, --file <path>", "the whole body from a JSON file, - for stdin", readPath);
export const setFlag = () => repeatable("--set <path=value>", "set any path of the body", assignment);

export const addBodyFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.addOption(dataFlag()).addOption(setFlag());

/** Returns the body of `--data`, or an empty one. */
export async function readBaseBody(
  context: Context,
  { data }: BodyOptions,
): Promise<Record<string, unknown>> {
  if (data === undefined) return {};
  const { readInlineJson } = await import("../input/read-value.ts");
  const { value } = await readInlineJson(context, data, "--data");
  if (isJsonObject(value)) return value;
  throw new AppError("usage", "INPUT_NOT_JSON", `--data has ${nameOfKind(value)}, not a JSON object`, {
    next: advice`Give the body as an object: ${typed("--data", "{...}")}`,
  });
}

/** Returns the body of `--data` with the assignments of `--set`, to which the flags of a search are added. */
export async function searchBase(
  context: Context,
  options: BodyOptions,
  faults: Fault[],
): Promise<Record<string, unknown>> {
  return withAssignments(
    (await gatherFaults(faults, () => readBaseBody(context, options), "--data")) ?? {},
    options,
  );
}

/** Returns the body of `--file`, if a command reads the whole body from it. */
export async function readFileBody(
  context: Context,
  path: string,
  { data }: BodyOptions,
): Promise<Record<string, unknown>> {
  if (data !== undefined)
    throw new AppError("usage", "INPUT_AMBIGUOUS", "--file and --data both give the body", {
      next: keepOne("--data", "--file"),
    });
  const { readJsonDocument } = await import("../input/read-value.ts");
  const { value, name } = await readJsonDocument(context, path, "--file");
  if (isJsonObject(value)) return value;
  throw new AppError("usage", "INPUT_NOT_JSON", `${name} has ${nameOfKind(value)}, not a JSON object`, {
    next: "Give a file with the body as an object",
  });
}

/**
 * Applies `--set` to a body. Dedicated flags override it: callers apply them afterwards. A path that contradicts the
 * body is refused, because applying it would replace another value of the body. A null counts as a missing field, so
 * that `--set path=null` removes one.
 */
export function withAssignments<B>(body: B, { set = [] }: BodyOptions): B {
  const faults: Fault[] = [];
  let result: unknown = body;
  for (const { path, value } of set) {
    const placed = placePath(result, path);
    if (placed.ok) {
      result = setPath(result, placed.path, value);
      continue;
    }
    const typed = formatPath(path);
    const message = `--set ${typed}: ${placed.reason}`;
    faults.push({ code: "USAGE", path: typed, flag: "--set", rule: placed.reason, message });
  }
  if (faults.length > 0) throw inputError(faults);
  return removeNulls(result) as B;
}

/** Returns the flag of each property of the body, for messages about faults. */
export function listBodySources(
  body: object,
  { data, set = [] }: BodyOptions,
  wholeFrom = data === undefined ? undefined : "--data",
): Record<string, string> {
  const fromData =
    wholeFrom === undefined ? [] : Object.keys(body).map((name) => [formatPath([name]), wholeFrom]);
  // Digits may be an array index, which faults write differently.
  const fromSet = set.flatMap(({ path }) => [
    [formatPath(path), "--set"],
    [formatPath(path.map((key) => (/^\d{1,4}$/.test(String(key)) ? Number(key) : key))), "--set"],
  ]);
  return Object.fromEntries([...fromData, ...fromSet]) as Record<string, string>;
}
