import type { Call } from "../call.ts";
import type { RequestKind, TaskingRequest } from "./tasking-request.ts";

type Moment = Pick<Call, "sandbox" | "settings" | "nowMs">;

/** Stores a new request with what will happen to it by itself. */
export function saveRequest(moment: Moment, request: TaskingRequest): void {
  const { requests, events } = moment.sandbox.tasking;
  const { id: requestId, kind, record } = request;
  requests.insert(request);
  events.add({ atMs: moment.nowMs + moment.settings.estimateDelay * 1000, kind: "estimate", requestId });
  if (record.properties.lastStatusCode === "submitted") sendToScheduler(moment, kind, requestId);
}

/** An approved request is looked at after `schedulerDelay`; a series makes its first tasks at once. */
export function sendToScheduler(
  { sandbox: { tasking }, settings, nowMs }: Moment,
  kind: RequestKind,
  requestId: string,
): void {
  const atMs = nowMs + settings.schedulerDelay * 1000;
  if (kind === "task") tasking.events.add({ atMs, kind: "schedule", requestId });
  else {
    tasking.events.add({ atMs, kind: "accept-series", requestId });
    tasking.events.add({ atMs: nowMs, kind: "spawn", requestId });
  }
}
