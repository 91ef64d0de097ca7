import type { SpendIntent } from "../contract/spend.ts";
import { AppError } from "../errors.ts";
import { endOfDamaged } from "./damaged-records.ts";
import type { FailedOutcome } from "./classify-outcome.ts";
import type { IntentRecord, IntentState } from "./intent-record.ts";
import type { Reconciled } from "./settle-intent.ts";
import { isOrder, subjectOf } from "./subject.ts";
import { advice, swath, typed, type Advice } from "../hint.ts";
import { timeForPeople } from "../time/timestamp.ts";

type Named = Pick<IntentRecord, "kind" | "id" | "effect">;

/** How a person settles an unknown outcome. */
const settleHint = ({ kind, id }: Pick<Named, "kind" | "id">): Advice => {
  const isFound = isOrder({ kind })
    ? swath`journal resolve ${id} --order-id <orderId>`
    : swath`journal resolve ${id} --id <id>`;
  return advice`If it is there: ${isFound}; if it is not: ${swath`journal resolve ${id} --not-created`}`;
};

/** The end of an intent that is open: by waiting while it is being sent, by hand once its outcome is unknown. */
export function settlingHint(record: IntentRecord, state: IntentState): Advice {
  return state === "sending"
    ? advice`Wait for it to end, then see its outcome: ${swath`journal show ${record.id}`}`
    : advice`${subjectOf(record).check}. ${settleHint(record)}`;
}

const resolveHint = ({ kind, id, effect }: Named): Advice => {
  const history = isOrder({ kind }) ? advice` What is known here: ${swath`order history`}.` : "";
  const resend =
    effect === "write"
      ? advice`It costs nothing until it is approved, so ${typed("--resend")} may send it again.`
      : advice`Only ${typed("--resend")} sends it again, and that may pay twice.`;
  return advice`${settleHint({ kind, id })}.${history} ${resend}`;
};

/** The journal cannot be relied on, so nothing was sent. */
export function journalUnwritable(dir: string, cause: unknown): AppError {
  const code = (cause as { code?: unknown } | null)?.code;
  const why = typeof code === "string" ? code : "unreadable";
  return new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} cannot be written (${why}): nothing was sent`,
    {
      hint: "Free space, make the directory writable, or point XDG_STATE_HOME to one that is.",
      cause,
    },
  );
}

/** The same intent is on its way in another process. */
export function intentInFlight(record: IntentRecord): AppError {
  const { noun } = subjectOf(record);
  const since = timeForPeople(record.sendingAt ?? record.preparedAt);
  return new AppError(
    "local",
    "INTENT_OPEN",
    `the same ${noun} is being sent by process ${record.pid} since ${since}`,
    {
      hint: settlingHint(record, "sending"),
      data: { intentId: record.id, state: record.state, since },
    },
  );
}

/** The same intent may have been accepted earlier. `record` is missing when its file cannot be read. */
export function intentUnresolved(
  id: string,
  { kind, path, effect }: Pick<SpendIntent, "kind" | "path" | "effect">,
  record?: IntentRecord,
): AppError {
  const { noun, check } = subjectOf({ kind, path });
  const since = record && timeForPeople(record.sendingAt ?? record.preparedAt);
  const settle =
    record === undefined
      ? advice`${endOfDamaged({ id })}. Only --resend sends it again.`
      : resolveHint({ kind, id, effect });
  const what =
    since === undefined
      ? `the journal's record ${id} of the same ${noun} cannot be read`
      : `the same ${noun} was sent at ${since} and its outcome is unknown (journal ${id})`;
  return new AppError("local", "INTENT_OPEN", `${what}: nothing was sent now`, {
    hint: advice`${check}. ${settle}`,
    data: { intentId: id, state: "unknown", ...(since === undefined ? {} : { since }) },
  });
}

/** The request may have been accepted: nothing on this machine shows it. */
export function outcomeUnknown(
  record: IntentRecord,
  outcome: FailedOutcome,
  cause: unknown,
  finding?: Reconciled,
): AppError {
  const { noun, check } = subjectOf(record);
  const kind = outcome.status === undefined ? "network" : "service";
  const searched = finding === undefined || finding.outcome === "found" ? "" : `; ${finding.because}`;
  const message = `the ${noun} may have been accepted: ${outcome.reason}${searched} (journal ${record.id})`;
  const isFree = finding?.outcome === "absent" && finding.isFree;
  return new AppError(kind, "OUTCOME_UNKNOWN", message, {
    hint: isFree
      ? advice`${check}; nothing blocks sending it again.`
      : advice`${check}. ${resolveHint(record)}`,
    status: outcome.status,
    request: { method: record.method, path: record.path },
    data: { intentId: record.id, ...(finding && { search: finding.outcome }) },
    cause,
  });
}

/** A person said no to doing the same thing again. */
export function repeatDeclined(previous: IntentRecord): AppError {
  const { noun } = subjectOf(previous);
  return new AppError(
    "local",
    "ABORTED",
    `the same ${noun} was already made (${previous.resultId}): nothing was sent`,
    {
      hint: advice`See it with: ${swath`journal show ${previous.id}`}`,
      data: { intentId: previous.id, id: previous.resultId },
    },
  );
}
