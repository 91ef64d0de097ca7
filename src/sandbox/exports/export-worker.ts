/** First code of a worker thread that makes one export file: its job comes in as worker data, its outcome goes out as a message. */
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
