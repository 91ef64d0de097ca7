/** Flags that take short ids. */
const ID_FLAGS: ReadonlySet<string> = new Set(["--item", "--like", "--collect-id", "--repeat-id"]);

/**
 * The full ids of one run: those that its shortened ids stand for, and those that were chosen from a list. A hint that
 * repeats the command names them, so that it means the same tomorrow.
 */
export class TypedIds {
  readonly #fullIds = new Map<string, string>();
  #picked: readonly string[] = [];

  meant(word: string, id: string): void {
    this.#fullIds.set(word, id);
  }

  /** `flag`: the flag that each of them is given with. */
  picked(ids: readonly string[], flag?: string): void {
    this.#picked = flag === undefined ? ids : ids.flatMap((id) => [flag, id]);
  }

  /** Whether a word that stands in several places is the value of a flag that takes no id: `order review 3 --retries 3`. */
  #isOtherValue(argv: readonly string[], at: number): boolean {
    const before = argv[at - 1] ?? "";
    const isRepeated = argv.indexOf(argv[at]!) !== argv.lastIndexOf(argv[at]!);
    return isRepeated && before.startsWith("--") && before !== "--" && !ID_FLAGS.has(before);
  }

  /** The arguments of the run with full ids. */
  inFull(argv: readonly string[]): readonly string[] {
    const words = argv.map((word, at) =>
      this.#isOtherValue(argv, at) ? word : (this.#fullIds.get(word) ?? word),
    );
    const end = words.indexOf("--");
    return end === -1
      ? [...words, ...this.#picked]
      : [...words.slice(0, end), ...this.#picked, ...words.slice(end)];
  }
}
