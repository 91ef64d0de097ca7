import type { Send } from "../contract/send.ts";
import type { AppError } from "../errors.ts";
import type { TransferResult, TransferSummary } from "./events.ts";
import type { Manifest } from "./manifest.ts";
import type { StreamOptions } from "./options.ts";
import type { TransferPlan } from "./plan.ts";
import { sortByPlan, listDigests } from "./list-digests.ts";
import { prepareRun } from "./loop/run.ts";
import { transferAll } from "./loop/transfer-loop.ts";
import { toFailure, summarizeRuns } from "./transfer-summary.ts";
import { ManifestObject } from "./s3/conditional-object.ts";
import { abortUpload } from "./s3/multipart-upload.ts";
import { ObjectStore } from "./s3/object-store.ts";
import { openUploads, type OpenUploads, type OpenUploadsOptions } from "./s3/open-uploads.ts";
import type { S3Settings } from "./s3-settings.ts";
import type { S3Target } from "./s3-target.ts";
import { BucketDestination } from "./s3/bucket-destination.ts";

export interface UploadOptions extends StreamOptions {
  target: S3Target;
  s3: S3Settings;
  /** Connects to the store; `send` connects to the data hosts. */
  sendToStore: Send;
  /** Called once with the manifest before this run. */
  onManifest?: (before: Manifest) => void;
  /** Records of unfinished uploads on this machine. */
  uploads: OpenUploadsOptions;
}

/**
 * Executes a plan into a bucket, directly from the streams: no byte is kept on this machine. A file that
 * fails does not stop the others; a refusal by the destination does (`stoppedBy`). Rejects with the signal's
 * reason on abort, after every running upload is removed. Rejects with DESTINATION_REFUSED before the first
 * download when the bucket is missing or not accessible.
 */
export async function runUploads(plan: TransferPlan, options: UploadOptions): Promise<TransferSummary> {
  const { target, s3, uploads, sendToStore, onManifest, ...conduct } = options;
  const run = prepareRun(conduct);
  run.signal.throwIfAborted();
  const store = new ObjectStore(s3, target, { ...run.settings, send: sendToStore });
  const manifest = new ManifestObject(store);
  const open = openUploads({ ...uploads, clock: run.settings.clock }, s3, target);
  await manifest.read(run.signal);
  onManifest?.(new Map(manifest.entries));
  await abortLeft(store, open, run.signal);

  const destination = new BucketDestination(run, store, manifest, open);
  // Uploaded objects are recorded, however the run ends.
  const record = (): Promise<void> => manifest.flush().catch((error: unknown) => run.stop(toFailure(error)));
  const transfer = async (): Promise<TransferResult[]> => {
    const listed = await listDigests(run, plan.files, destination, manifest.entries);
    const results = await transferAll(run, listed.files, destination);
    return sortByPlan(plan.files, [...listed.results, ...results]);
  };
  const results = await transfer().finally(record);
  return summarizeRuns({ files: results, stoppedBy: run.signal.reason as AppError | undefined });
}

/** Removes unfinished uploads of killed runs. Their records are kept until the uploads are gone. */
async function abortLeft(store: ObjectStore, open: OpenUploads, signal: AbortSignal): Promise<void> {
  for (const { key, uploadId } of await open.left(signal))
    if (await abortUpload(store, key, uploadId)) await open.remove(uploadId);
}
