import { AppError } from "../errors.ts";
import type { TransferResult } from "./events.ts";
import { interruptible } from "../time/interruptible.ts";
import { parseMultihash } from "./hashing/multihash.ts";
import type { StreamOptions } from "./options.ts";
import { judgedBy, type PlannedFile } from "./plan.ts";
import { linkKey } from "./transfer-source.ts";
import { inspectedSink } from "./stream/inspected-sink.ts";
import { StreamVerifier } from "./stream/stream-verifier.ts";
import type { Sink } from "./stream/sink.ts";
import { pullObject } from "./stream/pull-object.ts";
import { prepareStream } from "./stream/stream-run.ts";

/**
 * One file of a plan to a stream that takes no byte back. The last bytes are held until everything on offer has agreed, so
 * that the reader never takes a wrong file for a complete one. Throws what went wrong, with `data.bytesOut`.
 */
export async function streamFile(
  planned: PlannedFile,
  write: (chunk: Uint8Array) => Promise<void>,
  options: StreamOptions,
): Promise<TransferResult> {
  const run = prepareStream(options);
  const file = judgedBy(run.settings.checksum, planned);
  const { path, item, asset, collection } = file;
  const ref = { path, item, asset };
  const key = linkKey({ collection, item, assetKey: asset });
  const href = run.renewal.need(key);
  const checksum = file.checksum === undefined ? undefined : parseMultihash(file.checksum);
  const isHashed = run.settings.checksum === "full";
  const verifier = new StreamVerifier(
    isHashed ? (checksum === undefined ? [] : [checksum.algorithm]) : "nothing",
  );

  let held: Uint8Array | undefined;
  let bytesOut = 0;
  const release = async (): Promise<void> => {
    if (held === undefined) return;
    const chunk = held;
    held = undefined;
    await interruptible(write(chunk), run.signal);
    bytesOut += chunk.length;
  };
  const hold = async (chunk: Uint8Array): Promise<void> => {
    await release();
    held = Uint8Array.from(chunk);
  };
  const sink: Sink = {
    write: hold,
    // While nothing is out, nothing has to be taken back.
    get restart() {
      return bytesOut > 0 ? undefined : async () => void (held = undefined);
    },
  };
  const inspected = inspectedSink(sink, () => run.settings.inspectStream?.(file));
  run.emit({ type: "started", file: ref, ...(file.size !== undefined && { size: file.size }) });
  try {
    const proven = await pullObject({ run, file, ref, checksum, sink: inspected.sink, verifier, href });
    const pulled = { ...proven, how: [...proven.how, ...(await inspected.verdict())] };
    run.emit({ type: "verified", file: ref, ...pulled });
    await release();
    run.emit({ type: "finished", file: ref, ...pulled });
    return { ...ref, status: "downloaded", ...pulled };
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    const failure = withBytesOut(error, bytesOut);
    run.emit({ type: "failed", file: ref, error: failure });
    throw failure;
  }
}

/** The reader has received bytes that are worthless: the message says so. */
function withBytesOut(error: AppError, bytesOut: number): AppError {
  if (bytesOut === 0) return error;
  const { kind, code, message, status, request, hint } = error;
  return new AppError(
    kind,
    code,
    `${message}; ${bytesOut} bytes had gone out by then, and they are not the file`,
    {
      hint: `Throw away what was written${hint === undefined ? "" : `. ${hint}`}`,
      status,
      request,
      data: { ...error.data, bytesOut },
      cause: error,
    },
  );
}
