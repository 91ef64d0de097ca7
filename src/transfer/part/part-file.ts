import { readSync, writeSync } from "node:fs";
import { rm, type FileHandle } from "node:fs/promises";
import type { HashName } from "../hashing/digest.ts";
import { onDisk, onDiskNow } from "../../disk/disk-error.ts";
import { PartDigest } from "../hashing/part-digest.ts";
import { HEAD_BYTES } from "./web-page.ts";
import { Checkpoints } from "./checkpoints.ts";
import { openOwn } from "./open-own.ts";
import { PartLedger } from "./part-ledger.ts";
import type { PartOptions } from "./part-options.ts";
import type { PartPaths } from "./part-paths.ts";
import { newSidecar, readSidecar, type ObjectIdentity, type Sidecar } from "./sidecar.ts";
import type { Spans } from "./spans.ts";
import { SyncBehind } from "./sync-behind.ts";
import { WritePace } from "./write-pace.ts";

/** A write of this much takes longer than the way to a thread: it is done there, while the next bytes come in. */
const ASIDE_BYTES = 256 * 1024;
const GIVE_BACK_BYTES = 64 * 1024;

/** A file in progress: which bytes are there, their digests, and the sidecar that lets another run go on. */
export class PartFile {
  #digest: PartDigest;
  #values: ReadonlyMap<HashName, string> = new Map();
  readonly #pace: WritePace;
  readonly #checkpoints: Checkpoints;
  #ledger = PartLedger.empty();
  readonly #syncing: SyncBehind;
  /** What is being written, here or by others who use the descriptor. */
  readonly #writing = new Set<Promise<void>>();
  #isOver = false;

  private constructor(
    readonly paths: PartPaths,
    readonly handle: FileHandle,
    readonly options: PartOptions,
    public sidecar: Sidecar,
  ) {
    this.#digest = this.#newDigest();
    this.#pace = new WritePace(options.clock);
    this.#checkpoints = new Checkpoints(paths.sidecar, options.clock, this);
    this.#syncing = new SyncBehind(handle, options.bootId !== undefined);
  }

  /** Opens or begins the part. The caller holds its lock. Bytes are continued only when they can be believed. */
  static async open(paths: PartPaths, options: PartOptions): Promise<PartFile> {
    const { key, promised, resume } = options;
    const left = resume ? await readSidecar(paths.sidecar, key, promised) : undefined;
    const handle = await onDisk(paths.part, () => openOwn(paths.part));
    const part = new PartFile(paths, handle, options, left ?? newSidecar(options));
    try {
      await onDisk(paths.part, () => part.#takeUp());
    } catch (error) {
      await handle.close();
      throw error;
    }
    return part;
  }

  /** Bytes from the start without a hole. */
  get done(): number {
    return this.#ledger.written.prefix;
  }

  /** Bytes that are there, wherever. */
  get held(): number {
    return this.#ledger.written.total;
  }

  get written(): Spans {
    return this.#ledger.written;
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

  /** The first bytes of it. */
  head(): Uint8Array {
    const bytes = Buffer.alloc(Math.min(HEAD_BYTES, this.done));
    return onDiskNow(this.paths.part, () =>
      bytes.subarray(0, readSync(this.handle.fd, bytes, 0, bytes.length, 0)),
    );
  }

  async settleDigests(): Promise<void> {
    this.#values = await onDisk(this.paths.part, () => this.#digest.values(this.done, this.options.signal));
  }

  /** From zero, as this version of the object. What is still being written then is waited for, and forgotten. */
  async begin(identity: ObjectIdentity): Promise<void> {
    this.#ledger = PartLedger.empty();
    await Promise.allSettled(this.#writing);
    await onDisk(this.paths.part, () => this.handle.truncate(0));
    this.sidecar = { ...newSidecar(this.options), ...identity };
    void this.#digest.drop();
    this.#digest = this.#newDigest();
    await this.save();
  }

  /** Nothing to wait for when this returns undefined: a small write into the page cache is over before a thread could begin it. */
  write(bytes: Uint8Array, at: number): Promise<void> | undefined {
    // A kill loses the whole of what is being written; and of several ranges one at a time holds its buffer for that.
    const isLarge = bytes.length >= ASIDE_BYTES && bytes.length <= this.#checkpoints.lossBytes;
    const isSlow = this.#pace.isSlow || this.#checkpoints.isSaving;
    if (!isSlow && (!isLarge || this.#writing.size > 0)) return this.#writeAtOnce(bytes, at);
    return this.lendTo(this.#writeAside(bytes, at, isLarge));
  }

  #writeAtOnce(bytes: Uint8Array, at: number): undefined {
    onDiskNow(this.paths.part, () => {
      this.#pace.measure(() => {
        let written = 0;
        while (written < bytes.length) {
          const rest = Math.min(bytes.length - written, this.#mostAtOnce);
          const count = writeSync(this.handle.fd, bytes, written, rest, at + written);
          this.#note(bytes.subarray(written, written + count), at + written);
          written += count;
          if (this.#checkpoints.isDue) this.#checkpoints.saveNow();
        }
      });
    });
    this.#flushBehind();
  }

  async #writeAside(bytes: Uint8Array, at: number, isQuick: boolean): Promise<void> {
    const ledger = this.#ledger;
    // Nobody waits for it any more: the sidecar may be gone, or the file begun anew.
    const isForgotten = (): boolean => this.#isOver || this.#ledger !== ledger;
    const save = (): Promise<void> | void => this.#checkpoints.saveSoon(isQuick);
    if (bytes.length > this.#checkpoints.room) await save();
    // Of several ranges all is read back: to wait until the digests are as far would hold the first of them up.
    const isNext = at === this.done && this.done === this.held;
    const fed = isNext ? this.#digest.feed(bytes, at + bytes.length) : undefined;
    await onDisk(this.paths.part, async () => {
      let written = 0;
      while (written < bytes.length && !isForgotten()) {
        const rest = Math.min(bytes.length - written, this.#mostAtOnce);
        const { bytesWritten } = await this.handle.write(bytes, written, rest, at + written);
        if (isForgotten()) return;
        this.#note(bytes.subarray(written, written + bytesWritten), at + written);
        written += bytesWritten;
        if (this.#checkpoints.isDue) await save();
      }
    });
    await fed;
    if (!isForgotten()) this.#flushBehind();
  }

  /** A kill between a write and its checkpoint loses both: together no more than may be lost. */
  get #mostAtOnce(): number {
    return Math.max(4096, this.#checkpoints.room);
  }

  #note(bytes: Uint8Array, at: number): void {
    this.#ledger.written.add(at, at + bytes.length);
    this.#digest.update(bytes, at, this.done);
  }

  /** Somebody else has written these bytes. */
  noteWritten(from: number, to: number): void {
    if (this.#isOver) return;
    this.#ledger.written.add(from, to);
    this.#digest.grow(this.done);
    this.#flushBehind();
    if (this.#checkpoints.isDue) this.#checkpoints.saveNow();
  }

  /** The descriptor is in use until the promise settles. */
  lendTo(user: Promise<void>): Promise<void> {
    const settle = (): boolean => this.#writing.delete(user);
    this.#writing.add(user);
    user.then(settle, settle);
    return user;
  }

  save(): Promise<void> {
    return this.#checkpoints.save();
  }

  sidecarNow(): Sidecar {
    return (this.sidecar = { ...this.sidecar, ...this.#ledger.fields });
  }

  /** Drops the last block, so that a full disk has room to remember the rest. */
  async giveBack(): Promise<void> {
    const end = Math.max(0, this.written.end - GIVE_BACK_BYTES);
    await onDisk(this.paths.part, () => this.handle.truncate(end));
    this.#ledger = this.#ledger.until(end);
    await this.save();
  }

  async sync(): Promise<void> {
    const ledger = this.#ledger;
    const written = ledger.written.copy();
    await this.lendTo(onDisk(this.paths.part, () => this.handle.sync()));
    ledger.synced = written;
  }

  /** True while somebody else may still read or write by the descriptor. */
  get isInUse(): boolean {
    return this.#writing.size > 0 || this.#syncing.isRunning || this.#digest.isThreaded;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled([...this.#writing, this.#syncing.settled(), this.#digest.drop()]);
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
    const ledger = this.#ledger;
    if (!this.#syncing.isDue(ledger.unsynced)) return;
    const written = ledger.written.copy();
    // No caller waits for this any more when the part was begun anew in the meantime.
    this.#syncing.start(() => (ledger.synced = written));
  }

  #newDigest(): PartDigest {
    const { algorithms: asked, hashThread } = this.options;
    const offered = this.sidecar.digests.map(({ algorithm }) => algorithm);
    return new PartDigest(this.handle, asked === "nothing" ? asked : [...asked, ...offered], hashThread);
  }

  async #takeUp(): Promise<void> {
    const { sidecar, options } = this;
    const believed = PartLedger.of(sidecar, options.bootId !== undefined && sidecar.boot === options.bootId);
    const { prefix, end } = believed.written;
    const { size } = await this.handle.stat();
    // Fewer bytes than the sidecar says: somebody else was here.
    const isWhole = sidecar.verified !== undefined && sidecar.size === prefix;
    const isContinued = size >= end && (isWhole || sidecar.etag !== undefined);
    this.#ledger = isContinued ? believed : PartLedger.empty();
    this.#digest = this.#newDigest();
    await this.handle.truncate(this.written.end);
    await this.#digest.takeUp(this.done, options.signal);
    this.#checkpoints.noteSaved();
    this.sidecar = { ...sidecar, ...this.#ledger.fields, boot: options.bootId };
    delete this.sidecar.verified;
  }
}
