import { readSync, unlinkSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { errnoOf, onDisk, onDiskNow } from "../../disk/disk-error.ts";
import type { Clock } from "../../time/clock.ts";
import type { HashName } from "../hashing/digest.ts";
import type { HashThread } from "../hashing/hash-thread.ts";
import type { Sink } from "../loop/sink.ts";
import type { Spans } from "../loop/spans.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import { HEAD_BYTES } from "../reply/web-page.ts";
import { Checkpoints } from "./checkpoints.ts";
import type { Descriptor } from "./descriptor.ts";
import { openFresh, openOwn } from "./open-own.ts";
import { PartDigest } from "./part-digest.ts";
import { PartLedger } from "./part-ledger.ts";
import type { PartPaths } from "./part-paths.ts";
import { newSidecar, type Sidecar } from "./sidecar.ts";
import { SyncBehind } from "./sync-behind.ts";
import { WritePace } from "./write-pace.ts";

const GIVE_BACK_BYTES = 64 * 1024;

export interface PartOptions {
  key: string;
  /** `file:size` and `file:checksum` in one text: bytes fetched under other values are not resumed. */
  promised: string;
  /** Digests to compute from the first byte; sha256 is always added. "nothing" = the bytes are not hashed. */
  algorithms: readonly HashName[] | "nothing";
  bootId: string | undefined;
  clock: Clock;
  /** Hashes large part files; undefined = they are hashed on the main thread. */
  hashThread?: HashThread;
  /** Throws DISK_WRITE_FAILED when there is no room for the missing bytes. */
  reserve?: (missing: () => number) => Promise<void>;
  signal?: AbortSignal;
}

/** A part file: its written bytes, their digests, and the sidecar that lets another run resume. */
export class PartFile implements Sink {
  readonly takesAnyOrder = true;
  #digest: PartDigest;
  #values: ReadonlyMap<HashName, string> = new Map();
  readonly #pace: WritePace;
  readonly #checkpoints: Checkpoints;
  #ledger = PartLedger.empty();
  readonly #syncing: SyncBehind;
  readonly #writing = new Set<Promise<void>>();
  #isReserved = false;
  #isOver = false;

  private constructor(
    readonly paths: PartPaths,
    readonly descriptor: Descriptor,
    readonly options: PartOptions,
    public sidecar: Sidecar,
  ) {
    this.#digest = this.#newDigest();
    this.#pace = new WritePace(options.clock);
    this.#checkpoints = new Checkpoints(paths.sidecar, options.clock, this);
    this.#syncing = new SyncBehind(descriptor, options.bootId !== undefined);
  }

  /** Creates a part file. The caller has its lock. */
  static begin(paths: PartPaths, options: PartOptions): PartFile {
    const descriptor = onDiskNow(paths.part, () => openFresh(paths.part));
    return new PartFile(paths, descriptor, options, newSidecar(options));
  }

  /** Opens the part file of an earlier run. Its bytes are resumed only when `left`, its sidecar, is consistent with them. */
  static async open(paths: PartPaths, options: PartOptions, left: Sidecar | undefined): Promise<PartFile> {
    const descriptor = onDiskNow(paths.part, () => openOwn(paths.part));
    const part = new PartFile(paths, descriptor, options, left ?? newSidecar(options));
    try {
      await onDisk(paths.part, () => part.#takeUp());
    } catch (error) {
      await descriptor.close();
      throw error;
    }
    return part;
  }

  get identity(): ObjectIdentity {
    return this.sidecar;
  }

  get written(): Spans {
    return this.#ledger.written;
  }

  digests(): ReadonlyMap<HashName, string> {
    return this.#values;
  }

  head(): Uint8Array {
    const bytes = Buffer.alloc(Math.min(HEAD_BYTES, this.written.prefix));
    return onDiskNow(this.paths.part, () =>
      bytes.subarray(0, readSync(this.descriptor.fd, bytes, 0, bytes.length, 0)),
    );
  }

  async settleDigests(): Promise<void> {
    const { paths, options, written } = this;
    if (this.#writing.size > 0) await Promise.allSettled(this.#writing);
    this.#values = await onDisk(paths.part, () => this.#digest.values(written.prefix, options.signal));
  }

  async begin(identity: ObjectIdentity): Promise<void> {
    if (this.written.total > 0) await this.discard();
    Object.assign(this.sidecar, identity);
    // A reply with more digests requires a new digest of the file.
    if (identity.digests.length > 0) this.#digest = this.#newDigest();
    await this.#reserve();
  }

  async learnSize(size: number): Promise<void> {
    if (this.#isReserved && this.sidecar.size === size) return;
    this.sidecar.size = size;
    await this.#reserve();
  }

  startAfresh(): Promise<void> {
    return this.discard();
  }

  /** Waits for running writes, and drops them. */
  async discard(): Promise<void> {
    this.#ledger = PartLedger.empty();
    await Promise.allSettled(this.#writing);
    await onDisk(this.paths.part, () => this.descriptor.truncate(0));
    this.sidecar = newSidecar(this.options);
    void this.#digest.drop();
    this.#digest = this.#newDigest();
    await this.save();
  }

  /** Returns undefined when the write is complete: a write into the page cache ends before a thread could begin it. */
  write(bytes: Uint8Array, at: number): Promise<void> | undefined {
    if (this.#pace.isSlow || this.#checkpoints.isSaving) {
      const writing = this.#writeAside(bytes, at);
      const settle = (): boolean => this.#writing.delete(writing);
      this.#writing.add(writing);
      writing.then(settle, settle);
      return writing;
    }
    onDiskNow(this.paths.part, () => this.#pace.measure(() => this.#writeNow(bytes, at)));
    this.#flushBehind();
    return undefined;
  }

  #writeNow(bytes: Uint8Array, at: number): void {
    let written = 0;
    while (written < bytes.length) {
      const rest = Math.min(bytes.length - written, this.#mostAtOnce);
      const count = writeSync(this.descriptor.fd, bytes, written, rest, at + written);
      this.#note(bytes.subarray(written, written + count), at + written);
      written += count;
      if (this.#checkpoints.isDue) this.#checkpoints.saveNow();
    }
  }

  async #writeAside(bytes: Uint8Array, at: number): Promise<void> {
    const ledger = this.#ledger;
    // True once the write is useless: the sidecar may be gone, or the file was restarted.
    const isForgotten = (): boolean => this.#isOver || this.#ledger !== ledger;
    if (bytes.length > this.#checkpoints.room) await this.save();
    await onDisk(this.paths.part, async () => {
      let written = 0;
      while (written < bytes.length && !isForgotten()) {
        const rest = Math.min(bytes.length - written, this.#mostAtOnce);
        const { bytesWritten } = await this.descriptor.write(bytes, written, rest, at + written);
        if (isForgotten()) return;
        this.#note(bytes.subarray(written, written + bytesWritten), at + written);
        written += bytesWritten;
        if (this.#checkpoints.isDue) await this.save();
      }
    });
    if (!isForgotten()) this.#flushBehind();
  }

  /** A kill between a write and its checkpoint loses both; their sum must stay within the limit. */
  get #mostAtOnce(): number {
    return Math.max(4096, this.#checkpoints.room);
  }

  #note(bytes: Uint8Array, at: number): void {
    this.written.add(at, at + bytes.length);
    this.#digest.update(bytes, at, this.written.prefix);
  }

  save(): Promise<void> {
    return this.#checkpoints.save();
  }

  sidecarNow(): Sidecar {
    return (this.sidecar = { ...this.sidecar, ...this.#ledger.fields });
  }

  /** Drops the last block, so that a full disk has room for the sidecar. */
  async giveBack(): Promise<void> {
    const end = Math.max(0, this.written.end - GIVE_BACK_BYTES);
    await onDisk(this.paths.part, () => this.descriptor.truncate(end));
    this.#ledger = this.#ledger.until(end);
    await this.save();
  }

  /** True while a thread may still use the descriptor. */
  get isInUse(): boolean {
    return this.#writing.size > 0 || this.#syncing.isRunning || this.#digest.isThreaded;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    if (!this.isInUse) return this.descriptor.closeNow();
    await Promise.allSettled([...this.#writing, this.#syncing.settled(), this.#digest.drop()]);
    await this.descriptor.close();
  }

  /** Removes a worthless part file and its sidecar. */
  async remove(): Promise<void> {
    this.#isOver = true;
    await onDisk(this.paths.part, async () => {
      await rm(this.paths.part, { force: true });
      await rm(this.paths.sidecar, { force: true });
    });
  }

  /** Removes them synchronously, for a part file that is published. */
  removeNow(): void {
    this.#isOver = true;
    removeIfThere(this.paths.part);
    if (this.#checkpoints.hasSaved) removeIfThere(this.paths.sidecar);
  }

  /** Records that the bytes are complete and verified: after a kill, the next run publishes them. */
  async noteVerified(verified: NonNullable<Sidecar["verified"]>): Promise<void> {
    if (!this.#syncing.isSure) await onDisk(this.paths.part, () => this.#syncing.confirm());
    this.sidecar = { ...this.sidecar, verified };
    if (this.#checkpoints.hasSaved) await this.save();
  }

  /** True when the part file is published, or was removed. */
  get isRemoved(): boolean {
    return this.#isOver;
  }

  /** Records that the final name is about to be claimed with an empty file, because links are unsupported. */
  noteClaim(): void {
    this.sidecar = { ...this.sidecar, claimed: true };
    this.#checkpoints.saveNow();
  }

  async #reserve(): Promise<void> {
    this.#isReserved = true;
    await this.options.reserve?.(() => Math.max(0, (this.sidecar.size ?? 0) - this.written.total));
  }

  #flushBehind(): void {
    const ledger = this.#ledger;
    if (!this.#syncing.isDue(ledger.unsynced)) return;
    const written = ledger.written.copy();
    // Has no effect when the part file was restarted in the meantime.
    this.#syncing.start(() => (ledger.synced = written));
  }

  #newDigest(): PartDigest {
    const { algorithms: asked, hashThread } = this.options;
    const offered = this.sidecar.digests.map(({ algorithm }) => algorithm);
    return new PartDigest(this.descriptor, asked === "nothing" ? asked : [...asked, ...offered], hashThread);
  }

  async #takeUp(): Promise<void> {
    const { sidecar, options } = this;
    const believed = PartLedger.of(sidecar, options.bootId !== undefined && sidecar.boot === options.bootId);
    const { prefix, end } = believed.written;
    const { size } = await this.descriptor.stat();
    // The file is shorter than its sidecar records: another process has changed it.
    const isWhole = sidecar.verified?.size === prefix;
    const isContinued = size >= end && (isWhole || sidecar.etag !== undefined);
    this.#ledger = isContinued ? believed : PartLedger.empty();
    this.#digest = this.#newDigest();
    await this.descriptor.truncate(this.written.end);
    await this.#digest.takeUp(this.written.prefix, options.signal);
    this.#checkpoints.noteSaved();
    this.sidecar = { ...sidecar, ...this.#ledger.fields, boot: options.bootId };
    delete this.sidecar.verified;
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}
