import { readSync, unlinkSync } from "node:fs";
import { readErrno, onDisk } from "../../disk/disk-error.ts";
import { retryWhileHeld, type Waiting } from "../../disk/held-file.ts";
import { isSameBoot } from "../../disk/lock-holder.ts";
import type { Clock } from "../../time/clock.ts";
import type { HashName } from "../hashing/digest.ts";
import type { Sink } from "../loop/sink.ts";
import { Spans } from "../loop/segments.ts";
import { HEAD_BYTES } from "../reply/content.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import { Checkpoints, makeSidecar, readSpans, type Sidecar, toSpanFields } from "./sidecar.ts";
import { Descriptor } from "./descriptor.ts";
import { PartDigest } from "./part-digest.ts";
import type { PartPaths, WantedFile } from "./wanted-file.ts";

const GIVE_BACK_BYTES = 64 * 1024;

export interface PartOptions extends Pick<WantedFile, "key" | "promised" | "algorithms"> {
  bootId: string | undefined;
  clock: Clock;
  /** Throws DISK_WRITE_FAILED when there is no room for the missing bytes. */
  reserve?: (missing: () => number) => void;
  signal?: AbortSignal;
}

/** A part file with its written bytes, their digests, and the sidecar by which another run resumes. */
export class PartFile implements Sink {
  readonly takesAnyOrder = true;
  readonly canStartAgain = true;
  #digest: PartDigest;
  #values: ReadonlyMap<HashName, string> = new Map();
  readonly #pace: WritePace;
  readonly #checkpoints: Checkpoints;
  written = new Spans();
  /** The written bytes that are certainly on disk. */
  #synced = new Spans();
  readonly #syncing: SyncBehind;
  /** Running writes and saves. */
  readonly #writing = new Set<Promise<void>>();
  #isReserved = false;
  /** Files that could not be removed. */
  readonly leftovers: string[] = [];
  /** True when the part file is published, closed or removed. */
  isOver = false;

  private constructor(
    readonly paths: PartPaths,
    readonly descriptor: Descriptor,
    readonly options: PartOptions,
    public sidecar: Sidecar,
  ) {
    this.#digest = this.#makeDigest();
    this.#pace = new WritePace(options.clock);
    this.#checkpoints = new Checkpoints(paths, options.clock, this);
    this.#syncing = new SyncBehind(descriptor, options.bootId !== undefined);
  }

  /** Creates a part file; replaces one that cannot be resumed. The caller has its lock. */
  static begin(paths: PartPaths, options: PartOptions): PartFile {
    const descriptor = onDisk(paths.part, () => Descriptor.create(paths.part));
    return new PartFile(paths, descriptor, options, makeSidecar(options));
  }

  /** Creates a part file. Undefined if the file exists, because another run or thread may have begun it. */
  static beginNew(paths: PartPaths, options: PartOptions): PartFile | undefined {
    const descriptor = onDisk(paths.part, () => Descriptor.createNew(paths.part));
    return descriptor && new PartFile(paths, descriptor, options, makeSidecar(options));
  }

  /** Opens the part file of an earlier run. Its bytes are resumed only when its sidecar is consistent with them. */
  static resume(paths: PartPaths, options: PartOptions, sidecar: Sidecar): PartFile {
    const descriptor = onDisk(paths.part, () => Descriptor.open(paths.part));
    const part = new PartFile(paths, descriptor, options, sidecar);
    try {
      onDisk(paths.part, () => part.#takeUp());
    } catch (error) {
      descriptor.close();
      throw error;
    }
    return part;
  }

  get identity(): ObjectIdentity {
    return this.sidecar;
  }

  digests(): ReadonlyMap<HashName, string> {
    return this.#values;
  }

  head(): Uint8Array {
    const bytes = Buffer.alloc(Math.min(HEAD_BYTES, this.written.prefix));
    return onDisk(this.paths.part, () =>
      bytes.subarray(0, readSync(this.descriptor.fd, bytes, 0, bytes.length, 0)),
    );
  }

  async finishDigests(): Promise<void> {
    const { paths, options, written } = this;
    await Promise.allSettled(this.#writing);
    this.#values = await onDisk(paths.part, () => this.#digest.computeValues(written.prefix, options.signal));
  }

  begin(identity: ObjectIdentity): void {
    // Each connection has waited for its writes, so none is running.
    if (this.written.total > 0) this.#drop();
    Object.assign(this.sidecar, identity);
    // A response with more digests requires a new digest of the file.
    if (identity.digests.length > 0) this.#digest = this.#makeDigest();
    this.#reserve();
  }

  learnSize(size: number): void {
    if (this.#isReserved && this.sidecar.size === size) return;
    this.sidecar.size = size;
    this.#reserve();
  }

  startAfresh(): Promise<void> {
    return this.discard();
  }

  /** Waits for running writes, and drops them. */
  async discard(): Promise<void> {
    await Promise.allSettled(this.#writing);
    this.#drop();
  }

  /** Drops the sidecar, then the bytes that it records. */
  #drop(): void {
    this.written = new Spans();
    this.#synced = new Spans();
    onDisk(this.paths.part, () => {
      this.#checkpoints.remove();
      this.descriptor.truncate(0);
    });
    this.sidecar = makeSidecar(this.options);
    void this.#digest.drop();
    this.#digest = this.#makeDigest();
  }

  /** Writes bytes. Returns undefined for a completed write: writing into the page cache is faster than a thread. */
  write(bytes: Uint8Array, at: number): Promise<void> | undefined {
    const writing = this.#pace.isSlow ? this.#writeAside(bytes, at) : this.#writeNow(bytes, at);
    if (writing === undefined) return undefined;
    const release = (): boolean => this.#writing.delete(writing);
    this.#writing.add(writing);
    writing.then(release, release);
    return writing;
  }

  #writeNow(bytes: Uint8Array, at: number): Promise<void> | undefined {
    onDisk(this.paths.part, () => this.#pace.measure(() => this.descriptor.writeNow(bytes, at)));
    return this.#note(bytes, at);
  }

  async #writeAside(bytes: Uint8Array, at: number): Promise<void> {
    const written = this.written;
    const own = Buffer.from(bytes);
    await onDisk(this.paths.part, () => this.descriptor.write(own, at));
    // The sidecar of a file that has ended or restarted meanwhile must not reappear.
    if (!this.isOver && this.written === written) await this.#note(own, at);
  }

  #note(bytes: Uint8Array, at: number): Promise<void> | undefined {
    const written = this.written;
    written.add(at, at + bytes.length);
    this.#digest.update(bytes, at, written.prefix);
    if (this.#syncing.isDue(written.total - this.#synced.total)) this.#syncBehind();
    return this.#checkpoints.isDue ? this.save() : undefined;
  }

  save(): Promise<void> {
    return this.#checkpoints.save();
  }

  /**
   * Saves the progress of a download that stops, and syncs its bytes, so that they are resumed after a reboot as well. Few bytes are not worth
   * a sync, unless the boot is unknown: then only synced bytes are resumed.
   */
  async keep(): Promise<void> {
    // A second Ctrl-C ends the sync, and keeps this.
    await this.save();
    const { written, options } = this;
    const unsynced = written.total - this.#synced.total;
    if (unsynced < (options.bootId === undefined ? 1 : MIN_LAST_SYNC_BYTES)) return;
    const before = written.copy();
    try {
      await this.#syncing.confirm();
      await this.descriptor.sync();
    } catch {
      // The error that ended the download is reported.
      return;
    }
    this.#synced = before;
    await this.save();
  }

  updateSidecar(): Sidecar {
    return (this.sidecar = { ...this.sidecar, ...toSpanFields(this.written, this.#synced) });
  }

  /** Drops the last block, so that a full disk has room for the sidecar. */
  async giveBack(): Promise<void> {
    const end = Math.max(0, this.written.end - GIVE_BACK_BYTES);
    onDisk(this.paths.part, () => this.descriptor.truncate(end));
    this.written = this.written.cutAt(end);
    this.#synced = this.#synced.cutAt(end);
    await this.save();
  }

  /** True while a thread may still use the descriptor. */
  get isInUse(): boolean {
    return this.#writing.size > 0 || this.#syncing.isRunning || this.#digest.isReading;
  }

  async close(): Promise<void> {
    this.isOver = true;
    if (this.isInUse)
      await Promise.allSettled([...this.#writing, this.#syncing.confirm(), this.#digest.drop()]);
    this.descriptor.close();
  }

  /** Removes a published or worthless part file and its sidecar, after running writes. */
  async remove(): Promise<void> {
    this.isOver = true;
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing);
    const { part, sidecar } = this.paths;
    for (const path of this.#checkpoints.hasSaved ? [part, sidecar] : [part])
      if (!(await removeIfThere(path))) this.leftovers.push(path);
  }

  /** Records that the bytes are complete and verified: after a kill, the next run publishes them. */
  async noteVerified(verified: NonNullable<Sidecar["verified"]>): Promise<void> {
    while (this.#syncing.isRunning) await onDisk(this.paths.part, () => this.#syncing.confirm());
    this.sidecar = { ...this.sidecar, verified };
    if (this.#checkpoints.hasSaved) await this.save();
  }

  /** Records that the final name is about to be claimed with an empty file, because links are unsupported. */
  noteClaim(): Promise<void> {
    this.sidecar = { ...this.sidecar, claimed: true };
    return this.save();
  }

  #reserve(): void {
    this.#isReserved = true;
    this.options.reserve?.(() => Math.max(0, (this.sidecar.size ?? 0) - this.written.total));
  }

  #syncBehind(): void {
    const written = this.written;
    const before = written.copy();
    this.#syncing.start(() => {
      // The part file may have been restarted meanwhile.
      if (this.written === written) this.#synced = before;
    });
  }

  #makeDigest(): PartDigest {
    const { algorithms: asked } = this.options;
    const offered = this.sidecar.digests.map(({ algorithm }) => algorithm);
    return new PartDigest(this.descriptor, asked === "nothing" ? asked : [...asked, ...offered]);
  }

  #takeUp(): void {
    const { sidecar, options } = this;
    const believed = readSpans(sidecar, isSameBoot(sidecar.boot, options.bootId));
    const { prefix, end } = believed.written;
    // A file that is shorter than its sidecar records was changed by another process.
    const isWhole = sidecar.verified?.size === prefix;
    const isContinued = this.descriptor.size >= end && (isWhole || sidecar.etag !== undefined);
    if (isContinued) ({ written: this.written, synced: this.#synced } = believed);
    this.#digest = this.#makeDigest();
    this.descriptor.truncate(this.written.end);
    this.#digest.catchUp(this.written.prefix);
    this.#checkpoints.noteSaved();
    this.sidecar = { ...sidecar, ...toSpanFields(this.written, this.#synced), boot: options.bootId };
    delete this.sidecar.verified;
  }
}

/** Removes a file, if it is there. Returns false if the system does not allow its removal: the next run removes it. */
export async function removeIfThere(path: string, waiting?: Waiting): Promise<boolean> {
  try {
    await retryWhileHeld(path, () => unlinkSync(path), waiting);
    return true;
  } catch (error) {
    if (readErrno(error) === undefined) throw error;
    return readErrno(error) === "ENOENT";
  }
}

/** Unsynced bytes of a stopped download that are worth a sync: a run may stop with thousands of small files. */
const MIN_LAST_SYNC_BYTES = 1024 * 1024;
/** Unsynced bytes that start a sync: few enough for a short last sync, and enough for rare syncs. */
const SYNC_BYTES = 32 * 1024 * 1024;
/** Without a boot id only synced bytes can be resumed, so syncs are more frequent. */
const SYNC_BYTES_WITHOUT_BOOT_ID = 16 * 1024 * 1024;

/** Syncs a file while more bytes arrive. */
export class SyncBehind {
  /**
   * The error of a failed sync. The system reports a fault to a descriptor only once, so the sync before
   * publishing would succeed.
   */
  #running: Promise<void> | undefined;
  readonly #stepBytes: number;

  constructor(
    readonly descriptor: Descriptor,
    hasBootId: boolean,
  ) {
    this.#stepBytes = hasBootId ? SYNC_BYTES : SYNC_BYTES_WITHOUT_BOOT_ID;
  }

  /** True while a sync is running, and after one has failed. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Reports whether the unsynced bytes are worth a sync, while no sync is running. */
  isDue(unsynced: number): boolean {
    return this.#running === undefined && unsynced >= this.#stepBytes;
  }

  /** Starts a sync. `onSynced` is called when the disk has confirmed all earlier writes. */
  start(onSynced: () => void): void {
    this.#running = this.#sync(onSynced);
    this.#running.catch(() => undefined);
  }

  async #sync(onSynced: () => void): Promise<void> {
    await this.descriptor.sync();
    this.#running = undefined;
    onSynced();
  }

  /** Throws the error of a failed sync. */
  async confirm(): Promise<void> {
    await this.#running;
  }
}

/** Duration from which a write is slow. Such a write bypasses the page cache and would block the main thread. */
const SLOW_MS = 30;
/** Number of slow writes after which the disk counts as slow. A single slow write may be an exception. */
const PATIENCE = 2;
/** Number of writes after which a slow disk gets another attempt. */
const RETRY_AFTER = 64;

/** Decides whether writes are fast enough for the main thread. */
export class WritePace {
  #slow = 0;
  #sinceSlow = 0;

  constructor(readonly clock: Clock) {}

  /** True if the next write should run in a thread. Each read of the property counts as a write. */
  get isSlow(): boolean {
    if (this.#slow < PATIENCE) return false;
    if (++this.#sinceSlow < RETRY_AFTER) return true;
    this.#slow = PATIENCE - 1;
    this.#sinceSlow = 0;
    return false;
  }

  measure(write: () => void): void {
    const startMs = this.clock.now();
    write();
    if (this.clock.now() - startMs >= SLOW_MS) this.#slow++;
    else if (this.#slow < PATIENCE) this.#slow = 0;
  }
}
