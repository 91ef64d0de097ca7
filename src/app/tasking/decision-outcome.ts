/**
 * The outcome of one approval or rejection. Without a response, the state of the request shows whether the decision
 * arrived: a request that has left review was decided.
 */
import { getEndpoint, readPathId } from "../../contract/endpoints.ts";
import { isSameId } from "../../contract/id-key.ts";
import type { DecisionReply } from "../../contract/replies.ts";
import { provesDecision, REVIEW, type Decision } from "../../domain/tasking/request-states.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { JournalEntry } from "../../money/journal.ts";
import type { Resolution } from "../../money/outcome.ts";
import { isApproval } from "../../money/purchase.ts";
import type { AppContext } from "../context.ts";
import type { RequestKind } from "./request-kind.ts";
import { advice, swath } from "../../hint.ts";

/** One decision. */
export interface DecisionRequest {
  kind: RequestKind;
  id: string;
  decision: Decision;
}

/**
 * Sends the decision by `go`. Returns the status code afterwards; undefined when the service does not report it.
 * `isUnsent` reports whether an error of `go` came before the request.
 */
export async function sendDecision(
  context: AppContext,
  { kind, id, decision }: DecisionRequest,
  go: () => Promise<DecisionReply>,
  isUnsent: () => boolean = () => false,
): Promise<string | undefined> {
  let code: string | undefined;
  try {
    ({ status: code } = await go());
  } catch (error) {
    if (isUnsent() || !(error instanceof AppError) || !UNKNOWN.has(error.code)) throw error;
    return readAfterUnknown(context, kind, id, decision, error);
  }
  // Some services return the requested `approved`; no record ever has this status.
  if (code !== undefined && code !== "approved") return code;
  const shown = await readStatus(context, kind, id);
  if (shown === REVIEW)
    context.events.warn(
      `The service took the decision on ${kind.title} ${id}, and still shows it in ${REVIEW}`,
      advice`See its state: ${swath`${kind.noun} get ${id}`}`,
    );
  return shown;
}

/** Failures after which the service may still have executed the request. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "OUTCOME_UNKNOWN",
  "NETWORK",
  "TIMEOUT",
  "SERVICE_ERROR",
]);

async function readStatus(context: AppContext, kind: RequestKind, id: string): Promise<string | undefined> {
  try {
    return (await kind.get(context, id)).status;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Reads the request instead of sending the decision again. */
async function readAfterUnknown(
  context: AppContext,
  kind: RequestKind,
  id: string,
  decision: Decision,
  error: AppError,
): Promise<string> {
  const code = await readStatus(context, kind, id);
  if (code !== undefined && provesDecision(code, decision)) {
    context.events.note(`No response came, but ${kind.title} ${id} is now ${code}: the decision arrived`);
    await resolve(context, error, { resultId: id, by: "search" });
    return code;
  }
  throw error.restated(`${error.message}; ${kind.title} ${id} is ${code ?? "unreadable"}`, {
    data: { ...error.data, id, status: code ?? null },
    ...(code === REVIEW && { next: swath`${kind.noun} ${decision} ${id}` }),
  });
}

/** Settles the journal record with the finding. If the journal is not writable, the record stays open. */
async function resolve(
  { service, events }: AppContext,
  { data }: AppError,
  finding: Resolution,
): Promise<void> {
  const intentId = data?.["intentId"];
  // "absent": the search right after the failure has already settled the record.
  if (typeof intentId !== "string" || data?.["search"] === "absent") return;
  try {
    await (await service.journal()).resolve(intentId, finding);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.warn(error.message);
  }
}

/**
 * Returns the status after an earlier run's approval without a response, and settles its journal record. Returns
 * undefined when `error` has another reason, or when no record waits for a response. A rejection also settles the
 * record, and `error` stays.
 */
export async function findEarlierApproval(
  context: AppContext,
  kind: RequestKind,
  id: string,
  error: unknown,
): Promise<string | undefined> {
  if (!(error instanceof AppError) || error.code !== "NOT_IN_REVIEW") return undefined;
  const status = error.data?.["status"];
  if (typeof status !== "string" || !(status === "rejected" || provesDecision(status, "approve")))
    return undefined;
  const { service, events } = context;
  const journal = await service.journal();
  const { origin } = await service.connect();
  const isIts = ({ record, state, isOpen }: JournalEntry): boolean =>
    isOpen &&
    state === "unknown" &&
    isApproval(record) &&
    getEndpoint(record.kind).journal?.record === kind.noun &&
    record.origin === origin &&
    isSameId(readPathId(record.path), id);
  let entries: JournalEntry[];
  try {
    entries = (await journal.read({ newest: 0 })).open.filter(isIts);
    for (const { record } of entries)
      await journal.resolve(
        record.id,
        status === "rejected"
          ? { notCreated: true, by: "search", reason: "it is rejected" }
          : { resultId: id, by: "search" },
      );
  } catch (problem) {
    // Reading a request must not fail because the journal is not writable.
    if (!(problem instanceof AppError)) throw problem;
    events.warn(problem.message);
    return undefined;
  }
  const [first] = entries;
  if (first === undefined || status === "rejected") return undefined;
  events.note(
    `An earlier approval got no response, but the service received it: ${kind.title} ${id} is ${status} (journal ${first.record.id})`,
  );
  return status;
}
