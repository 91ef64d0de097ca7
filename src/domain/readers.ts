/**
 * Readers of typed values (flags, variables, settings): small, total functions from a text to a value or to the rule
 * that it breaks.
 */
import { findWindowsNameFault } from "../disk/windows-names.ts";
import type { ErrorCode, Fault } from "../errors.ts";
import { advice, HOME_EXAMPLE, typed } from "../hint.ts";
import { parseDuration } from "../time/duration.ts";
import { didYouMean, findClosest } from "./closest.ts";

/** The result of a reader: a value, or the rule that the text breaks. */
export type Reading<T> =
  | { ok: true; value: T }
  | { ok: false; rule: string; next?: Fault["next"]; code?: ErrorCode };
export type Reader<T> = (text: string) => Reading<T>;
/** A reader of a text whose meaning may depend on the system, such as `linux` or `win32`. */
export type SystemReader<T> = (text: string, platform: string) => Reading<T>;

/** Reads any non-empty text. */
export const readNonEmpty: Reader<string> = (value) =>
  value.trim() === "" ? { ok: false, rule: "must not be empty" } : { ok: true, value };

/**
 * Reads the path of a file or a folder, and refuses one that begins with a tilde. A shell replaces a tilde only at the beginning of a word,
 * so `--out-dir=~/x` would create a folder with the name `~`. Readers do not replace a tilde, so that a path means the same in a flag, a
 * variable, a setting and the library.
 */
export const readPath: Reader<string> = (value) => {
  if (value.startsWith("~"))
    return {
      ok: false,
      rule: "begins with ~, which the shell did not replace",
      next: advice`Write the path in full, such as ${HOME_EXAMPLE} (a name that begins with ~: ./~name)`,
    };
  return /\p{Cc}/u.test(value)
    ? { ok: false, rule: "must not have control characters" }
    : readNonEmpty(value);
};

/**
 * Reads the path of a file or a folder to make, or the URL of a bucket. On Windows, refuses names that Explorer and other programs cannot open:
 * a program that makes them there loses them for its user.
 */
export const readNewPath: SystemReader<string> = (value, platform) => {
  const isChecked = platform === "win32" && !/^[a-z][\w+.-]+:\/\//i.test(value);
  if (!isChecked) return readPath(value);
  const [variable] = /^%[^%]+%/.exec(value) ?? [];
  if (variable !== undefined)
    return {
      ok: false,
      rule: `begins with ${variable}, which the shell did not replace`,
      next: "Write the path in full",
    };
  const rule = findWindowsNameFault(value);
  return rule === undefined ? readPath(value) : { ok: false, rule, next: suggestName(value) };
};

/** Returns the next step for a name that Windows does not allow. After `"C:\my imagery\"` the last quote is a part of the value. */
function suggestName(path: string): Fault["next"] {
  const [, folder] = /^([^"]+)"(?: |$)/.exec(path) ?? [];
  return folder === undefined
    ? "Choose another name"
    : advice`Write the folder without its last backslash: ${typed(folder)}`;
}

/**
 * Returns whether a value is a document itself, not its path: it begins as JSON or XML, or is WKT, which may lack its last
 * parenthesis. `point (1).geojson` is a path.
 */
export const isDocumentText = (value: string): boolean =>
  /^\s*(?:[{<]|(?:SRID=\d+;\s*)?(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON)[ ZM]*\([-+\d\s.,()e]*$|[a-z][a-z ]*(?:\(.*\)|\bEMPTY)\s*$))/is.test(
    value,
  );

/** Reads the path of a document, or the document itself. */
export const readPathOrText: Reader<string> = (value) =>
  isDocumentText(value) ? { ok: true, value } : readPath(value);

/** Reads texts separated by commas. */
export const readCommaList: Reader<string | string[]> = (value) => {
  const parts = value.split(",").map((part) => part.trim());
  return parts.includes("") ? { ok: false, rule: "must not hold an empty name" } : { ok: true, value: parts };
};

/** Makes a reader of whole numbers. A field of the body needs no bounds here: its own rule checks them, with its own error code. */
export function makeIntegerReader(
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): Reader<number> {
  const range = formatBounds(min, max);
  return (value) => {
    const whole = /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isSafeInteger(whole) && whole >= min && whole <= max) return { ok: true, value: whole };
    // Numbers are exact up to this bound, so only a number above it needs the bound in its message.
    const bound = whole > Number.MAX_SAFE_INTEGER && max === Number.MAX_SAFE_INTEGER;
    return { ok: false, rule: `must be a whole number${range}${bound ? ` and at most ${max}` : ""}` };
  };
}

function formatBounds(min: number, max: number): string {
  if (max !== Number.MAX_SAFE_INTEGER) return ` from ${min} to ${max}`;
  return min === Number.MIN_SAFE_INTEGER ? "" : ` of ${min} or more`;
}

/** Makes a reader of our own words; words of the interface are validated with the body. */
export function makeWordReader<const W extends string>(words: readonly W[]): Reader<W> {
  return (value) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return { ok: true, value: found };
    return {
      ok: false,
      rule: `must be one of ${words.join(", ")}`,
      ...didYouMean(findClosest(value, words)),
    };
  };
}

/** Reads a duration such as `500ms`, `30s`, `2m`, `1h30m`, in milliseconds. */
export const readDuration: Reader<number> = (value) => {
  const parsed = parseDuration(value);
  return parsed.ok ? { ok: true, value: parsed.ms } : { ok: false, rule: parsed.reason };
};

/** Reads a time limit, which must be finite: otherwise a request could wait for ever. */
export const readTimeLimit: Reader<number> = (value) => {
  const read = readDuration(value);
  return read.ok && read.value === 0 ? { ok: false, rule: "must be longer than 0" } : read;
};

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Reads a finite number with a decimal point, in every locale; the body's rules check its bounds. */
export const readNumber: Reader<number> = (text) => {
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, rule: "must be a number" };
};

const KILOMETRES: Readonly<Record<string, number>> = { m: 0.001, km: 1, nmi: 1.852, mi: 1.609344 };
const MAX_KM = 5000;

/** Reads a distance such as `5km`, `800m` or `3nmi`, in kilometres. */
export const readDistance: Reader<number> = (given) => {
  const [, number = "", unit = ""] = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]+)\s*$/i.exec(given) ?? [];
  const kilometres = Number(number) * (KILOMETRES[unit.toLowerCase()] ?? Number.NaN);
  if (number !== "" && kilometres > 0 && kilometres <= MAX_KM) return { ok: true, value: kilometres };
  const rule = `must be a distance such as 5km, 800m or 3nmi, up to ${MAX_KM} km`;
  const isBare = unit === "" && Number(given) > 0 && Number(given) <= MAX_KM;
  if (!isBare) return { ok: false, rule };
  const meant = `${given.trim()}km`;
  return { ok: false, rule, next: `Did you mean ${meant}?` };
};

/** Reads a rate such as `10MB/s`, `500k` or `1.5MiB/s`, in bytes per second. */
export const readByteRate: Reader<number> = (value) => {
  const rate = readRate(value);
  if (rate !== undefined && rate >= 1000) return { ok: true, value: rate };
  return refuseRate(value, "must be a rate such as 10MB/s or 500kB/s, at least 1kB/s");
};

/** Reads the minimum accepted rate; 0 is any. */
export const readMinByteRate: Reader<number> = (value) => {
  const rate = readRate(value);
  if (rate !== undefined && (rate === 0 || rate >= 1)) return { ok: true, value: rate };
  return refuseRate(value, "must be a rate such as 10kB/s or 500B/s, or 0 to wait for any");
};

const readRate = (value: string): number | undefined => readBytes(value.trim().replace(/(?:\/s|ps)$/iu, ""));

const FACTORS: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
};

/** Returns the bytes of `500MB`, `1.5 GiB` or `2g`, possibly with a fraction; undefined for any other text. */
export function readBytes(text: string): number | undefined {
  const [, number, prefix = ""] = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmg]i?)?b?$/iu.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * FACTORS[prefix.toLowerCase()]!;
}

const refuseRate = (value: string, rule: string): Reading<number> => ({
  ok: false,
  rule,
  ...(/bit/iu.test(value) && { next: "Rates are in bytes: 8 Mbit/s are 1MB/s" }),
});

/** Splits a command line into words by the rules of the system, without a shell. Nothing is expanded. */
export const readCommandWords: SystemReader<string[]> = (text, platform) => {
  const split = platform === "win32" ? splitWindowsWords(text) : splitPosixWords(text);
  if (!split.ok) return split;
  const words = split.value;
  if ((words[0] ?? "") === "") return { ok: false, rule: "must name a program" };
  // Within a larger word, such as that of `sh -c`, a file name could be read as code.
  if (words.some((one) => one.includes("{}") && one !== "{}"))
    return { ok: false, rule: "must have {} as a word of its own" };
  return split;
};

/** Blanks separate, quotes group, a backslash escapes the next character (except within single quotes). */
function splitPosixWords(text: string): Reading<string[]> {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === "\\" && quote !== "'") {
      at += 1;
      if (at === text.length) return { ok: false, rule: "ends in a backslash" };
      word = (word ?? "") + text[at];
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (quote === "" && /\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  return finishWords(words, word, quote);
}

/** Returns the words with the last one. `quote`: the quote that is still open. */
function finishWords(words: readonly string[], last: string | undefined, quote: string): Reading<string[]> {
  if (quote !== "") return { ok: false, rule: `has an unmatched ${quote}` };
  return { ok: true, value: last === undefined ? [...words] : [...words, last] };
}

/** A double quote with the backslashes before it, other backslashes, or any other character. */
const WINDOWS_PART = /(\\*)"|\\+|[^\\"]/gsu;

/**
 * Blanks separate, double quotes group, and a backslash is literal except before a double quote, as in the command lines of
 * Windows. A single quote groups at the beginning of a word: Windows PowerShell 5 cannot pass a double quote.
 */
function splitWindowsWords(text: string): Reading<string[]> {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  let closedAt = -1;
  for (const { 0: part, 1: slashes, index } of text.matchAll(WINDOWS_PART)) {
    if (slashes !== undefined && quote !== "'") {
      word = (word ?? "") + "\\".repeat(Math.floor(slashes.length / 2));
      const isLiteral = slashes.length % 2 === 1;
      // Two quotes within quotes are one character.
      if (isLiteral || closedAt === index + slashes.length) word += '"';
      if (isLiteral) continue;
      if (quote === '"') closedAt = index + part.length;
      quote = quote === "" ? '"' : "";
    } else if (part === quote) quote = "";
    else if (part === "'" && word === undefined) [quote, word] = [part, ""];
    else if (quote === "" && /\s/u.test(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + part;
  }
  return finishWords(words, word, quote);
}
