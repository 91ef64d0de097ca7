/** Offers tasks and repeat requests, newest first, each in one line with its main facts. */
import type { AppContext } from "../context.ts";
import type { RequestRecord, TaskRecord } from "../../contract/read-record.ts";
import { computeCommitment, formatCommittedColumn } from "../../domain/price/price.ts";
import { isFinal } from "../../domain/tasking/request-states.ts";
import type { Offered } from "../offered.ts";
import { withoutNotes } from "../surroundings.ts";
import { listInReview, noteClosed, splitClosed } from "./approvals.ts";
import type { Decision } from "../../domain/tasking/request-states.ts";
import type { RequestNoun } from "./request-kind.ts";
import { formatRequest, describeRequest } from "./request-line.ts";
import { findOrderedTasks } from "./ordered-tasks.ts";
import { searchRequests } from "./search-requests.ts";

/** Older requests need a search. */
const MAX_OFFERED = 250;

/**
 * Offers requests in review, with their prices. Those whose window is over cannot be approved; for a rejection they are marked, and
 * come last.
 */
export async function offerInReview(
  context: AppContext,
  noun: RequestNoun,
  decision: Decision,
): Promise<Offered[]> {
  const { open, closed } = splitClosed(await listInReview(context, [noun]));
  if (decision === "approve") noteClosed(context, closed);
  const waiting = decision === "approve" ? open : [...open, ...closed];
  return waiting.map(({ row: { id, submitted = "", priceText }, line, price, isClosed }) => ({
    id,
    line,
    end: [...(isClosed ? ["closed"] : []), formatCommittedColumn(price) ?? priceText].join("  "),
    words: submitted,
    price: computeCommitment(price),
  }));
}

export async function offerRequests(
  context: AppContext,
  noun: RequestNoun,
  wanted: "any" | "unfinished" | "completed",
): Promise<Offered[]> {
  const query = {
    ...(noun === "task" && { includeRepeatingTasks: { eq: true } }),
    ...(wanted === "completed" && { lastStatusCode: "completed" }),
  };
  const body = { sort: "submissionTime", order: "desc" as const, query };
  const { placeText } = await import("../../places/describe-geometry.ts");
  const offered: Offered[] = [];
  for await (const page of searchRequests(withoutNotes(context), { noun, body, limit: MAX_OFFERED })) {
    const ordered =
      wanted === "completed"
        ? await findOrderedTasks(
            context,
            page.flatMap(({ id }) => id ?? []),
          )
        : undefined;
    for (const record of page as readonly (RequestRecord & Partial<TaskRecord>)[]) {
      const { id, status = "", submissionTime = "" } = record;
      if (id === undefined || (wanted === "unfinished" && isFinal(status))) continue;
      const line = formatRequest(describeRequest(record, context.clock.now(), placeText), id);
      offered.push({
        id,
        line,
        end: ordered?.has(id) === true ? "ordered" : status,
        words: submissionTime,
      });
    }
  }
  return offered;
}
