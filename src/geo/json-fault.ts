import { quote } from "./quote.ts";

/** The position and the reason of a syntax error in JSON. */
export interface JsonFault {
  offset: number;
  problem: string;
}

/** The allowed next token. */
type Expected = "value" | "first value or ]" | "first name or }" | "name" | ":" | ", or end" | "nothing";

/** The word that an error quotes. Bounded: V8 overflows its stack when a class matches millions of characters. */
const WORD = /[\p{L}\p{N}_$+.-]{1,40}/uy;
const SCALAR_CHARACTER = /[\w.+-]/;

/** Finds the first syntax error of a JSON text: for the error message, after `JSON.parse` has failed. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    const char = text[at];
    if (char === undefined)
      return expected === "nothing" ? undefined : { offset: at, problem: endFault(text, open) };
    const step = readToken(text, at, expected, open);
    if ("problem" in step) return step;
    ({ at, expected } = step);
  }
}

type Step = { at: number; expected: Expected } | JsonFault;

function readToken(text: string, at: number, expected: Expected, open: ("{" | "[")[]): Step {
  const char = text[at]!;
  const isValue = expected === "value" || expected === "first value or ]";
  const isName = expected === "name" || expected === "first name or }";
  if (char === "}" || char === "]") return close(char, at, expected, open);
  if (isValue && (char === "{" || char === "[")) {
    open.push(char);
    return { at: at + 1, expected: char === "{" ? "first name or }" : "first value or ]" };
  }
  if (char === '"' && (isValue || isName)) {
    const end = skipText(text, at);
    return typeof end === "number" ? { at: end, expected: isName ? ":" : afterValue(open) } : end;
  }
  if (isValue) {
    const end = endOfScalar(text, at);
    if (end !== undefined) return { at: end, expected: afterValue(open) };
  }
  if (char === ":" && expected === ":") return { at: at + 1, expected: "value" };
  if (char === "," && expected === ", or end") {
    return { at: at + 1, expected: open.at(-1) === "{" ? "name" : "value" };
  }
  return { offset: at, problem: describe(text, at, expected, open) };
}

function close(char: "}" | "]", at: number, expected: Expected, open: ("{" | "[")[]): Step {
  const opener = open.at(-1);
  if (opener === undefined) return { offset: at, problem: `a ${char} that closes nothing` };
  if ((opener === "{") !== (char === "}"))
    return { offset: at, problem: `a ${char} where ${opener} is open` };
  if (expected === "name" || (expected === "value" && opener === "[")) {
    return { offset: at, problem: `a comma too many before ${char}` };
  }
  if (expected === "value" || expected === ":")
    return { offset: at, problem: `a name without value before ${char}` };
  open.pop();
  return { at: at + 1, expected: afterValue(open) };
}

function describe(text: string, at: number, expected: Expected, open: readonly string[]): string {
  const char = text[at]!;
  if (expected === "nothing") return "more text after the end of the JSON value";
  if (char === "#" || (char === "/" && /[/*]/.test(text[at + 1] ?? "")))
    return "a comment, which JSON does not have";
  if (char === "'" || char === "`" || /[“”„«»‘’]/.test(char))
    return `${char} where JSON has straight double quotes`;
  if (expected === ", or end") return `no comma or ${open.at(-1) === "{" ? "}" : "]"} after the value`;
  if (expected === ":") return "no colon after the name";
  WORD.lastIndex = at;
  const word = quote(WORD.exec(text)?.[0] ?? char);
  if (expected === "name" || expected === "first name or }")
    return `${word} where a name in double quotes belongs`;
  return `${word}, which is not a JSON value`;
}

function endFault(text: string, open: readonly string[]): string {
  if (text.trim() === "") return "it is empty";
  if (open.length === 0) return "the text ends early";
  return `the text ends early, with ${open.slice(-8).join(" ")} still open`;
}

/** Returns the offset after the string at `start`, or its fault. */
function skipText(text: string, start: number): number | JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x0a || code === 0x0d)
      return { offset: start, problem: "a text that does not end on its line" };
    if (code < 0x20) return { offset: at, problem: "a control character within a text" };
    if (code !== 0x5c) continue;
    if (!isEscape(text, at)) {
      return { offset: at, problem: "a backslash that starts no JSON escape (write \\\\ for a backslash)" };
    }
    at += 1;
  }
  return { offset: start, problem: "a text that does not end" };
}

function isEscape(text: string, at: number): boolean {
  const char = text[at + 1] ?? "x";
  return char === "u" ? /^[0-9a-fA-F]{4}/.test(text.slice(at + 2, at + 6)) : '"\\/bfnrt'.includes(char);
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? "nothing" : ", or end";
}

/** Returns the offset after the number, `true`, `false` or `null` at `start`; undefined if there is none. */
function endOfScalar(text: string, start: number): number | undefined {
  let end = start;
  while (end < text.length && SCALAR_CHARACTER.test(text[end]!)) end += 1;
  try {
    JSON.parse(text.slice(start, end));
    return end;
  } catch {
    return undefined;
  }
}
