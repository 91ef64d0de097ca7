import { AppError } from "../../errors.ts";
import type { Digest } from "../hashing/digest.ts";
import type { FileRef, TransferResult } from "../events.ts";
import { fetchPart } from "./fetch-part.ts";
import { OtherLength } from "../receive/judge-whole.ts";
import { isContinuable, NOT_AS_PROMISED } from "../run/rerun-hint.ts";
import { interruptible } from "../../time/interruptible.ts";
import type { Job } from "../run/job.ts";
import { PartFile } from "../part/part-file.ts";
import { LockLost, type FileLock } from "../../disk/file-lock.ts";
import type { PartPaths } from "../part/part-paths.ts";
import type { PlannedFile } from "../plan.ts";
import { publish } from "../part/publish.ts";
import type { Run } from "../run/run.ts";
import { verifyPart } from "../part/verify-part.ts";

export interface Download {
  run: Run;
  file: PlannedFile;
  ref: FileRef;
  key: string;
  promised: string;
  href: string;
  checksum: Digest | undefined;
  paths: PartPaths;
  lock: FileLock;
  isThreaded: boolean;
  first?: Job["first"];
}

/** How long an interrupted run waits for the disk to let go of a part, so that its lock can go too. */
const GRACE_MS = 100;

/**
 * Fetches, verifies, names and records one file whose lock we hold, and releases that. A part that can be continued is
 * kept on failure. Throws LockLost when another process has taken it over.
 */
export async function downloadFile(download: Download): Promise<TransferResult> {
  const { run, lock } = download;
  let part: PartFile | undefined;
  try {
    part = await openPart(download);
    return await fetchInto(part, download);
  } finally {
    const release = (): Promise<void> => lock.release();
    const released =
      part?.close().then(release, (error) => release().then(() => Promise.reject(error))) ?? release();
    // A descriptor in use may still write: nobody else may have the part until then. But nobody waits for a slow disk.
    if (run.signal.aborted && part?.isInUse === true) {
      const quietly = released.catch(() => undefined);
      await Promise.race([quietly, run.settings.clock.sleep(GRACE_MS)]);
    } else await released;
  }
}

function openPart({ run, key, promised, checksum, paths }: Download): Promise<PartFile> {
  return PartFile.open(paths, {
    key,
    promised,
    algorithms:
      run.settings.checksum !== "full" ? "nothing" : checksum === undefined ? [] : [checksum.algorithm],
    hashThread: run.hashThread,
    bootId: run.bootId,
    clock: run.settings.clock,
    resume: run.settings.resume,
    signal: run.signal,
  });
}

async function fetchInto(part: PartFile, download: Download): Promise<TransferResult> {
  const { run, file, ref, href, checksum, lock, isThreaded, first } = download;
  const job: Job = { run, file, ref, part, checksum, href, isThreaded, ...(first && { first }) };
  try {
    run.emit({ type: "started", file: ref, size: file.size ?? part.size });
    const how = await fetchVerified(job, lock);
    return await finish(job, how, lock);
  } catch (error) {
    // What stands there then is another process's.
    if (await lock.isOurs()) await keepOrRemove(part);
    throw error;
  } finally {
    run.space.release(part);
  }
}

/**
 * Bytes that fail a check are fetched once more from zero: the fault may have been on the way, or in an old part. A reply
 * of another length than promised is asked for once more too; what the part holds is as good as before.
 */
async function fetchVerified(job: Job, lock: FileLock): Promise<readonly string[]> {
  const { run, ref, part } = job;
  for (let round = 0; ; round++) {
    let proof: string;
    try {
      proof = await fetchPart(job, lock);
    } catch (error) {
      if (!(error instanceof OtherLength) || round > 0) throw error;
      run.emit({ type: "restarted", file: ref, reason: error.message });
      continue;
    }
    await interruptible(part.settleDigests(), run.signal);
    const verdict = await inspectPart(job, verifyPart(job, proof));
    if ("how" in verdict) return verdict.how;
    await part.begin({ digests: [] });
    if (round > 0) {
      throw new AppError("service", "DOWNLOAD_INCOMPLETE", `${verdict.fault}, twice; nothing was kept`, {
        hint: NOT_AS_PROMISED,
      });
    }
    run.emit({ type: "restarted", file: ref, reason: verdict.fault });
  }
}

type Verdict = ReturnType<typeof verifyPart>;

/** What the caller's own look at the bytes adds to a verdict. */
async function inspectPart({ run, file, part }: Job, verdict: Verdict): Promise<Verdict> {
  if ("fault" in verdict || run.settings.inspect === undefined) return verdict;
  const found = await run.settings.inspect(part.paths.part, file);
  if (found === undefined) return verdict;
  return "fault" in found ? found : { how: [...verdict.how, found.how] };
}

async function finish(
  { run, file, ref, part }: Job,
  how: readonly string[],
  lock: FileLock,
): Promise<TransferResult> {
  const { done: size } = part;
  const sha256 = part.sha256 === undefined ? {} : { sha256: part.sha256 };
  run.signal.throwIfAborted();
  await interruptible(part.sync(), run.signal);
  await keepOurs(lock);
  part.sidecar.verified = { size, ...sha256, how };
  await part.save();
  run.emit({ type: "verified", file: ref, size, ...sha256, how });

  await keepOurs(lock);
  await publish(part, { replace: run.settings.policy === "overwrite" });
  const { item, asset, collection } = file;
  await run.record([{ name: file.path, size, ...sha256, item, asset, collection, verified: how }]);
  await part.remove();
  run.emit({ type: "finished", file: ref, size, ...sha256, how });
  return { ...ref, status: "downloaded", size, ...sha256, how };
}

/** Only who holds the lock gives the name: after a silence another process may be writing this part. */
async function keepOurs(lock: FileLock): Promise<void> {
  if (!(await lock.isOurs())) throw new LockLost();
}

/** Best effort: whatever ended the download is the error to report, not what saving its rest met on a full disk. */
async function keepOrRemove(part: PartFile): Promise<void> {
  // Complete, perhaps already named: the next run finishes it with what the sidecar says.
  if (part.sidecar.verified !== undefined) return;
  try {
    await (isContinuable(part) ? part.save() : part.remove());
  } catch {
    // A full disk has no room for the sidecar either: the last block makes some.
    await part.giveBack().catch(() => undefined);
  }
}
