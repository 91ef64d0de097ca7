import { writeSync } from "node:fs";
import { rm, type FileHandle } from "node:fs/promises";
import type { Clock } from "../../time/clock.ts";
import type { HashName } from "../hashing/digest.ts";
import { onDisk, onDiskNow } from "../disk-error.ts";
import type { HashThread } from "../hashing/hash-thread.ts";
import { PartDigest } from "../hashing/part-digest.ts";
import { Checkpoints } from "./checkpoints.ts";
import { openOwn } from "./open-own.ts";
import type { PartPaths } from "./part-paths.ts";
import {
  newSidecar,
  readSidecar,
  writeSidecar,
  writeSidecarNow,
  type ObjectIdentity,
  type Sidecar,
} from "./sidecar.ts";
import { SyncBehind } from "./sync-behind.ts";
import { WritePace } from "./write-pace.ts";

/** A write of this much takes longer than the way to a thread: it is done there, while the next bytes come in. */
const ASIDE_BYTES = 256 * 1024;
const GIVE_BACK_BYTES = 64 * 1024;

export interface PartOptions {
  key: string;
  /** `file:size` and `file:checksum` in one text: bytes begun under another promise are not continued. */
  promised: string;
  /** Digests wanted from the first byte on; sha256 always is. "nothing" = the bytes are not hashed. */
  algorithms: readonly HashName[] | "nothing";
  bootId: string | undefined;
  clock: Clock;
  /** Where large parts are hashed; undefined = where they are written. */
  hashThread?: HashThread;
  /** False: forget what an earlier run left. */
  resume: boolean;
  signal?: AbortSignal;
}

/** A file in progress: bytes from the start, their digests, and the sidecar that lets another run go on. */
export class PartFile {
  #digest: PartDigest;
  #values: ReadonlyMap<HashName, string> = new Map();
  readonly #pace: WritePace;
  readonly #checkpoints: Checkpoints;
  readonly #syncing: SyncBehind;
  #loan: Promise<void> | undefined;
  #isOver = false;

  private constructor(
    readonly paths: PartPaths,
    readonly handle: FileHandle,
    readonly options: PartOptions,
    public sidecar: Sidecar,
  ) {
    this.#digest = this.#newDigest();
    this.#pace = new WritePace(options.clock);
    this.#checkpoints = new Checkpoints(options.clock);
    this.#syncing = new SyncBehind(handle, options.bootId !== undefined);
  }

  /** Opens or begins the part. The caller holds its lock. Bytes are continued only when they can be believed. */
  static async open(paths: PartPaths, options: PartOptions): Promise<PartFile> {
    const { key, promised, bootId, resume } = options;
    const left = resume ? await readSidecar(paths.sidecar, key, promised) : undefined;
    const handle = await onDisk(paths.part, () => openOwn(paths.part));
    const part = new PartFile(paths, handle, options, left ?? newSidecar(key, promised, bootId));
    try {
      await onDisk(paths.part, () => part.#takeUp());
    } catch (error) {
      await handle.close();
      throw error;
    }
    return part;
  }

  get done(): number {
    return this.sidecar.done;
  }

  get size(): number | undefined {
    return this.sidecar.size;
  }

  /** Undefined when the bytes are not hashed. As `digests`, of what there was at the last `settleDigests`. */
  get sha256(): string | undefined {
    return this.#values.get("sha256");
  }

  digests(): ReadonlyMap<HashName, string> {
    return this.#values;
  }

  async settleDigests(): Promise<void> {
    this.#values = await onDisk(this.paths.part, () => this.#digest.values(this.done, this.options.signal));
  }

  /** From zero, as this version of the object. */
  async begin(identity: ObjectIdentity): Promise<void> {
    const { key, promised, bootId } = this.options;
    await onDisk(this.paths.part, () => this.handle.truncate(0));
    this.sidecar = { ...newSidecar(key, promised, bootId), ...identity };
    void this.#digest.drop();
    this.#digest = this.#newDigest();
    await this.save();
  }

  /** Nothing to wait for when this returns undefined: a small write into the page cache is over before a thread could begin it. */
  append(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#pace.isSlow) return this.#appendAside(bytes, () => this.save());
    // A kill loses the whole of what is being written.
    const isLarge = bytes.length >= ASIDE_BYTES && bytes.length <= this.#checkpoints.lossBytes(this.done);
    return isLarge ? this.#appendAside(bytes, () => this.saveNow()) : this.#appendAtOnce(bytes);
  }

  #appendAtOnce(bytes: Uint8Array): undefined {
    onDiskNow(this.paths.part, () => {
      this.#pace.measure(() => {
        let written = 0;
        while (written < bytes.length) {
          // A kill between a write and its checkpoint loses both: together no more than may be lost.
          const rest = Math.min(bytes.length - written, Math.max(4096, this.#checkpoints.room(this.done)));
          const count = writeSync(this.handle.fd, bytes, written, rest, this.sidecar.done);
          this.#note(bytes.subarray(written, written + count));
          written += count;
          if (this.#checkpoints.isDue(this.done)) this.saveNow();
        }
      });
    });
    this.#flushBehind();
  }

  async #appendAside(bytes: Uint8Array, save: () => Promise<void> | void): Promise<void> {
    if (bytes.length > this.#checkpoints.room(this.done)) await save();
    const fed = this.#digest.feed(bytes, this.done + bytes.length);
    await onDisk(this.paths.part, async () => {
      let written = 0;
      while (written < bytes.length) {
        const rest = bytes.length - written;
        const { bytesWritten } = await this.handle.write(bytes, written, rest, this.sidecar.done);
        // Nobody waits for it any more, and the sidecar may be gone.
        if (this.#isOver) return;
        this.#note(bytes.subarray(written, written + bytesWritten));
        written += bytesWritten;
      }
    });
    await fed;
    if (this.#isOver) return;
    this.#flushBehind();
    if (this.#checkpoints.isDue(this.done)) await save();
  }

  #note(written: Uint8Array): void {
    this.sidecar.done += written.length;
    this.#digest.update(written, this.done);
  }

  /** Somebody else has written up to here. */
  noteWritten(position: number): void {
    if (this.#isOver) return;
    this.sidecar.done = position;
    this.#digest.grow(position);
    this.#flushBehind();
    if (this.#checkpoints.isDue(position)) this.saveNow();
  }

  /** The descriptor is in use until the promise settles. */
  lendTo(user: Promise<void>): void {
    this.#loan = user.catch(() => undefined);
  }

  async save(): Promise<void> {
    this.#checkpoints.noteSaved(this.done);
    await writeSidecar(this.paths.sidecar, this.sidecar);
  }

  /** As `save`, over when it returns. */
  saveNow(): void {
    this.#checkpoints.noteSaved(this.done);
    writeSidecarNow(this.paths.sidecar, this.sidecar);
  }

  /** Drops the last block, so that a full disk has room to remember the rest. */
  async giveBack(): Promise<void> {
    const done = Math.max(0, this.done - GIVE_BACK_BYTES);
    await onDisk(this.paths.part, () => this.handle.truncate(done));
    this.sidecar = { ...this.sidecar, done, synced: Math.min(done, this.sidecar.synced) };
    await this.save();
  }

  async sync(): Promise<void> {
    const { done } = this;
    await onDisk(this.paths.part, () => this.handle.sync());
    this.sidecar.synced = done;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#loan;
    await this.#syncing.settled();
    await this.#digest.drop();
    await this.handle.close();
  }

  /** Removes the part and its sidecar: its bytes are worthless, or have their final name. */
  async remove(): Promise<void> {
    this.#isOver = true;
    await onDisk(this.paths.part, async () => {
      await rm(this.paths.part, { force: true });
      await rm(this.paths.sidecar, { force: true });
    });
  }

  #flushBehind(): void {
    const { done, sidecar } = this;
    this.#syncing.start(done - sidecar.synced, () => {
      // Unless it was begun anew in the meantime.
      if (this.sidecar === sidecar) sidecar.synced = done;
    });
  }

  #newDigest(): PartDigest {
    const { algorithms, hashThread } = this.options;
    const offered = this.sidecar.digests.map(({ algorithm }) => algorithm);
    const wanted = algorithms === "nothing" ? algorithms : [...algorithms, ...offered];
    return new PartDigest(this.handle, wanted, hashThread);
  }

  async #takeUp(): Promise<void> {
    const { bootId, signal } = this.options;
    const { sidecar } = this;
    const isSameBoot = bootId !== undefined && sidecar.boot === bootId;
    const believed = isSameBoot ? sidecar.done : sidecar.synced;
    const { size } = await this.handle.stat();
    // Fewer bytes than the sidecar says: somebody else was here.
    const isWhole = sidecar.verified !== undefined && sidecar.size === believed;
    const done = size >= believed && (isWhole || sidecar.etag !== undefined) ? believed : 0;
    this.#digest = this.#newDigest();
    await this.handle.truncate(done);
    await this.#digest.takeUp(done, signal);
    this.#checkpoints.noteSaved(done);
    this.sidecar = { ...sidecar, done, synced: Math.min(done, sidecar.synced), boot: bootId };
    delete this.sidecar.verified;
  }
}
