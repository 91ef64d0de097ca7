/**
 * YAML for data that is JSON already. Written here because a YAML library weighs as much as ten commands, and its
 * freedom (folding, plain multi-line text, anchors) does not help a machine that reads it.
 */
import { breakEmbeddedCommands, isRunnerCommand, replaceUnsafe } from "./safe-text.ts";

/** Text that needs no quotes in YAML 1.1 and 1.2: words, ids, paths; no number, no time, no switch. */
const PLAIN = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/;
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

const isPlain = (text: string): boolean => PLAIN.test(text) && !RESERVED.test(text) && !isRunnerCommand(text);

const escapeCodePoint = (character: string): string =>
  `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;

/** Double quotes as in JSON, which YAML can read; characters that act on a terminal or a CI runner are escaped. */
function quoted(text: string): string {
  return breakEmbeddedCommands(replaceUnsafe(JSON.stringify(text), escapeCodePoint), "\\x23");
}

const scalar = (value: unknown): string =>
  typeof value === "string" ? (isPlain(value) ? value : quoted(value)) : JSON.stringify(value);

/** The lines of a value; all but the first are indented by the caller's indent. */
function lines(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [scalar(value)];
  if (Array.isArray(value)) {
    return value.length === 0 ? ["[]"] : value.flatMap((each) => under("- ", lines(each)));
  }
  const members = Object.entries(value);
  return members.length === 0 ? ["{}"] : members.flatMap(([key, member]) => memberLines(scalar(key), member));
}

function memberLines(key: string, member: unknown): string[] {
  const inner = lines(member);
  const isBlock = typeof member === "object" && member !== null && Object.keys(member).length > 0;
  return isBlock ? [`${key}:`, ...inner.map((line) => `  ${line}`)] : [`${key}: ${inner[0] ?? ""}`];
}

const under = (mark: string, [first = "", ...rest]: string[]): string[] => [
  mark + first,
  ...rest.map((line) => " ".repeat(mark.length) + line),
];

/** One YAML document with the same data as the JSON output. */
export function yaml(value: unknown): string {
  // Values that JSON omits or rewrites are treated the same here.
  const data: unknown = JSON.parse(JSON.stringify(value ?? null));
  return `${lines(data).join("\n")}\n`;
}
