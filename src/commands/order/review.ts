import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { mapFlag, openFlag } from "../../cli/flags/map-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import {
  checkItemsFlag,
  generateFlag,
  itemFlag,
  itemsFlag,
  rowsArgument,
  withGeoFlag,
} from "./item-flags.ts";
import { listView } from "../../cli/output/view.ts";
import type { PricedLine, PricedReview } from "../../app/ordering/order-price.ts";
import { namesInOrder } from "../../domain/catalog/item-name.ts";
import { amountColumns, writtenAmount } from "../amount-columns.ts";
import { cellText } from "../../render/column.ts";
import { detail } from "../../render/detail.ts";
import { advice, Command, type Hint } from "../../hint.ts";
import type { Context } from "../../cli/context.ts";
import type { OrderBody } from "../../app/ordering/order-items.ts";
import { countText } from "../../render/quantity-text.ts";

const sumsOf = ({ subtotal, total }: Pick<PricedReview, "subtotal" | "total">): [string, string][] => [
  ...(subtotal === undefined ? [] : [["Subtotal", subtotal] satisfies [string, string]]),
  ["Total", total ?? "not shown by the service"],
];

const reviewView = listView<PricedLine, PricedReview>({
  rows: ({ lines }) => lines,
  // Properties of the service's reply keep their names and values, whatever they are.
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
  map: ({ label = "", cost, amount, item }) => ({
    id: label,
    ...(amount && { price: writtenAmount(amount, cost) }),
    ...(item && { orderItem: item }),
  }),
  itemsOf: ({ item }) => (item === undefined ? [] : namesInOrder(item)),
  mapFacts: (review) => sumsOf(review).map(([name, sum]) => `${name} ${sum}`),
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
              `${cellText(cost ?? "?").padStart(14)}  ${cellText(label)}${previouslyOrdered === true ? "  (ordered before)" : ""}`,
          )
        : pricedSceneLines(review.scenes);
    return [...lines, detail(sumsOf(review), { paint }).trimEnd()].join("\n");
  },
});

/** The flags that `order place` does not have, or reads otherwise. */
const SHOWING = {
  map: "--map=",
  open: "--open",
  output: "--output=",
  columns: "--columns=",
  query: "--query=",
};

/** The order of the same items, as they were typed; in full where that cannot be repeated, such as what stdin held. */
async function purchaseOf(
  context: Context,
  body: OrderBody,
  options: Readonly<Record<string, unknown>>,
): Promise<Hint | undefined> {
  const { argv } = context.world;
  const given = { ...context.options, ...options } as Readonly<Record<string, unknown>>;
  const without = Object.entries(SHOWING).flatMap(([name, flag]) =>
    given[name] === undefined ? [] : [flag],
  );
  const change = { word: "review", by: "place" };
  const typed = new Command([], "again", { instead: change, ...(without.length > 0 && { without }) });
  // Another word of that name would be replaced too.
  const isRepeated = argv.filter((word) => /^(?:--[\w-]+=)?review(?::|$)/.test(word)).length === 1;
  const line = isRepeated ? context.command(typed) : "";
  const { orderCommand } = await import("../../app/ordering/place-order.ts");
  if (line !== "") return advice`Buy${typed}`;
  const inFull = orderCommand(context, body, {});
  return inFull && advice`Buy: ${inFull}`;
}

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
  ],
  mostUsed: ["--item", "--generate", "--items", "--with-geo", "--check-items", "--map", "--open"],
  body: "order",
  syntax: (command) =>
    command
      .addArgument(rowsArgument())
      .optionsGroup("Items:")
      .addOption(itemFlag())
      .addOption(generateFlag())
      .addOption(itemsFlag())
      .addOption(withGeoFlag())
      .addOption(checkItemsFlag())
      .optionsGroup("Body:")
      .addOption(dataFlag())
      .addOption(setFlag())
      .addOption(unsetFlag())
      .addOption(skeletonFlag())
      .optionsGroup("Map:")
      .addOption(mapFlag())
      .addOption(openFlag()),
  parse: async (context, options, rows) => {
    const { itemsRequest } = await import("./items-request.ts");
    return itemsRequest(context, { ...options, rows }, "reviewOrder");
  },
  run: async (context, body, options) => {
    const [{ reviewOrder }, { presentationOf }] = await Promise.all([
      import("../../app/ordering/order-price.ts"),
      import("../../cli/output/presentation.ts"),
    ]);
    const { format, columns, query, quiet, stdout } = presentationOf(context);
    const hasText = format === "table" && columns === undefined && query === undefined;
    const isForPeople = hasText && stdout.isTTY && !quiet && !context.service.isDryRun;
    const priced = await reviewOrder(context, body, { hasScenes: isForPeople });
    const purchase = await purchaseOf(context, body, options);
    if (purchase !== undefined) context.notes.hint(purchase);
    return priced;
  },
  view: reviewView,
});
