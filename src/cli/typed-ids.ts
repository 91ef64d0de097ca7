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

  /** The arguments of the run with full ids. */
  inFull(argv: readonly string[]): readonly string[] {
    const words = argv.map((word) => this.#fullIds.get(word) ?? word);
    const end = words.indexOf("--");
    return end === -1
      ? [...words, ...this.#picked]
      : [...words.slice(0, end), ...this.#picked, ...words.slice(end)];
  }
}
