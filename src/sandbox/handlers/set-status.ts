import {
  canDecide,
  type RepeatDecision,
  stateAfterRepeatDecision,
  stateAfterTaskDecision,
  type TaskDecision,
} from "../../domain/tasking/request-states.ts";
import type { Call } from "../call.ts";
import type { Reply } from "../http/exchange.ts";
import { Refusal } from "../http/refusal.ts";
import { answerStatus } from "../tasking/answer-status.ts";
import { findRequest } from "../tasking/find-request.ts";
import { sendToScheduler } from "../tasking/save-request.ts";
import type { RequestKind } from "../tasking/tasking-request.ts";
import { writeStatus } from "../tasking/write-status.ts";
import type { Handler } from "./handler.ts";

/** `PATCH /task/{taskingrequestId}/status {status: approved | rejected}`. Errors: 404, 409 NOT_IN_REVIEW. */
export const setTaskStatus: Handler = (call) => {
  const { status } = call.body as { status: TaskDecision };
  return decide(call, "task", call.params["taskingrequestId"], stateAfterTaskDecision(status));
};

/** `PATCH /repeat-requests/{repeatrequestId}/status {code: submitted | rejected}`. Errors: 404, 409 NOT_IN_REVIEW. */
export const setRepeatStatus: Handler = (call) => {
  const { code } = call.body as { code: RepeatDecision };
  return decide(call, "repeat", call.params["repeatrequestId"], stateAfterRepeatDecision(code));
};

function decide(
  call: Call,
  kind: RequestKind,
  id: string | undefined,
  state: "submitted" | "rejected",
): Reply {
  const { sandbox, settings, nowMs } = call;
  return sandbox.store.database.transaction(() => {
    const request = findRequest(call, kind, id);
    const { properties } = request.record;
    if (!canDecide(properties.lastStatusCode)) {
      throw new Refusal(
        409,
        "NOT_IN_REVIEW",
        `${id} is ${properties.lastStatusCode}; only a request in review can be approved or rejected`,
      );
    }
    if (state === "submitted") {
      writeStatus(properties, state, "approved: sent to the scheduler", nowMs);
      sendToScheduler(call, kind, request.id);
    } else {
      writeStatus(properties, state, "rejected by the customer", nowMs);
      sandbox.tasking.events.remove(request.id);
    }
    if (kind === "task") properties["transactionStatus"] = state === "submitted" ? "in-progress" : "";
    sandbox.tasking.requests.update(request);
    return { json: answerStatus(request, settings) };
  });
}
