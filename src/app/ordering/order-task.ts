/**
 * Orders everything that tasks collected: reads their items, one price, asks one question, sends one request per
 * task.
 */
import type { AppContext } from "../context.ts";
import type { Order } from "../../contract/read-order.ts";
import { formatServicePrice, type Money } from "../../domain/price/money.ts";
import { toOrderPrice } from "../../domain/price/price.ts";
import { readOrderedItems, type IntentRecord } from "../../money/record.ts";
import { toOrderFlags, type OrderedItem } from "../../money/purchase.ts";
import type { OrderItem } from "../../contract/order-item.ts";
import { countText } from "../../counted.ts";
import { AppError } from "../../errors.ts";
import { tryEachId, isDone, requireResolved, collectEachId, type Outcome } from "../batch.ts";
import {
  agree,
  isWhollyOwned,
  judgeOffer,
  openRun,
  requireJudged,
  send,
  type JudgedOffer,
} from "../../money/buy.ts";
import type { AgreedPrice, Offer, Run } from "../../money/run.ts";
import { makeShortener } from "../../domain/short-ids.ts";
import { makeTerms } from "../../money/terms.ts";
import { noteIfInterrupted, requireAnswer } from "../../money/consent.ts";
import { toAgreedPrice, priceOrder, isPriceNeeded, readPrice, showPrices } from "./order-price.ts";
import { findProductsOfTasks, makeTaskOffer, removePieces, type TaskContent } from "./order-offer.ts";
import { placeNewItems, placeOrder } from "./place-order.ts";
import { noteAllOwned } from "./owned-items.ts";
import { checkContents, type OrderBody } from "./order-items.ts";
import { advice, swath } from "../../hint.ts";
import { isFollowed, resumeOrder, followPlaced, type Afterwards, type PlacedOrder } from "./follow-order.ts";

type TaskOrderOptions = Afterwards & {
  maxCost?: Money | undefined;
  /** Leaves out tasks whose contents or price cannot be read. */
  keepGoing?: boolean;
  /** Leaves out what earlier orders own. The rest of a task is ordered as items. */
  skipOwned?: boolean;
};
type TaskOffer = Offer<Order, TaskContent>;
type JudgedTask = JudgedOffer<Order, TaskContent>;
interface TaskOrderRequest {
  taskIds: readonly string[];
  body: Record<string, unknown> | undefined;
  /** Only these products, as one order of items. The interface shows no body that chooses them. */
  productTypes?: readonly string[] | undefined;
  contractId?: string | undefined;
}

/** A task whose order is resumed, or will be placed at an accepted price. */
type Planned = { resumed: IntentRecord } | PricedOffer;
interface PricedOffer {
  judged: JudgedTask;
  price?: AgreedPrice | undefined;
}

/**
 * Orders the collects of each task, after consent to the sum of their prices: the limit applies to all of them
 * together. All tasks are resolved and priced before anything is sent; a task that fails stops all of them, unless
 * `keepGoing`.
 */
export async function orderTasks(
  context: AppContext,
  { taskIds, body, productTypes, contractId }: TaskOrderRequest,
  { maxCost, keepGoing = false, skipOwned = false, ...afterwards }: TaskOrderOptions,
): Promise<PlacedOrder | PlacedOrder[]> {
  const { service, consent } = context;
  const call = (taskId: string) => ({
    params: { taskingRequestId: taskId },
    ...(body !== undefined && { body }),
  });
  if (service.isDryRun && productTypes === undefined)
    return collectEachId(context, taskIds, "orders", (taskId) => service.client.orderTask(call(taskId)), 1);
  const contract = contractId === undefined ? {} : { contractId };
  const tasks = taskIds.length === 1 ? `task ${taskIds[0]}` : countText(taskIds.length, "task");
  if (!service.isDryRun) requireAnswer(consent, `Ordering what ${tasks} collected costs money.`);
  if (productTypes !== undefined) {
    const { body: items, taskPrices } = await findProductsOfTasks(context, taskIds, productTypes);
    const chosen = { ...items, ...contract };
    const options = { maxCost, besides: formatTaskPrices(...taskPrices), ...afterwards };
    return skipOwned ? placeNewItems(context, chosen, options) : placeOrder(context, chosen, options);
  }
  const run = openRun(context, { maxCost, outcome: "nothing was ordered", skipsOwned: skipOwned });
  // An order of items has no other members of the typed body.
  const isPlain = Object.keys(body ?? {}).every((key) => key === "contractId");
  const ofItems = async (items: OrderBody) => (await service.connect()).paid("placeOrder", { body: items });
  const offerOf = (taskId: string): Promise<TaskOffer> =>
    makeTaskOffer(
      context,
      { taskId },
      {
        ofTask: async () => (await service.connect()).paid("orderTask", call(taskId)),
        ofItems: isPlain ? ofItems : undefined,
        contract,
      },
    );
  // A question about one task comes after all of them are known to exist. Only their items tell what is owned.
  const isAsked = taskIds.length > 1 && consent.canAsk && !consent.isGiven;
  const read =
    keepGoing || isAsked || skipOwned
      ? await readContents(context, taskIds, offerOf, keepGoing)
      : new Map<string, Outcome<TaskOffer>>();
  const wanted = skipOwned ? await leaveOutOwned(run, taskIds, read) : taskIds;
  if (wanted.length === 0) return [];
  const planned = await judgeTasks(context, run, { taskIds: wanted, read, offerOf, afterwards });
  const known = [...planned.values()].filter(isDone);
  const fresh = known.flatMap(({ value }) => ("judged" in value ? value.judged : []));
  const terms = { maxCost, keepGoing, contract };
  for (const outcome of await requireTaskTerms(context, run, fresh, terms)) planned.set(outcome.id, outcome);
  const sendOne = (taskId: string) => sendPlanned(context, run, planned.get(taskId)!, afterwards);
  return collectEachId(context, wanted, "orders", sendOne, 1);
}

/** Returns the tasks that no earlier order owns as a whole, and notes it if none is left. */
async function leaveOutOwned(
  run: Run,
  taskIds: readonly string[],
  read: ReadonlyMap<string, Outcome<TaskOffer>>,
): Promise<string[]> {
  const left: string[] = [];
  for (const taskId of taskIds) {
    const found = read.get(taskId);
    const isOwned = found !== undefined && isDone(found) && (await isWhollyOwned(run, found.value));
    if (!isOwned) left.push(taskId);
  }
  if (left.length === 0) noteAllOwned(run.context, countText(taskIds.length, "task"), taskIds.length);
  return left;
}

interface JudgedTasks {
  taskIds: readonly string[];
  /** The tasks whose contents were read already. */
  read: ReadonlyMap<string, Outcome<TaskOffer>>;
  offerOf: (taskId: string) => Promise<TaskOffer>;
  afterwards: Afterwards;
}

/** Judges each task by the journal, one after the other: each may ask a question. */
async function judgeTasks(
  context: AppContext,
  run: Run,
  { taskIds, read, offerOf, afterwards }: JudgedTasks,
): Promise<Map<string, Outcome<Planned>>> {
  const planned = new Map<string, Outcome<Planned>>();
  for (const taskId of taskIds) {
    const found = read.get(taskId);
    if (found?.error !== undefined) {
      planned.set(taskId, found);
      continue;
    }
    const offered = found?.value ?? (await offerOf(taskId));
    const judging = judgeOffer(run, offered, isFollowed(afterwards));
    const { judged, resumed } = await suggestRest(run, judging, offered, taskIds.length === 1);
    planned.set(taskId, { id: taskId, value: judged === undefined ? { resumed } : { judged } });
    const { isRest, items = [] } = judged?.offer.body ?? {};
    if (isRest === true)
      context.events.note(
        `Task ${taskId}: only the other ${countText(items.length, "item")} will be ordered`,
      );
  }
  return planned;
}

/** Adds the command that orders the rest to the error of a task that earlier orders own, whole or in part. */
async function suggestRest<Judged>(
  { skipsOwned }: Run,
  judging: Promise<Judged>,
  { body: { items = [] } }: TaskOffer,
  isAlone: boolean,
): Promise<Judged> {
  try {
    return await judging;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "ALREADY_ORDERED") throw error;
    if (!skipsOwned)
      throw isAlone
        ? error
        : error.restated(error.message, { next: "Add --skip-owned to order only what no earlier order has" });
    const rest = listRest(items, error);
    throw rest.length === 0
      ? error
      : error.restated(error.message, {
          next: advice`Order its other items: ${swath`order place ${toOrderFlags({ items: rest })}`}`,
        });
  }
}

/** Returns the items of a task that no earlier order has by this error; none if they are not known. */
function listRest(items: readonly OrderItem[], { data }: AppError): OrderedItem[] {
  const before = data?.["orderedBefore"];
  if (!Array.isArray(before)) return [];
  const held = new Set(before.map((one: { item: string }) => one.item));
  return readOrderedItems({ items: removePieces({ items: [...items] }, held) }) ?? [];
}

/** Sends the order of one task, or resumes an earlier one. */
async function sendPlanned(
  context: AppContext,
  run: Run,
  outcome: Outcome<Planned>,
  afterwards: Afterwards,
): Promise<PlacedOrder> {
  if (!isDone(outcome)) throw outcome.error;
  const plan = outcome.value;
  if ("resumed" in plan) return resumeOrder(context, plan.resumed, afterwards);
  const { judged, price } = plan;
  const { items, isRest } = judged.offer.body;
  // If the response is lost, these are the order's items. An order of items has them in its body.
  const facts =
    price?.text === undefined ? undefined : { price: price.text, ...(isRest !== true && { items }) };
  const order = await send(run, judged, { facts, price });
  if (price !== undefined && items !== undefined)
    checkContents(context, items, order, "that the price did not count");
  return followPlaced(context, order, afterwards);
}

const completeOffer = async (offer: TaskOffer): Promise<TaskOffer> => (await offer.complete?.()) ?? offer;

/** Returns whether the other tasks could be ordered. */
const isOfOneTask = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === "NOT_FOUND" || error.code === "TASK_HAS_NO_COLLECTS");

/** Reads the contents of every task. All must be readable; with `keepGoing` one is sufficient. */
async function readContents(
  context: AppContext,
  taskIds: readonly string[],
  offerOf: (taskId: string) => Promise<TaskOffer>,
  keepGoing: boolean,
): Promise<Map<string, Outcome<TaskOffer>>> {
  const reading = tryEachId(context, taskIds, async (taskId) => completeOffer(await offerOf(taskId)));
  const outcomes = await noteIfInterrupted(context, reading, "Nothing was sent");
  requireResolved(context, outcomes, "tasks", keepGoing);
  return new Map(outcomes.map((outcome) => [outcome.id, outcome]));
}

interface TaskTerms {
  maxCost: Money | undefined;
  keepGoing: boolean;
  /** The contract under which the items are priced, as a member of the body. */
  contract: { contractId?: string };
}

/** Reads prices and asks for consent. One task has its own question; several have one sum and one question. */
async function requireTaskTerms(
  context: AppContext,
  run: Run,
  given: readonly JudgedTask[],
  { maxCost, keepGoing, contract }: TaskTerms,
): Promise<Outcome<PricedOffer>[]> {
  const isNeeded = isPriceNeeded(context, { maxCost });
  // Items of several tasks are read even if no price is needed, since two tasks may contain the same ones.
  if (given.length === 0 || (given.length === 1 && !isNeeded)) return given.map(toUnpriced);
  const reading = Promise.all(
    given.map(async ({ offer }) => {
      try {
        return await completeOffer(offer);
      } catch (error) {
        throw given.length > 1 && isOfOneTask(error)
          ? error.restated(`${error.message}: nothing was ordered`, {
              next: "Add --keep-going to continue with the others",
            })
          : error;
      }
    }),
  );
  const offers: JudgedTask[] = [];
  for (const offer of await noteIfInterrupted(context, reading, "Nothing was sent"))
    offers.push(await suggestRest(run, requireJudged(run, offer), offer, given.length === 1));
  const [only, ...others] = offers;
  if (!isNeeded) return offers.map(toUnpriced);
  return only !== undefined && others.length === 0
    ? [await agreeToTask(context, run, only, { maxCost, contract })]
    : agreeToSum(context, run, offers, { keepGoing, contract });
}

const toPriced = (judged: JudgedTask, price?: AgreedPrice): Outcome<PricedOffer> => ({
  id: judged.offer.body.taskId,
  value: { judged, price },
});

const toUnpriced = (judged: JudgedTask): Outcome<PricedOffer> => toPriced(judged);

// Spec silent: whether the approved price of a task includes an order of what it collected. We count both, and the
// question states both.
function formatTaskPrices(...taskPrices: readonly (string | undefined)[]): string {
  const known = taskPrices.filter((price) => price !== undefined);
  if (known.length === 0) return "";
  const own = known.length === 1 ? "price of the task itself" : "prices of the tasks themselves";
  return ` (the operator knows whether the ${own}, ${known.map(formatServicePrice).join(" + ")}, includes it)`;
}

/** Returns `everything that task 3f... collected, 2 items`. */
const describeOrdered = ({ taskId, items = [], isRest }: TaskContent): string =>
  isRest === true
    ? `what no earlier order has of task ${taskId}, ${countText(items.length, "item")}`
    : `everything that task ${taskId} collected, ${countText(items.length, "item")}`;

// Spec silent: the price of an order by task before it is placed. We review the catalog items of the collects in the
// task's record; without any, the price is unknown and above every limit.
async function agreeToTask(
  context: AppContext,
  run: Run,
  judged: JudgedTask,
  { maxCost, contract }: Pick<TaskTerms, "maxCost" | "contract">,
): Promise<Outcome<PricedOffer>> {
  const { taskId, items = [], taskPrice } = judged.offer.body;
  if (items.length > 0) {
    const question = (total: string): string =>
      `Order ${describeOrdered(judged.offer.body)}, for ${total}${formatTaskPrices(taskPrice)}?`;
    const body = { ...contract, items: [...items] };
    const { price, terms } = await priceOrder(context, body, { question, maxCost });
    if (terms !== undefined) await agree(run, terms, [judged]);
    return toPriced(judged, price);
  }
  const terms = {
    cost: {
      kind: "neverShown" as const,
      why: `the service gives no price in advance, since it lists no items of task ${taskId} that could be priced`,
    },
    question: () => "The service gives no price in advance. Order anyway?",
    data: { taskId },
  };
  await agree(run, terms, [judged]);
  return toUnpriced(judged);
}

async function agreeToSum(
  context: AppContext,
  run: Run,
  offers: readonly JudgedTask[],
  { keepGoing, contract }: Pick<TaskTerms, "keepGoing" | "contract">,
): Promise<Outcome<PricedOffer>[]> {
  const ids = offers.map(({ offer }) => offer.body.taskId);
  const read = async (taskId: string) => {
    const judged = offers[ids.indexOf(taskId)] as JudgedTask;
    const { offer } = judged;
    const items = [...(offer.body.items ?? [])];
    const body = { ...contract, items };
    const review = items.length === 0 ? undefined : await readPrice(context, body);
    return { judged, offer, items, review, price: review && toAgreedPrice(context, review, body) };
  };
  const outcomes = await noteIfInterrupted(context, tryEachId(context, ids, read), "Nothing was sent");
  const failed = outcomes.find((outcome) => outcome.error !== undefined)?.error;
  if (failed !== undefined && !keepGoing) throw failed;
  const priced = requireResolved(context, outcomes, "tasks", true);
  const shorten = context.consent.isGiven ? String : makeShortener(ids);
  await showPrices(
    context,
    priced.flatMap(({ offer, items, review }) =>
      review === undefined ? [] : [{ review, items, name: `task ${shorten(offer.body.taskId)}` }],
    ),
    `Order of ${countText(priced.length, "task")}${formatTaskPrices(...priced.map(({ offer }) => offer.body.taskPrice))}:`,
  );
  const terms = makeTerms(
    priced.map(({ offer, price }) => ({
      id: offer.body.taskId,
      title: `task ${offer.body.taskId}`,
      label: `task ${offer.body.taskId}`,
      line: describeOrdered(offer.body),
      price: toOrderPrice(price?.text),
    })),
    {
      title: countText(priced.length, "task"),
      verb: "Order what was collected by",
      dollar: context.dialect["currency.$"],
    },
  );
  await agree(
    run,
    terms,
    priced.map(({ judged }) => judged),
  );
  // The orders are sent one after the other, so that the price of a later one may have changed: it is read again.
  return outcomes.map((outcome) =>
    isDone(outcome)
      ? toPriced(outcome.value.judged, outcome.value.price && { ...outcome.value.price, mayBeOld: true })
      : outcome,
  );
}
