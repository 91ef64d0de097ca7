import { AppError } from "../../errors.ts";
import { makeHeaders, ObjectStore, type NewObject } from "./object-store.ts";
import type { OpenUploads } from "./open-uploads.ts";
import { escapeXml, readText } from "./s3-error.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";

interface Part {
  etag: string;
  sha256?: string;
}

/** A clean-up delays a user who wants to stop by a few seconds at most. */
const CLEAN_UP_MS = 5000;
const ABORTS = 3;

/** A multipart upload: the object does not exist before `complete`. */
export class MultipartUpload {
  readonly #parts = new Map<number, Part>();
  readonly #stopper = new AbortController();
  readonly #signal: AbortSignal;
  #bytes = 0;

  private constructor(
    readonly store: ObjectStore,
    readonly object: NewObject,
    readonly uploadId: string,
    readonly open: OpenUploads,
    signal: AbortSignal,
  ) {
    this.#signal = AbortSignal.any([signal, this.#stopper.signal]);
  }

  /**
   * Begins an upload, and records it before the first part, so that a later run can remove it. An aborted run waits for the response: an upload
   * without a known id could never be removed.
   */
  static async begin(
    store: ObjectStore,
    object: NewObject,
    open: OpenUploads,
    signal: AbortSignal,
  ): Promise<MultipartUpload> {
    const { key } = object;
    const { text } = await store.ask({
      method: "POST",
      key,
      query: { uploads: "" },
      headers: {
        ...makeHeaders(object),
        ...(store.settings.sendsChecksums && { "x-amz-checksum-algorithm": "SHA256" }),
      },
      what: `begin ${key}`,
    });
    const uploadId = readText(text, "UploadId");
    if (uploadId === undefined || uploadId === "")
      throw new AppError(
        "service",
        "RESPONSE_UNRECOGNISED",
        "the S3 endpoint began an upload without an id",
        { next: SHOW_EXCHANGE },
      );
    await open.add(key, uploadId);
    return new MultipartUpload(store, object, uploadId, open, signal);
  }

  async sendPart(number: number, body: Uint8Array): Promise<void> {
    const { store, uploadId } = this;
    const { key } = this.object;
    const checksum = store.makeChecksumHeader(body);
    const reply = await store.ask({
      method: "PUT",
      key,
      query: { partNumber: String(number), uploadId },
      headers: checksum,
      body,
      what: `write part ${number} of ${key}`,
      signal: this.#signal,
    });
    const { etag } = reply.headers;
    if (etag === undefined)
      throw new AppError(
        "service",
        "RESPONSE_UNRECOGNISED",
        `the S3 endpoint took part ${number} without an ETag`,
        { next: SHOW_EXCHANGE },
      );
    this.#bytes += body.length;
    this.#parts.set(number, { etag, sha256: checksum["x-amz-checksum-sha256"] });
  }

  /** Completes the upload, and checks the size of the object. Returns its ETag. */
  async complete(): Promise<string | undefined> {
    const { store, uploadId } = this;
    const { key } = this.object;
    const { status, tries, text } = await store.ask({
      method: "POST",
      key,
      query: { uploadId },
      headers: { "content-type": "application/xml" },
      body: formatPartList(this.#parts),
      what: `complete ${key}`,
      signal: this.#signal,
      allowed: [404],
    });
    // After a lost response, the retry finds the upload completed.
    const isDoneBefore = status === 404 && tries > 1;
    if (status === 404 && !isDoneBefore)
      throw new AppError(
        "service",
        "DESTINATION_REFUSED",
        `the upload of ${key} was aborted by another process`,
      );
    const found = await store.ask({ method: "HEAD", key, what: `check ${key}`, signal: this.#signal });
    const size = Number(found.headers["content-length"]);
    if (size !== this.#bytes) {
      const message = `the S3 endpoint has ${size} bytes under ${key}, not the ${this.#bytes} that were uploaded`;
      throw new AppError("service", "DOWNLOAD_INCOMPLETE", message);
    }
    await this.open.remove(uploadId);
    return found.headers["etag"] ?? readText(text, "ETag");
  }

  /** Ends the running requests, then removes the parts. Ignores the run's signal, which may have aborted. */
  async abort(onTheWay: Promise<unknown>): Promise<void> {
    this.#stopper.abort(new AppError("local", "ABORTED", "the upload is aborted"));
    await onTheWay;
    if (await abortUpload(this.store, this.object.key, this.uploadId)) await this.open.remove(this.uploadId);
  }
}

/**
 * Returns true when the store keeps no part of the upload. A running part may arrive after the abort, so the
 * store is asked whether the upload is gone. Best effort: a failure here must not hide the reason why the
 * upload ended.
 */
export async function abortUpload(store: ObjectStore, key: string, uploadId: string): Promise<boolean> {
  const conduct = { ...store.conduct, headersTimeoutMs: CLEAN_UP_MS, idleTimeoutMs: CLEAN_UP_MS };
  const quick = new ObjectStore(store.settings, store.target, conduct);
  const upload = { key, query: { uploadId }, allowed: [403, 404], retries: 1 };
  try {
    for (let round = 0; round < ABORTS; round++) {
      const aborted = await quick.ask({ ...upload, method: "DELETE", what: `abort ${key}` });
      if (aborted.status === 403) return false;
      const left = await quick.ask({ ...upload, method: "GET", what: `list the parts of ${key}` });
      if (left.status >= 300) return true;
    }
  } catch {
    return false;
  }
  return false;
}

function formatPartList(parts: ReadonlyMap<number, Part>): string {
  const listed = [...parts]
    .sort(([one], [other]) => one - other)
    .map(([number, { etag, sha256 }]) => {
      const checksum = sha256 === undefined ? "" : `<ChecksumSHA256>${sha256}</ChecksumSHA256>`;
      return `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag>${checksum}</Part>`;
    });
  const space = "http://s3.amazonaws.com/doc/2006-03-01/";
  return `<CompleteMultipartUpload xmlns="${space}">${listed.join("")}</CompleteMultipartUpload>`;
}
