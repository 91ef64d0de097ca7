import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type ExportJob, rowCount } from "./export-job.ts";
import type { ExportResult } from "./export-worker.ts";
import { generate } from "./generate.ts";

/** Rows up to which a file takes less time than a thread needs to start. */
const MOST_ROWS_IN_PROCESS = 1000;

/**
 * Beside the bundled program. Run from source there is none, and files are made in this thread, with pauses for other
 * events.
 */
const WORKER_PATH = fileURLToPath(new URL("./export-worker.cjs", import.meta.url));

/** Makes one file at a time: large ones in a worker thread, where there is one. */
export class ExportRunner {
  readonly #workerPath: string | undefined;
  #last: Promise<void> = Promise.resolve();
  #worker: Worker | undefined;
  #isStopped = false;

  constructor(workerPath = WORKER_PATH) {
    this.#workerPath = existsSync(workerPath) ? workerPath : undefined;
  }

  /** Writes `job.path`. Rejects with what went wrong. */
  run(job: ExportJob): Promise<void> {
    const isLarge = rowCount(job) > MOST_ROWS_IN_PROCESS;
    const path = this.#workerPath;
    const made = this.#last.then(() => {
      if (this.#isStopped) throw new Error("the sandbox is closed");
      return isLarge && path !== undefined ? this.#runInWorker(path, job) : generate(job);
    });
    this.#last = made.catch(() => undefined);
    return made;
  }

  /** Ends the running worker and rejects what is queued. */
  stop(): void {
    this.#isStopped = true;
    void this.#worker?.terminate();
  }

  async #runInWorker(path: string, job: ExportJob): Promise<void> {
    const worker = new Worker(path, { workerData: job, name: "swath-export" });
    this.#worker = worker;
    try {
      await resultOf(worker);
    } finally {
      this.#worker = undefined;
      await worker.terminate();
    }
  }
}

const resultOf = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once("message", (result: ExportResult) => {
      if (result.isMade) resolve();
      else reject(new Error(`the export could not be made: ${result.message}`));
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread that made the export ended before it was done")));
  });
