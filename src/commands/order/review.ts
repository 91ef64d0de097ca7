import { addBodyFlags } from "../../cli/command/skeleton.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { addSaveFlags } from "../../cli/flags/save-flags.ts";
import { quoteSaver } from "../save-quote.ts";
import { addItemFlags } from "./item-flags.ts";
import { isTableForPeople, presentationOf } from "../../cli/output/presentation.ts";
import { listView } from "../../cli/output/view.ts";
import type { PricedLine, PricedReview } from "../../app/ordering/order-price.ts";
import { namesInOrder } from "../../domain/catalog/item-name.ts";
import { amountColumns, writtenAmount } from "../amount-columns.ts";
import { lineText } from "../../render/safe-text.ts";
import { detail } from "../../render/detail.ts";
import { advice, swath } from "../../hint.ts";
import { countText } from "../../counted.ts";

const sumsOf = ({ subtotal, total }: Pick<PricedReview, "subtotal" | "total">): [string, string][] => [
  ...(subtotal === undefined ? [] : [["Subtotal", subtotal] satisfies [string, string]]),
  ["Total", total ?? "not shown by the service"],
];

const reviewView = listView<PricedLine, PricedReview>({
  rows: ({ lines }) => lines,
  // Properties of the service's response keep their names and values.
  source: ({ source, commitment = null, lines }) => ({
    commitment,
    lines: lines.map(({ label, cost, amount }) => ({ item: label, cost, ...amount })),
    ...source,
  }),
  columns: [
    { key: "item", header: "ITEM", value: ({ label }) => label, fixed: true },
    { key: "cost", header: "COST", value: ({ cost }) => cost, align: "right" },
    ...amountColumns<PricedLine>("cost", ({ amount }) => amount),
  ],
  map: {
    part: ({ label = "", cost, amount, item }) => ({
      id: label,
      price: writtenAmount(amount, cost),
      ...(item && { orderItems: [item] }),
    }),
    itemsOf: ({ item }) => (item === undefined ? [] : namesInOrder(item)),
  },
  summary: ({ lines, total }) => [
    `Priced: ${countText(lines.length, "item")}, total ${total ?? "not shown by the service"}`,
  ],
  pipe: ({ lines, ...review }) => [...lines.map(({ label, cost }) => [label, cost]), ...sumsOf(review)],
  text: async (review, { paint }) => {
    const { pricedSceneLines } = await import("../../render/priced-scenes.ts");
    const lines =
      review.scenes === undefined
        ? review.lines.map(
            ({ label, cost, previouslyOrdered }) =>
              `${lineText(cost ?? "?").padStart(14)}  ${lineText(label ?? "")}${previouslyOrdered === true ? "  (ordered before)" : ""}`,
          )
        : pricedSceneLines(review.scenes);
    return [...lines, detail(sumsOf(review), { paint }).trimEnd()].join("\n");
  },
});

/** A longer order is placed from a file. */
const MOST_ITEMS = 20;

export const review = defineCommand({
  name: "review",
  summary: "Show what an order would cost, without placing it",
  description:
    "On a terminal the rows of the last catalog search have numbers: `swath order review 1 3` prices all products of these two, " +
    "1:GEO one product.",
  examples: [
    "swath order review 1:GEO 3:GEO --sandbox",
    "swath order review --item vendor-archive/<granuleId> --sandbox",
    "swath catalog search --point -9.14,38.71 --limit 3 --output order-items | swath order review --items -",
    "swath order review 1:GEO --save quote.json",
  ],
  mostUsed: ["--item", "--generate", "--items", "--with-geo", "--check-items", "--save", "--map", "--open"],
  body: "order",
  syntax: (command) =>
    addMapFlags(addSaveFlags(addBodyFlags(addItemFlags(command).optionsGroup("Body:"))).optionsGroup("Map:")),
  parse: async (context, options, rows) => {
    const { itemsRequest } = await import("./items-request.ts");
    return itemsRequest(context, { ...options, rows }, "reviewOrder");
  },
  run: async (context, body, options) => {
    const save = quoteSaver(context, options);
    const { reviewOrder } = await import("../../app/ordering/order-price.ts");
    const hasScenes = isTableForPeople(presentationOf(context)) && !context.service.isDryRun;
    const priced = await reviewOrder(context, body, { hasScenes });
    const [{ plainItems }, { itemFlags }] = await Promise.all([
      import("../../ledger/intent-details.ts"),
      import("../../cli/output/next-steps.ts"),
    ]);
    const items = plainItems(body, MOST_ITEMS);
    await save?.({ order: body, review: priced });
    if (items !== undefined && save === undefined)
      context.notes.hint(advice`Buy: ${swath`order place ${itemFlags(items)}`}`);
    return priced;
  },
  view: reviewView,
});
