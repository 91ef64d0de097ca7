/** Entry of the worker thread that makes one export file. It posts a message when the file is complete; a failure ends it. */
import { parentPort, workerData } from "node:worker_threads";
import type { ExportJob } from "./export-job.ts";
import { generate } from "./generate.ts";

void generate(workerData as ExportJob).then(() => parentPort?.postMessage("made", []));
