/** Makes a quote: reads the price of an order or of requests in review, and seals it with its circumstances. */
import type { OrderReview } from "../../contract/read-review.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { toCanonicalJson } from "../../domain/canonical-json.ts";
import type { Cost } from "../../money/terms.ts";
import { MAX_QUOTE_MS } from "../../domain/quotes/quote-rules.ts";
import { nameItem, sealQuote, type Quote } from "../../domain/quotes/quote.ts";
import { parseMoney } from "../../domain/price/money.ts";
import { formatCommitment } from "../../domain/price/price.ts";
import { AppError } from "../../errors.ts";
import { removeSignatures } from "../../money/record.ts";
import { DAY_MS } from "../../time/civil.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { resolveEachId } from "../batch.ts";
import { describeCost } from "../../money/words.ts";
import { addCosts } from "../../money/terms.ts";
import type { AppContext } from "../context.ts";
import type { OrderBody } from "../ordering/order-items.ts";
import { toHeldReview, findItemOfLine, readPrice } from "../ordering/order-price.ts";
import { REQUEST_KINDS } from "../tasking/request-kind.ts";
import { formatRequest, describeRequest } from "../tasking/request-line.ts";
import { requireReview, type DecisionSubject } from "../tasking/decisions.ts";
import { findPublicKey } from "./approval-key.ts";

/** The purchase: an order of items, or the approval of requests in review. */
export type QuoteInput =
  /** `review` is its price, if it was read for this quote. */
  | { order: OrderBody; review?: OrderReview }
  /** A subject has its `record` if this was read for the quote. */
  | { approve: readonly DecisionSubject[] };

export interface QuoteOptions {
  /** The person or the program that asks. */
  askedBy: string;
  /** An assistant may misunderstand a person, so its quotes end soon. */
  isAssistant?: boolean;
  /** How long the quote can be bought. */
  lifetimeMs?: number | undefined;
}

const LIFETIME_MS = DAY_MS;
const ASSISTANT_LIFETIME_MS = 15 * 60_000;

/**
 * Makes a quote of this journal, and sends nothing that costs money. Errors: those of reading the price; NOT_IN_REVIEW;
 * QUOTE_REFUSED without a total that can be read, and for a body with a link that has a signature.
 */
export async function makeQuote(
  context: AppContext,
  input: QuoteInput,
  {
    askedBy,
    isAssistant = false,
    lifetimeMs = isAssistant ? ASSISTANT_LIFETIME_MS : LIFETIME_MS,
  }: QuoteOptions,
): Promise<Quote> {
  const { service, settings, profileName, clock } = context;
  const priced =
    "order" in input ? await priceQuotedOrder(context, input) : await priceQuotedRequests(context, input);
  const { origin } = await service.connect();
  const key = await findPublicKey(context);
  const { value: organizationId } = settings.organizationId;
  const madeMs = clock.now();
  const skewMs = service.skewMs();
  return sealQuote({
    ...priced,
    profile: profileName,
    service: origin,
    ...(organizationId !== undefined && { organizationId }),
    askedBy: { name: askedBy, ...(key !== undefined && { key }) },
    made: formatTimestamp(madeMs),
    ends: formatTimestamp(madeMs + Math.min(lifetimeMs, MAX_QUOTE_MS)),
    ...(skewMs !== undefined && { skewMs: Math.round(skewMs) }),
    journal: await (await service.journal()).makeId(),
  });
}

type Priced = Pick<Quote, "order" | "approve" | "lines" | "price">;

async function priceQuotedOrder(
  context: AppContext,
  { order, review: known }: Extract<QuoteInput, { order: unknown }>,
): Promise<Priced> {
  if (toCanonicalJson(removeSignatures(order)) !== toCanonicalJson(order))
    throw toQuoteRefusal(
      "hasLink",
      "the order has a link with a signature or a password, which a quote may not have",
    );
  const review = known === undefined ? await readPrice(context, order) : toHeldReview(context, known, order);
  return {
    order,
    lines: review.lines.flatMap(({ cost }, at) => {
      const item = findItemOfLine(review, order, at);
      return item === undefined || cost === undefined ? [] : [{ of: nameItem(item), price: cost }];
    }),
    price: requireTotal({ kind: "total", total: review.most }),
  };
}

async function priceQuotedRequests(
  context: AppContext,
  { approve }: Extract<QuoteInput, { approve: unknown }>,
): Promise<Priced> {
  const { clock, dialect } = context;
  const { placeText } = await import("../../places/describe-geometry.ts");
  const subjects = new Map(approve.map((subject) => [subject.id, subject]));
  const read = async (id: string): Promise<RequestRecord> => {
    const { noun, record } = subjects.get(id)!;
    const found = record ?? (await REQUEST_KINDS[noun].get(context, id));
    requireReview(REQUEST_KINDS[noun], id, found);
    return found;
  };
  const records = await resolveEachId(context, [...subjects.keys()], "requests", read);
  const priced = [...subjects.values()].map(({ noun, id }, at) => {
    const kind = REQUEST_KINDS[noun];
    const record = records[at]!;
    const { price } = kind.estimateOf(record);
    const words = formatRequest(describeRequest(record, clock.now(), placeText), `${kind.title} ${id}`);
    return { noun, id, words, price };
  });
  return {
    approve: priced.map(({ noun, id }) => ({ noun, id })),
    lines: priced.map(({ id, words, price }) => ({
      of: id,
      words,
      ...(price && { price: formatCommitment(price) }),
    })),
    price: requireTotal(addCosts(priced, dialect["currency.$"]).cost),
  };
}

/** Returns the whole price as text. Only a readable total can be compared when the quote is bought. */
function requireTotal(cost: Cost): string {
  if (cost.kind === "total" && cost.total !== undefined && parseMoney(cost.total) !== undefined)
    return cost.total;
  throw toQuoteRefusal(
    "priceUnknown",
    `${describeCost({ cost, kind: "priceUnreadable" })}, so no quote was made`,
  );
}

const toQuoteRefusal = (reason: string, message: string): AppError =>
  new AppError("local", "QUOTE_REFUSED", message, { data: { reason } });
