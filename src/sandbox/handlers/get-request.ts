import type { Call } from "../call.ts";
import { advance } from "../tasking/advance.ts";
import { answerRecord } from "../tasking/answer-record.ts";
import { findRequest } from "../tasking/find-request.ts";
import type { RequestKind } from "../tasking/tasking-request.ts";
import type { Handler } from "./handler.ts";

/** `GET /task/{taskingrequestId}`: the record with its cost estimate. Errors: 404. */
export const getTask: Handler = (call) => getRequest(call, "task", call.params["taskingrequestId"]);

/** `GET /repeat-requests/{repeatrequestId}`: the record with the cost of one image. Errors: 404. */
export const getRepeat: Handler = (call) => getRequest(call, "repeat", call.params["repeatrequestId"]);

async function getRequest(call: Call, kind: RequestKind, id: string | undefined) {
  const { sandbox, settings } = call;
  const request = findRequest(call, kind, id);
  const { events } = sandbox.tasking;
  // A series waits for its tasks as well.
  const nextMs = kind === "repeat" ? events.nextOfSeries(request.id) : events.nextOf(request.id);
  // Somebody polls: in mode `auto` the clock jumps to what happens next.
  if (nextMs !== undefined) sandbox.clock.await(nextMs);
  await advance(sandbox);
  return { json: answerRecord(findRequest(call, kind, id), settings) };
}
