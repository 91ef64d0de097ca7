import * as z from "zod";
import { ASSISTANT_REQUESTER } from "../../domain/quotes/quote-rules.ts";
import type { OrderBody } from "../../app/ordering/order-items.ts";
import { AppError } from "../../errors.ts";
import { blank, commandLine } from "../../hint.ts";
import { AGREED } from "../../money/consent.ts";
import { itemsInput, readOrder, readInput, makeUsage } from "../inputs.ts";
import { toPathInside } from "../roots.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineTool, type CallContext } from "../call.ts";

export const price = defineTool({
  name: "price",
  title: "Price an order",
  description:
    "Returns what an order of these items would cost, by a review that places no order. `commitment` is the maximum cost. Costs nothing.",
  input: z.strictObject({ items: itemsInput }),
  run: async (context, { items }) => {
    const { reviewOrder } = await import("../../app/ordering/order-price.ts");
    const { total, commitment, lines } = await reviewOrder(context, await readOrder(context, items));
    const rows = lines.map(({ label, cost, previouslyOrdered }) => ({
      item: label,
      cost,
      previouslyOrdered,
    }));
    return { data: { total, commitment, lines: rows } };
  },
});

// Purchases: a quote for a person to approve, and the purchase of an approved one.

const requestsInput = z.array(z.string()).min(1).max(50).optional();

/** Returns the order of items. Refuses those that an earlier order has: `buy` would refuse their quote after a person approved it. */
async function readNewOrder(context: CallContext, items: z.output<typeof itemsInput>): Promise<OrderBody> {
  const order = await readOrder(context, items, { isPurchase: true });
  const [{ readOrderedBeforeIfKnown }, { describeBought }] = await Promise.all([
    import("../../app/ordering/owned-items.ts"),
    import("../../money/words.ts"),
  ]);
  const { holders = [] } = (await readOrderedBeforeIfKnown(context, order)) ?? {};
  if (holders.length === 0) return order;
  throw new AppError("usage", "ALREADY_ORDERED", `${describeBought(holders)}: no quote was saved`, {
    next: "Leave out these items, or fetch the earlier order with the tool download",
  });
}

/** Returns requests by their ids, also shortened, or their names. */
async function resolveRequests<Noun extends RequestNoun>(
  context: CallContext,
  noun: Noun,
  words: readonly string[],
): Promise<{ noun: Noun; id: string }[]> {
  if (words.length === 0) return [];
  const { resolveIds } = await import("../../app/ids/resolve-ids.ts");
  const ids = await resolveIds(context, noun, words, { isPurchase: true });
  return [...new Set(ids)].map((id) => ({ noun, id }));
}

export const quote = defineTool({
  name: "quote",
  title: "Prepare a purchase",
  description:
    "Prices an order of items, or the approval of tasks and series in review, and saves it as a quote for 15 minutes. Show the price to the " +
    "person, and ask them to approve the quote on a terminal with the command in `approve`. Costs nothing.",
  writes: "quote",
  input: z.strictObject({
    items: itemsInput.optional(),
    tasks: requestsInput.describe("tasks in review, by id, short id or name"),
    series: requestsInput.describe("repeat requests in review, by id, short id or name"),
  }),
  run: async (context, { items, tasks = [], series = [] }) => {
    const [{ makeQuote }, { saveQuote }, { listQuotedParts }] = await Promise.all([
      import("../../app/quotes/make-quote.ts"),
      import("../../app/quotes/quote-file.ts"),
      import("../../domain/quotes/quote.ts"),
    ]);
    if ((items === undefined) === (tasks.length + series.length === 0))
      throw makeUsage("give items to order, or tasks and series to approve");
    const input =
      items === undefined
        ? {
            approve: [
              ...(await resolveRequests(context, "task", tasks)),
              ...(await resolveRequests(context, "repeat", series)),
            ],
          }
        : { order: await readNewOrder(context, items) };
    const made = await makeQuote(context, input, { askedBy: ASSISTANT_REQUESTER, isAssistant: true });
    const name = `quote-${made.digest.slice(-8)}.json`;
    const path = await toPathInside(context.roots, "output", name);
    await saveQuote(context, path, made);
    const { price, ends } = made;
    return {
      data: {
        quote: name,
        price,
        ends,
        parts: listQuotedParts(made),
        approve: commandLine([
          ...["swath", "quote", "approve", path, "--by"].map((text) => ({ text })),
          blank("name"),
        ]),
      },
    };
  },
});

export const buy = defineTool({
  name: "buy",
  title: "Buy an approved quote",
  description:
    "Buys a quote that a person has approved with `swath quote approve`, once, at its price. A quote without an approval, an edited one, " +
    "one that has ended, and one that was bought are refused. Costs the price of the quote.",
  writes: "purchase",
  input: z.strictObject({ quote: z.string().describe("file of the quote in the output folder") }),
  run: async (context, { quote: file }) => {
    const [{ buyQuote }, { loadQuote }] = await Promise.all([
      import("../../app/quotes/buy-quote.ts"),
      import("../../app/quotes/quote-file.ts"),
    ]);
    const path = await toPathInside(context.roots, "output", file);
    const approved = loadQuote(await readInput(path, file, "Make a quote with the tool quote"), file);
    // The signature of a person is the consent. `needsApproval` refuses an unsigned quote before anything is sent.
    const bought = await buyQuote({ ...context, consent: AGREED }, approved, {
      needsApproval: true,
      file: path,
    });
    if ("decisions" in bought) return { data: { decisions: bought.decisions } };
    const { orderId, orderStatus, expirationDate, price } = bought.order;
    return { data: { order: { orderId, orderStatus, price, expirationDate } } };
  },
});
