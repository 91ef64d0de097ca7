import { AppError } from "../../errors.ts";
import { attempt } from "./attempt.ts";
import type { Job, Outcome } from "../job.ts";
import type { PartLock } from "../part/part-lock.ts";
import { parseRetryAfter, retryWaitMs } from "./retry-wait.ts";
import { linkKey } from "../plan/transfer-source.ts";

type Retry = Extract<Outcome, { kind: "retry" }>;
type Expired = Extract<Outcome, { kind: "expired" }>;

/**
 * Attempts until the last byte is here; returns what proved that it is the last. Budgets count attempts without a new
 * byte beyond the farthest one reached, so a slow line may take for ever and a broken one may not.
 */
export async function fetchPart(job: Job, lock: PartLock): Promise<string> {
  const { run, file, part } = job;
  const { signal } = run;
  let farthest = part.done;
  let failures = 0;
  let renewals = 0;
  if (part.done > 0 && part.done === part.size) return "size";
  for (;;) {
    signal.throwIfAborted();
    await lock.touch();
    // A reply that is there already has passed the gate.
    const outcome = await (job.first === undefined
      ? run.gate.run(file.host, signal, () => attempt(job))
      : attempt(job));
    if (part.done > farthest) {
      farthest = part.done;
      failures = 0;
      renewals = 0;
      run.renewal.noteProgress();
      run.gate.speedUp(file.host);
    }
    if (outcome.kind === "complete") return outcome.proof;
    if (outcome.kind === "retry") await waitForRetry(job, outcome, ++failures);
    if (outcome.kind === "expired") await takeFreshLink(job, outcome, ++renewals);
  }
}

async function waitForRetry(job: Job, outcome: Retry, failures: number): Promise<void> {
  const { run, ref, file, part } = job;
  const { clock, random, retries, maxRetryAfterMs } = run.settings;
  const { code, reason, status } = outcome;
  const askedMs = parseRetryAfter(outcome.retryAfter, clock.now());
  if (failures > retries) {
    throw new AppError(
      status === undefined ? "network" : "service",
      code,
      `${reason}, ${failures} times in a row`,
      {
        hint: "run the same command again: what is here is kept and continued",
        status,
      },
    );
  }
  if (askedMs !== undefined && askedMs > maxRetryAfterMs) {
    const seconds = Math.ceil(askedMs / 1000);
    const message = `${reason} and asks to come back in ${seconds} s`;
    throw new AppError("service", code, message, { hint: "run the same command again then", status });
  }
  const waitMs = (askedMs ?? 0) + retryWaitMs(failures, random);
  if (status === 429 || status === 503) run.gate.slowDown(file.host, askedMs ?? 0);
  run.emit({ type: "retried", file: ref, code, reason, attempt: failures, waitMs });
  if (outcome.isFromZero === true && part.done > 0) {
    run.emit({ type: "restarted", file: ref, reason });
    await part.begin({ digests: [] });
  }
  await part.save();
  await clock.sleep(waitMs, run.signal);
}

async function takeFreshLink(job: Job, { status, code }: Expired, renewals: number): Promise<void> {
  const { run, ref, file } = job;
  const key = linkKey({ collection: file.collection, item: file.item, assetKey: file.asset });
  const fresh =
    renewals > run.settings.renewals ? undefined : await run.renewal.renew(key, job.href, run.signal);
  if (fresh === undefined) {
    const what = code === "SIGNED_URL_EXPIRED" ? "has expired" : "has a wrong signature";
    const tried = renewals > 1 ? `, and so has a fresh one` : "";
    throw new AppError("service", code, `the signed link ${what} (${status})${tried}`, {
      hint: "run the same command again: it asks for fresh links and continues",
      status,
    });
  }
  job.href = fresh;
  run.emit({ type: "renewed", file: ref });
}
