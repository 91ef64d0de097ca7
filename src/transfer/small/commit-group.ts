import { closeSync, fdatasync, linkSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { diskError, errnoOf, onDisk } from "../disk-error.ts";
import type { ManifestEntry } from "../manifest.ts";
import type { PartLock } from "../part/part-lock.ts";
import { syncDirectory, WITHOUT_LINKS } from "../part/publish.ts";

const sync = promisify(fdatasync);

/** Files that are made durable together. Each holds a descriptor. */
const GROUP_FILES = 128;

/** A part that is written and verified, and locked. */
export interface WrittenFile {
  fd: number;
  part: string;
  lock: PartLock;
  final: string;
  entry: Omit<ManifestEntry, "time" | "order">;
}

interface Waiting extends WrittenFile {
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
  /** False once a file system has refused a link. */
  hasLinks = true;
  readonly #record: (entries: readonly WrittenFile["entry"][]) => Promise<void>;

  constructor(record: (entries: readonly WrittenFile["entry"][]) => Promise<void>) {
    this.#record = record;
  }

  /** Resolves when the file is durable under its name. Rejects with EEXIST as `link` does, or DISK_WRITE_FAILED. */
  add(file: WrittenFile): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...file, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when there is room for one more. */
  async room(): Promise<void> {
    while (this.#waiting.length >= GROUP_FILES) await this.#running;
  }

  async #run(): Promise<void> {
    // What else this turn brings belongs to the group.
    await nextTurn();
    const group = this.#waiting.splice(0, GROUP_FILES);
    await this.#commit(group);
    this.#running = this.#waiting.length === 0 ? undefined : this.#run();
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    let named: Waiting[] = [];
    try {
      await Promise.all(group.map((file) => onDisk(file.part, () => sync(file.fd))));
      await this.#record(group.map(({ entry }) => entry));
      named = group.filter((file) => this.#isLinked(file));
      const folders = new Set(named.map(({ final }) => dirname(final)));
      await Promise.all([...folders].map((folder) => syncDirectory(folder)));
    } catch (error) {
      for (const file of group) file.reject(error);
      named = [];
    } finally {
      for (const { fd, part, lock } of group) {
        closeSync(fd);
        rmSync(part, { force: true });
        void lock.release();
      }
      for (const file of named) file.resolve();
    }
  }

  #isLinked({ part, final, reject }: Waiting): boolean {
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
