import { Refusal } from "../http/refusal.ts";
import { orderResult } from "../orders/order-result.ts";
import type { ResolvedItem } from "../orders/resolve-items.ts";
import { findRequest } from "../tasking/find-request.ts";
import type { Handler } from "./handler.ts";
import { saveOrder } from "./place-order.ts";

/** `POST /orders/task/{taskingRequestId}`: everything of the task's collects. Errors: 404, 409 TASK_HAS_NO_COLLECTS. */
// Spec silent: the body of an order by task. We take any and read none.
export const orderTask: Handler = async (call) => {
  const { sandbox, settings, nowMs } = call;
  const task = findRequest(call, "task", call.params["taskingRequestId"]);
  const holdings = await sandbox.holdings();
  const products = sandbox.tasking.collects.ofTask(task.id).flatMap(({ collectId }): ResolvedItem[] => {
    const tasked = holdings.findTasked(collectId, nowMs);
    if (tasked === undefined) return [];
    const { collect, productTypes, readyMs } = tasked;
    return productTypes.map((productType) => ({
      collect,
      productType,
      collectionId: collect.collectionId,
      granuleId: holdings.granuleIdOf(collect, productType),
      readyMs,
      isNew: false,
    }));
  });
  if (products.length === 0) {
    const { lastStatusCode } = task.record.properties;
    throw new Refusal(
      409,
      "TASK_HAS_NO_COLLECTS",
      `${task.id} is ${lastStatusCode} and has no collects to order`,
    );
  }
  const order = sandbox.store.database.transaction(() => saveOrder(call, products));
  return { status: settings.createdStatus, json: orderResult(order, nowMs) };
};
