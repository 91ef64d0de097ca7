/**
 * The ways in which text writes one character: as it is, as an HTML entity, in percent code, as an escape of a string, and as codes
 * of codes. Invisible characters may be anywhere within a code.
 */

/** A character, and the offset after its written form. */
export interface Written {
  readonly character: string;
  readonly end: number;
}

/** Codes within codes; a service that echoes text encodes it once or twice. */
const MAX_DEPTH = 6;
/** Codes of codes in a row, such as `%25252541`. */
const MAX_ROUNDS = 16;
/** Invisible characters in a row within a code. */
const MAX_INVISIBLE = 4;
/** Characters of the name of an entity. */
const MAX_NAME = 24;
const MAX_DIGITS = 12;

/** Reads a text character by character, with limited work. */
export class WrittenText {
  #left: number;

  constructor(readonly text: string) {
    // Text of URLs and entities takes less than two reads for each of its characters.
    this.#left = 100_000 + Math.min(10 * text.length, 30_000_000);
  }

  /** The text has so many codes within codes that it was not read to its end. */
  get isExhausted(): boolean {
    return this.#left <= 0;
  }

  /**
   * Yields the character at an offset, then the character that an escape at this offset encodes, and so on while the result is an escape.
   * Empty at the end of the text.
   */
  read(at: number, depth = MAX_DEPTH): readonly Written[] {
    const code = this.text.codePointAt(at);
    if (code === undefined || this.isExhausted) return [];
    this.#left -= 1;
    let last: Written = { character: String.fromCodePoint(code), end: at + (code > 0xffff ? 2 : 1) };
    const readings = [last];
    const rounds = depth === 0 ? 0 : MAX_ROUNDS;
    for (let round = 0; round < rounds; round += 1) {
      const decoded = this.#decode(last, depth - 1);
      if (decoded === undefined) break;
      readings.push((last = decoded));
    }
    return readings;
  }

  #decode({ character, end }: Written, depth: number): Written | undefined {
    if (character === "&") return this.#readEntity(end, depth);
    if (character === "%") return this.#readPercentCode(end, depth);
    return character === "\\" ? this.#readEscape(end, depth) : undefined;
  }

  /** Returns the fully decoded character at an offset, after invisible ones. */
  #readCharacter(at: number, depth: number): Written | undefined {
    for (let [next, count] = [at, 0]; count <= MAX_INVISIBLE; count += 1) {
      const read = this.read(next, depth).at(-1);
      if (read === undefined || foldCharacter(read.character) !== "") return read;
      next = read.end;
    }
    return undefined;
  }

  #readEntity(at: number, depth: number): Written | undefined {
    const first = this.#readCharacter(at, depth);
    if (first === undefined) return undefined;
    if (first.character === "#") {
      const kind = this.#readCharacter(first.end, depth);
      const isHex = kind !== undefined && /^x$/i.test(kind.character);
      const number = this.#readDigits(isHex ? kind.end : first.end, isHex ? 16 : 10, depth);
      return number && this.#withSemicolon(number, depth);
    }
    const read: Written[] = [];
    for (
      let next: Written | undefined = first;
      next !== undefined && /^[a-z0-9]$/i.test(next.character) && read.length < MAX_NAME;
      next = this.#readCharacter(next.end, depth)
    )
      read.push(next);
    // Without its semicolon, a name may be the beginning of a longer word.
    for (let length = read.length; length > 1; length -= 1) {
      const name = read.slice(0, length).map(({ character }) => character);
      const character = ENTITIES.get(name.join(""));
      if (character !== undefined)
        return this.#withSemicolon({ character, end: read[length - 1]!.end }, depth);
    }
    return undefined;
  }

  #withSemicolon(read: Written, depth: number): Written {
    const next = this.#readCharacter(read.end, depth);
    return next?.character === ";" ? { ...read, end: next.end } : read;
  }

  /** Reads a number up to its end, or exactly `length` digits, as the code of a character. */
  #readDigits(at: number, base: 10 | 16, depth: number, length?: number): Written | undefined {
    const isDigit = base === 16 ? /^[0-9a-f]$/i : /^\d$/;
    let [digits, end] = ["", at];
    while (digits.length < (length ?? MAX_DIGITS)) {
      const next = this.#readCharacter(end, depth);
      if (next === undefined || !isDigit.test(next.character)) break;
      digits += next.character;
      ({ end } = next);
    }
    const code = Number.parseInt(digits, base);
    const isCode = digits.length >= (length ?? 1) && code <= 0x10_ffff;
    return isCode ? { character: String.fromCodePoint(code), end } : undefined;
  }

  /** Reads one character of UTF-8 in percent code, or `%u0041`. */
  #readPercentCode(at: number, depth: number): Written | undefined {
    const first = this.#readCharacter(at, depth);
    if (/^u$/i.test(first?.character ?? "")) return this.#readDigits(first!.end, 16, depth, 4);
    const byte = this.#readDigits(at, 16, depth, 2);
    if (byte === undefined) return undefined;
    const bytes = [byte.character.charCodeAt(0)];
    const length = LENGTHS[bytes[0]! >> 4] ?? 1;
    let { end } = byte;
    while (bytes.length < length) {
      const sign = this.#readPercentSign(end, depth);
      const next = sign && this.#readDigits(sign.end, 16, depth, 2);
      if (next === undefined) return byte;
      bytes.push(next.character.charCodeAt(0));
      ({ end } = next);
    }
    return length === 1 ? byte : { character: Array.from(Buffer.from(bytes).toString("utf8"))[0]!, end };
  }

  /** Reads a percent sign as it is: decoded further, it would be a character of its own. */
  #readPercentSign(at: number, depth: number): Written | undefined {
    for (let [next, count] = [at, 0]; count <= MAX_INVISIBLE; count += 1) {
      const readings = this.read(next, depth);
      const sign = readings.findLast(({ character }) => character === "%");
      const last = readings.at(-1);
      if (sign !== undefined || last === undefined || foldCharacter(last.character) !== "") return sign;
      next = last.end;
    }
    return undefined;
  }

  /** Reads the rest of an escape: `u0041`, `u{41}`, `x41`, `U00000041`, `n`, or a punctuation mark. */
  #readEscape(at: number, depth: number): Written | undefined {
    const first = this.#readCharacter(at, depth);
    if (first === undefined) return undefined;
    const { character, end } = first;
    const control = CONTROLS[character];
    if (control !== undefined) return { character: control, end };
    if (/^[!-/:-@[-`{-~]$/.test(character)) return first;
    if (character === "x") return this.#readDigits(end, 16, depth, 2);
    if (character === "U") return this.#readDigits(end, 16, depth, 8);
    if (character !== "u") return undefined;
    const brace = this.#readCharacter(end, depth);
    if (brace?.character !== "{") return this.#readDigits(end, 16, depth, 4);
    const number = this.#readDigits(brace.end, 16, depth);
    const close = number && this.#readCharacter(number.end, depth);
    return close?.character === "}" ? { character: number!.character, end: close.end } : undefined;
  }
}

/** Bytes of a character in UTF-8, by the first half of its first byte. */
const LENGTHS: Readonly<Record<number, number>> = { 12: 2, 13: 2, 14: 3, 15: 4 };

const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
};

const folded = new Map<string, string>();

/**
 * Returns a character as a reader sees it: in its compatible form, without accents; the usual blank for any blank, the usual hyphen
 * for any dash; empty if it is invisible. A ligature becomes several letters.
 */
export function foldCharacter(character: string): string {
  if (character > " " && character <= "~") return character;
  let found = folded.get(character);
  if (found === undefined) {
    const plain = character.normalize("NFKD");
    found = /^[\s\p{Z}]+$/u.test(plain)
      ? " "
      : plain.replaceAll(/[\p{M}\p{C}\p{DI}]/gu, "").replaceAll(/[\p{Pd}\u2212]/gu, "-");
    folded.set(character, found);
  }
  return found;
}

/** The named entities of ASCII and of invisible characters. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "\t": "Tab",
    "\n": "NewLine",
    "!": "excl",
    '"': "quot QUOT",
    "#": "num",
    $: "dollar",
    "%": "percnt",
    "&": "amp AMP",
    "'": "apos",
    "(": "lpar",
    ")": "rpar",
    "*": "ast midast",
    "+": "plus",
    ",": "comma",
    "-": "hyphen dash ndash mdash minus",
    ".": "period",
    "/": "sol",
    ":": "colon",
    ";": "semi",
    "<": "lt LT",
    "=": "equals",
    ">": "gt GT",
    "?": "quest",
    "@": "commat",
    "[": "lsqb lbrack",
    "\\": "bsol",
    "]": "rsqb rbrack",
    "^": "Hat",
    _: "lowbar UnderBar",
    "`": "grave DiacriticalGrave",
    "{": "lcub lbrace",
    "|": "verbar vert VerticalLine",
    "}": "rcub rbrace",
    "~": "tilde",
    "\u00a0": "nbsp NonBreakingSpace ensp emsp thinsp hairsp numsp puncsp",
    "\u200b": "shy zwj zwnj lrm rlm ZeroWidthSpace NoBreak ic it af",
  }).flatMap(([character, names]) => names.split(" ").map((name) => [name, character] as const)),
);
