import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type ExportJob, rowCount } from "./export-job.ts";
import type { ExportResult } from "./export-worker.ts";
import { generate } from "./generate.ts";

/** Maximum number of rows for which making a file is faster than starting a thread. */
const MOST_ROWS_IN_PROCESS = 1000;

/**
 * Path beside the bundled program. When run from source it does not exist: files are made in this thread, with pauses
 * for other events.
 */
const WORKER_PATH = fileURLToPath(new URL("./export-worker.cjs", import.meta.url));

/** Makes one file at a time; large files in a worker thread, if there is one. */
export class ExportRunner {
  readonly #workerPath: string | undefined;
  #last: Promise<void> = Promise.resolve();
  #worker: Worker | undefined;
  #isStopped = false;

  constructor(workerPath = WORKER_PATH) {
    this.#workerPath = existsSync(workerPath) ? workerPath : undefined;
  }

  /** Writes `job.path`. Rejects with the cause of a failure. */
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

  /** Stops the running worker and rejects queued jobs. */
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
    worker.once("exit", () => reject(new Error("the thread ended before the export was complete")));
  });
