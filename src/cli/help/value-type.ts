/** The type of the value of a flag or an argument, by its name in help: `<duration>`. Completion and `swath commands` use it. */
import type { Argument, Option } from "@commander-js/extra-typings";

/** `boolean` is a flag without a value; `choice` is one of the known values; `text` may have rules of its own. */
export type ValueType =
  | "boolean"
  | "choice"
  | "number"
  | "duration"
  | "time"
  | "file"
  | "folder"
  | "json"
  | "url"
  | "text";

const TYPES: Readonly<Record<string, ValueType>> = {
  n: "number",
  degrees: "number",
  duration: "duration",
  age: "duration",
  time: "time",
  json: "json",
  url: "url",
};

export function toValueType(named: Option | Argument): ValueType {
  if ("flags" in named && !named.required && !named.optional) return "boolean";
  if (named.argChoices !== undefined) return "choice";
  const name = readValueName(named);
  const flag = ("long" in named && named.long) || "";
  // A path may also be a path of the service or of a body.
  if (/^(path|file)s?$/i.test(name) && /file|stdin/i.test(`${flag} ${named.description}`)) return "file";
  if (/^(dir|folder|directory)$/i.test(name)) return "folder";
  return Object.hasOwn(TYPES, name) ? TYPES[name]! : "text";
}

/** Returns `duration` of `--timeout <duration>`, `orderId` of `<orderId>`. */
export const readValueName = (named: Option | Argument): string =>
  "flags" in named ? (/[<[]([^>\].]+)/.exec(named.flags)?.[1] ?? "") : named.name();
