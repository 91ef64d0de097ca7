import type { Call } from "../call.ts";
import type { Reply } from "../http/exchange.ts";
import type { BodyFault } from "../http/refusal.ts";
import { answerRecord } from "./answer-record.ts";
import { makeRequest, type Wish } from "./make-request.ts";
import { saveRequest } from "./save-request.ts";
import type { InnerState, RequestKind } from "./tasking-request.ts";

/** Makes and stores a request in one transaction, with the id that is next, and answers its record. */
export function createRequest(
  call: Call,
  kind: RequestKind,
  wish: Wish,
  faults: BodyFault[],
  inner: InnerState = {},
): Reply {
  const request = call.sandbox.store.database.transaction(() => {
    const made = makeRequest(call, kind, wish, faults, inner);
    saveRequest(call, made);
    return made;
  });
  return { status: call.settings.createdStatus, json: answerRecord(request, call.settings) };
}
