/** Flags that take short ids, and how many of them a value has. */
const ID_FLAGS: Readonly<Record<string, "one" | "list" | "generated">> = {
  "--item": "one",
  "--like": "one",
  "--collect-id": "one",
  "--repeat-id": "list",
  "--generate": "generated",
};

/**
 * The full ids of one run: those that its shortened ids stand for, and those that were chosen from a list. A hint that
 * repeats the command names them, so that it means the same tomorrow.
 */
export class TypedIds {
  readonly #fullIds = new Map<string, readonly string[]>();
  #picked: readonly string[] = [];

  /** Several ids: the word stands for several products of a scene, as `3:GEO,GEC` does. */
  meant(word: string, ...ids: readonly string[]): void {
    this.#fullIds.set(word, ids);
  }

  /** `flag`: the flag that each of them is given with. */
  picked(ids: readonly string[], flag?: string): void {
    this.#picked = flag === undefined ? ids : ids.flatMap((id) => [flag, id]);
  }

  /** The arguments of the run with full ids. */
  inFull(argv: readonly string[]): readonly string[] {
    const end = argv.indexOf("--");
    const own = end === -1 ? argv : argv.slice(0, end);
    const operands = (end === -1 ? [] : argv.slice(end)).flatMap((word) => this.#fullIds.get(word) ?? [word]);
    return [...own.flatMap((word, at) => this.#wordsFor(own, word, at)), ...this.#picked, ...operands];
  }

  #wordsFor(own: readonly string[], word: string, at: number): readonly string[] {
    const [flag] = /^--[\w-]+(?==)/.exec(word) ?? [];
    if (flag !== undefined) {
      const kind = ID_FLAGS[flag];
      if (kind === undefined) return [word];
      return this.#values(word.slice(flag.length + 1), kind).map((value) => `${flag}=${value}`);
    }
    const before = own[at - 1] ?? "";
    const kind = ID_FLAGS[before];
    // The flag before the word is the first one's.
    if (kind !== undefined)
      return this.#values(word, kind).flatMap((value, index) => (index === 0 ? [value] : [before, value]));
    // A word that stands in several places may be the value of a flag that takes no id: `order review 3 --retries 3`.
    const isRepeated = own.indexOf(word) !== own.lastIndexOf(word);
    return isRepeated && before.startsWith("--") ? [word] : (this.#fullIds.get(word) ?? [word]);
  }

  #values(value: string, kind: (typeof ID_FLAGS)[string]): readonly string[] {
    const whole = this.#fullIds.get(value);
    if (whole !== undefined || kind === "one") return whole ?? [value];
    const [type = ""] = kind === "generated" ? (/^[^=\s]+=/.exec(value) ?? []) : [];
    const parts = value.slice(type.length).split(",");
    return [type + parts.map((part) => this.#fullIds.get(part.trim())?.join(",") ?? part).join(",")];
  }
}
