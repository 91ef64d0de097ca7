/** Streams the bytes of a plan's one file, for a pipe. */
import { listText } from "../../counted.ts";
import { inputError } from "../../errors.ts";
import type { Hint } from "../../hint.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import type { StreamOptions } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { streamFile } from "../../transfer/stream-file.ts";
import { summarizeRuns } from "../../transfer/transfer-summary.ts";
import type { AppContext } from "../context.ts";

/** Accepts a chunk; resolves when it is ready for the next one. */
export type WriteChunk = (chunk: Uint8Array) => Promise<void>;

/** Maximum number of files in the error. */
const MAX_NAMED = 5;

/** `narrow`: how to select fewer files. Throws USAGE unless the plan has exactly one file. */
export async function streamOneFile(
  { events, settings }: AppContext,
  plan: TransferPlan,
  write: WriteChunk,
  options: StreamOptions,
  narrow: Hint,
): Promise<TransferSummary> {
  const [file, another] = plan.files;
  if (file === undefined || another !== undefined) throw toOneFileError(plan, narrow);
  const progress = await events.transfer(plan);
  try {
    const result = await streamFile(file, write, {
      ...options,
      onEvent: (event) => {
        options.onEvent?.(event);
        // The error that ends the run repeats this text.
        if (event.type !== "failed" || settings.progress.value === "json") progress.report(event);
      },
    });
    return summarizeRuns({ files: [result] });
  } finally {
    progress.stop();
  }
}

function toOneFileError({ files }: TransferPlan, next: Hint) {
  const names = files.map(({ item, asset }) => `${item} ${asset}`);
  const listed = files.length === 0 ? "" : `: ${listText(names, MAX_NAMED)}`;
  return inputError([
    {
      code: "USAGE",
      path: "",
      option: "stdout",
      rule: "exactly one file",
      message: `exactly one file is needed, and the filters leave ${files.length}${listed}`,
      next,
    },
  ]);
}
