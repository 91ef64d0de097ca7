import { FINALIZED } from "../../contract/service-error.ts";
import { isFinal } from "../../domain/tasking/request-states.ts";
import { Refusal } from "../http/reply.ts";
import { type TaskingRequest, writeStatus } from "./tasking-request.ts";
import type { TaskingContext } from "./tasking.ts";

// Spec silent: what a cancellation changes, and when it is too late. The sandbox cancels a request until its imaging begins, at no
// cost; of a series also the tasks whose imaging has not begun.
/** Cancels a request that has not ended; for a series, also its tasks that have not begun. Errors: 422. */
export function cancelRequest(
  sandbox: TaskingContext,
  request: TaskingRequest,
  atMs: number,
): TaskingRequest {
  const { requests } = sandbox.tasking;
  return sandbox.store.database.transaction(() => {
    const { lastStatusCode } = request.record.properties;
    if (isFinal(lastStatusCode)) {
      throw makeTooLate(`${request.id} is ${lastStatusCode} and cannot be cancelled`);
    }
    if (hasBegun(sandbox, request, atMs)) {
      throw makeTooLate(`${request.id} is collected already and cannot be cancelled`);
    }
    end(sandbox, request, "cancelled", atMs);
    if (request.kind === "repeat") {
      for (const task of requests.derivedTasks(request.id)) {
        const isOver = isFinal(task.record.properties.lastStatusCode);
        if (!isOver && !hasBegun(sandbox, task, atMs)) end(sandbox, task, "its series was cancelled", atMs);
      }
    }
    return request;
  });
}

const makeTooLate = (message: string): Refusal => new Refusal(422, FINALIZED, message);

const hasBegun = ({ tasking }: TaskingContext, { id }: TaskingRequest, atMs: number): boolean =>
  tasking.collects.ofTask(id).some(({ plan }) => plan.startMs <= atMs);

function end({ tasking }: TaskingContext, request: TaskingRequest, message: string, atMs: number): void {
  tasking.events.remove(request.id);
  tasking.collects.remove(request.id);
  delete request.record.properties["expectedCollectionTime"];
  writeStatus(request.record.properties, "canceled", message, atMs);
  tasking.requests.update(request);
}
