/**
 * The bodies of an approval and a rejection. Key and value differ between the two kinds of request; only this file
 * contains them.
 */
import type { BodyOf } from "../../contract/schemas.ts";

export type Decision = "approve" | "reject";

const TASK_BODIES: Readonly<Record<Decision, BodyOf<"setTaskStatus">>> = {
  approve: { status: "approved" },
  reject: { status: "rejected" },
};
const REPEAT_BODIES: Readonly<Record<Decision, BodyOf<"setRepeatStatus">>> = {
  approve: { code: "submitted" },
  reject: { code: "rejected" },
};

export const taskDecision = (decision: Decision): BodyOf<"setTaskStatus"> => ({ ...TASK_BODIES[decision] });
export const repeatDecision = (decision: Decision): BodyOf<"setRepeatStatus"> => ({
  ...REPEAT_BODIES[decision],
});
