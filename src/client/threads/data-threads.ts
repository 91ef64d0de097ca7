import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import type { HttpRequest, HttpResponse } from "../../contract/send.ts";
import { DataThread } from "./data-thread.ts";
import type { ThreadSettings } from "./thread-messages.ts";

/** Beside the bundled program; run from source there is none, and everything is read in the main thread. */
const WORKER_PATH = fileURLToPath(new URL("./data-worker.cjs", import.meta.url));

/** More than this no line and no disk keeps busy. */
const MOST_THREADS = 8;

/** The data threads of a program, one for each core, started as they are needed. */
export class DataThreads {
  readonly #path: string | undefined;
  readonly #threads: DataThread[] = [];

  constructor(
    readonly settings: ThreadSettings,
    path = WORKER_PATH,
    readonly count = Math.min(availableParallelism(), MOST_THREADS),
  ) {
    this.#path = existsSync(path) ? path : undefined;
  }

  /** As `Send`, in the thread that has the least to do. Undefined when there are no threads. */
  send(request: HttpRequest): Promise<HttpResponse> | undefined {
    const path = this.#path;
    if (path === undefined || this.#threads.some(({ isAlive }) => !isAlive)) return undefined;
    const idle = this.#threads.find(({ load }) => load === 0);
    if (idle !== undefined) return idle.send(request);
    if (this.#threads.length < this.count) this.#threads.push(new DataThread(path, this.settings));
    return this.#threads.reduce((one, other) => (other.load < one.load ? other : one)).send(request);
  }

  /** Milliseconds that the program has worked, on average over the cores that threads may keep busy. */
  get busyMs(): number {
    const works = [performance, ...this.#threads].map((one) => one.eventLoopUtilization().active);
    return works.reduce((sum, ms) => sum + ms, 0) / this.count;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
