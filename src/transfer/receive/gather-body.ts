import { TransportError, type HttpResponse, type Take } from "../../contract/send.ts";
import type { Clock } from "../../time/clock.ts";

/** A body that takes longer than this is not waited for in memory: it goes to the disk as it comes. */
const PATIENCE_MS = 250;

type Drain = NonNullable<HttpResponse["drain"]>;

/**
 * Takes in a body of exactly `length` bytes and shows it whole, in a buffer that is good until `onWhole` returns.
 * Resolves with true then; otherwise with what is to be drained by somebody else in its place, from the first byte: it
 * came slowly, or broke off (which that drain then tells). Rejects with what `onWhole` throws.
 */
export function gatherBody(
  drain: Drain,
  length: number,
  clock: Clock,
  onWhole: (bytes: Uint8Array) => void,
): Promise<true | Drain> {
  const gathering = new Gathering(length, clock, onWhole);
  return gathering.run(drain);
}

class Gathering {
  readonly #pieces: Uint8Array[] = [];
  readonly #startMs: number;
  #gathered = 0;
  #isShown = false;
  #next: Take | undefined;
  #drained: Promise<void> | undefined;
  /** Set when the body is handed on before its end. */
  #handOn: (() => void) | undefined;
  #takeOver: ((take: Take) => void) | undefined;

  constructor(
    readonly length: number,
    readonly clock: Clock,
    readonly onWhole: (bytes: Uint8Array) => void,
  ) {
    this.#startMs = clock.now();
  }

  run(drain: Drain): Promise<true | Drain> {
    return new Promise((resolve, reject) => {
      this.#handOn = () => resolve(this.#rest);
      this.#drained = drain(this.#take);
      this.#drained.then(
        () => {
          if (!this.#isShown && this.length === 0) this.#show(Buffer.alloc(0));
          return resolve(true);
        },
        (error: Error) => {
          if (error instanceof TransportError) resolve(this.#rest);
          else reject(error);
        },
      );
    });
  }

  readonly #take: Take = (bytes) => {
    if (this.#next !== undefined) return this.#next(bytes);
    this.#gathered += bytes.length;
    if (this.#gathered === this.length) {
      this.#show(this.#pieces.length === 0 ? bytes : Buffer.concat([...this.#pieces, bytes]));
      return undefined;
    }
    this.#pieces.push(Buffer.from(bytes));
    if (this.clock.now() - this.#startMs < PATIENCE_MS) return undefined;
    const heir = new Promise<Take>((resolve) => (this.#takeOver = resolve));
    this.#handOn?.();
    return heir.then((take) => this.#passOn(take));
  };

  #show(bytes: Uint8Array): void {
    this.#isShown = true;
    this.onWhole(bytes);
  }

  async #passOn(take: Take): Promise<void> {
    for (const piece of this.#pieces.splice(0)) await take(piece);
    this.#next = take;
  }

  readonly #rest: Drain = async (take) => {
    this.#takeOver?.(take);
    try {
      await this.#drained;
    } catch (error) {
      // Broken before anybody took over: what had come is handed on first.
      await this.#passOn(take);
      throw error;
    }
  };
}
