import { AppError } from "../../errors.ts";
import type { TransferResult } from "../events.ts";
import { MAX_DIGEST_FILE_BYTES } from "../digest-file.ts";
import type { Run } from "../loop/run.ts";
import { SequentialSink } from "../loop/sequential-sink.ts";
import { readSums, type Destination, type OpenFile } from "../loop/sink.ts";
import { makeFileEntry, makeManifestLine, findRecord, type FileEntry } from "../manifest.ts";
import { toJudged, toRef, type PlannedFile } from "../plan.ts";
import { toKey } from "../s3-target.ts";
import type { ManifestObject } from "./conditional-object.ts";
import { ObjectWriter } from "./object-writer.ts";
import type { ObjectStore } from "./object-store.ts";
import type { OpenUploads } from "./open-uploads.ts";
import { makeMetadata, makeOrigin, checkObject } from "./check-object.ts";
import { REPLACE_FILE } from "../rerun-hint.ts";

/** A bucket: each file becomes a complete, verified and recorded object, or nothing. */
export class BucketDestination implements Destination {
  #places: number;
  readonly #waiting: (() => void)[] = [];

  constructor(
    readonly run: Run,
    readonly store: ObjectStore,
    readonly manifest: ManifestObject,
    readonly uploads: OpenUploads,
  ) {
    this.#places = run.settings.concurrency;
  }

  /** Waits for one of the upload slots: each upload keeps its parts in memory until the store has them. */
  async waitForSlot(): Promise<void> {
    if (this.#places > 0) this.#places -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#places += 1;
    else next();
  }

  async open(planned: PlannedFile): Promise<OpenFile | TransferResult> {
    let isOpen = false;
    try {
      const opened = await this.#open(planned);
      isOpen = "sink" in opened;
      return opened;
    } finally {
      if (!isOpen) this.#leave();
    }
  }

  async #open(planned: PlannedFile): Promise<OpenFile | TransferResult> {
    const { run, store, manifest } = this;
    const { settings, signal } = run;
    const { file, digests, algorithms } = toJudged(settings.checksum, planned);
    const ref = toRef(file);
    const key = toKey(store.target, file.path);
    if (key === undefined) throw new AppError("local", "PATH_UNSAFE", `${file.path} is too long for a key`);

    const look = { store, manifest: manifest.entries, settings, signal };
    const origin = makeOrigin(planned);
    const existing = await checkObject(look, file, { key, origin, digests });
    if (existing.kind === "foreign") throw toObjectExists(existing.reason);
    if (existing.kind === "verified") {
      const { size, how, reason, sha256, unrecorded } = existing;
      const sums = { size, ...(sha256 !== undefined && { sha256 }) };
      if (unrecorded !== undefined) await this.#record(makeFileEntry(file, { ...sums, ...unrecorded }, how));
      run.emit({ type: "skipped", file: ref, reason, size });
      return { ...ref, status: "skipped", ...sums, how };
    }

    const object = {
      key,
      contentType: toContentType(file.mediaType),
      metadata: makeMetadata(origin, settings.checksum, digests),
    };
    const writer = new ObjectWriter(store, object, this.uploads, signal);
    const sink = new SequentialSink(writer, algorithms);
    return {
      file,
      digests,
      sink,
      finish: async (how) => {
        const sums = readSums(sink);
        const etag = await writer.finish(sums.sha256);
        await this.#record(makeFileEntry(file, { ...sums, etag }, how));
        return { ...ref, status: "downloaded", ...sums, how };
      },
      close: async (hasFailed) => {
        try {
          if (hasFailed) await writer.abort();
        } finally {
          this.#leave();
        }
      },
    };
  }

  async readText(path: string): Promise<string | undefined> {
    const { store, run } = this;
    const key = toKey(store.target, path);
    const allowed = [404];
    const asked = { key, what: `read ${key}`, signal: run.signal, allowed };
    const { headers } = await store.ask({ ...asked, method: "HEAD" });
    if (!(Number(headers["content-length"]) <= MAX_DIGEST_FILE_BYTES)) return undefined;
    const { status, text } = await store.ask({ ...asked, method: "GET" });
    return status === 200 ? text : undefined;
  }

  findRecorded(file: PlannedFile): TransferResult | undefined {
    const recorded = findRecord(this.manifest.entries, file);
    if (recorded === undefined) return undefined;
    const { size } = recorded;
    const ref = toRef(file);
    this.run.emit({ type: "skipped", file: ref, reason: "it is there", size });
    return { ...ref, status: "skipped", size, how: ["manifest"] };
  }

  #record(entry: FileEntry): Promise<void> {
    return this.manifest.add(makeManifestLine(entry, this.run.settings));
  }
}

function toObjectExists(reason: string): AppError {
  return new AppError("local", "FILE_EXISTS", `it exists already, and ${reason}`, {
    next: REPLACE_FILE,
  });
}

/** Returns a media type that is valid in a header. */
const toContentType = (mediaType = ""): string =>
  /^[\w.+-]{1,64}\/[\w.+-]{1,64}(?:; ?[\w.+-]{1,32}=[\w.+-]{1,32}){0,4}$/u.test(mediaType)
    ? mediaType
    : "application/octet-stream";
