import { existsSync, lstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readBootId } from "../../disk/boot-id.ts";
import { errnoOf, onDisk } from "../../disk/disk-error.ts";
import { LockLost, type FileLock } from "../../disk/file-lock.ts";
import { renewingHolderOf } from "../../disk/lock-holder.ts";
import { findFile, openRoot, Places } from "../../disk/safe-parent.ts";
import type { FileRef, TransferResult } from "../events.ts";
import { damagedHint, fileExists } from "../file-exists.ts";
import { HashThread } from "../hashing/hash-thread.ts";
import type { Digest } from "../hashing/digest.ts";
import { parseMultihash } from "../hashing/multihash.ts";
import type { Run } from "../loop/run.ts";
import type { Destination, Inspected, OpenFile } from "../loop/sink.ts";
import {
  appendManifest,
  readManifest,
  type FileEntry,
  type ManifestEntry,
  type RecordFiles,
} from "../manifest.ts";
import type { TransferSettings } from "../options.ts";
import { judgedBy, promisesOf, type PlannedFile } from "../plan.ts";
import { isContinuable, rerunHint } from "../rerun-hint.ts";
import { linkKey } from "../transfer-source.ts";
import { CommitGroup } from "./commit-group.ts";
import { FolderView } from "./folder-view.ts";
import { holdPart } from "./hold-part.ts";
import { PartFile, type PartOptions } from "./part-file.ts";
import { partPaths, type PartPaths } from "./part-paths.ts";
import { QuickLocks, type QuickLock } from "./quick-locks.ts";
import { settleExisting, type CheckContext, type Existing } from "./settle-existing.ts";
import { readSidecar } from "./sidecar.ts";
import { requireSpace, SpaceGuard } from "./space-guard.ts";

/** Milliseconds that an interrupted run waits for the last write to a part file, so that its lock can be released. */
const GRACE_MS = 100;
/** A lock that was confirmed within this time is not checked again before a request. */
const SURE_MS = 10_000;
/** Free space is not checked for a smaller file. */
const SPACE_BYTES = 1024 * 1024;

/** A folder on this machine: part files, locks and sidecars next to the final names, and a manifest at the top. */
export class FolderDestination implements Destination {
  readonly space: SpaceGuard;
  readonly folders = new FolderView();
  readonly group: CommitGroup;
  readonly #places: Places;
  readonly #locks: QuickLocks;
  readonly #hashThread = new HashThread();

  private constructor(
    readonly run: Run<TransferSettings>,
    readonly root: string,
    /** The manifest at the start of the run: a run does not check its own files again. */
    readonly manifest: Map<string, ManifestEntry>,
    holder: string,
    readonly bootId: string | undefined,
  ) {
    const { clock, policy } = run.settings;
    this.space = new SpaceGuard(root);
    this.#places = new Places(root);
    this.#locks = new QuickLocks(holder, clock);
    this.group = new CommitGroup(clock, policy === "overwrite", this.record);
  }

  /** Throws DISK_WRITE_FAILED when the folder cannot be made or read, or has too little room for the known sizes. */
  static async open(run: Run<TransferSettings>, files: readonly PlannedFile[]): Promise<FolderDestination> {
    const root = await openRoot(run.settings.dir);
    const manifest = new Map(await readManifest(root));
    const holder = JSON.stringify(await renewingHolderOf(run.settings));
    const destination = new FolderDestination(run, root, manifest, holder, await readBootId());
    const { space, folders } = destination;
    await requireSpace({ root, space, folders, settings: run.settings }, files);
    return destination;
  }

  /** Appends one line per file to the manifest, durably. */
  readonly record: RecordFiles = async (entries, makeDurable) => {
    const { clock, order } = this.run.settings;
    const time = new Date(clock.now()).toISOString();
    const lines = entries.map((entry) => ({ ...entry, ...(order !== undefined && { order }), time }));
    await appendManifest(this.root, lines, makeDurable);
  };

  async close(): Promise<void> {
    await this.#hashThread.close();
  }

  room(): Promise<void> | undefined {
    return this.group.isFull ? this.group.room() : undefined;
  }

  async open(planned: PlannedFile, mayWait: boolean): Promise<OpenFile | TransferResult | "busy"> {
    const wanted = this.#wanted(planned, await this.#places.place(planned.path));
    return this.#openNew(wanted) ?? (await this.#openAtLength(wanted, mayWait));
  }

  #wanted(planned: PlannedFile, final: string): Wanted {
    const file = judgedBy(this.run.settings.checksum, planned);
    const { path, item, asset, collection } = file;
    const key = linkKey({ collection, item, assetKey: asset });
    return {
      file,
      ref: { path, item, asset },
      key,
      promised: promisesOf(planned),
      checksum: file.checksum === undefined ? undefined : parseMultihash(file.checksum),
      paths: partPaths(final, key),
    };
  }

  /** The fast path for a file without leftovers; undefined = the file needs the slow path. */
  #openNew(wanted: Wanted): OpenFile | undefined {
    const { paths } = wanted;
    const lock = this.folders.isFresh(paths) ? this.#locks.take(paths.lock) : undefined;
    if (lock === undefined) return undefined;
    try {
      // Another process may have finished the file since the folder was read.
      if (!existsSync(paths.final))
        return this.#openFile(wanted, lock, PartFile.begin(paths, this.#optionsOf(wanted)));
    } catch (error) {
      void lock.release();
      // A part file has appeared in the meantime.
      if (errnoOf((error as Error).cause) !== "EEXIST") throw error;
      return undefined;
    }
    void lock.release();
    return undefined;
  }

  async #openAtLength(wanted: Wanted, mayWait: boolean): Promise<OpenFile | TransferResult | "busy"> {
    const { run } = this;
    const { ref, key, promised, paths } = wanted;
    // Checked before the lock: a rerun over finished files writes nothing, so it works on a read-only disk.
    const before = await this.#settle(wanted);
    if (before.kind === "verified" && !this.folders.hasLeftovers(paths)) return this.#skip(ref, before);

    const lock = await holdPart(run, ref, paths, mayWait);
    if (lock === "busy") return lock;
    let isHanded = false;
    try {
      const left = await readSidecar(paths.sidecar, key, promised);
      let existing = await this.#settle(wanted, left);
      if (existing.kind === "foreign") {
        // Another process may have finished the file since the manifest was read.
        await this.#reloadManifest();
        existing = await this.#settle(wanted, left);
      }
      if (existing.kind === "foreign") {
        const hint = existing.wasVerified === true ? damagedHint(this.root) : existing.hint;
        throw fileExists(existing.reason, hint);
      }
      if (existing.kind === "verified") {
        if (run.settings.policy === "resume") await removeLeftovers(paths);
        return this.#skip(ref, existing);
      }
      const part = await PartFile.open(
        paths,
        this.#optionsOf(wanted),
        run.settings.resume ? left : undefined,
      );
      isHanded = true;
      return this.#openFile(wanted, lock, part);
    } finally {
      if (!isHanded) await lock.release();
    }
  }

  #openFile(wanted: Wanted, lock: FileLock, part: PartFile): OpenFile {
    return new PartInFolder(this, wanted, lock, part, () => this.#lookAgain(wanted));
  }

  #optionsOf({ key, promised, checksum, paths }: Wanted): PartOptions {
    const { settings, signal } = this.run;
    const offered = checksum === undefined ? [] : [checksum.algorithm];
    return {
      key,
      promised,
      algorithms: settings.checksum === "full" ? offered : "nothing",
      hashThread: this.#hashThread,
      bootId: this.bootId,
      clock: settings.clock,
      reserve: async (missing) => (missing() < SPACE_BYTES ? undefined : this.space.reserve(paths, missing)),
      signal,
    };
  }

  #settle(wanted: Wanted, left?: Parameters<typeof settleExisting>[4]): Promise<Existing> {
    const { run, record } = this;
    const context: CheckContext = {
      signal: run.signal,
      settings: run.settings,
      manifest: () => this.manifest,
      record,
    };
    return settleExisting(context, wanted.file, wanted.paths.final, wanted.checksum, left);
  }

  async #reloadManifest(): Promise<void> {
    for (const [name, entry] of await readManifest(this.root)) this.manifest.set(name, entry);
  }

  /** Handles a file that appeared under the final name: another process may have fetched the wanted file first. */
  async #lookAgain(wanted: Wanted): Promise<TransferResult> {
    await this.#reloadManifest();
    const there = await this.#settle(wanted);
    if (there.kind === "verified") return this.#skip(wanted.ref, there);
    throw fileExists("it appeared while the download ran");
  }

  #skip(ref: FileRef, existing: Verified): TransferResult {
    const { how, reason, sha256, size } = existing;
    this.run.emit({ type: "skipped", file: ref, reason, size });
    return { ...ref, status: "skipped", size, how, ...(sha256 === undefined ? {} : { sha256 }) };
  }

  findRecorded({ path, item, asset }: PlannedFile): TransferResult | undefined {
    const entry = this.manifest.get(path);
    const size = sizeOf(join(this.root, path));
    if (entry?.item !== item || entry.asset !== asset || entry.size !== size) return undefined;
    const reason = "it is there";
    return this.#skip({ path, item, asset }, { kind: "verified", size, how: ["manifest size"], reason });
  }

  async findComplete(planned: PlannedFile): Promise<TransferResult | undefined> {
    const { settings } = this.run;
    try {
      const wanted = this.#wanted(planned, await findFile(this.root, planned.path));
      const context: CheckContext = {
        settings,
        manifest: () => this.manifest,
        // The signal of the run has aborted already; this check must still finish.
        signal: settings.signal ?? new AbortController().signal,
        record: () => Promise.resolve(),
      };
      const found = await settleExisting(context, wanted.file, wanted.paths.final, wanted.checksum);
      return found.kind === "verified" ? this.#skip(wanted.ref, found) : undefined;
    } catch {
      // An unreadable file counts as missing.
      return undefined;
    }
  }
}

type Verified = Extract<Existing, { kind: "verified" }>;

/** A file of the plan, with its paths in the folder. */
interface Wanted {
  file: PlannedFile;
  ref: FileRef;
  key: string;
  promised: string;
  checksum: Digest | undefined;
  paths: PartPaths;
}

/** A part file whose lock this run has, until it is published or released. */
class PartInFolder implements OpenFile {
  readonly canStartAgain = true;
  readonly file: PlannedFile;
  readonly checksum: Digest | undefined;
  #sureMs: number;
  #naming: Promise<unknown> | undefined;

  constructor(
    readonly folder: FolderDestination,
    readonly wanted: Wanted,
    readonly lock: FileLock,
    readonly sink: PartFile,
    readonly lookAgain: () => Promise<TransferResult>,
  ) {
    this.file = wanted.file;
    this.checksum = wanted.checksum;
    this.#sureMs = folder.run.settings.clock.now();
  }

  confirm(): Promise<void> | undefined {
    const nowMs = this.folder.run.settings.clock.now();
    return nowMs - this.#sureMs < SURE_MS ? undefined : this.#confirmAt(nowMs);
  }

  async #confirmAt(nowMs: number): Promise<void> {
    if (!(await this.lock.isOurs())) throw new LockLost();
    this.#sureMs = nowMs;
  }

  async inspect(): Promise<Inspected> {
    return this.folder.run.settings.inspect?.(this.sink.paths.part, this.wanted.file);
  }

  rerunHint(isDropped: boolean): string {
    return rerunHint(this.sink, this.folder.run.settings.resume && !isDropped);
  }

  finish(how: readonly string[]): Promise<TransferResult> {
    // `close` waits for all of this, including a part file that has not joined its group yet.
    const naming = this.#finish(how);
    this.#naming = naming;
    return naming;
  }

  async #finish(how: readonly string[]): Promise<TransferResult> {
    const { folder, sink: part, wanted, lock } = this;
    const { path, item, asset, collection } = wanted.file;
    const sha256 = part.digests().get("sha256");
    const sums = { size: part.written.total, ...(sha256 !== undefined && { sha256 }) };
    if (!isQuick(lock)) await this.#confirmAt(folder.run.settings.clock.now());
    await part.noteVerified({ ...sums, how });
    const entry: FileEntry = { name: path, ...sums, item, asset, collection, verified: how };
    try {
      await folder.group.add({ part, entry, isOurs: () => !isQuick(lock) || lock.isOursNow() });
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
      return this.lookAgain();
    }
    return { path, item, asset, status: "downloaded", ...sums, how };
  }

  async close(hasFailed: boolean): Promise<void> {
    const { folder, sink: part } = this;
    const { run, space } = folder;
    space.release(this.wanted.paths);
    const closed = this.#letGo(hasFailed);
    // A descriptor in use may still write, so the lock is kept until then. An aborted run does not wait long for a slow disk.
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
      if (hasFailed && !part.isRemoved && (await lock.isOurs())) await keepOrRemove(part);
      else if (!hasFailed && !part.isRemoved) await part.remove();
    } finally {
      await part.close().finally(() => lock.release());
    }
  }
}

/** Best effort: the error to report is the one that ended the download, not a full disk here. */
async function keepOrRemove(part: PartFile): Promise<void> {
  try {
    // The next run publishes a complete part file, even without a validator.
    const isKept = part.sidecar.verified !== undefined || isContinuable(part);
    await (isKept ? part.save() : part.remove());
  } catch {
    // A full disk has no room for the sidecar: dropping the last block makes room.
    await part.giveBack().catch(() => undefined);
  }
}

async function removeLeftovers({ part, sidecar }: PartPaths): Promise<void> {
  await onDisk(part, async () => {
    await rm(part, { force: true });
    await rm(sidecar, { force: true });
  });
}

const isQuick = (lock: FileLock): lock is QuickLock => "isOursNow" in lock;

/** Returns undefined for a missing or unreadable file. */
function sizeOf(path: string): number | undefined {
  try {
    return lstatSync(path).size;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
