import { rm } from "node:fs/promises";
import { onDisk } from "../../disk/disk-error.ts";
import { downloadFile, type Download } from "./download-file.ts";
import type { FileRef, TransferResult } from "../events.ts";
import { damagedHint, fileExists } from "../file-exists.ts";
import { letGo } from "../discard-body.ts";
import { holdPart } from "../part/hold-part.ts";
import { LockLost, type FileLock } from "../../disk/file-lock.ts";
import { parseMultihash } from "../hashing/multihash.ts";
import { partPaths, type PartPaths } from "../part/part-paths.ts";
import { judgedBy, promisesOf, type PlannedFile } from "../plan.ts";
import type { Run } from "../run/run.ts";
import { settleExisting, type Existing } from "../part/settle-existing.ts";
import { findFile } from "../../disk/safe-parent.ts";
import { readSidecar } from "../part/sidecar.ts";
import { fetchSmall, isTaken, maySmall } from "./small-file.ts";
import { linkKey } from "../transfer-source.ts";

/** What became of a file: "busy" = another process has it, and we were not to wait; `later` = it gets its name with others. */
export type Transferred = TransferResult | "busy" | { later: Promise<TransferResult | "busy"> };

/** One file from its plan to its final name. */
export async function transferFile(run: Run, planned: PlannedFile, mayWait: boolean): Promise<Transferred> {
  const file = judgedBy(run.settings.checksum, planned);
  const ref: FileRef = { path: file.path, item: file.item, asset: file.asset };
  const key = linkKey({ collection: file.collection, item: file.item, assetKey: file.asset });
  const checksum = file.checksum === undefined ? undefined : parseMultihash(file.checksum);
  const final = await run.places.place(file.path);
  const paths = partPaths(final, key);
  const isThreaded = await run.threads.isFor(file);
  const promised = promisesOf(planned);
  const asset: Asset = { run, file, ref, key, promised, checksum, paths, mayWait, isThreaded };

  const href = run.renewal.current(key);
  const small = { run, file, ref, href: href ?? "", checksum, paths };
  const isUsable = href !== undefined && !run.renewal.isExpired(href);
  if (!isUsable || mayWait || isThreaded || !maySmall(small)) return transferAtLength(asset);
  const short = await run.hosts.run(file.host, run.signal, () => fetchSmall(small));
  if (short.kind === "reply") return transferAtLength({ ...asset, ...short });
  run.hosts.speedUp(file.host);
  run.renewal.noteProgress();
  // Somebody was quicker, or there are no links here: looked at as any file that is there.
  const byLength = (error: unknown): Promise<TransferResult | "busy"> => {
    if (!isTaken(error)) throw error;
    return transferAtLength(asset);
  };
  return { later: short.result.catch(byLength) };
}

/** What a file is that is whole already, on a disk that takes no more; undefined for any other. Writes nothing. */
export async function findThere(run: Run, planned: PlannedFile): Promise<TransferResult | undefined> {
  const file = judgedBy(run.settings.checksum, planned);
  const checksum = file.checksum === undefined ? undefined : parseMultihash(file.checksum);
  const { settings, manifest } = run;
  // Not the signal of the run: it is over, and this is not.
  const signal = settings.signal ?? new AbortController().signal;
  const look = { settings, manifest, signal, record: () => Promise.resolve() };
  try {
    const found = await settleExisting(look, file, await findFile(run.root, file.path), checksum);
    const ref: FileRef = { path: file.path, item: file.item, asset: file.asset };
    return found.kind === "verified" ? skip(run, ref, found) : undefined;
  } catch {
    // What cannot be looked at is not known to be there.
    return undefined;
  }
}

interface Asset extends Omit<Download, "lock" | "href"> {
  /** What `first` was asked with: another file may have renewed the links since. */
  href?: string;
  /** When it is ours already. */
  lock?: FileLock;
  mayWait: boolean;
}

/** With a lock, a part and a sidecar, so that it can be continued. */
async function transferAtLength(asset: Asset): Promise<TransferResult | "busy"> {
  const { run, file, ref, key, promised, checksum, paths, mayWait, first } = asset;
  const { final } = paths;
  let lock: FileLock | "busy" | undefined = asset.lock;
  let isHanded = false;
  try {
    // Looked at before the lock too: a rerun over finished files writes nothing, so it works on a read-only disk.
    const before = await settleExisting(run, file, final, checksum);
    if (before.kind === "verified" && !run.folders.hasLeftovers(paths)) return skip(run, ref, before);

    lock ??= await holdPart(run, ref, paths, mayWait);
    if (lock === "busy") return lock;
    const left = await readSidecar(paths.sidecar, key, promised);
    let existing = await settleExisting(run, file, final, checksum, left);
    if (existing.kind === "foreign") {
      // Another process may have finished it since our manifest was read.
      await run.reloadManifest();
      existing = await settleExisting(run, file, final, checksum, left);
    }
    if (existing.kind === "foreign") {
      const hint = existing.wasVerified === true ? damagedHint(run.root) : existing.hint;
      throw fileExists(existing.reason, hint);
    }
    if (existing.kind === "verified") {
      if (run.settings.policy === "resume") await removeLeftovers(paths);
      return skip(run, ref, existing);
    }
    const href = asset.href ?? run.renewal.need(key);
    isHanded = true;
    return await downloadFile({ ...asset, href, lock });
  } catch (error) {
    if (!(error instanceof LockLost)) throw error;
    return mayWait ? await transferAtLength(withoutLock(asset)) : "busy";
  } finally {
    if (!isHanded) {
      letGo(first);
      if (lock !== "busy") await lock?.release();
    }
  }
}

const withoutLock = ({ lock: _lost, first: _over, href: _old, ...asset }: Asset): Asset => asset;

function skip(run: Run, ref: FileRef, existing: Extract<Existing, { kind: "verified" }>): TransferResult {
  const { how, reason, sha256, size } = existing;
  run.emit({ type: "skipped", file: ref, reason, size });
  return { ...ref, status: "skipped", size, how, ...(sha256 === undefined ? {} : { sha256 }) };
}

async function removeLeftovers({ part, sidecar }: PartPaths): Promise<void> {
  await onDisk(part, async () => {
    await rm(part, { force: true });
    await rm(sidecar, { force: true });
  });
}
