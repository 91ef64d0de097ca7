/** The requests of an approval or a rejection, the rows of their outcome, and the check that a request is in review. */
import { readTimestampMs } from "../../contract/body-values.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Amount } from "../../domain/price/money.ts";
import { REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { isDone, reportFailures, type Outcome } from "../batch.ts";
import type { AppContext } from "../context.ts";
import { REQUEST_KINDS, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { advice, swath } from "../../hint.ts";

/** One request to decide on. */
export interface DecisionSubject {
  noun: RequestNoun;
  id: string;
  /** The record from a list. A request with a record is not read again before the question, only before its price is paid. */
  record?: RequestRecord;
}

export interface DecisionRow {
  id: string;
  outcome: "approved" | "rejected" | "failed";
  /** Status code afterwards, if the service reports it. */
  status?: string;
  /** In the service's format. The price of a series is per image. */
  price?: string;
  /** For an approved request; for a series the price of an image times their number. */
  commitment?: Amount;
  error?: { code: string; message: string };
}

/** Returns `task 3f...`, `2 repeat requests`, and for both kinds `3 requests`. */
export const nameRequests = (subjects: readonly DecisionSubject[]): string => {
  const [first] = subjects;
  return subjects.length === 1 && first !== undefined
    ? `${REQUEST_KINDS[first.noun].title} ${first.id}`
    : `${subjects.length} ${nameKind(subjects)}`;
};

/** Returns the requests for a question: of one its title and line. The lines of several are noted before. */
export function nameInQuestion(
  { events }: AppContext,
  title: string,
  lines: readonly { id: string; line: string | undefined }[],
): string {
  const known = lines.filter(({ line }) => line !== undefined);
  if (lines.length > 1) for (const { id, line } of known) events.note(`${id}: ${line}`);
  return lines.length === 1 && known.length === 1 ? `${title}: ${known[0]!.line}` : title;
}

/** Returns `tasks`, `repeat requests`, and for both kinds `requests`. */
export const nameKind = (subjects: readonly DecisionSubject[]): string => {
  const [noun, other] = new Set(subjects.map((subject) => subject.noun));
  return noun === undefined || other !== undefined ? "requests" : `${REQUEST_KINDS[noun].title}s`;
};

/** Throws NOT_IN_REVIEW for a request in any other state. */
export function requireReview(kind: RequestKind, id: string, record: RequestRecord): void {
  const { status: code, preApproval } = record;
  if (code === REVIEW) return;
  const preApproved = preApproval === true ? "; it was pre-approved" : "";
  const what = code === undefined ? "has no status that can be read" : `is ${code}, not in review`;
  throw new AppError(
    "local",
    "NOT_IN_REVIEW",
    `${kind.title} ${id} ${what}${preApproved}: nothing was sent`,
    {
      next: advice`See its state: ${swath`${kind.noun} get ${id}`}`,
      about: { noun: kind.noun, id },
      data: { id, status: code ?? null },
    },
  );
}

/** Returns `its window has closed (2026-03-01T00:00:00Z)`; undefined while something can still be collected. */
export function findEnd(
  { noun, endOf }: Pick<RequestKind, "noun" | "endOf">,
  record: RequestRecord,
  nowMs: number,
): string | undefined {
  const endMs = readTimestampMs(endOf(record));
  if (endMs === undefined || endMs > nowMs) return undefined;
  return `${noun === "task" ? "its window has closed" : "its end date has passed"} (${timeForPeople(endMs)})`;
}

/** Returns the rows of the requests, after a report of those that failed. */
export function reportDecisions(
  context: AppContext,
  subjects: readonly DecisionSubject[],
  outcomes: readonly Outcome<DecisionRow>[],
): DecisionRow[] {
  reportFailures(context, outcomes, nameKind(subjects));
  return outcomes.map((sent) => (isDone(sent) ? sent.value : toFailedRow(sent)));
}

const toFailedRow = ({ id, error }: { id: string; error: AppError }): DecisionRow => ({
  id,
  outcome: "failed",
  error: { code: error.code, message: error.message },
});
