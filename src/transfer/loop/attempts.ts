import { AppError } from "../../errors.ts";
import type { FileRef } from "../events.ts";
import type { PlannedFile } from "../plan.ts";
import { judgeRetry } from "../reply/judge-retry.ts";
import type { RequestOutcome } from "../reply/request-outcome.ts";
import { linkKey } from "../transfer-source.ts";
import type { Run } from "./run.ts";
import type { OpenFile } from "./sink.ts";

type Retry = Extract<RequestOutcome, { kind: "retry" }>;
type Expired = Extract<RequestOutcome, { kind: "expired" }>;

/** Of a page in place of the file; what is transient has the retries of the run. */
const PAGE_RETRIES = 2;

/**
 * The requests for a file that had no new results, in a row: there may be so many failures, and so many renewals of its
 * link. So a slow line may take for ever, and a broken one may not.
 */
export class Attempts {
  readonly #key: string;
  #farthest: number;
  #failures = 0;
  #renewals = 0;
  #pages = 0;

  constructor(
    readonly run: Run,
    readonly open: OpenFile,
    readonly file: PlannedFile,
    readonly ref: FileRef,
  ) {
    const { collection, item, asset } = file;
    this.#key = linkKey({ collection, item, assetKey: asset });
    this.#farthest = open.sink.written.total;
  }

  /** The link to begin with. Throws NOT_FOUND when there is none. */
  link(): string {
    return this.run.renewal.need(this.#key);
  }

  /** A request has ended. What it brought is a new start, except that a trickle may come no more often than a failure. */
  note(outcome: RequestOutcome): void {
    const { run, file } = this;
    const { total } = this.open.sink.written;
    if (total <= this.#farthest) return;
    this.#farthest = total;
    if (outcome.kind !== "retry" || outcome.isTooSlow !== true) this.#failures = 0;
    this.#pages = 0;
    this.#renewals = 0;
    run.renewal.noteProgress();
    run.hosts.speedUp(file.host);
  }

  /** Milliseconds until the next request. Throws what `judgeRetry` throws when there was one too many. */
  fail(outcome: Retry, hint: string): number {
    const { run, ref, file } = this;
    const { code, reason, isPage = false } = outcome;
    const { retries } = run.settings;
    const conduct = isPage ? { ...run.settings, retries: Math.min(retries, PAGE_RETRIES) } : run.settings;
    const failures = isPage ? ++this.#pages : ++this.#failures;
    const { waitMs, askedMs, isBusy } = judgeRetry(outcome, failures, conduct, hint);
    if (isBusy) run.hosts.slowDown(file.host, askedMs);
    run.emit({ type: "retried", file: ref, code, reason, attempt: failures, waitMs });
    return waitMs;
  }

  /** A fresh link where the source has one; the same one otherwise, since no answer said that it was refused. */
  async freshLink(stale: string): Promise<string> {
    const { run } = this;
    try {
      return (await run.renewal.renew(this.#key, stale, run.signal)) ?? stale;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return stale;
    }
  }

  /**
   * A link in place of `stale`, which was refused or is too old; another file may have renewed it already. Throws
   * SIGNED_URL_EXPIRED, SIGNATURE_INVALID when there is none, and what the renewal throws.
   */
  async renewLink({ status, code }: Expired, stale: string): Promise<string> {
    const { run, open } = this;
    const isEnough = ++this.#renewals > run.settings.renewals;
    const fresh = isEnough ? undefined : await run.renewal.renew(this.#key, stale, run.signal);
    if (fresh === undefined) {
      const what = code === "SIGNED_URL_EXPIRED" ? "has expired" : "has a wrong signature";
      const tried = this.#renewals > 1 ? ", and so has a fresh one" : "";
      const answer = status === undefined ? "" : ` (${status})`;
      throw new AppError("service", code, `the signed link ${what}${answer}${tried}`, {
        hint: `${open.rerunHint(false)}, with fresh links`,
        status,
      });
    }
    return fresh;
  }
}
