/**
 * The full ids of one run: those that its shortened ids stand for. A hint that repeats the command names them, so that it
 * means the same tomorrow.
 */
export class TypedIds {
  readonly #fullIds = new Map<string, string>();

  meant(word: string, id: string): void {
    this.#fullIds.set(word, id);
  }

  /** The arguments of the run with full ids. */
  inFull(argv: readonly string[]): readonly string[] {
    return argv.map((word) => this.#fullIds.get(word) ?? word);
  }
}
