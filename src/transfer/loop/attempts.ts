import { AppError } from "../../errors.ts";
import type { FileRef } from "../events.ts";
import { linkKey } from "../transfer-source.ts";
import { makeRerunHint } from "../rerun-hint.ts";
import type { Expired, RequestOutcome, Retry } from "../reply/request-outcome.ts";
import { FILE_RETRY, isBusyStatus, parseRetryAfter, planRetry } from "../../time/retry.ts";
import type { TransferSettings } from "../options.ts";
import type { Run } from "./run.ts";
import type { OpenFile } from "./sink.ts";

/** Number of retries for a web page in place of the file. Transient failures have the retries of the run. */
const PAGE_RETRIES = 2;
/** Maximum number of link renewals of one asset without a new byte. */
const MAX_RENEWALS = 2;

/**
 * Limits the consecutive failures and link renewals of a file without new bytes. A slow connection may take any time, a
 * broken one may not.
 */
export class Attempts {
  #farthest: number;
  #failures = 0;
  #renewals = 0;
  #pages = 0;

  constructor(
    readonly run: Run,
    readonly open: OpenFile,
    readonly ref: FileRef,
  ) {
    this.#farthest = open.sink.written.total;
  }

  /** Notes the end of a request. New bytes reset the count, but slow bodies are limited like failures. */
  note(outcome: RequestOutcome): void {
    const { run } = this;
    const { file, sink } = this.open;
    const { total } = sink.written;
    if (total <= this.#farthest) return;
    this.#farthest = total;
    if (outcome.kind !== "retry" || outcome.isTooSlow !== true) this.#failures = 0;
    this.#pages = 0;
    this.#renewals = 0;
    run.renewal.noteProgress();
    run.hosts.raiseLimit(file.host);
  }

  /** Returns the milliseconds until the next request. Throws the error of `judgeRetry` when the retries are used up. */
  fail(outcome: Retry, hint: string): number {
    const { run, ref } = this;
    const { code, reason, isPage = false } = outcome;
    const { retries } = run.settings;
    const conduct = isPage ? { ...run.settings, retries: Math.min(retries, PAGE_RETRIES) } : run.settings;
    const failures = isPage ? ++this.#pages : ++this.#failures;
    const { waitMs, askedMs } = judgeRetry(outcome, failures, conduct, hint);
    if (isBusyStatus(outcome.status)) run.hosts.reduceLimit(this.open.file.host, askedMs);
    run.emit({ type: "retried", file: ref, code, reason, attempt: failures, waitMs });
    return waitMs;
  }

  /** Returns a fresh link if the source has one; else the old link, which no response has refused. */
  async fetchFreshLink(stale: string): Promise<string> {
    const { renewal, signal } = this.run;
    const fresh = await renewal.renew(linkKey(this.open.file), stale, signal).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    return fresh ?? stale;
  }

  /**
   * Returns a link in place of `stale`, which was refused or has expired; another file may have renewed it already. Undefined
   * when there is no other link. Throws the errors of the renewal.
   */
  async renewLink(stale: string): Promise<string | undefined> {
    const { run, open } = this;
    const isEnough = ++this.#renewals > MAX_RENEWALS;
    return isEnough ? undefined : run.renewal.renew(linkKey(open.file), stale, run.signal);
  }

  /** Returns SIGNED_URL_EXPIRED or SIGNATURE_INVALID for a link without a fresh one. */
  toExpiredLink({ status, code }: Expired): AppError {
    const { run, open } = this;
    const what = code === "SIGNED_URL_EXPIRED" ? "has expired" : "has a wrong signature";
    const tried = this.#renewals > 1 ? ", also after a renewal" : "";
    const answer = status === undefined ? "" : ` (${status})`;
    return new AppError("service", code, `the signed link ${what}${answer}${tried}`, {
      next: `${makeRerunHint(open.sink, run.settings.resume)}, with fresh links`,
      status,
    });
  }
}

type Conduct = Pick<TransferSettings, "clock" | "random" | "retries" | "maxRetryAfterMs">;

/**
 * Returns the wait after this many failed attempts in a row, and the part that the service asks for. Throws the last
 * failure, with `hint` as its next step, when the retries are used up or the service asks for too long a wait.
 */
export function judgeRetry(
  outcome: Retry,
  failures: number,
  conduct: Conduct,
  hint: string,
): { waitMs: number; askedMs: number } {
  const { code, reason, status } = outcome;
  const { clock, random, retries, maxRetryAfterMs } = conduct;
  const askedMs = parseRetryAfter(outcome.retryAfter, clock.now()) ?? 0;
  const plan = planRetry({ ...FILE_RETRY, maxRetryAfterMs }, { failures, retries, askedMs, random });
  switch (plan.kind) {
    case "wait":
      return { waitMs: plan.waitMs, askedMs };
    case "used-up": {
      const kind = status === undefined ? "network" : "service";
      const often = failures > 1 ? `, ${failures} times in a row` : "";
      throw new AppError(kind, code, `${reason}${often}`, { next: hint, status });
    }
    case "too-long": {
      const message = `${reason} and asks for a retry in ${Math.ceil(askedMs / 1000)} s`;
      throw new AppError("service", code, message, { next: "Run the same command again then", status });
    }
  }
}
