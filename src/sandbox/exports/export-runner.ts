import type { Worker } from "node:worker_threads";
import { findThreadCode, startThread, type ThreadCode } from "../../disk/thread-code.ts";
import type { ExportJob } from "./export-job.ts";
import { generate } from "./generate.ts";

/** Maximum number of rows for which making a file is faster than starting a thread. */
const MAX_ROWS_IN_PROCESS = 1000;

/**
 * Makes one file at a time; large files in a worker thread. A run from source has no code for the thread: it makes the files
 * in its own thread, with pauses for other events.
 */
export class ExportRunner {
  readonly #code: ThreadCode | undefined;
  #last: Promise<void> = Promise.resolve();
  #worker: Worker | undefined;
  #isStopped = false;

  constructor(code = findThreadCode("export-worker")) {
    this.#code = code;
  }

  /** Writes `job.path`. Rejects with the cause of a failure. */
  run(job: ExportJob): Promise<void> {
    const isLarge = job.columns.size + job.tasked.length > MAX_ROWS_IN_PROCESS;
    const code = this.#code;
    const made = this.#last.then(() => {
      if (this.#isStopped) throw new Error("the sandbox is closed");
      return isLarge && code !== undefined ? this.#runInWorker(code, job) : generate(job);
    });
    this.#last = made.catch(() => undefined);
    return made;
  }

  /** Stops the running worker and rejects queued jobs. */
  stop(): void {
    this.#isStopped = true;
    void this.#worker?.terminate();
  }

  async #runInWorker(code: ThreadCode, job: ExportJob): Promise<void> {
    const worker = startThread(code, { workerData: job, name: "swath-export" });
    this.#worker = worker;
    try {
      await completionOf(worker);
    } finally {
      this.#worker = undefined;
      await worker.terminate();
    }
  }
}

const completionOf = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended before the export was complete")));
  });
