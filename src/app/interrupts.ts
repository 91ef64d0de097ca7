/**
 * Signals such as Ctrl-C. The first one asks the run to end; the second one ends it immediately. While a request that
 * spends is in flight, the first one waits for the response, because only the response shows whether money moved.
 */
import { onAbort } from "../time/on-abort.ts";

export type SignalName = "SIGINT" | "SIGTERM" | "SIGHUP";

export const SIGNAL_EXIT = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The reason of the run's abort signal. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exitCode: 129 | 130 | 143;
  constructor(readonly signalName: SignalName) {
    super(`interrupted by ${signalName}`);
    this.exitCode = SIGNAL_EXIT[signalName];
  }
}

export class Interrupts {
  readonly #abort = new AbortController();
  readonly #giveUp = new AbortController();
  readonly #pressed = new AbortController();
  readonly #announce: (message: string) => void;
  #shields = 0;
  #first: Interrupted | undefined;

  constructor(announce: (message: string) => void = () => {}) {
    this.#announce = announce;
  }

  /** Returns a run that any of these signals asks to end, and a function that stops listening to them. */
  static listenTo(...signals: readonly (AbortSignal | undefined)[]): {
    interrupts: Interrupts;
    release: () => void;
  } {
    const interrupts = new Interrupts();
    const press = (): void => void interrupts.press("SIGINT");
    const releases = signals.map((signal) => onAbort(signal, press));
    if (signals.some((signal) => signal?.aborted)) press();
    return { interrupts, release: () => releases.forEach((release) => release()) };
  }

  /** Aborts when the run is to end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Aborts on the second signal while a request that spends is in flight: its outcome is then unknown. */
  get giveUpSignal(): AbortSignal {
    return this.#giveUp.signal;
  }

  /** Aborts on the first signal, also while a request that spends is in flight: for pauses that can end without loss. */
  get pressSignal(): AbortSignal {
    return this.#pressed.signal;
  }

  /** The first signal; undefined before it. */
  get received(): Interrupted | undefined {
    return this.#first;
  }

  /**
   * Called by `main.ts` for every signal, and by a question for the key. Returns "exit" if the process is to end now. At a
   * question nothing is running that must be stopped.
   */
  press(name: SignalName, { isAtQuestion = false } = {}): "handled" | "exit" {
    const interrupted = new Interrupted(name);
    if (this.#first === undefined) {
      this.#first = interrupted;
      this.#pressed.abort(interrupted);
      if (this.#shields === 0) {
        this.#announce(
          isAtQuestion ? "Interrupted" : "Interrupted: stopping (press Ctrl-C again to stop at once)",
        );
        this.#abort.abort(interrupted);
      } else {
        this.#announce(
          "Interrupted: waiting for the answer to a request that must not be sent twice (press Ctrl-C again to give it up; its outcome would be unknown)",
        );
      }
      return "handled";
    }
    if (this.#shields > 0 && !this.#giveUp.signal.aborted) {
      this.#giveUp.abort(interrupted);
      return "handled";
    }
    return "exit";
  }

  /**
   * Runs `work`, a request that spends together with the recording of its outcome. The first signal does not abort
   * it.
   */
  async shield<T>(work: () => Promise<T>): Promise<T> {
    this.#abort.signal.throwIfAborted();
    this.#shields += 1;
    try {
      return await work();
    } finally {
      this.#shields -= 1;
      if (this.#shields === 0 && this.#first !== undefined) this.#abort.abort(this.#first);
    }
  }

  /** Used within `shield` before anything has been sent: for a prompt, which the first signal ends. */
  async expose<T>(work: () => Promise<T>): Promise<T> {
    this.#shields -= 1;
    try {
      return await work();
    } finally {
      this.#shields += 1;
    }
  }
}
