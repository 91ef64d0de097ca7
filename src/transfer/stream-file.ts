import type { AppError } from "../errors.ts";
import { advice } from "../hint.ts";
import { waitUntilAborted } from "../time/deadline.ts";
import type { TransferResult } from "./events.ts";
import { prepareRun } from "./loop/run.ts";
import { SequentialSink, type ByteWriter } from "./loop/sequential-sink.ts";
import { readSums, type Destination } from "./loop/sink.ts";
import { transferAll } from "./loop/transfer-loop.ts";
import type { StreamOptions } from "./options.ts";
import { toJudged, toRef, type PlannedFile } from "./plan.ts";

/**
 * Writes one file of a plan to a stream that takes no byte back. The last bytes are written after all checks
 * have passed, so that the reader never takes a wrong file for a complete one. Throws the failure with
 * `data.bytesOut`.
 */
export async function streamFile(
  planned: PlannedFile,
  write: (chunk: Uint8Array) => Promise<void>,
  options: StreamOptions,
): Promise<TransferResult> {
  let bytesOut = 0;
  /** Errors of the stream's reader. */
  const refusals: unknown[] = [];
  const onEvent: StreamOptions["onEvent"] = (event) => {
    if (event.type !== "failed") options.onEvent?.(event);
    else if (refusals.length === 0)
      options.onEvent?.({ ...event, error: withBytesOut(event.error, bytesOut) });
  };
  const run = prepareRun({ ...options, onEvent });
  const { file, digests, algorithms } = toJudged(run.settings.checksum, planned);

  let held: Uint8Array | undefined;
  const release = async (): Promise<void> => {
    if (held === undefined) return;
    const chunk = held;
    held = undefined;
    const writing = write(chunk).catch((error: unknown) => {
      refusals.push(error);
      throw error;
    });
    await waitUntilAborted(writing, run.signal);
    bytesOut += chunk.length;
  };
  const writer: ByteWriter = {
    write: async (chunk) => {
      const own = Uint8Array.from(chunk);
      await release();
      held = own;
    },
    // Before the first byte is passed on, the file can start again.
    get restart() {
      return bytesOut > 0 ? undefined : async () => void (held = undefined);
    },
  };
  const sink = new SequentialSink(writer, algorithms);
  const destination: Destination = {
    open: async () => ({
      file,
      digests,
      sink,
      finish: async (how) => {
        await release();
        return { ...toRef(file), status: "downloaded", ...readSums(sink), how };
      },
      close: async () => {},
    }),
  };
  const [result] = await transferAll(run, [planned], destination);
  if (refusals.length > 0) throw refusals[0];
  if (result?.error !== undefined) throw withBytesOut(result.error, bytesOut);
  return result!;
}

/** Adds to the message that the reader has received worthless bytes. */
function withBytesOut(error: AppError, bytesOut: number): AppError {
  if (bytesOut === 0) return error;
  const { next } = error;
  return error.restated(
    `${error.message}; ${bytesOut} bytes were written before, and are not the complete file`,
    {
      next: next === undefined ? "Delete the output" : advice`Delete the output. ${next}`,
      data: { ...error.data, bytesOut },
    },
  );
}
