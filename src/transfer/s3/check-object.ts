import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import type { Digest } from "../hashing/digest.ts";
import { findRecord, type Manifest, type ManifestEntry } from "../manifest.ts";
import type { StreamSettings } from "../options.ts";
import { hashHex } from "../naming/safe-name.ts";
import type { Existing } from "../folder/check-existing.ts";
import { formatPromises, type PlannedFile } from "../plan.ts";
import { linkKey } from "../transfer-source.ts";
import type { ObjectStore } from "./object-store.ts";

export interface ObjectLook {
  store: ObjectStore;
  manifest: Manifest;
  settings: Pick<StreamSettings, "policy" | "checksum" | "isOutdated">;
  signal: AbortSignal;
}

/** The object to find. */
export interface WantedObject {
  key: string;
  origin: string;
  digests: readonly Digest[];
}

/** Returns the origin in an object's metadata: the asset, its size and its checksum. */
export const makeOrigin = (file: PlannedFile): string =>
  hashHex(`${linkKey(file)} ${formatPromises(file)}`).slice(0, 32);

/** Returns the metadata of an object; the object is published only after its bytes have matched. */
export const makeMetadata = (
  origin: string,
  mode: ChecksumMode,
  digests: readonly Digest[],
): Record<string, string> => ({
  "swath-origin": origin,
  "swath-checksum": mode,
  ...(mode === "full" && findSha256(digests)),
});

function findSha256(digests: readonly Digest[]): { sha256: string } | undefined {
  const found = digests.find(({ algorithm }) => algorithm === "sha256");
  return found && { sha256: found.hex };
}

/** `unrecorded`: the ETag of a verified object without a manifest line, because a run was killed before writing it. */
type Found = Existing & { unrecorded?: Pick<ManifestEntry, "etag"> };

/**
 * Checks the object under a key. An object is published only when its bytes are verified. Its digest or origin in the metadata, or the ETag of
 * its manifest line, therefore proves that it is the wanted one.
 */
export async function checkObject(
  { store, manifest, settings, signal }: ObjectLook,
  file: PlannedFile,
  { key, origin, digests }: WantedObject,
): Promise<Found> {
  const { policy } = settings;
  const reply = await store.ask({ method: "HEAD", key, what: `check ${key}`, signal, allowed: [404] });
  if (reply.status === 404) return { kind: "absent" };
  const size = Number(reply.headers["content-length"]);
  if (policy === "skip-existing") return { kind: "verified", size, how: ["exists"], reason: "it exists" };
  if (policy === "overwrite") return { kind: "absent" };
  if (file.size !== undefined && size !== file.size)
    return { kind: "foreign", reason: `it has ${size} bytes where the item promises ${file.size}` };

  const { etag } = reply.headers;
  const sha256 = digestIn(reply.headers["x-amz-meta-sha256"]);
  const entry = findRecord(manifest, file);
  const recorded = entry?.size === size ? entry : undefined;
  const isSame =
    (recorded?.etag !== undefined && recorded.etag === etag) ||
    (sha256 !== undefined && sha256 === recorded?.sha256);
  const proven = (how: string, digest = sha256): Found => ({
    kind: "verified",
    size,
    ...(digest !== undefined && { sha256: digest }),
    how: [how],
    reason: "it is complete",
    ...(!isSame && { unrecorded: etag === undefined ? {} : { etag } }),
  });
  const promised = findSha256(digests)?.sha256;
  if (promised !== undefined) {
    if (sha256 === promised) return proven("object sha256");
    if (recorded?.sha256 === promised && isSame) return proven("manifest sha256", promised);
    return { kind: "foreign", reason: "its checksum is not the one that the item promises" };
  }
  const isFull = settings.checksum === "full";
  const wasFull = reply.headers["x-amz-meta-swath-checksum"] === "full";
  const isOurs = isSame || reply.headers["x-amz-meta-swath-origin"] === origin;
  if (isOurs && isFull && !wasFull && (recorded?.sha256 ?? sha256) === undefined)
    return { kind: "foreign", reason: "only its size was ever checked (--checksum size keeps it)" };
  const sinceMs = Date.parse((isSame && recorded?.time) || reply.headers["last-modified"] || "");
  if (isOurs && settings.isOutdated?.(file, sinceMs) === true) return { kind: "absent" };
  if (isSame) return proven("manifest", recorded?.sha256);
  if (isOurs) return proven("object origin");
  return { kind: "foreign", reason: "nothing proves that it is this download" };
}

const digestIn = (text: string | undefined): string | undefined =>
  /^[0-9a-f]{64}$/u.test(text ?? "") ? text : undefined;
