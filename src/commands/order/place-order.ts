/** Review, consent, one request, and what comes after it. */
import { readOrder } from "../../contract/read-order.ts";
import { readReview, type OrderReview } from "../../contract/read-review.ts";
import type { Money } from "../../domain/money.ts";
import { AppError } from "../../errors.ts";
import { agree } from "../../cli/consent.ts";
import type { Context } from "../../cli/context.ts";
import type { WaitOptions } from "../../cli/wait-flags.ts";
import type { OrderBody } from "./items-request.ts";
import type { PlacedOrder } from "./order-view.ts";
import { checkPrice, requireAuthorized } from "./price.ts";

export interface PlaceOptions extends WaitOptions {
  maxCost?: Money;
  review?: true;
  wait?: true;
  download?: string;
}

export async function placeOrder(
  context: Context,
  body: OrderBody,
  options: PlaceOptions,
): Promise<PlacedOrder> {
  const { service, notes } = context;
  const price = context.options.dryRun === true ? undefined : await consent(context, body, options);
  const reply = (await service.client.placeOrder({ body })) as PlacedOrder;
  const order = readOrder(reply);
  if (order === undefined) throw new Error("the contract let an order without an id through");
  if (price !== undefined) await rememberPrice(context, order.orderId, price);
  if (order.orderStatus === "rejected") {
    context.failAfter(
      new AppError("service", "ORDER_NOT_AUTHORIZED", `the service rejected order ${order.orderId}`, {
        hint: "swath order review with the same items says what is authorized",
        data: { orderId: order.orderId },
      }),
    );
    return reply;
  }
  notes.note(
    `Order ${order.orderId} placed${order.orderStatus === undefined ? "" : ` (${order.orderStatus})`}`,
  );
  try {
    return await afterwards(context, order.orderId, reply, options);
  } catch (error) {
    // The order is paid for: whatever goes wrong from here on, its id is printed.
    if (!(error instanceof AppError)) throw error;
    context.failAfter(error);
    return reply;
  }
}

/** Waits and downloads, as far as that was asked for. */
async function afterwards(
  context: Context,
  orderId: string,
  reply: PlacedOrder,
  options: PlaceOptions,
): Promise<PlacedOrder> {
  const { notes } = context;
  if (options.download !== undefined) {
    const { downloadOrder } = await import("./download-order.ts");
    const more = { ...options, outDir: options.download, wait: true } as const;
    return { ...reply, download: await downloadOrder(context, orderId, more) };
  }
  if (options.wait === true) {
    const { waitForOrder } = await import("./wait-for-order.ts");
    await waitForOrder(context, orderId, options);
    notes.note(`Order ${orderId} is ready`);
  }
  notes.hint(`swath order download ${orderId} --out-dir imagery`);
  return reply;
}

const HOW_TO_AGREE = "Add --yes to agree (with --max-cost to bound the price)";

/** Shows the price, holds it against the limit and asks. Returns the price that was agreed to, when it was read. */
async function consent(
  context: Context,
  body: OrderBody,
  options: PlaceOptions,
): Promise<string | undefined> {
  const { notes } = context;
  const isAsked = context.options.yes !== true;
  if (isAsked && !context.canAsk) await agree(context, "Placing an order costs money.", HOW_TO_AGREE);
  if (!isAsked && options.maxCost === undefined && options.review !== true) return undefined;
  const review = readReview(await context.service.client.reviewOrder({ body }));
  if (review === undefined) {
    throw new AppError(
      "service",
      "RESPONSE_UNRECOGNISED",
      "the price could not be read from the service's review: nothing was ordered",
    );
  }
  requireAuthorized(review);
  for (const line of priceLines(review)) notes.note(line);
  checkPrice(review, options.maxCost);
  const count = body.items.length === 1 ? "1 item" : `${body.items.length} items`;
  const question = `Order ${count} for ${review.total ?? "a price that is not shown"}?`;
  if (isAsked) await agree(context, question, HOW_TO_AGREE);
  return review.total;
}

/** As many lines as people read; the total is always said. */
const SHOWN_LINES = 20;

function priceLines({ lines, total }: OrderReview): string[] {
  const shown = lines.slice(0, SHOWN_LINES).map(({ label, cost }) => `  ${cost ?? "?"}  ${label ?? ""}`);
  const more = lines.length > SHOWN_LINES ? [`  and ${lines.length - SHOWN_LINES} more`] : [];
  return [...shown, ...more, `Total: ${total ?? "not shown by the service"}`];
}

/** The order stands whether or not its price can be written beside it. */
async function rememberPrice({ service, notes }: Context, orderId: string, price: string): Promise<void> {
  try {
    await (await service.journal()).attach(orderId, { price });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    notes.warn(error.message);
  }
}
