import { existsSync, lstatSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isHeldFault, readErrno } from "../../disk/disk-error.ts";
import { FileLock, lockFile } from "../../disk/file-lock.ts";
import { type Holder, makeHolder, readBootId } from "../../disk/lock-holder.ts";
import { findFile, openRoot, Places } from "../../disk/safe-parent.ts";
import { AppError } from "../../errors.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import type { FileRef, TransferResult } from "../events.ts";
import type { Digest } from "../hashing/digest.ts";
import type { Run } from "../loop/run.ts";
import { type Destination, type Inspected, type OpenFile, readSums } from "../loop/sink.ts";
import {
  appendManifest,
  makeFileEntry,
  type FileEntry,
  makeManifestLine,
  type ManifestEntry,
  readManifest,
  type RecordFiles,
  findRecord,
} from "../manifest.ts";
import type { TransferSettings } from "../options.ts";
import { type PlannedFile, toRef } from "../plan.ts";
import { readDigestText } from "../list-digests.ts";
import { isContinuable, REPLACE_FILE } from "../rerun-hint.ts";
import { linkKey } from "../transfer-source.ts";
import { type CheckContext, checkExisting, type Existing, FolderView } from "./check-existing.ts";
import { CommitGroup } from "./commit-group.ts";
import { PartFile, type PartOptions, removeIfThere } from "./part-file.ts";
import { readSidecar, type Sidecar } from "./sidecar.ts";
import { SpaceGuard } from "./space-guard.ts";
import { makePartPaths, type PartPaths, toWantedFile, type WantedFile } from "./wanted-file.ts";

/** Milliseconds that an interrupted run waits for the last write to a part file, so that its lock can be released. */
const GRACE_MS = 100;
/** Minimum size of a file for which free space is checked. */
const SPACE_BYTES = 1024 * 1024;

/** A folder on this machine: part files, locks and sidecars next to the final names, and a manifest at the top. */
export class FolderDestination implements Destination {
  readonly space: SpaceGuard;
  readonly folders = new FolderView();
  readonly group: CommitGroup;
  readonly #places: Places;
  /** The files of this run that are in the manifest, and are renamed next. */
  readonly #recorded = new Map<string, FileEntry>();

  private constructor(
    readonly run: Run<TransferSettings>,
    readonly root: string,
    /** The manifest at the start of the run: a run does not check its own files again. */
    readonly manifest: Map<string, ManifestEntry>,
    /** The holder of our locks. */
    readonly holder: Holder,
    readonly bootId: string | undefined,
  ) {
    this.space = new SpaceGuard(root);
    this.#places = new Places(root);
    const { clock, policy } = run.settings;
    this.group = new CommitGroup(clock, policy === "overwrite", this.record);
  }

  /** Throws DISK_WRITE_FAILED when the folder cannot be made or read. A thread passes the holder of its locks. */
  static async open(run: Run<TransferSettings>, holder?: Holder): Promise<FolderDestination> {
    const root = await openRoot(run.settings.dir);
    const manifest = new Map(await readManifest(root));
    const ours = holder ?? (await makeHolder(run.settings));
    return new FolderDestination(run, root, manifest, ours, await readBootId(run.settings));
  }

  /** Throws DISK_WRITE_FAILED when there is too little room for the known sizes. */
  requireSpace(files: readonly PlannedFile[]): void {
    this.space.requireAll(files, this.folders, this.run.settings.policy);
  }

  /** Releases the files of a dead thread. Their locks would stay valid, because the process of the thread still runs. */
  async releaseFiles({ token }: Holder, files: readonly PlannedFile[]): Promise<void> {
    for (const file of files) {
      const { lock } = makePartPaths(join(this.root, file.path), linkKey(file));
      if (!readIfThere(lock).includes(token)) continue;
      await removeIfThere(lock);
      const reason = "the thread that fetched it has died; it is tried again after the other files";
      this.run.emit({ type: "unlocked", file: toRef(file), reason });
    }
  }

  /** Appends one line per file to the manifest, durably. */
  readonly record: RecordFiles = async (entries) => {
    await appendManifest(
      this.root,
      entries.map((entry) => makeManifestLine(entry, this.run.settings)),
    );
    for (const entry of entries) this.#recorded.set(entry.name, entry);
  };

  waitForSlot(): Promise<void> {
    return this.group.waitForSlot();
  }

  async open(planned: PlannedFile, mayWait: boolean): Promise<OpenFile | TransferResult | "busy"> {
    const { run, folders } = this;
    const wanted = toWantedFile(planned, await this.#places.place(planned.path), run.settings.checksum);
    const { ref, paths } = wanted;
    const isFresh = folders.isFresh(paths);
    // The file is checked before the lock, so that a rerun over finished files works on a read-only disk.
    const before = isFresh ? ABSENT : await this.#checkExisting(wanted);
    if (before.kind === "verified" && !folders.hasLeftovers(paths)) return this.#skip(ref, before);

    const lock =
      FileLock.create(paths.lock, this.holder, run.settings.clock) ??
      (await holdPart(run, ref, paths, mayWait));
    if (lock === "busy") return lock;
    let isHanded = false;
    try {
      // Another run may have begun or finished the file since the folder was read.
      const isNew = isFresh && !existsSync(paths.final);
      const begun = isNew ? PartFile.beginNew(paths, this.#makeOptions(wanted)) : undefined;
      const opened = begun ?? (await this.#openExisting(wanted));
      if ("status" in opened) return opened;
      isHanded = true;
      return new PartInFolder(this, wanted, lock, opened, () => this.#lookAgain(wanted));
    } finally {
      if (!isHanded) await this.release(planned, lock);
    }
  }

  /**
   * Releases the lock of a file. A lock that another program has open stays, and does not fail a complete file: the next run finds that its
   * holder has ended. `leftovers` are other files that stay.
   */
  async release(file: PlannedFile, lock: FileLock, leftovers: readonly string[] = []): Promise<void> {
    const paths = [...leftovers];
    try {
      await lock.release();
    } catch (error) {
      if (!isHeldFault(error)) throw error;
      paths.push(lock.path);
    }
    if (paths.length === 0) return;
    const names = paths.map((path) => basename(path)).join(", ");
    const reason = `another program has ${names} open: the next download into this folder removes it`;
    this.run.emit({ type: "leftover", file: toRef(file), reason });
  }

  /** Resumes the part file of an earlier run, or returns the result of a file that is there. */
  async #openExisting(wanted: WantedFile): Promise<PartFile | TransferResult> {
    const { policy, resume } = this.run.settings;
    const { ref, paths } = wanted;
    // This run has the lock, so the writer of the draft was killed.
    await removeIfThere(paths.draft);
    const left = await readSidecar(wanted);
    let existing = await this.#checkExisting(wanted, left);
    if (existing.kind === "foreign") {
      // Another process may have finished the file since the manifest was read.
      await this.#reloadManifest();
      existing = await this.#checkExisting(wanted, left);
    }
    if (existing.kind === "foreign") {
      // The file was complete once and is damaged now, so its bytes are not resumed.
      if (existing.wasVerified === true)
        throw toFileExists(
          existing.reason,
          advice`Fetch again only what is wrong: ${swath`verify ${this.root} --repair`}`,
        );
      throw toFileExists(existing.reason, existing.next);
    }
    if (existing.kind === "verified") {
      if (policy === "resume") await removeLeftovers(paths);
      return this.#skip(ref, existing);
    }
    if (resume && left !== undefined) return PartFile.resume(paths, this.#makeOptions(wanted), left);
    await removeLeftovers(paths);
    return PartFile.begin(paths, this.#makeOptions(wanted));
  }

  #makeOptions({ key, promised, algorithms, paths }: WantedFile): PartOptions {
    const { settings, signal } = this.run;
    return {
      key,
      promised,
      algorithms,
      bootId: this.bootId,
      clock: settings.clock,
      reserve: (missing) => {
        if (missing() >= SPACE_BYTES) this.space.reserve(paths, missing);
      },
      signal,
    };
  }

  #checkExisting(
    wanted: WantedFile,
    left?: Sidecar,
    other?: Pick<CheckContext, "signal" | "record">,
  ): Promise<Existing> {
    const { run, record, manifest } = this;
    const { settings, signal } = run;
    const context = { settings, manifest, signal, record, ...other };
    return checkExisting(context, wanted, left);
  }

  async #reloadManifest(): Promise<void> {
    for (const [name, entry] of await readManifest(this.root)) this.manifest.set(name, entry);
  }

  /** Handles a file that appeared under the final name: another process may have fetched the wanted file first. */
  async #lookAgain(wanted: WantedFile): Promise<TransferResult> {
    await this.#reloadManifest();
    const there = await this.#checkExisting(wanted);
    if (there.kind === "verified") return this.#skip(wanted.ref, there);
    throw toFileExists("it appeared while the download ran");
  }

  #skip(ref: FileRef, existing: Verified): TransferResult {
    const { how, reason, sha256, size } = existing;
    this.run.emit({ type: "skipped", file: ref, reason, size });
    return { ...ref, status: "skipped", size, how, ...(sha256 === undefined ? {} : { sha256 }) };
  }

  async readText(path: string): Promise<string | undefined> {
    return readDigestText(await findFile(this.root, path)).catch(() => undefined);
  }

  findRecorded(file: PlannedFile): TransferResult | undefined {
    const { size } = lstatSync(join(this.root, file.path), { throwIfNoEntry: false }) ?? {};
    const recorded = this.#recorded.get(file.path) ?? findRecord(this.manifest, file);
    if (size === undefined || recorded?.size !== size) return undefined;
    return this.#skip(toRef(file), { kind: "verified", size, how: ["manifest size"], reason: "it is there" });
  }

  async findComplete(planned: PlannedFile): Promise<TransferResult | undefined> {
    const { settings } = this.run;
    try {
      const wanted = toWantedFile(planned, await findFile(this.root, planned.path), settings.checksum);
      // The signal of the run has aborted already; this check must still finish.
      const signal = settings.signal ?? new AbortController().signal;
      const found = await this.#checkExisting(wanted, undefined, { signal, record: () => Promise.resolve() });
      return found.kind === "verified" ? this.#skip(wanted.ref, found) : undefined;
    } catch {
      // An unreadable file counts as missing.
      return undefined;
    }
  }
}

/** Returns FILE_EXISTS for an existing file that must not be changed. The failure report of the file adds its name. */
const toFileExists = (reason: string, next: Hint = REPLACE_FILE): AppError =>
  new AppError("local", "FILE_EXISTS", `it exists already: ${reason}`, { next });

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (readErrno(error) === undefined) throw error;
    return "";
  }
}

const ABSENT = { kind: "absent" } as const;

type Verified = Extract<Existing, { kind: "verified" }>;

/** A part file whose lock this run has, until it is published or released. */
class PartInFolder implements OpenFile {
  readonly file: PlannedFile;
  readonly digests: readonly Digest[];
  #naming: Promise<unknown> | undefined;

  constructor(
    readonly folder: FolderDestination,
    readonly wanted: WantedFile,
    readonly lock: FileLock,
    readonly sink: PartFile,
    readonly lookAgain: () => Promise<TransferResult>,
  ) {
    this.file = wanted.file;
    this.digests = wanted.digests;
  }

  confirm(): void {
    this.lock.confirm();
  }

  async inspect(): Promise<Inspected> {
    return this.folder.run.settings.inspect?.(this.sink.paths.part, this.wanted.file);
  }

  finish(how: readonly string[]): Promise<TransferResult> {
    // `close` waits for all of this, including a part file that has not joined its group yet.
    const naming = this.#finish(how);
    this.#naming = naming;
    return naming;
  }

  async #finish(how: readonly string[]): Promise<TransferResult> {
    const { folder, sink: part, wanted, lock } = this;
    const sums = readSums(part);
    this.confirm();
    await part.noteVerified({ ...sums, how });
    try {
      await folder.group.add({
        part,
        entry: makeFileEntry(wanted.file, sums, how),
        confirm: () => lock.confirm(),
      });
    } catch (error) {
      if (readErrno(error) !== "EEXIST") throw error;
      return this.lookAgain();
    }
    return { ...wanted.ref, status: "downloaded", ...sums, how };
  }

  async close(hasFailed: boolean): Promise<void> {
    const { folder, sink: part } = this;
    folder.space.release(this.wanted.paths);
    if (hasFailed || !part.isOver || part.isInUse) return this.#closeLater(hasFailed);
    try {
      await part.close();
    } finally {
      await this.#release();
    }
  }

  #release(): Promise<void> {
    return this.folder.release(this.file, this.lock, this.sink.leftovers);
  }

  async #closeLater(hasFailed: boolean): Promise<void> {
    const { run } = this.folder;
    const { sink: part } = this;
    const closed = this.#letGo(hasFailed);
    // A descriptor in use may still write, so the lock stays until the write ends. An aborted run waits `GRACE_MS` at most.
    if (run.signal.aborted && (part.isInUse || this.#naming !== undefined)) {
      const quietly = closed.catch(() => undefined);
      await Promise.race([quietly, run.settings.clock.sleep(GRACE_MS)]);
    } else await closed;
  }

  async #letGo(hasFailed: boolean): Promise<void> {
    const { sink: part, lock } = this;
    await this.#naming?.catch(() => undefined);
    try {
      // Without the lock, the part file belongs to another process.
      if (hasFailed && !part.isOver && lock.isOurs()) await keepOrRemove(part);
      else if (!hasFailed && !part.isOver) await part.remove();
    } finally {
      try {
        await part.close();
      } finally {
        await this.#release();
      }
    }
  }
}

/**
 * Keeps a part file that can be resumed, and removes any other. An error here, such as a full disk, is ignored: the error
 * that ended the download is reported.
 */
async function keepOrRemove(part: PartFile): Promise<void> {
  try {
    // The next run publishes a complete part file, even without a validator.
    const isKept = part.sidecar.verified !== undefined || isContinuable(part);
    await (isKept ? part.keep() : part.remove());
  } catch {
    // On a full disk, dropping the last block makes room for the sidecar.
    await part.giveBack().catch(() => undefined);
  }
}

async function removeLeftovers({ part, sidecar }: PartPaths): Promise<void> {
  await removeIfThere(part);
  await removeIfThere(sidecar);
}

const POLL_MS = 500;
/**
 * Number of checks without a change of the part file or its lock after which the holder is reported as stuck. They take
 * eleven minutes. A holder whose process is invisible is given up earlier.
 */
const PATIENCE = 1320;

/**
 * Acquires the lock of a part file. Two runs in one folder share the work: each skips a file that the other is fetching
 * ("busy"). When no other file is left, a run waits until the other run finishes the file or stops.
 */
export async function holdPart(
  run: Run<TransferSettings>,
  ref: FileRef,
  paths: PartPaths,
  mayWait: boolean,
): Promise<FileLock | "busy"> {
  let seen = "";
  for (let idle = 0; idle < PATIENCE; idle++) {
    const lock = await lockFile(paths.lock, run.settings, { trace: paths.part });
    if (!("heldBy" in lock)) return lock;
    if (!mayWait) return "busy";
    if (seen === "") run.emit({ type: "waiting", file: ref, pid: lock.heldBy });
    const now = `${await readTrace(paths.part)} ${await readTrace(paths.lock)}`;
    if (now !== seen) idle = 0;
    seen = now;
    await run.settings.clock.sleep(POLL_MS, run.signal);
  }
  const message = `${paths.lock} exists: another process has locked this download and makes no progress; end that process, or remove the lock`;
  throw new AppError("local", "FILE_EXISTS", message, { next: REPLACE_FILE });
}

async function readTrace(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
  return `${mtimeMs}:${size}`;
}
