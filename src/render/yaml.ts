/**
 * YAML for JSON data. Hand-written, because a YAML library is as large as ten commands. Its features
 * (folding, plain multi-line text, anchors) do not help a machine.
 */
import { breakEmbeddedCommands, isRunnerCommand, replaceUnsafe } from "./safe-text.ts";

/** Texts that need no quotes in YAML 1.1 and 1.2, such as words, ids and paths, except those of `RESERVED`. */
const PLAIN = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/;
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

const isPlain = (text: string): boolean => PLAIN.test(text) && !RESERVED.test(text) && !isRunnerCommand(text);

const escapeCodePoint = (character: string): string =>
  `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;

/**
 * Returns text in the double quotes of JSON, which YAML can read. Characters that act on a terminal or a CI runner
 * are escaped.
 */
function quoteYaml(text: string): string {
  return breakEmbeddedCommands(replaceUnsafe(JSON.stringify(text), escapeCodePoint), "\\x23");
}

const formatScalar = (value: unknown): string =>
  typeof value === "string" ? (isPlain(value) ? value : quoteYaml(value)) : JSON.stringify(value);

/** Returns the lines of a value; the caller indents all but the first. */
function lines(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [formatScalar(value)];
  if (Array.isArray(value)) {
    return value.length === 0 ? ["[]"] : value.flatMap((each) => indentUnder("- ", lines(each)));
  }
  const members = Object.entries(value);
  return members.length === 0
    ? ["{}"]
    : members.flatMap(([key, member]) => formatMember(formatScalar(key), member));
}

function formatMember(key: string, member: unknown): string[] {
  const inner = lines(member);
  const isBlock = typeof member === "object" && member !== null && Object.keys(member).length > 0;
  return isBlock ? [`${key}:`, ...inner.map((line) => `  ${line}`)] : [`${key}: ${inner[0] ?? ""}`];
}

const indentUnder = (mark: string, [first = "", ...rest]: string[]): string[] => [
  mark + first,
  ...rest.map((line) => " ".repeat(mark.length) + line),
];

/** Returns one YAML document with the same data as the JSON output. */
export function formatYaml(value: unknown): string {
  // Values that JSON omits or rewrites are treated in the same way here.
  const data: unknown = JSON.parse(JSON.stringify(value ?? null));
  return `${lines(data).join("\n")}\n`;
}
