import { AppError } from "../errors.ts";
import type { FailedOutcome } from "./classify-outcome.ts";
import type { IntentRecord } from "./intent-record.ts";
import type { Reconciled } from "./settle-intent.ts";
import { nounOf } from "./subject.ts";

/** The journal is not reliable, so nothing was sent. */
export function journalUnwritable(dir: string, cause: unknown): AppError {
  const code = (cause as { code?: unknown } | null)?.code;
  const why = typeof code === "string" ? code : "unreadable";
  return new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} cannot be written (${why}): nothing was sent`,
    { cause },
  );
}

/** The request may have been accepted; this machine cannot tell. */
export function outcomeUnknown(
  record: IntentRecord,
  outcome: FailedOutcome,
  cause: unknown,
  finding?: Reconciled,
): AppError {
  const kind = outcome.status === undefined ? "network" : "service";
  const searched = finding === undefined || finding.outcome === "found" ? "" : `; ${finding.because}`;
  const message = `the ${nounOf(record)} may have been accepted: ${outcome.reason}${searched} (journal ${record.id})`;
  return new AppError(kind, "OUTCOME_UNKNOWN", message, {
    status: outcome.status,
    request: { method: record.method, path: record.path },
    data: { intentId: record.id, ...(finding && { search: finding.outcome }) },
    cause,
  });
}
