/** What may happen to a request next: decided here, for the service's handlers and for the commands that look first. */
import { LIMITS, REPEAT_DECISIONS, TASK_DECISIONS } from "../../contract/vocabulary.ts";
import { REVIEW } from "./request-states.ts";

export type TaskDecision = (typeof TASK_DECISIONS)[number];
export type RepeatDecision = (typeof REPEAT_DECISIONS)[number];

/** Only a request in review waits for a decision. */
export function canDecide(statusCode: string): boolean {
  return statusCode === REVIEW;
}

// Spec silent: the state of a single task after its rejection. We say `rejected`.
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
