import { constants } from "node:fs";
import { lstat, open, rm, type FileHandle } from "node:fs/promises";
import type { Clock } from "../time/clock.ts";
import type { HashName } from "./digest.ts";
import { errnoOf, onDisk } from "./disk-error.ts";
import { HashSet, hashFile } from "./hash-set.ts";
import type { PartPaths } from "./part-paths.ts";
import { newSidecar, readSidecar, writeSidecar, type ObjectIdentity, type Sidecar } from "./sidecar.ts";

const CHECKPOINT_MS = 200;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
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
  /** False: forget what an earlier run left. */
  resume: boolean;
  signal?: AbortSignal;
}

/** A file in progress: bytes from the start, their digests, and the sidecar that lets another run go on. */
export class PartFile {
  #hashes: HashSet;
  #checkpointMs = 0;
  #checkpointDone = 0;

  private constructor(
    readonly paths: PartPaths,
    readonly handle: FileHandle,
    readonly options: PartOptions,
    public sidecar: Sidecar,
  ) {
    this.#hashes = new HashSet(options.algorithms);
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

  /** Undefined when the bytes are not hashed. */
  get sha256(): string | undefined {
    return this.#hashes.values().get("sha256");
  }

  digests(): ReadonlyMap<HashName, string> {
    return this.#hashes.values();
  }

  /** From zero, as this version of the object. */
  async begin(identity: ObjectIdentity): Promise<void> {
    const { key, promised, bootId } = this.options;
    await onDisk(this.paths.part, () => this.handle.truncate(0));
    this.sidecar = { ...newSidecar(key, promised, bootId), ...identity };
    this.#hashes = this.#newHashes();
    this.#checkpointDone = 0;
    await this.save();
  }

  async append(bytes: Uint8Array): Promise<void> {
    await onDisk(this.paths.part, async () => {
      let written = 0;
      while (written < bytes.length) {
        const rest = bytes.length - written;
        const { bytesWritten } = await this.handle.write(bytes, written, rest, this.sidecar.done);
        this.#hashes.update(bytes.subarray(written, written + bytesWritten));
        this.sidecar.done += bytesWritten;
        written += bytesWritten;
      }
    });
    await this.#checkpoint();
  }

  async save(): Promise<void> {
    this.#checkpointMs = this.options.clock.now();
    this.#checkpointDone = this.done;
    await writeSidecar(this.paths.sidecar, this.sidecar);
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
    await this.handle.close();
  }

  /** Removes the part and its sidecar: its bytes are worthless, or have their final name. */
  async remove(): Promise<void> {
    await onDisk(this.paths.part, async () => {
      await rm(this.paths.part, { force: true });
      await rm(this.paths.sidecar, { force: true });
    });
  }

  async #checkpoint(): Promise<void> {
    const { bootId, clock } = this.options;
    const limit = bootId === undefined ? SYNC_BYTES_WITHOUT_BOOT_ID : SYNC_BYTES;
    const mustSync = this.done - this.sidecar.synced >= limit;
    const isDue =
      clock.now() - this.#checkpointMs >= CHECKPOINT_MS ||
      this.done - this.#checkpointDone >= CHECKPOINT_BYTES;
    if (mustSync) {
      const { done } = this;
      await onDisk(this.paths.part, () => this.handle.datasync());
      this.sidecar.synced = done;
    }
    if (mustSync || isDue) await this.save();
  }

  #newHashes(): HashSet {
    const { algorithms } = this.options;
    if (algorithms === "nothing") return new HashSet("nothing");
    return new HashSet([...algorithms, ...this.sidecar.digests.map(({ algorithm }) => algorithm)]);
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
    this.#hashes = this.#newHashes();
    await this.handle.truncate(done);
    if (this.options.algorithms !== "nothing") await hashFile(this.handle, done, this.#hashes, signal);
    this.sidecar = { ...sidecar, done, synced: Math.min(done, sidecar.synced), boot: bootId };
    delete this.sidecar.verified;
  }
}

/** Opens our part, never through a link: neither a planted symlink nor a second name of a finished file is written to. */
async function openOwn(path: string): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
  try {
    const { nlink } = await lstat(path);
    if (nlink > 1) await rm(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
  try {
    const handle = await open(path, O_RDWR | O_NOFOLLOW);
    const isFile = (await handle.stat()).isFile();
    if (isFile) return handle;
    await handle.close();
    await rm(path, { force: true });
  } catch (error) {
    if (!["ENOENT", "ELOOP", "EMLINK"].includes(errnoOf(error) ?? "")) throw error;
    await rm(path, { force: true });
  }
  return open(path, O_RDWR | O_CREAT | O_EXCL, 0o666);
}
