/**
 * Reads from the response to a free request whether it costs money after all. An organization may pre-approve all of its requests, and
 * nothing in the request shows that: the effect of a request is a guess until its response.
 */
import type { EndpointName } from "../contract/endpoints.ts";
import { endpointOf } from "../contract/endpoints.ts";
import { isJsonObject } from "../contract/json-object.ts";
import { readRepeat, readTask, type RequestRecord } from "../contract/read-record.ts";
import { hasFailed } from "../contract/vocabulary.ts";
import { seriesPrice, taskPrice, type Price } from "../domain/price/price.ts";

/** Words of states before an approval. */
const NOT_APPROVED = /review|receiv|pending|new|draft|creat|queu|valid|wait|estimat|pric/;
/** Words of states after one. */
const APPROVED =
  /approv|submit|accept|activ|schedul|task|plan|confirm|order|collect|acquir|retry|complet|deliver|done/;

/** Reports whether a free request of this kind may be approved by the service: a decision is none, and an order is never free. */
export function mayBeApprovedUnasked(kind: EndpointName): boolean {
  const { journal } = endpointOf(kind);
  return journal !== undefined && journal.record !== "order" && journal.decides !== true;
}

// Spec silent: whether an organization can pre-approve its requests. We take a new request as approved if its record is
// pre-approved, or in a state after an approval. A state that we do not know counts as one, unless the record is not pre-approved.
/** Returns the request that a response shows as approved, with its price; undefined for one that waits for a decision. */
export function approvedUnasked(
  kind: EndpointName,
  reply: unknown,
): { price: Price | undefined } | undefined {
  if (!mayBeApprovedUnasked(kind) || !isJsonObject(reply)) return undefined;
  const isTask = endpointOf(kind).journal?.record === "task";
  const record: RequestRecord = isTask ? readTask(reply) : readRepeat(reply);
  if (!isApproved(record)) return undefined;
  return { price: isTask ? taskPrice(record) : seriesPrice(record) };
}

function isApproved({ status = "", preApproval, estimate }: RequestRecord): boolean {
  if (preApproval === true) return !hasFailed(status);
  const state = status.toLowerCase();
  const isWaiting = state === "" || NOT_APPROVED.test(`${state} ${estimate.transactionStatus}`.toLowerCase());
  if (isWaiting || hasFailed(state)) return false;
  return preApproval === undefined || APPROVED.test(state);
}
