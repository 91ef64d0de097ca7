import { writeSync } from "node:fs";
import { rm, type FileHandle } from "node:fs/promises";
import type { Clock } from "../../time/clock.ts";
import type { HashName } from "../hashing/digest.ts";
import { onDisk, onDiskNow } from "../disk-error.ts";
import type { HashThread } from "../hashing/hash-thread.ts";
import { PartDigest } from "../hashing/part-digest.ts";
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
import { WritePace } from "./write-pace.ts";

const CHECKPOINT_MS = 200;
/** A run that is killed loses what it has not written down: at most this much, or this share of what is there. */
const CHECKPOINT_BYTES = 256 * 1024;
const CHECKPOINT_SHARE = 0.03;
const GIVE_BACK_BYTES = 64 * 1024;
const SYNC_BYTES = 256 * 1024 * 1024;
// Without a boot id only synced bytes are believed later, so they are synced more often.
const SYNC_BYTES_WITHOUT_BOOT_ID = 16 * 1024 * 1024;

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
  #checkpointMs = 0;
  #checkpointDone = 0;
  #flush: Promise<void> | undefined;

  private constructor(
    readonly paths: PartPaths,
    readonly handle: FileHandle,
    readonly options: PartOptions,
    public sidecar: Sidecar,
  ) {
    this.#digest = this.#newDigest();
    this.#pace = new WritePace(options.clock);
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
    this.#checkpointDone = 0;
    await this.save();
  }

  /** Nothing to wait for when this returns undefined: a write into the page cache is over before a thread could begin it. */
  append(bytes: Uint8Array): Promise<void> | undefined {
    return this.#pace.isSlow ? this.#appendSlowly(bytes) : this.#appendAtOnce(bytes);
  }

  #appendAtOnce(bytes: Uint8Array): Promise<void> | undefined {
    onDiskNow(this.paths.part, () => {
      this.#pace.measure(() => {
        let written = 0;
        while (written < bytes.length) {
          // A kill between a write and its checkpoint loses both: together no more than may be lost.
          const rest = Math.min(bytes.length - written, Math.max(4096, this.#lossBytes - this.#unsaved));
          const count = writeSync(this.handle.fd, bytes, written, rest, this.sidecar.done);
          this.sidecar.done += count;
          this.#digest.update(bytes.subarray(written, written + count), this.done);
          written += count;
          if (this.#isCheckpointDue()) this.saveNow();
        }
      });
    });
    this.#flushBehind();
    return undefined;
  }

  async #appendSlowly(bytes: Uint8Array): Promise<void> {
    await onDisk(this.paths.part, async () => {
      let written = 0;
      while (written < bytes.length) {
        const rest = bytes.length - written;
        const { bytesWritten } = await this.handle.write(bytes, written, rest, this.sidecar.done);
        this.sidecar.done += bytesWritten;
        this.#digest.update(bytes.subarray(written, written + bytesWritten), this.done);
        written += bytesWritten;
      }
    });
    this.#flushBehind();
    if (this.#isCheckpointDue()) await this.save();
  }

  async save(): Promise<void> {
    this.#checkpointMs = this.options.clock.now();
    this.#checkpointDone = this.done;
    await writeSidecar(this.paths.sidecar, this.sidecar);
  }

  /** As `save`, over when it returns. */
  saveNow(): void {
    this.#checkpointMs = this.options.clock.now();
    this.#checkpointDone = this.done;
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
    await this.#flush;
    await this.#digest.drop();
    await this.handle.close();
  }

  /** Removes the part and its sidecar: its bytes are worthless, or have their final name. */
  async remove(): Promise<void> {
    await onDisk(this.paths.part, async () => {
      await rm(this.paths.part, { force: true });
      await rm(this.paths.sidecar, { force: true });
    });
  }

  /** Sends bytes on their way to the disk while more arrive; only what it has confirmed counts as synced. */
  #flushBehind(): void {
    const limit = this.options.bootId === undefined ? SYNC_BYTES_WITHOUT_BOOT_ID : SYNC_BYTES;
    if (this.#flush !== undefined || this.done - this.sidecar.synced < limit) return;
    const { done, sidecar } = this;
    const settle = (): void => {
      this.#flush = undefined;
      // Unless it was begun anew in the meantime.
      if (this.sidecar === sidecar) sidecar.synced = done;
    };
    // The sync before the name meets the same fault, and tells it.
    this.#flush = this.handle.datasync().then(settle, () => undefined);
  }

  /** What a kill may cost. */
  get #lossBytes(): number {
    return Math.max(CHECKPOINT_BYTES, Math.floor(this.done * CHECKPOINT_SHARE));
  }

  get #unsaved(): number {
    return this.done - this.#checkpointDone;
  }

  #isCheckpointDue(): boolean {
    return this.#unsaved >= this.#lossBytes || this.options.clock.now() - this.#checkpointMs >= CHECKPOINT_MS;
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
    this.#checkpointDone = done;
    this.sidecar = { ...sidecar, done, synced: Math.min(done, sidecar.synced), boot: bootId };
    delete this.sidecar.verified;
  }
}
