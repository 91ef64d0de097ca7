import type { EndpointName } from "../contract/endpoints.ts";
import { readOrder } from "../contract/read-order.ts";
import { readRepeatId, readTaskId } from "../contract/read-record.ts";

/**
 * The id that proves a spending request's success. An approval creates nothing: there it is the id in its path, for
 * any 2xx, since the body of its reply is not shown.
 */
export function spendId(name: EndpointName, reply: unknown, path: string): string | undefined {
  switch (name) {
    case "createTask":
    case "retaskTask":
    case "retaskCollect":
      return readTaskId(reply);
    case "createRepeat":
    case "retaskRepeat":
      return readRepeatId(reply);
    case "placeOrder":
    case "orderTask":
      return readOrder(reply)?.orderId;
    case "setTaskStatus":
    case "setRepeatStatus":
      return decodeURIComponent(
        path.split("/").findLast((segment) => segment !== "" && segment !== "status") ?? path,
      );
    default:
      return path;
  }
}
