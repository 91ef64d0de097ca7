import { isCancellation } from "../../contract/endpoints.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { REVIEW } from "../../domain/tasking/request-states.ts";
import type { Reply } from "../http/exchange.ts";
import { Refusal } from "../http/refusal.ts";
import { advance } from "../tasking/advance.ts";
import { cancelRequest } from "../tasking/cancel.ts";
import { type RequestKind, writeStatus } from "../tasking/tasking-request.ts";
import type { Call, Handler } from "./call.ts";
import { sendToScheduler } from "./create-request.ts";
import { shapeRecord, findRequest, answerStatus } from "./records.ts";

/** `GET /task/{taskingrequestId}`: returns the record with its cost estimate. Errors: 404. */
export const getTask: Handler = (call) => getRequest(call, "task", call.params["taskingrequestId"]);

/** `GET /repeat-requests/{repeatrequestId}`: returns the record with the cost of one image. Errors: 404. */
export const getRepeat: Handler = (call) => getRequest(call, "repeat", call.params["repeatrequestId"]);

async function getRequest(call: Call, kind: RequestKind, id: string | undefined) {
  const { sandbox, settings } = call;
  const request = findRequest(call, kind, id);
  const { events } = sandbox.tasking;
  const nextMs = events.nextOf(request.id);
  // In mode `auto` the clock jumps to the next event of the polled request.
  if (nextMs !== undefined) sandbox.clock.skipTo(nextMs);
  await advance(sandbox);
  return { json: shapeRecord(findRequest(call, kind, id).record, settings) };
}

// Spec silent: the state of a rejected task. We expect `rejected`.
/** `PATCH /task/{taskingrequestId}/status {status: approved | rejected}`. Errors: 404, 409 NOT_IN_REVIEW. */
export const setTaskStatus: Handler = (call) => {
  const { status } = call.body as BodyOf<"setTaskStatus">;
  const state = status === "approved" ? "submitted" : "rejected";
  return decide(call, "task", call.params["taskingrequestId"], state);
};

/** `PATCH /repeat-requests/{repeatrequestId}/status {code: submitted | rejected}`. Errors: 404, 409 NOT_IN_REVIEW. */
export const setRepeatStatus: Handler = (call) => {
  const { code } = call.body as BodyOf<"setRepeatStatus">;
  return decide(call, "repeat", call.params["repeatrequestId"], code);
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
    if (properties.lastStatusCode !== REVIEW) {
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

// Spec silent: the body of a cancellation. The sandbox takes either spelling of the state, in the field `status` or `code`.
/** Handles a status patch that cancels; returns undefined for any other. Errors: 404, 422. */
function cancelBy(kind: RequestKind, parameter: string) {
  return (call: Call): Reply | undefined => {
    if (!isCancellation(call.body)) return undefined;
    const request = findRequest(call, kind, call.params[parameter]);
    return { json: answerStatus(cancelRequest(call.sandbox, request, call.nowMs), call.settings) };
  };
}

export const cancelTaskByStatus = cancelBy("task", "taskingrequestId");
export const cancelRepeatByStatus = cancelBy("repeat", "repeatrequestId");
