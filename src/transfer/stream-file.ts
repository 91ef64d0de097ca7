import { AppError } from "../errors.ts";
import { advice } from "../hint.ts";
import { isStep } from "../next-step.ts";
import { interruptible } from "../time/interruptible.ts";
import type { TransferResult } from "./events.ts";
import { parseMultihash } from "./hashing/multihash.ts";
import { prepareRun } from "./loop/run.ts";
import { SequentialSink, type ByteWriter } from "./loop/sequential-sink.ts";
import { sumsOf, type Destination } from "./loop/sink.ts";
import { transferAll } from "./loop/transfer-loop.ts";
import type { StreamOptions } from "./options.ts";
import { judgedBy, refOf, type PlannedFile } from "./plan.ts";

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
  const { checksum: mode } = run.settings;
  const file = judgedBy(mode, planned);
  const checksum = parseMultihash(file.checksum);

  let held: Uint8Array | undefined;
  const release = async (): Promise<void> => {
    if (held === undefined) return;
    const chunk = held;
    held = undefined;
    const writing = write(chunk).catch((error: unknown) => {
      refusals.push(error);
      throw error;
    });
    await interruptible(writing, run.signal);
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
  const offered = checksum === undefined ? [] : [checksum.algorithm];
  const sink = new SequentialSink(writer, mode === "full" ? offered : "nothing");
  const destination: Destination = {
    room: () => undefined,
    open: async () => ({
      file,
      checksum,
      sink,
      get canStartAgain() {
        return sink.canStartAgain;
      },
      confirm: () => undefined,
      rerunHint: () => "Run the same command again",
      finish: async (how) => {
        await release();
        return { ...refOf(file), status: "downloaded", ...sumsOf(sink), how };
      },
      close: async () => undefined,
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
  const { kind, code, message, status, request, next } = error;
  return new AppError(
    kind,
    code,
    `${message}; ${bytesOut} bytes were written before, and are not the complete file`,
    {
      next:
        next === undefined ? "Delete the output" : isStep(next) ? next : advice`Delete the output. ${next}`,
      status,
      request,
      data: { ...error.data, bytesOut },
      cause: error,
    },
  );
}
