import { AppError } from "../../errors.ts";
import type { TransferResult } from "../events.ts";
import type { ManifestEntry } from "../manifest.ts";
import { parseMultihash } from "../hashing/multihash.ts";
import { inspectedSink } from "../stream/inspected-sink.ts";
import { StreamVerifier } from "../stream/stream-verifier.ts";
import { pullObject } from "../stream/pull-object.ts";
import type { StreamRun } from "../stream/stream-run.ts";
import { judgedBy, type PlannedFile } from "../plan.ts";
import { linkKey } from "../transfer-source.ts";
import type { ManifestObject } from "./manifest-object.ts";
import { ObjectSink } from "./object-sink.ts";
import type { ObjectStore } from "./object-store.ts";
import type { OpenUploads } from "./open-uploads.ts";
import { keyOf } from "../s3-target.ts";
import { metadataOf, originOf, settleObject } from "./settle-object.ts";

export interface UploadRun {
  stream: StreamRun;
  store: ObjectStore;
  manifest: ManifestObject;
  open: OpenUploads;
}

/** One file from its plan to an object that is whole, verified and recorded; or nothing at all. */
export async function uploadFile(run: UploadRun, planned: PlannedFile): Promise<TransferResult> {
  const { stream, store, manifest, open } = run;
  const { settings, signal } = stream;
  const file = judgedBy(settings.checksum, planned);
  const { path, item, asset, collection } = file;
  const ref = { path, item, asset };
  const objectKey = keyOf(store.target, path);
  if (objectKey === undefined) throw new AppError("local", "PATH_UNSAFE", `${path} is too long for a key`);
  const checksum = file.checksum === undefined ? undefined : parseMultihash(file.checksum);

  const look = { store, manifest: manifest.entries, settings, signal };
  const origin = originOf(planned);
  const existing = await settleObject(look, file, { key: objectKey, origin, checksum });
  if (existing.kind === "foreign") throw inTheWay(existing.reason);
  if (existing.kind === "verified") {
    const { size, how, reason, sha256, unrecorded } = existing;
    const sums = { size, ...(sha256 !== undefined && { sha256 }) };
    if (unrecorded !== undefined) await record(run, file, { ...sums, ...unrecorded, verified: how });
    stream.emit({ type: "skipped", file: ref, reason, size });
    return { ...ref, status: "skipped", ...sums, how };
  }

  const key = linkKey({ collection, item, assetKey: asset });
  const href = stream.renewal.need(key);
  const isHashed = settings.checksum === "full";
  const verifier = new StreamVerifier(
    isHashed ? (checksum === undefined ? [] : [checksum.algorithm]) : "nothing",
  );
  const object = {
    key: objectKey,
    contentType: contentTypeOf(file.mediaType),
    metadata: metadataOf(origin, settings.checksum, checksum),
  };
  const sink = new ObjectSink(store, object, open, signal);
  const inspected = inspectedSink(sink, () => settings.inspectStream?.(file));
  stream.emit({ type: "started", file: ref, ...(file.size !== undefined && { size: file.size }) });
  try {
    const job = { run: stream, file, ref, checksum, sink: inspected.sink, verifier, href };
    const { how: proofs, ...sums } = await pullObject(job);
    const how = [...proofs, ...(await inspected.verdict())];
    stream.emit({ type: "verified", file: ref, ...sums, how });
    const etag = await sink.finish(sums.sha256);
    await record(run, file, { ...sums, ...(etag !== undefined && { etag }), verified: how });
    stream.emit({ type: "finished", file: ref, ...sums, how });
    return { ...ref, status: "downloaded", ...sums, how };
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

function record(
  { stream: { settings }, manifest }: UploadRun,
  { path, item, asset, collection }: PlannedFile,
  proof: Pick<ManifestEntry, "size" | "sha256" | "etag" | "verified">,
): Promise<void> {
  const time = new Date(settings.clock.now()).toISOString();
  return manifest.add({
    name: path,
    item,
    asset,
    ...(collection !== undefined && { collection }),
    ...(settings.order !== undefined && { order: settings.order }),
    ...proof,
    time,
  });
}

function inTheWay(reason: string): AppError {
  return new AppError("local", "FILE_EXISTS", `it exists already, and ${reason}`, {
    hint: "--overwrite replaces it; --skip-existing leaves it alone; or choose another prefix",
  });
}

/** A media type as a header can carry it. */
const contentTypeOf = (mediaType = ""): string =>
  /^[\w.+-]{1,64}\/[\w.+-]{1,64}(?:; ?[\w.+-]{1,32}=[\w.+-]{1,32}){0,4}$/u.test(mediaType)
    ? mediaType
    : "application/octet-stream";
