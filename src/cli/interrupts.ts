/**
 * Ctrl-C and its relatives. The first press asks the run to end; the second ends it at once. While a request that
 * spends is in flight the first press waits for its answer, because the answer is what tells whether money moved.
 */
export type SignalName = "SIGINT" | "SIGTERM" | "SIGHUP";

const SIGNAL_EXIT = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The reason that the run's abort signal carries. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exitCode: 129 | 130 | 143;
  constructor(readonly signalName: SignalName) {
    super(`interrupted by ${signalName}`);
    this.exitCode = SIGNAL_EXIT[signalName];
  }
}

export class Interrupts {
  // Made when somebody asks: Node loads them from further away than a run that only explains itself wants to go.
  #endMade: AbortController | undefined;
  #giveUpMade: AbortController | undefined;
  #pressedMade: AbortController | undefined;
  readonly #announce: (message: string) => void;
  #shields = 0;
  #first: Interrupted | undefined;

  constructor(announce: (message: string) => void = () => {}) {
    this.#announce = announce;
  }

  get #abort(): AbortController {
    return (this.#endMade ??= new AbortController());
  }

  get #giveUp(): AbortController {
    return (this.#giveUpMade ??= new AbortController());
  }

  get #pressed(): AbortController {
    return (this.#pressedMade ??= new AbortController());
  }

  /** Aborts when the run is to end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Aborts on the second press while a request that spends is in flight: its outcome is then unknown. */
  get giveUpSignal(): AbortSignal {
    return this.#giveUp.signal;
  }

  /** Aborts on the first press, also while a request that spends is in flight: for pauses that nothing is lost by ending. */
  get pressSignal(): AbortSignal {
    return this.#pressed.signal;
  }

  /** The first press, once there was one. */
  get received(): Interrupted | undefined {
    return this.#first;
  }

  /** Called by the edge for every signal. "exit" means: end the process now. */
  press(name: SignalName): "handled" | "exit" {
    const interrupted = new Interrupted(name);
    if (this.#first === undefined) {
      this.#first = interrupted;
      this.#pressed.abort(interrupted);
      if (this.#shields === 0) {
        this.#announce("Interrupted: stopping (press Ctrl-C again to stop at once)");
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

  /** Runs `work`, a request that spends and the writing down of its outcome, out of reach of the first press. */
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

  /** Within `shield`, while nothing is on its way yet: a question to the person, which the first press ends. */
  async expose<T>(work: () => Promise<T>): Promise<T> {
    this.#shields -= 1;
    try {
      return await work();
    } finally {
      this.#shields += 1;
    }
  }
}
