import { Refusal } from "../http/refusal.ts";
import type { ControlRoute } from "./control.ts";

/** `POST /_sandbox/orders/{id}/complete`: what the order waits for exists from now on. Answers `{orderId, orderStatus}`. */
export const completeOrder: ControlRoute = {
  method: "POST",
  path: "/orders/{id}/complete",
  run: ({ sandbox: { orders, clock }, params }) => {
    const id = params["id"] ?? "";
    if (!orders.complete(id, clock.now()))
      throw new Refusal(404, "ORDER_NOT_FOUND", `no order has the id ${id}`);
    return { json: { orderId: id, orderStatus: "completed" } };
  },
};
