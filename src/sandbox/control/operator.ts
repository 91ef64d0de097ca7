import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Reply } from "../http/exchange.ts";
import { notFound, Refusal, refuseField } from "../http/refusal.ts";
import { advance } from "../tasking/advance.ts";
import { cancelRequest } from "../tasking/cancel.ts";
import type { RequestKind } from "../tasking/tasking-request.ts";
import type { Control, ControlCall } from "../handlers/call.ts";

/** `POST /_sandbox/tasks/{id}/cancel`: cancels a task that is not collected yet. Returns its record. */
export const cancelTask: Control = (call) => cancel(call, "task");

/** `POST /_sandbox/repeat-requests/{id}/cancel`: cancels a series and its tasks that are not collected yet. */
export const cancelRepeat: Control = (call) => cancel(call, "repeat");

function cancel({ sandbox, params }: ControlCall, kind: RequestKind): Reply {
  const request = sandbox.tasking.requests.find(kind, params["id"] ?? "");
  if (request === undefined) throw notFound(`no ${kind} has the id ${params["id"]}`);
  return { json: cancelRequest(sandbox, request, sandbox.clock.now()).record };
}

/** `POST /_sandbox/tasks/{id}/complete`: moves the clock to the completion of an accepted task. */
export const completeTaskNow: Control = async ({ sandbox, params }) => {
  const { requests, events } = sandbox.tasking;
  const id = params["id"] ?? "";
  const task = requests.find("task", id);
  if (task === undefined) throw notFound(`no task has the id ${id}`);
  const { lastStatusCode } = task.record.properties;
  const atMs = events.nextOf(id, "complete");
  if (atMs === undefined) throw new Refusal(409, "CONFLICT", `${id} is ${lastStatusCode}, not accepted`);
  sandbox.clock.change({ virtualMs: Math.max(atMs, sandbox.clock.now()) });
  await advance(sandbox);
  return { json: { now: formatTimestamp(sandbox.clock.now()), record: requests.need(id).record } };
};

/** `POST /_sandbox/orders/{id}/complete`: completes all items. Returns `{orderId, orderStatus}`. */
export const completeOrder: Control = ({ sandbox: { orders, clock }, params }) => {
  const id = params["id"] ?? "";
  if (!orders.complete(id, clock.now())) throw notFound(`no order has the id ${id}`, "ORDER_NOT_FOUND");
  return { json: { orderId: id, orderStatus: "completed" } };
};

// Spec silent: rejected orders. The sandbox rejects an order under `/_sandbox` only.
/** `POST /_sandbox/orders/{id}/reject`: ends an order without its items. Returns `{orderId, orderStatus}`. */
export const rejectOrder: Control = ({ sandbox: { orders, clock }, params }) => {
  const id = params["id"] ?? "";
  if (!orders.reject(id, clock.now())) throw notFound(`no order has the id ${id}`, "ORDER_NOT_FOUND");
  return { json: { orderId: id, orderStatus: "rejected" } };
};

// Spec silent: how a product type becomes unavailable. The sandbox has a request for this under `/_sandbox` only.
/** `POST /_sandbox/organizations/{id} {unavailableProductTypes: [...]}`. Returns the organization. */
export const changeOrganization: Control = ({ sandbox, params, body }) => {
  const id = params["id"] ?? "";
  if (!sandbox.accounts.some(({ organizationId }) => organizationId === id)) {
    throw notFound(`no organization has the id ${id}`);
  }
  const types = body["unavailableProductTypes"];
  const known: readonly unknown[] = PRODUCT_TYPES;
  if (!Array.isArray(types) || !types.every((type) => known.includes(type) && type !== "GEO")) {
    throw refuseField(
      "unavailableProductTypes",
      `unavailableProductTypes is a list out of ${PRODUCT_TYPES.slice(1).join(", ")}`,
    );
  }
  return sandbox.store.database.transaction(() => {
    const organization = {
      ...sandbox.organizations.read(id),
      unavailableProductTypes: types as string[],
    };
    sandbox.organizations.write(organization);
    return { json: organization };
  });
};
