import { attempt } from "./attempt.ts";
import type { Job, Outcome } from "../job.ts";
import { LockLost, type PartLock } from "../part/part-lock.ts";
import { judgeRetry } from "./judge-retry.ts";
import { rerunHint } from "./rerun-hint.ts";
import { Relieved, StartOver } from "../ranges/lane.ts";
import { leftOf } from "../ranges/range-plan.ts";
import { RangeCrew } from "../ranges/range-crew.ts";
import { takeFreshLink } from "./take-fresh-link.ts";

type Retry = Extract<Outcome, { kind: "retry" }>;

/**
 * Attempts until the last byte is here; returns what proved that it is the last. Budgets count attempts without a new
 * byte beyond the farthest one reached, so a slow line may take for ever and a broken one may not.
 */
export async function fetchPart(job: Job, lock: PartLock): Promise<string> {
  const { run, ref, part } = job;
  if (part.done > 0 && part.done === part.size) {
    // Verifying it takes its time, and it is not at zero then.
    run.emit({ type: "resumed", file: ref, done: part.done, size: part.size });
    return "size";
  }
  const crew = new RangeCrew(job);
  try {
    return await fetchFirst(crew, lock);
  } finally {
    await crew.dismiss();
  }
}

/** The loop of the first connection, which the file stands and falls with. */
async function fetchFirst(crew: RangeCrew, lock: PartLock): Promise<string> {
  const { job } = crew;
  const { run, part } = job;
  let farthest = part.held;
  let failures = 0;
  let renewals = 0;
  for (;;) {
    run.signal.throwIfAborted();
    if (!(await lock.isOurs())) throw new LockLost();
    await lock.touch();
    const { href } = job;
    const outcome = await attemptNext(crew);
    if (part.held > farthest) {
      farthest = part.held;
      failures = 0;
      renewals = 0;
      run.renewal.noteProgress();
      run.gate.speedUp(job.file.host);
    }
    if (outcome.kind === "complete") return outcome.proof;
    crew.isResuming = outcome.kind !== "more" || leftOf(crew.first.claim) > 0;
    if (outcome.kind === "retry") await waitForRetry(crew, outcome, ++failures);
    if (outcome.kind !== "expired") continue;
    await takeFreshLink(job, { ...outcome, href }, ++renewals, rerunHint(part, run.settings.resume));
  }
}

async function attemptNext(crew: RangeCrew): Promise<Outcome> {
  const { job, first } = crew;
  const { run, file, part } = job;
  try {
    if (part.held > 0 && part.sidecar.etag === undefined) await crew.begin({ digests: [] });
    if ((await crew.next()) === undefined) return { kind: "complete", proof: "content-range" };
    // A reply that is there already has passed the gate.
    return await (job.first === undefined
      ? run.gate.run(file.host, first.signal, () => attempt(first))
      : run.gate.runAtOnce(file.host, () => attempt(first)));
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof Relieved) {
      // It takes a part like any other.
      crew.giveBack(first.claim);
      crew.arm();
      return { kind: "more" };
    }
    if (!(error instanceof StartOver)) throw error;
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: error.message, isFromZero: true };
  }
}

async function waitForRetry(crew: RangeCrew, outcome: Retry, failures: number): Promise<void> {
  const { run, ref, file, part } = crew.job;
  const { code, reason } = outcome;
  const again = rerunHint(part, run.settings.resume && outcome.isFromZero !== true);
  // First, so that nothing is left of it when this was the last attempt.
  const isDropped = outcome.isFromZero === true && part.held > 0;
  if (isDropped) await crew.begin({ digests: [] });
  const { waitMs, askedMs, isBusy } = judgeRetry(outcome, failures, run.settings, again);
  if (isBusy) run.gate.slowDown(file.host, askedMs);
  run.emit({ type: "retried", file: ref, code, reason, attempt: failures, waitMs });
  if (isDropped) run.emit({ type: "restarted", file: ref, reason });
  await part.save();
  await run.settings.clock.sleep(waitMs, run.signal);
}
