/** The meaning of a request's status code: it waits for a decision, is final, or is in progress. */
import { CANCELLED_STATES, ENDED_STATES } from "../../contract/vocabulary.ts";

/** The state in which a request waits for its cost to be approved. */
export const REVIEW = "review";

// Spec silent: which status codes exist and which are final. We treat `completed`, `rejected` and the other final states seen in
// the field as final. An `anomaly` is not: a service may retry it.
const ENDS: ReadonlySet<string> = new Set(["completed", "rejected", ...ENDED_STATES]);

/** Returns whether a state is final; an unknown state is not. */
export const isFinal = (code: string | undefined): boolean => code !== undefined && ENDS.has(code);

const CANCELLED: ReadonlySet<string> = new Set(CANCELLED_STATES);

/** Returns whether a state is that of a cancelled request. */
export const isCancelled = (code: string | undefined): boolean => CANCELLED.has((code ?? "").toLowerCase());

export type Decision = "approve" | "reject";

/** Returns whether a state proves that a decision arrived: a request that was cancelled or failed may never have been approved. */
export function provesDecision(code: string, decision: Decision): boolean {
  if (decision === "reject") return code === "rejected";
  return code !== REVIEW && code !== "received" && (code === "completed" || !isFinal(code));
}

const WITHOUT_COLLECTS: ReadonlySet<string> = new Set([
  REVIEW,
  "received",
  "submitted",
  "accepted",
  "rejected",
]);

/** Returns whether a state proves that a task has collected nothing; an unknown state does not. */
export const hasNoCollects = (code: string | undefined): boolean =>
  code !== undefined && WITHOUT_COLLECTS.has(code);

export type WaitState = "reached" | "ended" | "open";

/** Returns whether a code is the awaited one, another final one, or neither. */
export function toWaitState(code: string | undefined, until: readonly string[]): WaitState {
  if (code !== undefined && until.includes(code)) return "reached";
  return isFinal(code) ? "ended" : "open";
}
