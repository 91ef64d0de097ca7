import { AppError } from "../../errors.ts";
import type { RequestOutcome } from "./request-outcome.ts";
import type { TransferSettings } from "../options.ts";
import { isBusyStatus, parseRetryAfter, transferBackoffMs } from "../../time/retry-timing.ts";

type Retry = Extract<RequestOutcome, { kind: "retry" }>;
type Conduct = Pick<TransferSettings, "clock" | "random" | "retries" | "maxRetryAfterMs">;

export interface RetryWait {
  waitMs: number;
  /** Milliseconds of `waitMs` that the service asks for. */
  askedMs: number;
  /** All requests to the host must wait. */
  isBusy: boolean;
}

/**
 * Returns the wait after this many failed attempts in a row. Throws the last failure when the retries are used up, or when the service asks for
 * too long a wait; `hint` is its next step.
 */
export function judgeRetry(outcome: Retry, failures: number, conduct: Conduct, hint: string): RetryWait {
  const { code, reason, status } = outcome;
  const askedMs = parseRetryAfter(outcome.retryAfter, conduct.clock.now()) ?? 0;
  if (failures > conduct.retries) {
    const kind = status === undefined ? "network" : "service";
    const often = failures > 1 ? `, ${failures} times in a row` : "";
    throw new AppError(kind, code, `${reason}${often}`, { hint, status });
  }
  if (askedMs > conduct.maxRetryAfterMs) {
    const message = `${reason} and asks to come back in ${Math.ceil(askedMs / 1000)} s`;
    throw new AppError("service", code, message, { hint: "Run the same command again then", status });
  }
  const waitMs = askedMs + transferBackoffMs(failures, conduct.random);
  return { waitMs, askedMs, isBusy: isBusyStatus(status) };
}
