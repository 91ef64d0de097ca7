/** Orders everything that a task collected: consent, one request. */
import { isDeepStrictEqual } from "node:util";
import type { Money } from "../../domain/spending/money.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { allowSpend, limitFault, type SpendRequest } from "../spending/spend-policy.ts";
import { isActive } from "./ordered-before.ts";
import {
  isFollowed,
  resumeOrder,
  settleOrder,
  type Afterwards,
  type OrderContext,
  type PlacedOrder,
} from "./settle-order.ts";

export interface TaskOrder {
  taskId: string;
  /** Undefined: no value is sent, or the dialect's. */
  body: Record<string, unknown> | undefined;
}

// Spec silent: a price of an order by task before it is placed. We know none, and an unknown price is above every limit.
const purchaseOf = (taskId: string, maxCost?: Money): SpendRequest => ({
  subject: `The order of task ${taskId}`,
  price: {
    kind: "never-shown",
    why: "the interface shows no price of an order by task",
    hint: "Order the items themselves, whose price is read first: swath catalog search --collect-id <collectId> --all --output order-items | swath order place --items - --max-cost ...",
  },
  maxCost,
  question: `Order everything that task ${taskId} collected, at a price that is not shown before?`,
  outcome: "nothing was ordered",
  data: { taskId },
});

/** Throws COST_LIMIT_EXCEEDED: such an order has no known price to compare with a limit. */
function refuseLimit(taskId: string, maxCost: Money | undefined): void {
  const fault = maxCost === undefined ? undefined : limitFault(purchaseOf(taskId, maxCost), maxCost);
  if (fault !== undefined) throw fault;
}

export async function orderTask(
  context: OrderContext,
  request: TaskOrder,
  { maxCost, ...afterwards }: Afterwards & { maxCost?: Money | undefined },
): Promise<PlacedOrder> {
  const { service, consent } = context;
  const { taskId, body } = request;
  refuseLimit(taskId, maxCost);
  if (!service.isDryRun) {
    if (isFollowed(afterwards) && !consent.resend && (consent.isGiven || consent.canAsk)) {
      const earlier = await taskOrderedBefore(context, request);
      if (earlier !== undefined) return resumeOrder(context, earlier, afterwards);
    }
    await allowSpend(context, purchaseOf(taskId));
  }
  const order = await service.client.orderTask({
    params: { taskingRequestId: taskId },
    ...(body !== undefined && { body }),
  });
  return settleOrder(context, order, afterwards);
}

/** The active order of this task, service, profile and body in this machine's journal. */
async function taskOrderedBefore(
  { service, profileName, clock }: OrderContext,
  { taskId, body }: TaskOrder,
): Promise<IntentRecord | undefined> {
  const { origin } = await service.connect();
  const { entries } = await (await service.journal()).list();
  const nowMs = clock.now();
  return entries.find(
    ({ record, state }) =>
      record.kind === "orderTask" &&
      state === "confirmed" &&
      record.profile === profileName &&
      record.origin === origin &&
      record.path.endsWith(`/${encodeURIComponent(taskId)}`) &&
      isDeepStrictEqual(record.body, body) &&
      record.details?.orderStatus !== "rejected" &&
      isActive(record, nowMs),
  )?.record;
}
