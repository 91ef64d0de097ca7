/** Review, consent, one request. */
import type { OrderReview } from "../../contract/read-review.ts";
import type { Money } from "../../domain/spending/money.ts";
import { agree } from "../consent.ts";
import type { Context } from "../../cli/context.ts";
import type { OrderBody } from "../../commands/order/items-request.ts";
import { tellOrderedBefore } from "./ordered-before.ts";
import { checkPrice, readPrice, requireSamePrice } from "./price.ts";
import { goOnWithRecord } from "./go-on-with-record.ts";
import { settleOrder, type AfterwardsOptions, type PlacedOrder } from "./settle-order.ts";
import { countText } from "../../render/quantity-text.ts";

export interface PlaceOptions extends AfterwardsOptions {
  maxCost?: Money;
  review?: true;
}

export async function placeOrder(
  context: Context,
  body: OrderBody,
  options: PlaceOptions,
): Promise<PlacedOrder> {
  const { service } = context;
  if (context.options.dryRun !== true) {
    const earlier = await earlierOrder(context, body, options);
    if (earlier !== undefined) return goOnWithRecord(context, earlier, options);
  }
  const price = context.options.dryRun === true ? undefined : await consent(context, body, options);
  const facts = price === undefined ? {} : { facts: { price } };
  return settleOrder(context, await service.client.placeOrder({ body, ...facts }), options);
}

const HOW_TO_AGREE = "Add --yes to agree (with --max-cost to bound the price)";

/** The living order of the same items that a run with --wait or --download goes on with. */
async function earlierOrder(context: Context, body: OrderBody, { wait, download }: PlaceOptions) {
  const { options, canAsk, service } = context;
  if (options.yes !== true && !canAsk) await agree(context, "Placing an order costs money.", HOW_TO_AGREE);
  const { origin } = await service.connect();
  const goesOn = wait === true || download !== undefined;
  return tellOrderedBefore(context, body, { origin, goesOn, outDir: download });
}

/** Shows the price, holds it against the limit and asks. Returns the price that was agreed to, when it was read. */
async function consent(
  context: Context,
  body: OrderBody,
  options: PlaceOptions,
): Promise<string | undefined> {
  const { notes, settings, world } = context;
  const isAsked = context.options.yes !== true;
  const isPriceNeeded = options.maxCost !== undefined || settings.budget.value !== undefined;
  if (!isAsked && !isPriceNeeded && options.review !== true) return undefined;
  const review = await readPrice(context, body);
  for (const line of priceLines(review)) notes.note(line);
  checkPrice(review, options.maxCost);
  if (!isAsked) return review.total;
  const count = countText(body.items.length, "item");
  const askedMs = world.clock.now();
  await agree(context, `Order ${count} for ${review.total ?? "a price that is not shown"}?`, HOW_TO_AGREE);
  // The price that was seen is old by the time that somebody took to think.
  if (world.clock.now() - askedMs >= FRESH_MS) requireSamePrice(review, await readPrice(context, body));
  return review.total;
}

/** A price this young needs no second look. */
const FRESH_MS = 1000;

/** As many lines as people read; the total is always said. */
const SHOWN_LINES = 20;

function priceLines({ lines, total }: OrderReview): string[] {
  const first = lines.slice(0, SHOWN_LINES);
  const widest = Math.max(...first.map(({ cost = "?" }) => cost.length));
  const shown = first.map(
    ({ label, cost = "?", source }) =>
      `  ${cost.padStart(widest)}  ${label ?? ""}${source["previouslyOrdered"] === true ? "  (ordered before)" : ""}`,
  );
  const more = lines.length > SHOWN_LINES ? [`  and ${lines.length - SHOWN_LINES} more`] : [];
  return [...shown, ...more, `Total: ${total ?? "not shown by the service"}`];
}
