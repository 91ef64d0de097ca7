/**
 * The meaning of a request's status code (it waits for a decision, is final, or is in progress), and its possible
 * next steps. The sandbox decides by it; commands check with it before they send.
 */
import { ENDED_STATES, LIMITS, REPEAT_DECISIONS, TASK_DECISIONS } from "../../contract/vocabulary.ts";

/** The state in which a request waits for its cost to be approved. */
export const REVIEW = "review";

// Spec silent: which status codes exist and which are final. We treat `completed`, `rejected` and the other final states seen in
// the field as final.
const ENDS: ReadonlySet<string> = new Set(["completed", "rejected", ...ENDED_STATES]);

/** Returns whether a state is final; an unknown state is not. */
export const isFinal = (code: string | undefined): boolean => code !== undefined && ENDS.has(code);

/** Returns whether a state proves that a decision arrived: a request that was cancelled or failed may never have been approved. */
export function provesDecision(code: string, decision: "approve" | "reject"): boolean {
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
export function waitStateOf(code: string | undefined, until: readonly string[]): WaitState {
  if (code !== undefined && until.includes(code)) return "reached";
  return isFinal(code) ? "ended" : "open";
}

export type TaskDecision = (typeof TASK_DECISIONS)[number];
export type RepeatDecision = (typeof REPEAT_DECISIONS)[number];

/** Returns whether a request waits for a decision: only in review. */
export function canDecide(statusCode: string): boolean {
  return statusCode === REVIEW;
}

// Spec silent: the state of a rejected task. We expect `rejected`.
/** Returns the state after a decision. `approved` is a decision and never a state. */
export function stateAfterTaskDecision(decision: TaskDecision): "submitted" | "rejected" {
  return decision === "approved" ? "submitted" : "rejected";
}

export function stateAfterRepeatDecision(decision: RepeatDecision): "submitted" | "rejected" {
  return decision;
}

/** Returns true up to and at 3 hours before the first collect; always without a planned collect. */
export const canEditProducts = (nowMs: number, firstCollectMs: number | undefined): boolean =>
  firstCollectMs === undefined || nowMs <= firstCollectMs - LIMITS.productEditCutoffHours * 3_600_000;
