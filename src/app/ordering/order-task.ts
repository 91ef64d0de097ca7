/** An order of everything that a task collected: consent, one request. */
import { moneyText, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { baseBody } from "../../cli/flags/body-flags.ts";
import { agree } from "../consent.ts";
import type { Context } from "../../cli/context.ts";
import { goOnWithRecord } from "./go-on-with-record.ts";
import { settleOrder, type AfterwardsOptions, type PlacedOrder } from "./settle-order.ts";
import { taskOrderedBefore } from "./task-ordered-before.ts";

export interface TaskOrderOptions extends AfterwardsOptions {
  maxCost?: Money;
  data?: string;
}

export interface TaskOrder {
  taskId: string;
  /** Undefined: none is sent, or what the dialect says. */
  body: Record<string, unknown> | undefined;
}

export async function taskOrderRequest(
  context: Context,
  { data, maxCost }: TaskOrderOptions,
  taskId: string,
): Promise<TaskOrder> {
  if (maxCost !== undefined) throw noPrice(taskId, maxCost);
  return { taskId, body: data === undefined ? undefined : await baseBody(context, { data }) };
}

// Spec silent: a price of an order by task before it is placed. We know none, and an unknown price is above every limit.
const noPrice = (taskId: string, maxCost: Money): AppError =>
  new AppError(
    "local",
    "COST_LIMIT_EXCEEDED",
    `the interface shows no price of an order by task, so it cannot be held against --max-cost ${moneyText(maxCost)}: nothing was ordered`,
    {
      hint: "Order the items themselves, whose price is read first: swath catalog search --collect-id <collectId> --all --output order-items | swath order place --items - --max-cost ...",
      data: { taskId, price: null, maxCost: moneyText(maxCost) },
    },
  );

export async function orderTask(
  context: Context,
  request: TaskOrder,
  options: TaskOrderOptions,
): Promise<PlacedOrder> {
  const { service, options: globals } = context;
  const { taskId, body } = request;
  const goesOn = options.wait === true || options.download !== undefined;
  if (globals.dryRun !== true) {
    if (goesOn && globals.resend !== true && (globals.yes === true || context.canAsk)) {
      const earlier = await taskOrderedBefore(context, request);
      if (earlier !== undefined) return goOnWithRecord(context, earlier, options);
    }
    const question = `Order everything that task ${taskId} collected, at a price that is not shown before?`;
    await agree(context, question, "Add --yes to agree");
  }
  const order = await service.client.orderTask({
    params: { taskingRequestId: taskId },
    ...(body !== undefined && { body }),
  });
  return settleOrder(context, order, options);
}
