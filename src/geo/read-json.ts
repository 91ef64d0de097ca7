import { AppError } from "../errors.ts";
import { quote } from "./quote.ts";
import { readText } from "./read-text.ts";

/** Maximum depth of objects and arrays; requests have at most a dozen levels. */
export const DEEPEST = 64;

/** Names of properties that could change the prototype of an object to which they are copied. */
const DROPPED = new Set(["__proto__", "constructor", "prototype"]);

const EXCERPT = 24;

const EXAMPLE =
  'JSON looks like {"name": "value", "list": [1, 2]}, with double quotes and no comma at the end';

/**
 * Reads untrusted JSON. Refuses, with line and column, invalid JSON, more than 64 levels, and numbers that overflow
 * (1e999). Drops properties named `__proto__`, `constructor`, `prototype`. `what` is the input's name in errors, such as
 * "area.json".
 */
export function readJson(input: string | Uint8Array, what: string): unknown {
  return parseJsonText(readText(input, what).text, what);
}

/** Begins each text of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = "\u001e";

/**
 * Parses a text from `readText`. Several features become a FeatureCollection: a GeoJSON text sequence, or one Feature per
 * line (ndjson, GeoJSONSeq).
 */
export function parseJsonText(text: string, what: string, hint = EXAMPLE): unknown {
  if (text.startsWith(RECORD_SEPARATOR)) {
    const texts = text.split(RECORD_SEPARATOR).filter((part) => part.trim() !== "");
    const values = texts.map((part, index) => parseOneText(part, `${what}, text ${index + 1}`, hint));
    return values.length === 1 ? values[0] : { type: "FeatureCollection", features: values };
  }
  if (!hasFeaturePerLine(text)) return parseOneText(text, what, hint);
  const features = text
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [parseOneText(line, what, hint, at + 1)]));
  return { type: "FeatureCollection", features };
}

/** Reports whether the first line is a complete Feature, and more text follows. */
function hasFeaturePerLine(text: string): boolean {
  const start = /^\s*\{/.exec(text.slice(0, 1000))?.[0].length;
  const end = start === undefined ? -1 : text.indexOf("\n", start);
  if (end === -1 || !/\S/.test(text.slice(end, end + 1000))) return false;
  try {
    const first: unknown = JSON.parse(text.slice(0, end));
    return (first as { type?: unknown }).type === "Feature";
  } catch {
    return false;
  }
}

/** Parses one value. `firstLine` is the number of the text's first line in its document. */
function parseOneText(text: string, what: string, hint: string, firstLine = 1): unknown {
  const refuse = makeRefusal(what, firstLine);
  // The depth is checked before parsing, because parsing a million brackets is expensive.
  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined) {
    throw refuse(
      text,
      tooDeep,
      `it nests deeper than ${DEEPEST} levels`,
      "Give the object itself, without wrapping",
    );
  }
  if (/^\s*<(?:[^>]*>\s*<)*(?:[\w.-]+:)?kml[\s>]/.test(text.slice(0, 500))) {
    const next = "Convert it: ogr2ogr -f GeoJSON sites.geojson sites.kml";
    throw new AppError("usage", "INPUT_NOT_JSON", `${what} is KML; JSON was expected`, { next });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const fault = findJsonFault(text) ?? { offset: 0, problem: (cause as Error).message };
    if (text.trim() === "")
      throw new AppError("usage", "INPUT_NOT_JSON", `${what} is empty; JSON was expected`, { next: hint });
    throw refuse(text, fault.offset, fault.problem, hint);
  }
  const path = cleanValue(value);
  if (path === undefined) return value;
  const message = `${what} contains a number too large to keep${path === "" ? "" : ` at ${path}`}`;
  throw new AppError("usage", "INPUT_NOT_JSON", message, { next: "Numbers end near 1.8e308" });
}

/** Returns the offset of the bracket that exceeds the maximum depth; brackets in strings do not count. */
export function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfText(text, at);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > DEEPEST) return at;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return undefined;
}

/** Returns the offset of the quote that ends the string at `start`. A regular expression would fail on very long strings. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return text.length;
}

/** Drops dangerous names in place; returns the path of the first number that is not finite. At most 64 levels deep. */
function cleanValue(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "";
  if (typeof value !== "object" || value === null) return undefined;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    if (DROPPED.has(name)) {
      delete members[name];
      continue;
    }
    const path = cleanValue(members[name]);
    if (path !== undefined) {
      const own = Array.isArray(value) ? `[${name}]` : quote(name, 60).slice(1, -1);
      return path === "" || path.startsWith("[") ? own + path : `${own}.${path}`;
    }
  }
  return undefined;
}

type Refuse = (text: string, offset: number, problem: string, hint: string) => AppError;

const makeRefusal =
  (what: string, firstLine: number): Refuse =>
  (text, offset, problem, hint) => {
    const lines = text.slice(0, offset).split("\n");
    const excerpt = text.slice(offset, offset + EXCERPT + 1).split("\n", 1)[0]!;
    const near = excerpt.trim() === "" ? "" : ` at ${quote(excerpt, EXCERPT)}`;
    const place = `line ${lines.length + firstLine - 1}, column ${lines.at(-1)!.length + 1}`;
    return new AppError("usage", "INPUT_NOT_JSON", `${what} is not JSON: ${place}: ${problem}${near}`, {
      next: hint,
    });
  };

/** Describes properties that parsing loses silently: duplicates in one object, and dropped names. */
export function describeDoubtfulNames(text: string): string[] {
  const { repeated, dropped } = findDoubtfulNames(text);
  return [
    ...repeated.map(
      (name) => `${JSON.stringify(name)} is given more than once in one object; the last one counts`,
    ),
    ...dropped.map((name) => `the property ${JSON.stringify(name)} was skipped`),
  ];
}

/** Returns the names that one object has more than once. Returns none for a text that is not JSON. */
export function findRepeatedNames(text: string): string[] {
  try {
    JSON.parse(text);
  } catch {
    return [];
  }
  return findDoubtfulNames(text).repeated;
}

/** Finds names in valid JSON that are repeated in one object, or that parsing drops, in linear time. */
export function findDoubtfulNames(text: string) {
  const repeated = new Set<string>();
  const dropped = new Set<string>();
  // The names of each open object; undefined for an open array.
  const open: (Set<string> | undefined)[] = [];
  let start = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      start = at;
      end = endOfText(text, at);
      at = end;
    } else if (code === 0x7b) open.push(new Set());
    else if (code === 0x5b) open.push(undefined);
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === 0x3a) {
      // The text before a colon is a name, with its escapes.
      const name = JSON.parse(text.slice(start, end + 1)) as string;
      const names = open.at(-1);
      if (DROPPED.has(name)) dropped.add(name);
      if (names?.has(name) === true) repeated.add(name);
      names?.add(name);
    }
  }
  return { repeated: [...repeated], dropped: [...dropped] };
}

/** The position and the reason of a syntax error in JSON. */
export interface JsonFault {
  offset: number;
  problem: string;
}

/** The allowed next token. */
type Expected = "value" | "first value or ]" | "first name or }" | "name" | ":" | ", or end" | "nothing";

/** Matches a word for an error. Its length is bounded, because a class that matches millions overflows the stack of V8. */
const WORD = /[\p{L}\p{N}_$+.-]{1,40}/uy;
const SCALAR_CHARACTER = /[\w.+-]/;

/** Returns the first syntax error of a JSON text. It is called after `JSON.parse` has failed, for a better message. */
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
    return typeof end === "number" ? { at: end, expected: isName ? ":" : skipValue(open) } : end;
  }
  if (isValue) {
    const end = endOfScalar(text, at);
    if (end !== undefined) return { at: end, expected: skipValue(open) };
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
  return { at: at + 1, expected: skipValue(open) };
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

function skipValue(open: readonly string[]): Expected {
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
