import { closeSync, linkSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "../../time/clock.ts";
import { diskError, errnoOf } from "../../disk/disk-error.ts";
import type { FileEntry, RecordFiles } from "../manifest.ts";
import type { PartPaths } from "../part/part-paths.ts";
import { LockLost } from "../../disk/file-lock.ts";
import { WITHOUT_LINKS } from "../part/publish.ts";
import type { QuickLocks } from "./quick-locks.ts";
import { FileSyncs } from "./file-syncs.ts";

/** Files that are made durable together. Each holds a descriptor. */
const GROUP_FILES = 128;

/** How long a group that is not full waits for more: each costs a manifest line and a folder their syncs. */
const GATHER_MS = 10;

/** A part that is written and verified, and whose lock is one of the run's quick ones. */
export interface WrittenFile {
  fd: number;
  paths: PartPaths;
  entry: FileEntry;
}

interface Waiting {
  file: WrittenFile;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gives small files their names in groups: the bytes of all are synced side by side, their manifest lines are written at
 * once, then each is linked, then every folder is synced once. The lines come before the names, so that a run that is
 * killed in between leaves lines without files (which are fetched again), and never files that nothing vouches for.
 */
export class CommitGroup {
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #onFull: (() => void) | undefined;
  /** False once a file system has refused a link. */
  hasLinks = true;
  readonly #syncs: FileSyncs;

  constructor(
    readonly clock: Clock,
    readonly locks: QuickLocks,
    readonly record: RecordFiles,
  ) {
    this.#syncs = new FileSyncs(clock);
  }

  /** Resolves when the file is durable under its name. Rejects with EEXIST as `link` does, LockLost, or DISK_WRITE_FAILED. */
  add(file: WrittenFile): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ file, resolve, reject });
      this.#running ??= this.#run();
      if (this.isFull) this.#onFull?.();
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
    if (!this.isFull) {
      const isFull = new Promise<void>((resolve) => (this.#onFull = resolve));
      await Promise.race([isFull, this.clock.sleep(GATHER_MS)]);
    }
    const group = this.#waiting.splice(0, GROUP_FILES);
    await this.#commit(group);
    this.#running = this.#waiting.length === 0 ? undefined : this.#run();
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    let named: Waiting[] = [];
    try {
      await this.#syncs.sync(group.map(({ file }) => ({ fd: file.fd, path: file.paths.part })));
      await this.record(
        group.map(({ file }) => file.entry),
        (fd, path) => this.#syncs.sync([{ fd, path }]),
      );
      named = group.filter((one) => this.#isLinked(one));
      const folders = new Set(named.map(({ file }) => dirname(file.paths.final)));
      await Promise.all([...folders].map((folder) => this.#syncs.syncFolder(folder)));
    } catch (error) {
      for (const { reject } of group) reject(error);
      named = [];
    } finally {
      const sure = new Set(named);
      for (const one of group) this.#tidy(one.file, sure.has(one) || this.locks.isOurs(one.file.paths.lock));
      for (const { resolve } of named) resolve();
    }
  }

  #tidy({ fd, paths }: WrittenFile, isOurs: boolean): void {
    closeSync(fd);
    // What stands there then is another process's.
    if (!isOurs) return this.locks.forget(paths.lock);
    try {
      unlinkSync(paths.part);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
    }
    this.locks.releaseOurs(paths.lock);
  }

  #isLinked({ file: { paths }, reject }: Waiting): boolean {
    const { part, final, lock } = paths;
    // Only who holds the lock gives the name: after a silence another process may have the part.
    if (!this.locks.isOurs(lock)) {
      reject(new LockLost());
      return false;
    }
    try {
      linkSync(part, final);
      return true;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno !== undefined && WITHOUT_LINKS.has(errno)) this.hasLinks = false;
      const isTold = errno === undefined || errno === "EEXIST" || !this.hasLinks;
      reject(isTold ? error : diskError(errno, final, error));
      return false;
    }
  }
}
