import { ENDED_STATES, LIMITS, REPEAT_DECISIONS, TASK_DECISIONS } from "../../contract/vocabulary.ts";

/**
 * What the status code of a request means (it waits for a decision, is final, or is in progress), and what may happen to
 * the request next. The sandbox decides by it; commands check with it before they send.
 */

/** The state in which a request waits for its cost to be approved. */
export const REVIEW = "review";

// Spec silent: which status codes exist and which are final. We treat `completed`, `rejected` and other words for an
// end seen in the field as final.
const ENDS: ReadonlySet<string> = new Set(["completed", "rejected", ...ENDED_STATES]);

/** True for a state that nothing follows; an unknown state is not final. */
export const isFinal = (code: string | undefined): boolean => code !== undefined && ENDS.has(code);

export type WaitState = "reached" | "ended" | "open";

/** Whether a code is one that is waited for, an end without it, or neither. */
export function waitStateOf(code: string | undefined, until: readonly string[]): WaitState {
  if (code !== undefined && until.includes(code)) return "reached";
  return isFinal(code) ? "ended" : "open";
}

export type TaskDecision = (typeof TASK_DECISIONS)[number];
export type RepeatDecision = (typeof REPEAT_DECISIONS)[number];

/** Only a request in review waits for a decision. */
export function canDecide(statusCode: string): boolean {
  return statusCode === REVIEW;
}

// Spec silent: the state of a rejected task. We expect `rejected`.
/** `approved` is a decision and never a state. */
export function stateAfterTaskDecision(decision: TaskDecision): "submitted" | "rejected" {
  return decision === "approved" ? "submitted" : "rejected";
}

export function stateAfterRepeatDecision(decision: RepeatDecision): "submitted" | "rejected" {
  return decision;
}

/** Until when the product types of a task can be changed: 3 hours before its first collect. */
export function productEditDeadlineMs(firstCollectMs: number): number {
  return firstCollectMs - LIMITS.productEditCutoffHours * 3_600_000;
}

/** True up to and at the deadline; always while no collect is planned. */
export function canEditProducts(nowMs: number, firstCollectMs: number | undefined): boolean {
  return firstCollectMs === undefined || nowMs <= productEditDeadlineMs(firstCollectMs);
}
