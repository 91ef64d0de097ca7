import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { HashName } from "./digest.ts";
import type { HashOrder, HashReport } from "./hash-worker.ts";

/** The worker is next to the bundled program. A run from source has none and hashes on the main thread. */
const WORKER_PATH = fileURLToPath(new URL("./hash-worker.cjs", import.meta.url));

/** Bytes per message. */
const STEP_BYTES = 4 * 1024 * 1024;

/** A part file in the thread. */
export interface ThreadedHash {
  /** Reports the new size of the file. */
  grow(end: number): void;
  /** Digests of the first `end` bytes; undefined when the thread cannot read them. */
  values(end: number): Promise<ReadonlyMap<HashName, string> | undefined>;
  /** Resolves when the thread no longer reads the file. */
  drop(): Promise<void>;
}

/** The thread that hashes the part files of a run. The first large part file starts it. */
export class HashThread {
  readonly #path: string | undefined;
  #worker: Worker | undefined;
  #isLost = false;
  #lastId = 0;
  readonly #waiting = new Map<number, (report: HashReport) => void>();

  constructor(path = WORKER_PATH) {
    this.#path = existsSync(path) ? path : undefined;
  }

  get isThere(): boolean {
    return this.#path !== undefined && !this.#isLost;
  }

  begin(fd: number, algorithms: readonly HashName[]): ThreadedHash {
    const id = ++this.#lastId;
    let told = 0;
    this.#order({ id, end: 0, begin: { fd, algorithms } });
    return {
      grow: (end) => {
        if (end - told < STEP_BYTES) return;
        told = end;
        this.#order({ id, end });
      },
      values: async (end) => (await this.#ask({ id, end, isLast: true })).values,
      drop: async () => void (await this.#ask({ id, end: 0, isDropped: true })),
    };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(order: HashOrder): Promise<HashReport> {
    return new Promise((resolve) => {
      if (!this.isThere) return resolve({ id: order.id });
      this.#waiting.set(order.id, resolve);
      return this.#order(order);
    });
  }

  #order(order: HashOrder): void {
    if (this.isThere) this.#running().postMessage(order, []);
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#path!, { name: "swath-hash" });
    // The thread must not keep the process alive.
    worker.unref();
    worker.on("message", (report: HashReport) => this.#settle(report));
    worker.on("error", () => this.#lose()).on("exit", () => this.#lose());
    return (this.#worker = worker);
  }

  #settle(report: HashReport): void {
    this.#waiting.get(report.id)?.(report);
    this.#waiting.delete(report.id);
  }

  /** Callers that wait then hash the bytes themselves. */
  #lose(): void {
    this.#isLost = true;
    for (const id of this.#waiting.keys()) this.#settle({ id });
  }
}
