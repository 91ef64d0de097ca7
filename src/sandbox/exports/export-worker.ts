/** Entry of the worker thread that makes one export file. */
import { parentPort, workerData } from "node:worker_threads";
import type { ExportJob } from "./export-job.ts";
import { generate } from "./generate.ts";

/** The message that a worker posts when it ends. */
export type ExportResult = { isMade: true } | { isMade: false; message: string };

const report = (result: ExportResult): void => parentPort?.postMessage(result, []);

void generate(workerData as ExportJob).then(
  () => report({ isMade: true }),
  (error: unknown) => report({ isMade: false, message: String(error) }),
);
