/**
 * Removes the keys, passwords and tokens of a run from text. A service may echo a rejected key, and every reader of its response
 * decodes the text further: entities of a page, escapes of JSON, invisible characters. So text is cleaned twice: a response when it
 * arrives, and last whatever leaves the run, such as a message or a line of a log.
 */
import type { BufferedResponse } from "./exchange.ts";
import { foldCharacter, WrittenText, type Written } from "./written-text.ts";

/** The secrets of a run. Every output of the run removes them from its text. */
export class Secrets {
  readonly #known = new Set<string>();
  #matcher: Matcher | undefined;

  know(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (this.#known.has(secret)) continue;
      this.#known.add(secret);
      this.#matcher = undefined;
    }
  }

  /** Returns the text without the secrets, in whatever way they are written. */
  clean(text: string): string {
    return maskMatches(text, (this.#matcher ??= makeMatcher([...this.#known])));
  }

  /** Returns a copy of JSON data with clean texts and names. */
  cleanData<T>(data: T): T {
    if (typeof data === "string") return this.clean(data) as T;
    if (Array.isArray(data)) return data.map((element: unknown) => this.cleanData(element)) as T;
    if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype)
      return data;
    const members = Object.entries(data).map(([name, member]) => [this.clean(name), this.cleanData(member)]);
    return Object.fromEntries(members) as T;
  }

  /** Cleans the texts of an error and its causes in place: its class, and the facts in a cause, decide what happens next. */
  cleanError(error: unknown): void {
    for (
      let one = error, depth = 0;
      one instanceof Error && depth < MAX_CAUSES;
      one = one.cause, depth += 1
    ) {
      const { message, stack, serviceCode, issues, data } = one as Error & Record<string, unknown>;
      const texts = { message, stack, serviceCode, issues, data };
      for (const [name, text] of Object.entries(texts))
        if (text !== undefined) Object.assign(one, { [name]: this.cleanData(text) });
    }
  }
}

const MAX_CAUSES = 8;

/** Removes our secrets from a complete response: some services and proxies echo the request, also on success. */
export function redactReply(reply: BufferedResponse, secrets: Secrets): BufferedResponse {
  const text = new TextDecoder().decode(reply.bytes);
  const redacted = secrets.clean(text);
  return {
    ...reply,
    headers: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, secrets.clean(value)]),
    ),
    // A clean body keeps its bytes, which need not be UTF-8.
    bytes: redacted === text ? reply.bytes : Buffer.from(redacted),
  };
}

/** A text to find: a secret, or its bytes in base64 or hex. */
interface Form {
  readonly characters: readonly string[];
  /** Lower and upper case are the same. */
  readonly anyCase: boolean;
  /** Blanks within it do not count: a page or a terminal may break the text anywhere. */
  readonly skipsBlanks: boolean;
  /** Characters before a match that contain bits of the secret, in base64. */
  readonly before: number;
  /** Further characters of the same alphabet after a match belong to it. */
  readonly tail?: RegExp;
}

interface Matcher {
  /** By the first character in lower case. */
  readonly forms: ReadonlyMap<string, readonly Form[]>;
  /** Finds the places where a form may begin: a long response has few. */
  readonly candidates: RegExp;
}

/** Shorter secrets are not removed, because they would mask ordinary words. */
const MIN_LENGTH = 4;
/** Secrets from this length on are found in any case and across blanks. */
const DISTINCT_LENGTH = 8;

function makeMatcher(secrets: readonly string[]): Matcher {
  const forms = new Map<string, Form[]>();
  const starts = new Set<string>();
  for (const form of secrets.filter(({ length }) => length >= MIN_LENGTH).flatMap(listForms)) {
    const [first = "", second] = form.characters;
    for (const one of [first.toLowerCase(), SAME_IN_FORMS.get(first)])
      if (one !== undefined) forms.set(one, [...(forms.get(one) ?? []), form]);
    starts.add(`${matchAnyCase(first)}(?=${second === undefined ? "" : matchAnyCase(second)}|${UNPLAIN})`);
  }
  const isAscii = forms.keys().every((first) => first <= "~");
  const others = isAscii ? LIKE_ASCII : "[^\\0-~]";
  return { forms, candidates: new RegExp([...starts, ...CODES, others].join("|"), "g") };
}

/** Matches the characters outside ASCII that are forms of one within it: with accents, full width, superscript, mathematical. */
const LIKE_ASCII =
  "[\\u00a0-\\u036f\\u1d00-\\u218f\\u2460-\\u24ff\\u2c60-\\u2c7f\\u3000\\u3200-\\u33ff\\ufb00-\\ufb4f\\ufe10-\\uffef\\ud835\\ud83c]";

/** Matches a character that may be invisible, or the beginning of a code or a tag. */
const UNPLAIN = "[^!-~]|[&%\\\\<+]";

/** Match the beginning of a code. */
const CODES = [
  `&(?=#|[A-Za-z0-9]{0,24}(?:;|${UNPLAIN})|amp|lt|gt|quot|AMP|LT|GT|QUOT|nbsp|shy)`,
  `%(?=[0-9A-Fa-fUu]|${UNPLAIN})`,
  "\\\\",
];

function matchAnyCase(character: string): string {
  const units = (text: string): string =>
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join("");
  const spellings = [character, character.toLowerCase(), character.toUpperCase()];
  const other = SAME_IN_FORMS.get(character);
  return `(?:${[...new Set([...spellings, ...(other === undefined ? [] : [other])])].map(units).join("|")}${character === "+" ? "|\\s" : ""})`;
}

/** In a form of the web a blank is a plus sign, and a service may decode one that was not a blank. */
const SAME_IN_FORMS: ReadonlyMap<string, string> = new Map([
  ["+", " "],
  [" ", "+"],
]);

function listForms(secret: string): Form[] {
  const isDistinct = secret.length >= DISTINCT_LENGTH;
  const bytes = Buffer.from(secret);
  const characters = Array.from(secret).flatMap((one) => Array.from(foldCharacter(one)));
  return [
    {
      characters: isDistinct ? characters.map((one) => one.toLowerCase()) : characters,
      anyCase: isDistinct,
      skipsBlanks: isDistinct,
      before: 0,
    },
    { characters: Array.from(bytes.toString("hex")), anyCase: true, skipsBlanks: isDistinct, before: 0 },
    ...[0, 1, 2].flatMap((offset) => listBase64Forms(bytes, offset)),
  ];
}

const MIN_BASE64_LENGTH = 6;

/** Returns the secret in base64, and in base64 for URLs, behind a number of other bytes. */
function listBase64Forms(bytes: Buffer, offset: number): Form[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const before = offset === 0 ? 0 : offset + 1;
  // The last digit may contain bits of the byte after the secret.
  const isCut = (offset + bytes.length) % 3 !== 0;
  const whole = text.slice(before, isCut ? -1 : undefined);
  if (whole.length < MIN_BASE64_LENGTH) return [];
  const forUrls = whole.replaceAll("+", "-").replaceAll("/", "_");
  return [...new Set([whole, forUrls])].map((form) => ({
    characters: Array.from(form),
    anyCase: false,
    skipsBlanks: form.length >= 2 * DISTINCT_LENGTH,
    before,
    tail: /[\w+/-]?={0,2}/y,
  }));
}

function maskMatches(text: string, { forms, candidates }: Matcher): string {
  if (forms.size === 0) return text;
  const written = new WrittenText(text);
  let [masked, done] = ["", 0];
  candidates.lastIndex = 0;
  for (let found = candidates.exec(text); found !== null; found = candidates.exec(text)) {
    const match = findLongestMatch(written, found.index, forms);
    // A text of codes within codes takes too long to read: nothing of it is shown.
    if (written.isExhausted) return MASK;
    if (match === undefined) continue;
    masked += text.slice(done, Math.max(done, match.start)) + MASK;
    done = match.end;
    candidates.lastIndex = done;
  }
  return done === 0 ? text : masked + text.slice(done);
}

const MASK = "***";

interface Match {
  start: number;
  end: number;
}

function findLongestMatch(written: WrittenText, at: number, forms: Matcher["forms"]): Match | undefined {
  const { text } = written;
  let longest: Match | undefined;
  const readings = isPlain(text.charCodeAt(at))
    ? [text[at]!]
    : written.read(at).map(({ character }) => character);
  for (const character of readings)
    for (const form of forms.get((foldCharacter(character)[0] ?? "").toLowerCase()) ?? []) {
      const end = endOfMatch(written, at, form);
      if (end === undefined || end <= (longest?.end ?? at)) continue;
      longest = { start: startOf(text, at, form), end: endOfTail(text, end, form) };
    }
  return longest;
}

/** Returns whether a character is read as it is, and is never between two characters of a form. */
const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f && !SPECIAL.has(code);

const SPECIAL: ReadonlySet<number> = new Set(["&", "%", "\\", "<", "+"].map((one) => one.charCodeAt(0)));

function startOf(text: string, at: number, { before }: Form): number {
  let start = at;
  while (start > at - before && /[\w+/-]/.test(text[start - 1] ?? "")) start -= 1;
  return start;
}

function endOfTail(text: string, end: number, { tail }: Form): number {
  if (tail === undefined) return end;
  tail.lastIndex = end;
  return end + (tail.exec(text)?.[0].length ?? 0);
}

/**
 * Returns the offset after the form that is written at an offset, from its character `index` on. `failed`: positions from which
 * the rest was not found, since a backslash or an ampersand may be read in several ways.
 */
function endOfMatch(
  written: WrittenText,
  from: number,
  form: Form,
  index = 0,
  failed?: Set<number>,
): number | undefined {
  const { text } = written;
  const { characters, anyCase } = form;
  let [at, found] = [from, index];
  while (found < characters.length) {
    if (isPlain(text.charCodeAt(at))) {
      const seen = text[at]!;
      if ((anyCase ? seen.toLowerCase() : seen) !== characters[found]) return undefined;
      at += 1;
      found += 1;
      continue;
    }
    const readings = written.read(at);
    const steps = readings.flatMap(({ character, end }) => {
      const taken = countTaken(form, found, character);
      return taken === 0 ? [] : [{ end, found: found + taken }];
    });
    // A match begins with its first character.
    const skipped = found === 0 ? undefined : endOfSkipped(written, at, readings.at(-1), form);
    if (skipped !== undefined) steps.unshift({ end: skipped, found });
    const [only, ...others] = steps;
    if (only === undefined) return undefined;
    if (others.length === 0) ({ end: at, found } = only);
    else {
      const tried = failed ?? new Set<number>();
      for (const step of steps.toReversed()) {
        const key = step.end * characters.length + step.found;
        const end = tried.has(key) ? undefined : endOfMatch(written, step.end, form, step.found, tried);
        if (end !== undefined) return end;
        tried.add(key);
      }
      return undefined;
    }
  }
  return at;
}

/** Returns how many characters of the form this character replaces: several for a ligature, 0 if it replaces none. */
function countTaken({ characters, anyCase }: Form, found: number, character: string): number {
  const seen = foldCharacter(character);
  const same = Array.from(anyCase ? seen.toLowerCase() : seen);
  const fits = same.every((one, index) => {
    const wanted = characters[found + index];
    return wanted === undefined || wanted === one || SAME_IN_FORMS.get(wanted) === one;
  });
  return fits ? Math.min(same.length, characters.length - found) : 0;
}

/** Returns the offset after something between two characters of a form that a reader does not see; undefined for anything else. */
function endOfSkipped(
  written: WrittenText,
  at: number,
  last: Written | undefined,
  form: Form,
): number | undefined {
  if (last === undefined) return undefined;
  const seen = foldCharacter(last.character);
  if (seen === "" || (seen === " " && form.skipsBlanks)) return last.end;
  return seen === "<" ? endOfTag(written, at) : undefined;
}

const MAX_TAG = 80;

/**
 * Returns the offset after a tag or a comment of a page. A plain quotation mark may be the end of a text in JSON, so it ends
 * the search.
 */
function endOfTag(written: WrittenText, at: number): number | undefined {
  for (let [next, count] = [at, 0]; count < MAX_TAG && written.text[next] !== '"'; count += 1) {
    const read = written.read(next).at(-1);
    if (read === undefined) return undefined;
    if (count === 1 && !/[a-z/!]/i.test(read.character)) return undefined;
    next = read.end;
    if (read.character === ">") return next;
  }
  return undefined;
}
