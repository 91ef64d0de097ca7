import { AppError } from "../../errors.ts";
import { waitUntilAborted } from "../../time/deadline.ts";
import type { ByteWriter } from "../loop/sequential-sink.ts";
import { MultipartUpload } from "./multipart-upload.ts";
import { makeHeaders, type NewObject, type ObjectStore } from "./object-store.ts";
import type { OpenUploads } from "./open-uploads.ts";

/** Maximum number of parts in upload per file. One more part is in memory while it fills. */
const MAX_IN_FLIGHT = 2;

/**
 * An object in upload to a bucket. Up to one part is sent as a single PUT; larger objects are sent in parts as they arrive. The object does not
 * exist before `finish`, and `abort` removes everything.
 */
export class ObjectWriter implements ByteWriter {
  #size: number | undefined;
  #buffer: Buffer | undefined;
  #filled = 0;
  #count = 0;
  readonly #spare: Buffer[] = [];
  #upload: Promise<MultipartUpload> | undefined;
  readonly #onTheWay = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  constructor(
    readonly store: ObjectStore,
    readonly object: NewObject,
    readonly open: OpenUploads,
    readonly signal: AbortSignal,
  ) {}

  expect(size: number | undefined): void {
    this.#size = size;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0;) {
      if (this.#buffer !== undefined && this.#filled === this.#buffer.length) {
        // The caller reuses the chunk meanwhile.
        rest = Buffer.from(rest);
        await this.#shipPart();
      }
      this.#buffer ??= this.#takeBuffer();
      const taken = rest.subarray(0, this.#buffer.length - this.#filled);
      this.#buffer.set(taken, this.#filled);
      this.#filled += taken.length;
      rest = rest.subarray(taken.length);
    }
  }

  readonly restart = async (): Promise<void> => {
    await this.abort();
    this.#failure = undefined;
    this.#buffer = undefined;
    this.#filled = 0;
    this.#count = 0;
  };

  /** Publishes verified bytes. Returns the object's ETag. */
  async finish(sha256: string | undefined): Promise<string | undefined> {
    const bytes = this.#buffer?.subarray(0, this.#filled) ?? Buffer.alloc(0);
    if (this.#upload === undefined) return this.#putWhole(bytes, sha256);
    await this.#shipPart();
    await waitUntilAborted(Promise.all(this.#onTheWay), this.signal);
    this.#throwFailure();
    const upload = await this.#upload;
    const etag = await upload.complete();
    this.#upload = undefined;
    return etag;
  }

  /** Removes the uploaded bytes, also after the run was aborted. */
  async abort(): Promise<void> {
    const upload = await this.#upload?.catch(() => undefined);
    this.#upload = undefined;
    await upload?.abort(Promise.allSettled(this.#onTheWay));
  }

  async #putWhole(body: Uint8Array, sha256: string | undefined): Promise<string | undefined> {
    const { store, signal } = this;
    const { key, metadata } = this.object;
    const putting = store.ask({
      method: "PUT",
      key,
      what: `write ${key}`,
      headers: {
        ...makeHeaders({
          ...this.object,
          metadata: { ...metadata, ...(sha256 !== undefined && { sha256 }) },
        }),
        ...store.makeChecksumHeader(body),
      },
      body,
      signal,
    });
    try {
      return (await putting).headers["etag"];
    } catch (error) {
      if (error instanceof AppError && error.code === "DOWNLOAD_INCOMPLETE") await this.#remove();
      throw error;
    }
  }

  /** Removes an object whose bytes are wrong, ignoring failures: by its metadata, the next run would take it for a complete download. */
  async #remove(): Promise<void> {
    const { store, signal } = this;
    const { key } = this.object;
    const removal = { method: "DELETE", key, what: `delete ${key}`, signal, allowed: [404] } as const;
    await store.ask(removal).catch(() => undefined);
  }

  /** Sends the full part as soon as a slot is free. */
  async #shipPart(): Promise<void> {
    const { store, object, open, signal } = this;
    const buffer = this.#buffer;
    if (buffer === undefined || this.#filled === 0) return;
    const bytes = buffer.subarray(0, this.#filled);
    this.#buffer = undefined;
    this.#filled = 0;
    this.#upload ??= MultipartUpload.begin(store, object, open, signal);
    const upload = await waitUntilAborted(this.#upload, signal);
    while (this.#onTheWay.size >= MAX_IN_FLIGHT) await waitUntilAborted(Promise.race(this.#onTheWay), signal);
    this.#throwFailure();
    const number = (this.#count += 1);
    const sending = upload
      .sendPart(number, bytes)
      .then(
        () => void this.#spare.push(buffer),
        (error: unknown) => (this.#failure ??= { error }),
      )
      .then(() => void this.#onTheWay.delete(sending));
    this.#onTheWay.add(sending);
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #takeBuffer(): Buffer {
    const bytes = choosePartBytes(this.#size, this.#count + 1);
    const spare = this.#spare.pop();
    if (spare?.length === bytes) return spare;
    // A small file needs less than a whole part.
    return Buffer.allocUnsafeSlow(Math.max(1, Math.min(bytes, this.#size ?? bytes)));
  }
}

const MIB = 1024 * 1024;
const MIN_PART_BYTES = 16 * MIB;
/** A store accepts 10,000 parts; the rest is reserved for a wrong size. */
const MAX_PARTS = 9000;
/** Without a known size, parts grow by the minimum size after this many parts: 5 TiB still fit, and the last part has about 1 GiB. */
const GROWS_AFTER = 150;

/**
 * Returns the bytes of part `number` (from 1) of an object of this size. All parts of a known size are equal, which some stores require. The
 * maximum object, 5 TiB, has parts of 583 MiB.
 */
export function choosePartBytes(size: number | undefined, number: number): number {
  if (size === undefined) return MIN_PART_BYTES * (1 + Math.floor((number - 1) / GROWS_AFTER));
  return Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS / MIB) * MIB);
}
