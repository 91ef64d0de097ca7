/** Entry of the worker thread that makes one export file: worker data holds the job, a message reports the result. */
import { parentPort, workerData } from "node:worker_threads";
import type { ExportJob } from "./export-job.ts";
import { generate } from "./generate.ts";

/** The message that a worker posts at its end. */
export type Outcome = { isMade: true } | { isMade: false; message: string };

const tell = (outcome: Outcome): void => parentPort?.postMessage(outcome, []);

void generate(workerData as ExportJob).then(
  () => tell({ isMade: true }),
  (error: unknown) => tell({ isMade: false, message: String(error) }),
);
