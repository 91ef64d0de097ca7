import { AppError } from "../../errors.ts";
import type { RequestOutcome } from "../run/job.ts";
import { attempt } from "../receive/attempt.ts";
import { interruptible } from "../../time/interruptible.ts";
import { isBusyStatus, parseRetryAfter } from "../../time/retry-timing.ts";
import { rerunHint } from "../run/rerun-hint.ts";
import { takeFreshLink } from "../receive/take-fresh-link.ts";
import { StartOver, type Connection } from "../segments/connection.ts";
import { leftOf } from "../segments/segment-plan.ts";

type Retry = Extract<RequestOutcome, { kind: "retry" }>;

/**
 * Fetches segment after segment, as long as bytes arrive and the connection is wanted. Never rejects: what it has not
 * fetched is free for the others. A fault of them all (another version, a disk that fails) is raised by the alarm.
 */
export async function fetchSegments(connection: Connection): Promise<void> {
  const { download, job, signal } = connection;
  const { settings } = job.run;
  try {
    while (await fetchOnce(connection)) {
      if (leftOf(connection.segment) > 0) continue;
      download.giveBack(connection.segment);
      const segment = download.hasTooMany ? undefined : download.take();
      if (segment === undefined) return;
      connection.segment = segment;
    }
  } catch (error) {
    if (signal.aborted) return;
    // A fault of the disk concerns all connections. A refusal by the server will meet the first connection too.
    const isOurs = error instanceof StartOver || !(error instanceof AppError) || error.kind === "io";
    if (isOurs) download.alarm(error as StartOver | AppError);
    else download.pace.lose(settings.clock.now());
  } finally {
    // A dismissed connection stops at once, but its last write must end before the segment is free.
    await connection.writing?.catch(() => undefined);
    download.giveBack(connection.segment);
  }
}

/** One request; false = not one more. */
async function fetchOnce(connection: Connection): Promise<boolean> {
  const { download, job, segment, signal } = connection;
  const { run, file } = job;
  const { clock } = run.settings;
  const { at } = segment;
  const { href } = job;
  // Another file may hold the host limiter for long: a dismissed connection does not wait for it.
  const outcome = await interruptible(
    run.hosts.run(file.host, signal, () => attempt(connection)),
    signal,
  );
  const hasMore = segment.at > at;
  if (hasMore) {
    connection.renewals = 0;
    run.renewal.noteProgress();
    run.hosts.speedUp(file.host);
  }
  if (outcome.kind === "expired") {
    const again = rerunHint(job.part, job.run.settings.resume);
    await takeFreshLink(job, { ...outcome, href }, (connection.renewals += 1), again);
    return true;
  }
  if (outcome.kind === "rangeless") {
    download.pace.stop();
    return false;
  }
  if (outcome.kind === "retry" && outcome.isFromZero === true) throw new StartOver(outcome.reason);
  if (outcome.kind === "retry" && isBusyStatus(outcome.status)) {
    retreat(connection, outcome);
    return false;
  }
  if (!hasMore) download.pace.lose(clock.now());
  return hasMore;
}

/** The server has too many requests. All wait as long as it asks for, when that is within the bound. */
function retreat({ download, job }: Connection, { code, reason, retryAfter }: Retry): void {
  const { run, ref, file } = job;
  const { clock, maxRetryAfterMs } = run.settings;
  const askedMs = parseRetryAfter(retryAfter, clock.now()) ?? 0;
  const waitMs = askedMs > maxRetryAfterMs ? 0 : askedMs;
  download.pace.shrink(clock.now(), askedMs);
  const isFirst = !run.hosts.isPaused(file.host);
  run.hosts.slowDown(file.host, waitMs);
  // Many are refused at a time: one event is enough.
  if (waitMs > 0 && isFirst) run.emit({ type: "retried", file: ref, code, reason, attempt: 1, waitMs });
}
