import { AppError } from "../../errors.ts";
import type { Outcome } from "../job.ts";
import { attempt } from "../receive/attempt.ts";
import { interruptible } from "../receive/interruptible.ts";
import { parseRetryAfter } from "../receive/retry-wait.ts";
import { rerunHint } from "../receive/rerun-hint.ts";
import { takeFreshLink } from "../receive/take-fresh-link.ts";
import { StartOver, type Lane } from "./lane.ts";
import { leftOf } from "./range-plan.ts";

type Retry = Extract<Outcome, { kind: "retry" }>;

/**
 * Fetches part after part, as long as that brings anything and is wanted. Never rejects: it ends, and leaves what it has
 * not fetched to the others. What concerns them all (another version, a disk that fails) it tells by the alarm.
 */
export async function helpFetch(lane: Lane): Promise<void> {
  const { crew, job, signal } = lane;
  const { settings } = job.run;
  try {
    while (await fetchOnce(lane)) {
      if (leftOf(lane.claim) > 0) continue;
      crew.giveBack(lane.claim);
      const claim = crew.isTooWide ? undefined : crew.take();
      if (claim === undefined) return;
      lane.claim = claim;
    }
  } catch (error) {
    if (signal.aborted) return;
    // A fault of the disk is everybody's; what the far side refuses to one, the first connection will meet itself.
    const isOurs = error instanceof StartOver || !(error instanceof AppError) || error.kind === "io";
    if (isOurs) crew.alarm(error as StartOver | AppError);
    else crew.pace.lose(settings.clock.now());
  } finally {
    // Whoever is dismissed stops at once; what it was writing then is still its own.
    await lane.writing?.catch(() => undefined);
    crew.giveBack(lane.claim);
  }
}

/** One request; false = not one more. */
async function fetchOnce(lane: Lane): Promise<boolean> {
  const { crew, job, claim, signal } = lane;
  const { run, file } = job;
  const { clock } = run.settings;
  const { at } = claim;
  const { href } = job;
  // Another file may hold the gate for long: whoever is dismissed does not wait for it.
  const outcome = await interruptible(
    run.gate.run(file.host, signal, () => attempt(lane)),
    signal,
  );
  const hasMore = claim.at > at;
  if (hasMore) {
    lane.renewals = 0;
    run.renewal.noteProgress();
    run.gate.speedUp(file.host);
  }
  if (outcome.kind === "expired") {
    const again = rerunHint(job.part, job.run.settings.resume);
    await takeFreshLink(job, { ...outcome, href }, (lane.renewals += 1), again);
    return true;
  }
  if (outcome.kind === "rangeless") {
    crew.pace.stop();
    return false;
  }
  if (outcome.kind === "retry" && outcome.isFromZero === true) throw new StartOver(outcome.reason);
  if (outcome.kind === "retry" && (outcome.status === 429 || outcome.status === 503)) {
    retreat(lane, outcome);
    return false;
  }
  if (!hasMore) crew.pace.lose(clock.now());
  return hasMore;
}

/** The far side has enough of us. All wait as long as it asks to, when that is within the bound; nobody waits longer for a helper. */
function retreat({ crew, job }: Lane, { code, reason, retryAfter }: Retry): void {
  const { run, ref, file } = job;
  const { clock, maxRetryAfterMs } = run.settings;
  const askedMs = parseRetryAfter(retryAfter, clock.now()) ?? 0;
  const waitMs = askedMs > maxRetryAfterMs ? 0 : askedMs;
  crew.pace.shrink(clock.now(), askedMs);
  const isFirst = !run.gate.isPaused(file.host);
  run.gate.slowDown(file.host, waitMs);
  // Many are refused at a time: it is told once.
  if (waitMs > 0 && isFirst) run.emit({ type: "retried", file: ref, code, reason, attempt: 1, waitMs });
}
