/** Reports what the response to an accepted request shows besides its id. The request is paid: errors end the run, and hide no id. */
import { getEndpoint } from "../contract/endpoints.ts";
import type { SpendFacts } from "../contract/spend.ts";
import { isAboveLimit } from "../domain/price/money.ts";
import { formatCommitment } from "../domain/price/price.ts";
import { AppError } from "../errors.ts";
import type { Book } from "./book.ts";
import { findUnaskedApproval } from "./outcome.ts";
import { isOrder, type Purchase } from "./purchase.ts";
import type { Run } from "./run.ts";
import { toCost, judgeCost } from "./terms.ts";
import { makePriceError } from "./words.ts";
import { swath } from "../hint.ts";

interface Reply {
  id: string;
  wire: unknown;
}

interface Known {
  /** A price of the response that is higher than the one before. */
  higher: string | undefined;
  facts: SpendFacts | undefined;
  /** The Book of the last judgement; undefined for a request that a search found. */
  book: Book | undefined;
}

export function reportAccepted(
  run: Run,
  purchase: Purchase,
  reply: Reply,
  { higher, facts, book }: Known,
): void {
  const { id } = reply;
  if (higher !== undefined) reportHigherPrice(run, { price: higher, before: facts?.price, id });
  if (isOrder(purchase) && book !== undefined) warnOfSameId(run, id, book);
  if (purchase.effect === "write") reportUnasked(run, purchase, reply, book?.spends ?? []);
}

function reportHigherPrice(
  { context: { events }, limit, limits }: Run,
  { price, before, id }: { price: string; before: string | undefined; id: string },
): void {
  const message = `the price of ${id} is ${price} in the response that accepts it, and was ${before} before`;
  events.warn(message);
  const isAbove = limit.given !== undefined && isAboveLimit(price, limit.given, limits.dollar);
  events.failed(
    new AppError("local", isAbove ? "COST_LIMIT_EXCEEDED" : "PRICE_CHANGED", message, {
      data: { id, shown: before, now: price, reason: "higherInResponse" },
      next: swath`journal list`,
    }),
  );
}

/** Warns of one id for two orders: only one of them can be seen and downloaded. */
function warnOfSameId({ context }: Run, orderId: string, { listOrdersNamed }: Book): void {
  const same = listOrdersNamed(orderId);
  if (same.length > 0)
    context.events.warn(
      `the service gave the id ${orderId} to an earlier order as well (journal ${same.join(", ")}): each of them may be paid`,
    );
}

/** Reports a request that the service approved by itself: it costs money, and so does the rest of the run. */
function reportUnasked(run: Run, { kind }: Purchase, { id, wire }: Reply, spends: Book["spends"]): void {
  const approved = findUnaskedApproval(kind, wire);
  if (approved === undefined) return;
  const { events } = run.context;
  run.isApprovedUnasked = true;
  const { price } = approved;
  const noun = getEndpoint(kind).journal?.noun ?? "request";
  const cost = price === undefined ? "its price is not known" : `it costs ${formatCommitment(price)}`;
  events.warn(
    `the service approved ${noun} ${id} by itself, without a cost review: ${cost}. Perhaps the organization pre-approves its requests`,
  );
  const over = judgeCost(toCost(price), run.limits, spends);
  if (over === undefined) return;
  const outcome = `${noun} ${id} exists, and was approved by the service`;
  const error = makePriceError(over, { ...run.costWords, outcome, data: { id } });
  events.failed(error.restated(error.message, { next: swath`journal list` }));
}
