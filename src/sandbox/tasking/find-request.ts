import type { Call } from "../call.ts";
import { Refusal } from "../http/refusal.ts";
import type { RequestKind, TaskingRequest } from "./tasking-request.ts";

const NAMES: Record<RequestKind, string> = { task: "task", repeat: "repeat request" };

// Spec silent: who may see, approve, retask and edit a request. Its owner and the managers of the same organization may;
// for everybody else it does not exist.
export function findRequest(
  { sandbox, caller }: Pick<Call, "sandbox" | "caller">,
  kind: RequestKind,
  id: string | undefined,
): TaskingRequest {
  const request = sandbox.tasking.requests.find(kind, id ?? "");
  const isVisible =
    request?.userId === caller.userId ||
    (request?.organizationId === caller.organizationId && caller.roles.includes("organization-manager"));
  if (request === undefined || !isVisible) {
    throw new Refusal(404, "NOT_FOUND", `no ${NAMES[kind]} has the id ${id}`);
  }
  return request;
}
