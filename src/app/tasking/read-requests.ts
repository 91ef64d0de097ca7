/** Reads requests and their estimates. A failure for one id does not stop the others. */
import type { RequestRecord } from "../../contract/read-record.ts";
import { readAmount, type Amount, type ShownAmount } from "../../domain/price/money.ts";
import { computeCommitmentAmount, computeCommitment, type Price } from "../../domain/price/price.ts";
import { REVIEW } from "../../domain/tasking/request-states.ts";
import type { AppContext } from "../context.ts";
import { tryEachId, isDone, reportFailures, collectEachId } from "../batch.ts";
import { listPriceDifferences } from "../../money/terms.ts";
import { findEnd } from "./decisions.ts";
import { REQUEST_KINDS, type Records, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { hasImages, hintAfterCompletion, waitForEstimate, type Times } from "./wait-for-requests.ts";
import { advice, swath } from "../../hint.ts";

/** One id returns its record, several return a list. */
export async function getRequests(
  context: AppContext,
  noun: RequestNoun,
  ids: readonly string[],
): Promise<Records> {
  const kind = REQUEST_KINDS[noun];
  const records = await collectEachId(context, ids, `${kind.title}s`, (id) => kind.get(context, id));
  await hintAfterCompletion(context, noun, records);
  const undecided = [records]
    .flat()
    .filter((record) => record.status === REVIEW && !isClosed(context, kind, record))
    .flatMap(({ id }) => id ?? []);
  if (undecided.length > 0) context.events.hint(swath`${noun} approve ${undecided}`);
  const series = noun === "repeat" ? [records].flat().filter(hasImages) : [];
  for (const { id } of series)
    if (id !== undefined) context.events.hint(advice`See them: ${swath`search tasks --repeat-id ${id}`}`);
  return records;
}

/** Reports whether the window of a request is over: it cannot be approved. */
const isClosed = ({ service }: AppContext, kind: RequestKind, record: RequestRecord): boolean =>
  findEnd(kind, record, service.now()) !== undefined;

export interface Cost {
  id: string;
  status?: string;
  /** `pre-approved` when there will be no review, and so no estimate. */
  estimate: "ready" | "not ready" | "pre-approved";
  subtotal?: string;
  transactionStatus?: string;
  /** The maximum cost of an approval; absent without a readable estimate, and without a bound of the images. */
  commitment?: Amount;
  /** The service's own summary, unchanged. */
  order?: Readonly<Record<string, unknown>>;
}

export interface TaskCost extends Cost {
  /** In the service's format. */
  total?: string;
  /** The amount that limits and the budget are compared with, if it is not the total. */
  atMost?: string;
}

export interface SeriesCost extends Cost {
  /** `text` is the service's own; the numbers are absent when it is unreadable. */
  perImage?: Partial<ShownAmount> & { text: string };
  /** Maximum number of images; `null` without a bound. */
  count?: number | null;
  /** The number is an upper bound, computed from the end of the series. */
  isAtMost?: true;
  /** The commitment for all images. */
  total?: ShownAmount | null;
}

export type Costs = TaskCost | SeriesCost | readonly (TaskCost | SeriesCost)[];

/** Returns the estimates; with `wait` it waits until they exist. */
export async function readCosts(
  context: AppContext,
  noun: RequestNoun,
  ids: readonly string[],
  { wait }: { wait?: Times | undefined } = {},
): Promise<Costs> {
  const kind = REQUEST_KINDS[noun];
  const outcomes = await tryEachId(context, ids, async (id) => {
    const record = await (wait === undefined
      ? kind.get(context, id)
      : waitForEstimate(context, kind, id, wait));
    for (const difference of listPriceDifferences(`${kind.title} ${id}`, kind.estimateOf(record).price))
      context.events.warn(difference);
    return addCosts(kind, id, record, context.dialect["currency.$"]);
  });
  reportFailures(context, outcomes, `${kind.title}s`);
  const costs = outcomes.filter(isDone).map(({ value }) => value);
  for (const { order } of costs) {
    const managed = order?.["managedOrganizationIds"];
    if (Array.isArray(managed)) context.events.detail(`managed organizations: ${managed.join(", ")}`);
  }
  const [only] = costs;
  if (ids.length > 1 || only === undefined) return costs;
  hintAtNext(context, kind, only);
  return only;
}

function addCosts(
  kind: RequestKind,
  id: string,
  record: RequestRecord,
  dollar: string,
): TaskCost | SeriesCost {
  const { isReady, price } = kind.estimateOf(record);
  const { status, preApproval } = record;
  const { subtotal, order, transactionStatus } = record.estimate;
  const isPreApproved = !isReady && preApproval === true;
  const commitment = computeCommitmentAmount(price, dollar);
  return {
    id,
    ...(status !== undefined && { status }),
    estimate: isReady ? "ready" : isPreApproved ? "pre-approved" : "not ready",
    ...(price !== undefined && (price.per === "image" ? toSeriesCost(price, dollar) : toWholeCost(price))),
    ...(subtotal !== undefined && { subtotal }),
    ...(kind.noun === "task" && { transactionStatus }),
    ...(commitment !== undefined && { commitment }),
    ...(order !== undefined && { order }),
  };
}

const toWholeCost = ({ text, stated }: Price): Pick<TaskCost, "total" | "atMost"> =>
  stated === undefined ? { total: text } : { total: stated, atMost: text };

function toSeriesCost(
  price: Price,
  dollar: string,
): Pick<SeriesCost, "perImage" | "count" | "isAtMost" | "total"> {
  const { text: most, stated: text = most, images, isAtMost } = price;
  const whole = computeCommitment(price);
  const total = computeCommitmentAmount(price, dollar);
  return {
    perImage: { ...readAmount(text, dollar), text },
    count: images ?? null,
    ...(isAtMost && { isAtMost }),
    total: total === undefined || whole === undefined ? null : { ...total, text: whole },
  };
}

function hintAtNext(
  { events }: AppContext,
  { noun, per }: RequestKind,
  { id, estimate, status }: Cost,
): void {
  if (per !== "") events.note(`The price is${per}, not for the series`);
  if (estimate === "ready" && status === REVIEW) events.hint(swath`${noun} approve ${id}`);
  if (estimate === "not ready") events.hint(swath`${noun} cost ${id} --wait`);
}
