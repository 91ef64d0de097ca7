import { attempt } from "../receive/attempt.ts";
import type { Job, RequestOutcome } from "../run/job.ts";
import { LockLost, type FileLock } from "../../disk/file-lock.ts";
import { judgeRetry } from "../receive/judge-retry.ts";
import { rerunHint } from "../run/rerun-hint.ts";
import { Relieved, StartOver } from "../segments/connection.ts";
import { leftOf } from "../segments/segment-plan.ts";
import { SegmentedDownload } from "./segmented-download.ts";
import { takeFreshLink } from "../receive/take-fresh-link.ts";

type Retry = Extract<RequestOutcome, { kind: "retry" }>;

/**
 * Attempts until the last byte is here; returns what proved that it is the last. Budgets count attempts without a new
 * byte beyond the farthest one reached, so a slow line may take for ever and a broken one may not.
 */
export async function fetchPart(job: Job, lock: FileLock): Promise<string> {
  const { run, ref, part } = job;
  if (part.done > 0 && part.done === part.size) {
    // Verifying it takes its time, and it is not at zero then.
    run.emit({ type: "resumed", file: ref, done: part.done, size: part.size });
    return "size";
  }
  const download = new SegmentedDownload(job);
  try {
    return await fetchFirst(download, lock);
  } finally {
    await download.dismiss();
  }
}

/** The loop of the first connection, which the file stands and falls with. */
async function fetchFirst(download: SegmentedDownload, lock: FileLock): Promise<string> {
  const { job } = download;
  const { run, part } = job;
  let farthest = part.held;
  let failures = 0;
  let renewals = 0;
  for (;;) {
    run.signal.throwIfAborted();
    if (!(await lock.isOurs())) throw new LockLost();
    await lock.touch();
    const { href } = job;
    const outcome = await attemptNext(download);
    if (part.held > farthest) {
      farthest = part.held;
      failures = 0;
      renewals = 0;
      run.renewal.noteProgress();
      run.hosts.speedUp(job.file.host);
    }
    if (outcome.kind === "complete") return outcome.proof;
    download.isResuming = outcome.kind !== "more" || leftOf(download.first.segment) > 0;
    if (outcome.kind === "retry") await waitForRetry(download, outcome, ++failures);
    if (outcome.kind !== "expired") continue;
    await takeFreshLink(job, { ...outcome, href }, ++renewals, rerunHint(part, run.settings.resume));
  }
}

async function attemptNext(download: SegmentedDownload): Promise<RequestOutcome> {
  const { job, first } = download;
  const { run, file, part } = job;
  try {
    if (part.held > 0 && part.sidecar.etag === undefined) await download.begin({ digests: [] });
    if ((await download.next()) === undefined) return { kind: "complete", proof: "content-range" };
    // A reply that is there already has passed the hosts.
    return await (job.first === undefined
      ? run.hosts.run(file.host, first.signal, () => attempt(first))
      : run.hosts.runAtOnce(file.host, () => attempt(first)));
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof Relieved) {
      // It takes a part like any other.
      download.giveBack(first.segment);
      download.arm();
      return { kind: "more" };
    }
    if (!(error instanceof StartOver)) throw error;
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: error.message, isFromZero: true };
  }
}

async function waitForRetry(download: SegmentedDownload, outcome: Retry, failures: number): Promise<void> {
  const { run, ref, file, part } = download.job;
  const { code, reason } = outcome;
  const again = rerunHint(part, run.settings.resume && outcome.isFromZero !== true);
  // First, so that nothing is left of it when this was the last attempt.
  const isDropped = outcome.isFromZero === true && part.held > 0;
  if (isDropped) await download.begin({ digests: [] });
  const { waitMs, askedMs, isBusy } = judgeRetry(outcome, failures, run.settings, again);
  if (isBusy) run.hosts.slowDown(file.host, askedMs);
  run.emit({ type: "retried", file: ref, code, reason, attempt: failures, waitMs });
  if (isDropped) run.emit({ type: "restarted", file: ref, reason });
  await part.save();
  await run.settings.clock.sleep(waitMs, run.signal);
}
