/**
 * Orders everything that tasks collected: reads their items, one price, asks one question, sends one request per
 * task.
 */
import type { AppContext } from "../context.ts";
import type { Order } from "../../contract/read-order.ts";
import { formatServicePrice, type Money } from "../../domain/price/money.ts";
import { toOrderPrice } from "../../domain/price/price.ts";
import type { IntentRecord } from "../../money/record.ts";
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
import { findProductsOfTasks, makeTaskOffer, type TaskContent } from "./order-offer.ts";
import { placeNewItems, placeOrder } from "./place-order.ts";
import { noteAllOwned } from "./owned-items.ts";
import { checkContents } from "./order-items.ts";
import { advice, swath } from "../../hint.ts";
import { isFollowed, resumeOrder, followPlaced, type Afterwards, type PlacedOrder } from "./follow-order.ts";

type TaskOrderOptions = Afterwards & {
  maxCost?: Money | undefined;
  /** Leaves out tasks whose contents or price cannot be read. */
  keepGoing?: boolean;
  /** Leaves out the tasks that earlier orders own; if only some products are ordered, the items. */
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
  const run = openRun(context, { maxCost, outcome: "nothing was ordered" });
  const offerOf = (taskId: string): Promise<TaskOffer> =>
    makeTaskOffer(context, { taskId }, async () => (await service.connect()).paid("orderTask", call(taskId)));
  const wanted = skipOwned ? await leaveOutOwned(run, taskIds, offerOf) : taskIds;
  if (wanted.length === 0) return [];
  const planned = await judgeTasks(context, run, {
    taskIds: wanted,
    offerOf,
    keepGoing,
    skipOwned,
    afterwards,
  });
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
  offerOf: JudgedTasks["offerOf"],
): Promise<string[]> {
  const left: string[] = [];
  for (const taskId of taskIds) if (!(await isWhollyOwned(run, await offerOf(taskId)))) left.push(taskId);
  if (left.length === 0) noteAllOwned(run.context, countText(taskIds.length, "task"), taskIds.length);
  return left;
}

interface JudgedTasks {
  taskIds: readonly string[];
  offerOf: (taskId: string) => Promise<TaskOffer>;
  keepGoing: boolean;
  skipOwned: boolean;
  afterwards: Afterwards;
}

/** Returns the error with the command that orders the rest. A task that is owned in part is ordered as items. */
function suggestRest(
  error: AppError,
  { taskId, isAlone, skipOwned }: { taskId: string; isAlone: boolean; skipOwned: boolean },
): AppError {
  if (skipOwned)
    return error.restated(error.message, {
      next: advice`Order its other products as items: ${swath`order task ${taskId} --product-type <type> --skip-owned`}`,
    });
  return isAlone
    ? error
    : error.restated(error.message, { next: "Add --skip-owned to order only the other tasks" });
}

/** Judges each task by the journal, one after the other: each may ask a question. */
async function judgeTasks(
  context: AppContext,
  run: Run,
  { taskIds, offerOf, keepGoing, skipOwned, afterwards }: JudgedTasks,
): Promise<Map<string, Outcome<Planned>>> {
  const { consent } = context;
  // A question about one task comes after all of them are known to exist.
  const isAsked = taskIds.length > 1 && consent.canAsk && !consent.isGiven;
  const read = keepGoing || isAsked ? await readContents(context, taskIds, offerOf, keepGoing) : undefined;
  const planned = new Map<string, Outcome<Planned>>();
  for (const taskId of taskIds) {
    const found = read?.get(taskId);
    if (found?.error !== undefined) {
      planned.set(taskId, found);
      continue;
    }
    const offered = found?.value ?? (await offerOf(taskId));
    const { judged, resumed } = await judgeOffer(run, offered, isFollowed(afterwards)).catch(
      (error: unknown) => {
        throw error instanceof AppError && error.code === "ALREADY_ORDERED"
          ? suggestRest(error, { taskId, isAlone: taskIds.length === 1, skipOwned })
          : error;
      },
    );
    planned.set(taskId, { id: taskId, value: judged === undefined ? { resumed } : { judged } });
  }
  return planned;
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
  const { items } = judged.offer.body;
  // If the response is lost, these are the order's items.
  const facts = price?.text === undefined ? undefined : { price: price.text, items };
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
    offers.push(await requireJudged(run, offer));
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
      `Order everything that task ${taskId} collected, ${countText(items.length, "item")}, for ${total}${formatTaskPrices(taskPrice)}?`;
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
    priced.map(({ offer, items, price }) => ({
      id: offer.body.taskId,
      title: `task ${offer.body.taskId}`,
      label: `task ${offer.body.taskId}`,
      line: `everything that task ${offer.body.taskId} collected, ${countText(items.length, "item")}`,
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
  // Other orders take time before the later ones.
  return outcomes.map((outcome) =>
    isDone(outcome)
      ? toPriced(outcome.value.judged, outcome.value.price && { ...outcome.value.price, mayBeOld: true })
      : outcome,
  );
}
