/** Orders everything that a task collected: its price, consent, one request. */
import { isDeepStrictEqual } from "node:util";
import { moneyText, type Money } from "../../domain/spending/money.ts";
import { orderPrice } from "../../domain/spending/price.ts";
import { AppError } from "../../errors.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { withoutSignatures } from "../../ledger/intent-details.ts";
import { countText } from "../../render/quantity-text.ts";
import { settleEachId } from "../batch.ts";
import { agree, orSay, requireAnswer } from "../consent.ts";
import { purchaseOf } from "../spending/purchase.ts";
import { allowSpend } from "../spending/spend-policy.ts";
import type { OrderBody } from "./order-items.ts";
import {
  agreeToPrice,
  FRESH_MS,
  HOW_TO_AGREE,
  isPriceNeeded,
  readPrice,
  requireSamePrice,
  shownPrice,
  warnOfDifference,
} from "./order-price.ts";
import { orderCommand } from "./place-order.ts";
import {
  checkOrderedBefore,
  confirmSame,
  confirmUnknownItems,
  hasExpired,
  isActive,
  mayHoldItems,
} from "./ordered-before.ts";
import {
  isFollowed,
  resumeOrder,
  settleOrder,
  warnOfOthers,
  type Afterwards,
  type OrderContext,
  type PlacedOrder,
} from "./settle-order.ts";
import { contentsOfTask, type TaskContents } from "./task-items.ts";
import { advice, again, swath, type Hint } from "../../hint.ts";

export interface TaskOrder {
  taskId: string;
  /** Undefined: no value is sent, or the dialect's. */
  body: Record<string, unknown> | undefined;
}

type TaskOrderOptions = Afterwards & { maxCost?: Money | undefined };

/**
 * Orders what each of several tasks has collected, once the sum of their prices is agreed to: --max-cost is the limit of
 * all of them together, and nothing is ordered when it is not enough.
 */
export async function orderTasks(
  context: OrderContext,
  { taskIds, body }: { taskIds: readonly string[]; body: TaskOrder["body"] },
  { maxCost, ...afterwards }: TaskOrderOptions,
): Promise<PlacedOrder | PlacedOrder[]> {
  const requests = taskIds.map((taskId) => ({ taskId, body }));
  const isOneByOne = requests.length === 1 || context.service.isDryRun;
  const agreed = isOneByOne ? new Map() : await agreeToTasks(context, requests, { maxCost, ...afterwards });
  return settleEachId(
    context,
    taskIds,
    "orders",
    (taskId) =>
      orderTask(
        context,
        { taskId, body },
        { ...afterwards, maxCost },
        isOneByOne ? undefined : agreed.get(taskId),
      ),
    1,
  );
}

/** One sum and one question for all tasks that are not followed from an earlier run. */
async function agreeToTasks(
  context: OrderContext,
  requests: readonly TaskOrder[],
  { maxCost, ...afterwards }: TaskOrderOptions,
): Promise<Map<string, PricedItems>> {
  const { consent, clock, events, dialect } = context;
  const tasks = countText(requests.length, "task");
  requireAnswer(consent, `Ordering what ${tasks} collected costs money.`, HOW_TO_AGREE);
  const agreed = new Map<string, PricedItems>();
  const fresh: TaskOrder[] = [];
  // What was ordered is followed from there, or refused by itself where no question can be asked: the others go on.
  const isSettledAlone = !consent.resend && (isFollowed(afterwards) || !consent.canAsk || consent.isGiven);
  for (const request of requests) {
    const isOrdered = isSettledAlone && (await taskOrderedBefore(context, request)) !== undefined;
    if (!isOrdered) fresh.push(request);
  }
  const known: (OrderBody["items"] | undefined)[] = [];
  for (const request of fresh) known.push(await notOrderedYet(context, request, { ...afterwards, maxCost }));
  const contents = consent.resend || fresh.length < 2 ? [] : await contentsOfEach(context, fresh);
  await requireApart(context, contents, maxCost);
  if (fresh.length === 0 || !isPriceNeeded(context, { maxCost })) {
    for (const { taskId } of fresh) agreed.set(taskId, {});
    return agreed;
  }
  const reading = Promise.all(
    fresh.map(async ({ taskId }, index) => {
      const items = known[index] ?? (contents[index] ?? (await contentsOfTask(context, taskId))).items;
      const review = items.length === 0 ? undefined : await readPrice(context, { items });
      const lines = review === undefined ? [] : await shownPrice(context, review, { items });
      for (const line of lines.length === 0 ? [] : [`Task ${taskId}:`, ...lines]) events.note(line);
      if (review !== undefined) warnOfDifference(context, review);
      return { taskId, items, review };
    }),
  );
  const priced = await orSay(context, reading, "Nothing was sent");
  const askedMs = clock.now();
  await allowSpend(context, {
    ...purchaseOf(
      priced.map(({ taskId, items, review }) => ({
        id: taskId,
        title: `task ${taskId}`,
        label: `task ${taskId}`,
        line: `everything that task ${taskId} collected, ${countText(items.length, "item")}`,
        price: orderPrice(review?.most),
        rejectWith: swath`task get ${taskId}`,
      })),
      {
        title: countText(fresh.length, "task"),
        verb: "Order what was collected by",
        dollar: dialect["currency.$"],
      },
    ),
    maxCost,
    agreeHint: HOW_TO_AGREE,
    outcome: "nothing was ordered",
    limitHint: advice`Raise --max-cost, or order fewer tasks at a time`,
  });
  for (const { taskId, items, review } of priced) {
    // Prices may have changed while the person was deciding.
    if (review !== undefined && !consent.isGiven && clock.now() - askedMs >= FRESH_MS)
      requireSamePrice(review, await orSay(context, readPrice(context, { items }), "Nothing was sent"));
    agreed.set(taskId, items.length === 0 ? {} : { items, price: review?.most });
  }
  return agreed;
}

interface NamedContents extends TaskContents {
  taskId: string;
}

async function contentsOfEach(
  context: OrderContext,
  tasks: readonly TaskOrder[],
): Promise<readonly NamedContents[]> {
  const reading = Promise.all(
    tasks.map(async ({ taskId }): Promise<NamedContents> => {
      try {
        return { taskId, ...(await contentsOfTask(context, taskId)) };
      } catch (error) {
        // The order of a task that does not exist fails by itself.
        if (error instanceof AppError && error.code === "NOT_FOUND")
          return { taskId, collectIds: [], items: [] };
        throw error;
      }
    }),
  );
  return orSay(context, reading, "Nothing was sent");
}

/**
 * What two tasks of one run collected together would be paid twice, and is ALREADY_ORDERED when one is ordered after the
 * other: it is bought twice only after a consent of its own; --yes is none.
 */
async function requireApart(
  context: OrderContext,
  tasks: readonly NamedContents[],
  maxCost: Money | undefined,
): Promise<void> {
  const { consent } = context;
  const holders = new Map<string, string>();
  const apart: string[] = [];
  const shared: string[] = [];
  for (const { taskId, collectIds, items } of tasks) {
    const granules = items.map(({ granuleId }) => granuleId);
    const keys = [...collectIds, ...granules].filter((key) => typeof key === "string");
    const first = keys.find((key) => holders.has(key));
    if (first === undefined) apart.push(taskId);
    else shared.push(`task ${taskId} and task ${holders.get(first)} both hold ${first}`);
    for (const key of keys) if (!holders.has(key)) holders.set(key, taskId);
  }
  if (shared.length === 0) return;
  const because = shared.join("; ");
  if (consent.canAsk && !consent.isGiven)
    return agree(context, `${because}. Order all these tasks, and pay for it more than once?`);
  const words = [
    ...apart,
    ...(consent.isGiven ? ["--yes"] : []),
    ...(maxCost === undefined ? [] : ["--max-cost", moneyText(maxCost)]),
  ];
  throw new AppError("usage", "ALREADY_ORDERED", `${because}: nothing was ordered`, {
    hint: advice`Order it once: ${swath`order task ${words}`}; to buy it a second time on purpose, add --resend${again("--resend")}`,
  });
}

async function orderTask(
  context: OrderContext,
  request: TaskOrder,
  { maxCost, ...afterwards }: TaskOrderOptions,
  /** Where the price was agreed to with those of others. */
  agreed: PricedItems | undefined,
): Promise<PlacedOrder> {
  const { service, consent } = context;
  const { taskId, body } = request;
  let priced: PricedItems = agreed ?? {};
  if (!service.isDryRun) {
    requireAnswer(consent, `Ordering what task ${taskId} collected costs money.`, HOW_TO_AGREE);
    const earlier = await taskOrderedBefore(context, request);
    if (earlier !== undefined && isFollowed(afterwards) && !consent.resend)
      return resumeOrder(context, earlier, afterwards);
    if (agreed === undefined) {
      const known = await notOrderedYet(context, request, { ...afterwards, maxCost });
      priced = await agreeToTask(context, taskId, maxCost, known);
    }
  }
  const { items, price } = priced;
  const order = await service.client.orderTask({
    params: { taskingRequestId: taskId },
    ...(body !== undefined && { body }),
    // Where the reply is lost, these are what the order holds.
    ...(price !== undefined && { facts: { price, items } }),
  });
  if (items !== undefined) warnOfOthers(context, items, order, "that the price did not count");
  return settleOrder(context, order, afterwards);
}

/** The items whose price was agreed to; empty where none was read. */
interface PricedItems {
  items?: OrderBody["items"];
  price?: string | undefined;
}

// Spec silent: a price of an order by task before it is placed. We review the items that the catalog has of the collects
// that the task's record names; without any, an unknown price is above every limit.
async function agreeToTask(
  context: OrderContext,
  taskId: string,
  maxCost: Money | undefined,
  known: OrderBody["items"] | undefined,
): Promise<PricedItems> {
  if (!isPriceNeeded(context, { maxCost })) return {};
  const items = known ?? (await contentsOfTask(context, taskId)).items;
  if (items.length > 0) {
    const options = {
      maxCost,
      subject: `The order of task ${taskId}`,
      question: (total: string) =>
        `Order everything that task ${taskId} collected, ${countText(items.length, "item")}, for ${total}?`,
      limitHint: advice`Raise --max-cost, or order some of the items: ${swath`order place --item <collection>/<item>`}`,
    };
    return { items, price: await agreeToPrice(context, { items }, options) };
  }
  await allowSpend(context, {
    subject: `The order of task ${taskId}`,
    price: {
      kind: "never-shown",
      why: `the service gives no price in advance, since it names no items of task ${taskId} that could be priced`,
      hint: seeCollects(taskId),
      underBudget: seeCollects(taskId),
    },
    maxCost,
    question: "The service gives no price in advance. Order anyway?",
    outcome: "nothing was ordered",
    data: { taskId },
  });
  return {};
}

const seeCollects = (taskId: string): Hint =>
  advice`See whether it has collected anything: ${swath`task get ${taskId}`}`;

/**
 * The items of a task that an order of this machine holds already, or may hold, would be paid twice, as those of `order
 * place` would: the same rules hold. The catalog is asked for them only where there is such an order; then they are
 * returned.
 */
export async function notOrderedYet(
  context: OrderContext,
  request: TaskOrder,
  options: TaskOrderOptions,
): Promise<OrderBody["items"] | undefined> {
  const { service, consent } = context;
  const { taskId } = request;
  if (consent.resend) return undefined;
  const same = await taskOrderedBefore(context, request);
  const what = `what task ${taskId} collected`;
  if (same !== undefined) await confirmSame(context, same, { what, outDir: options.downloadTo });
  const { origin } = await service.connect();
  // The journal itself guards the same order of the same task, until its outcome is known.
  const isLeftOut = (record: IntentRecord): boolean =>
    isOrderOf(record, taskId) &&
    (record.state === "confirmed" || isDeepStrictEqual(record.body, withoutSignatures(request.body)));
  if (!(await mayHoldItems(context, origin, isLeftOut))) return undefined;
  const { items } = await contentsOfTask(context, taskId);
  const how = {
    origin,
    isFollowed: false,
    outDir: undefined,
    isLeftOut,
    orderOnly: (others: OrderBody) => orderCommand(context, others, options),
    isWhole: true,
  };
  if (items.length > 0) await checkOrderedBefore(context, { items }, how);
  else await confirmUnknownItems(context, what, how);
  return items;
}

/** No body and an empty one ask for the same. */
const isSameBody = (record: IntentRecord, { body }: TaskOrder): boolean =>
  isDeepStrictEqual(record.body ?? {}, withoutSignatures(body ?? {}));

const isOrderOf = ({ kind, path }: IntentRecord, taskId: string): boolean =>
  kind === "orderTask" && path.endsWith(`/${encodeURIComponent(taskId)}`);

/** The active order of this task, service, profile and body in this machine's journal. What has expired may be ordered again. */
async function taskOrderedBefore(
  { service, profileName }: OrderContext,
  request: TaskOrder,
): Promise<IntentRecord | undefined> {
  const { origin } = await service.connect();
  const { entries } = await (await service.journal()).list();
  const time = await service.time();
  const same = entries.filter(
    ({ record, state }) =>
      isOrderOf(record, request.taskId) &&
      state === "confirmed" &&
      record.profile === profileName &&
      record.origin === origin &&
      isSameBody(record, request) &&
      record.details?.orderStatus !== "rejected",
  );
  for (const { record } of same)
    if (record.resultId !== undefined && hasExpired(record, time)) service.allowRepeat(record.resultId);
  return same.find(({ record }) => isActive(record, time))?.record;
}
