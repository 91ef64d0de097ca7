import type { Settings } from "../settings.ts";
import { answerRecord } from "./answer-record.ts";
import type { TaskingRequest } from "./tasking-request.ts";

// Spec silent: the body of the "updated status". We answer the whole record; the settings have the other ways.
/** What a status patch answers. */
export function answerStatus(request: TaskingRequest, settings: Settings): unknown {
  const { lastStatusCode, statusHistory } = request.record.properties;
  switch (settings.statusReply) {
    case "status":
      return { status: lastStatusCode };
    case "code":
      return { code: lastStatusCode };
    case "history":
      return statusHistory;
    case "empty":
      return undefined;
    case "record":
      return answerRecord(request, settings);
  }
}
