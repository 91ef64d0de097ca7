import type { Send } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import type { TransferSummary } from "./events.ts";
import type { Manifest } from "./manifest.ts";
import type { StreamOptions } from "./options.ts";
import type { TransferPlan } from "./plan.ts";
import { prepareRun } from "./loop/run.ts";
import { transferAll } from "./loop/transfer-loop.ts";
import { summarise } from "./transfer-summary.ts";
import { ManifestObject } from "./s3/manifest-object.ts";
import { abortUpload } from "./s3/multipart-upload.ts";
import { ObjectStore } from "./s3/object-store.ts";
import { openUploads, type OpenUploads, type OpenUploadsOptions } from "./s3/open-uploads.ts";
import type { S3Settings } from "./s3-settings.ts";
import type { S3Target } from "./s3-target.ts";
import { BucketDestination } from "./s3/bucket-destination.ts";

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
  const run = prepareRun(conduct);
  run.signal.throwIfAborted();
  const store = new ObjectStore(s3, target, { ...run.settings, send: sendToStore });
  const manifest = new ManifestObject(store);
  const open = openUploads(uploads, s3, target);
  await manifest.read(run.signal);
  onManifest?.(new Map(manifest.entries));
  await abortLeft(store, open);

  const flush = (): Promise<unknown> =>
    manifest.flush().then(
      () => undefined,
      (error: unknown) => error,
    );
  const destination = new BucketDestination(run, store, manifest, open);
  const results = await transferAll(run, plan.files, destination).catch(async (error: unknown) => {
    // What is there is recorded, however the run ends.
    await flush();
    throw error;
  });
  const unrecorded = await flush();
  const summary = summarise(results, run.signal);
  if (unrecorded !== undefined && !(unrecorded instanceof AppError)) throw unrecorded;
  return unrecorded === undefined || summary.stoppedBy !== undefined
    ? summary
    : { ...summary, stoppedBy: unrecorded };
}

/** What runs that were killed have left in parts. Their records are kept until it is gone. */
async function abortLeft(store: ObjectStore, open: OpenUploads): Promise<void> {
  for (const { key, uploadId } of await open.left())
    if (await abortUpload(store, key, uploadId)) await open.remove(uploadId);
}
