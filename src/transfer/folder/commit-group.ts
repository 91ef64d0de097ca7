import { linkSync, openSync, closeSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { diskError, errnoOf, onDiskNow } from "../../disk/disk-error.ts";
import { LockLost } from "../../disk/file-lock.ts";
import type { Clock } from "../../time/clock.ts";
import type { FileEntry, RecordFiles } from "../manifest.ts";
import { FileSyncs } from "./file-syncs.ts";
import type { PartFile } from "./part-file.ts";

/** Files that are made durable together. Each holds a descriptor. */
const GROUP_FILES = 128;

/** What `link` says on file systems that have no links. */
const WITHOUT_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL", "EXDEV"]);

/** A part that is complete and verified. */
export interface VerifiedPart {
  part: PartFile;
  entry: FileEntry;
  /** True while the lock of the part is ours. */
  isOurs: () => boolean;
}

interface Waiting extends VerifiedPart {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gives verified parts their names in groups: the bytes of all are synced side by side, their manifest lines are written
 * at once, then each is named, then every folder is synced once. While a group is under way the next one gathers. The
 * lines come before the names, so that a run that is killed in between leaves lines without files (which the next run
 * completes), and never files that nothing vouches for.
 */
export class CommitGroup {
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  readonly #syncs: FileSyncs;

  constructor(
    readonly clock: Clock,
    /** True: a final name may be somebody's, and is replaced. */
    readonly replaces: boolean,
    readonly record: RecordFiles,
    /** `link(2)`; file systems without it (FAT, some network mounts) refuse it. */
    readonly link: (from: string, to: string) => void = linkSync,
  ) {
    this.#syncs = new FileSyncs(clock);
  }

  /**
   * Resolves when the file is durable under its name, and its part gone. Rejects with EEXIST as `link` does, LockLost, or
   * DISK_WRITE_FAILED; the part is as it was then.
   */
  add(file: VerifiedPart): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...file, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** True = `room` is worth waiting for. */
  get isFull(): boolean {
    return this.#waiting.length >= GROUP_FILES;
  }

  /** Resolves when there is room for one more. */
  async room(): Promise<void> {
    while (this.isFull) await this.#running;
  }

  async #run(): Promise<void> {
    // As long as each turn of the event loop brings more: a group costs a manifest line and a folder their syncs.
    for (let count = 0; count < this.#waiting.length && !this.isFull;) {
      count = this.#waiting.length;
      await nextTurn();
    }
    const group = this.#waiting.splice(0, GROUP_FILES);
    await this.#commit(group);
    this.#running = this.#waiting.length === 0 ? undefined : this.#run();
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#syncs.sync(
        group.map(({ part, entry: { size } }) => ({ fd: part.descriptor.fd, path: part.paths.part, size })),
      );
      await this.record(
        group.map(({ entry }) => entry),
        (fd, path) => this.#syncs.sync([{ fd, path, size: 0 }]),
      );
      const named = group.filter((one) => this.#isNamed(one));
      const folders = new Set(named.map(({ part }) => dirname(part.paths.final)));
      await Promise.all([...folders].map((folder) => this.#syncs.syncFolder(folder)));
      for (const { part, resolve } of named) {
        part.removeNow();
        resolve();
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #isNamed({ part, isOurs, reject }: Waiting): boolean {
    try {
      // Only who holds the lock gives the name: after a silence another process may have the part.
      if (!isOurs()) throw new LockLost();
      this.#name(part);
      return true;
    } catch (error) {
      reject(error);
      return false;
    }
  }

  #name(part: PartFile): void {
    const { final, part: from } = part.paths;
    if (this.replaces) return onDiskNow(final, () => renameSync(from, final));
    try {
      this.link(from, final);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "EEXIST" || errno === undefined) throw error;
      if (!WITHOUT_LINKS.has(errno)) throw diskError(errno, final, error);
      this.#claim(part);
    }
  }

  /** Creates the name exclusively, then renames over it; the sidecar remembers the claim in case we die in between. */
  #claim(part: PartFile): void {
    const { final, part: from } = part.paths;
    part.noteClaim();
    const makeName = (): void => closeSync(openSync(final, "wx"));
    try {
      makeName();
    } catch (error) {
      const errno = errnoOf(error);
      throw errno === undefined || errno === "EEXIST" ? error : diskError(errno, final, error);
    }
    onDiskNow(final, () => {
      try {
        renameSync(from, final);
      } catch (error) {
        rmSync(final, { force: true });
        throw error;
      }
    });
  }
}
