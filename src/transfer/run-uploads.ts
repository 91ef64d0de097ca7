import pLimit from "p-limit";
import type { Send } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import type { TransferResult, TransferSummary } from "./events.ts";
import type { Manifest } from "./manifest.ts";
import type { StreamOptions } from "./options.ts";
import type { PlannedFile, TransferPlan } from "./plan.ts";
import { prepareStream } from "./stream/stream-run.ts";
import { summarise } from "./transfer-summary.ts";
import { asFailure } from "./transfer-summary.ts";
import { ManifestObject } from "./s3/manifest-object.ts";
import { abortUpload } from "./s3/multipart-upload.ts";
import { ObjectStore } from "./s3/object-store.ts";
import { openUploads, type OpenUploadsOptions } from "./s3/open-uploads.ts";
import type { S3Settings } from "./s3-settings.ts";
import type { S3Target } from "./s3-target.ts";
import { uploadFile, type UploadRun } from "./s3/upload-file.ts";

export interface UploadOptions extends StreamOptions {
  target: S3Target;
  s3: S3Settings;
  /** The network to the store; `send` is the one to the data. */
  sendToStore: Send;
  /** Called with the manifest as it was before the run. */
  onManifest?: (before: Manifest) => void;
  /** Where uploads in progress are remembered on this machine. */
  uploads: OpenUploadsOptions;
}

/**
 * Executes a plan into a bucket, straight from the streams: no byte is kept on this machine. One file that fails never
 * stops the others; a destination that refuses altogether does (`stoppedBy`). Rejects with the signal's reason when it
 * aborts, after every upload in progress is taken back, and with DESTINATION_REFUSED before anything is fetched when there
 * is no such bucket or no access.
 */
export async function runUploads(plan: TransferPlan, options: UploadOptions): Promise<TransferSummary> {
  const { target, s3, uploads, sendToStore, onManifest, ...conduct } = options;
  const stream = prepareStream(conduct);
  stream.signal.throwIfAborted();
  const store = new ObjectStore(s3, target, { ...stream.settings, send: sendToStore });
  const manifest = new ManifestObject(store);
  const run = { stream, store, manifest, open: openUploads(uploads, s3, target) };
  await manifest.read(stream.signal);
  onManifest?.(new Map(manifest.entries));
  await abortLeft(run);

  const limit = pLimit(stream.settings.concurrency);
  const results = await Promise.all(plan.files.map((file) => limit(() => settleFile(run, file))));
  const unrecorded = await manifest.flush().then(
    () => undefined,
    (error: unknown) => error,
  );
  stream.settings.signal?.throwIfAborted();
  const summary = summarise(results, stream.signal);
  if (unrecorded !== undefined && !(unrecorded instanceof AppError)) throw unrecorded;
  return unrecorded === undefined || summary.stoppedBy !== undefined
    ? summary
    : { ...summary, stoppedBy: unrecorded };
}

/** What runs that were killed have left in parts. Their records are kept until it is gone. */
async function abortLeft({ store, open }: UploadRun): Promise<void> {
  for (const { key, uploadId } of await open.left())
    if (await abortUpload(store, key, uploadId)) await open.remove(uploadId);
}

async function settleFile(run: UploadRun, file: PlannedFile): Promise<TransferResult> {
  const { stream } = run;
  const ref = { path: file.path, item: file.item, asset: file.asset };
  try {
    stream.signal.throwIfAborted();
    return await uploadFile(run, file);
  } catch (error) {
    const failure = asFailure(error);
    // An abort by the caller is no failure of the file.
    if (stream.settings.signal?.aborted !== true) {
      stream.emit({ type: "failed", file: ref, error: failure });
      if (failure.code === "DESTINATION_REFUSED") stream.stop(failure);
    }
    return { ...ref, status: "failed", how: [], error: failure };
  }
}
