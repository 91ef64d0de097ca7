import { AppError } from "../../errors.ts";
import type { RequestOutcome } from "../run/job.ts";
import { NOT_AS_PROMISED } from "../run/rerun-hint.ts";
import { OtherLength } from "../receive/judge-whole.ts";
import { judgeRetry } from "../receive/judge-retry.ts";
import { takeFreshLink } from "../receive/take-fresh-link.ts";
import { verifyPart } from "../part/verify-part.ts";
import { Diverged, StreamVerifier } from "./stream-verifier.ts";
import type { Pull } from "./pull.ts";
import { pullOnce } from "./pull-once.ts";

type Retry = Extract<RequestOutcome, { kind: "retry" }>;

const AGAIN = "Run the same command again";

/** What went through, and what proved it. */
export interface Pulled {
  size: number;
  sha256?: string;
  how: readonly string[];
}

/** Begins again with the same bytes are allowed so often; a server that cannot hold still is given up. */
const MAX_STARTS = 3;

/**
 * Fetches one object into its sink and verifies it as it passes: broken connections are continued by range, expired
 * links renewed, bytes that fail a check begun again where the sink can forget. Throws what no attempt would change.
 */
export async function pullObject(pull: Pull): Promise<Pulled> {
  for (let starts = 1; ; starts++) {
    const fault = await oneStart(pull);
    if (typeof fault !== "string") return fault;
    const { sink, verifier, run, ref } = pull;
    if (sink.restart === undefined && verifier.done > 0)
      throw new AppError("service", "DOWNLOAD_INCOMPLETE", fault);
    if (starts === MAX_STARTS) {
      const message = `${fault}, ${MAX_STARTS} times; nothing was kept`;
      throw new AppError("service", "DOWNLOAD_INCOMPLETE", message, { hint: NOT_AS_PROMISED });
    }
    run.emit({ type: "restarted", file: ref, reason: fault });
    await sink.restart?.();
    pull.verifier = new StreamVerifier(verifier.algorithms);
  }
}

/** From zero to the last byte and its verdict; text = why these bytes cannot stand. */
async function oneStart(pull: Pull): Promise<Pulled | string> {
  try {
    const proof = await pullAll(pull);
    const { run, file, verifier, checksum } = pull;
    const verdict = verifyPart({ run, file, part: verifier, checksum }, proof);
    if ("fault" in verdict) return verdict.fault;
    const { done: size, sha256 } = verifier;
    return { size, ...(sha256 !== undefined && { sha256 }), how: verdict.how };
  } catch (error) {
    if (error instanceof OtherLength) return error.message;
    if (error instanceof Diverged) return `the file changed while it was fetched: ${error.message}`;
    throw error;
  }
}

/** What proved the last byte to be the last. Budgets count attempts without a new byte. */
async function pullAll(pull: Pull): Promise<string> {
  const { run, file } = pull;
  let farthest = 0;
  let failures = 0;
  let renewals = 0;
  for (;;) {
    run.signal.throwIfAborted();
    const { href } = pull;
    const outcome = await run.hosts.run(file.host, run.signal, () => pullOnce(pull));
    if (pull.verifier.done > farthest) {
      farthest = pull.verifier.done;
      failures = 0;
      renewals = 0;
      run.renewal.noteProgress();
      run.hosts.speedUp(file.host);
    }
    if (outcome.kind === "complete") return outcome.proof;
    if (outcome.kind === "retry") await waitForRetry(pull, outcome, ++failures);
    if (outcome.kind === "retry" && outcome.isFromZero === true) {
      // Not a range, but the whole: it is compared with what has passed.
      pull.verifier.sidecar = { ...pull.verifier.sidecar, etag: undefined };
    }
    if (outcome.kind === "expired") await takeFreshLink(pull, { ...outcome, href }, ++renewals, AGAIN);
  }
}

async function waitForRetry({ run, ref, file }: Pull, outcome: Retry, failures: number): Promise<void> {
  const { code, reason } = outcome;
  const { waitMs, askedMs, isBusy } = judgeRetry(outcome, failures, run.settings, AGAIN);
  if (isBusy) run.hosts.slowDown(file.host, askedMs);
  run.emit({ type: "retried", file: ref, code, reason, attempt: failures, waitMs });
  await run.settings.clock.sleep(waitMs, run.signal);
}
