import { addBodyFlags, type BodyOptions } from "../../cli/flags/body-flags.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { addSaveFlags } from "../../cli/flags/save-flags.ts";
import { makeQuoteSaver } from "../save-quote.ts";
import { addItemFlags, refuseSkipAndResend, type ItemOptions } from "./order-flags.ts";
import { isTableForPeople, choosePresentation } from "../../cli/output/presentation.ts";
import { listView } from "../../cli/output/view.ts";
import type { PricedLine, PricedReview } from "../../app/ordering/order-price.ts";
import { listItemNames } from "../../domain/catalog/item-name.ts";
import type { OrderBody } from "../../app/ordering/order-items.ts";
import type { Amount } from "../../domain/price/money.ts";
import type { OrderedBefore } from "../../app/ordering/owned-items.ts";
import type { Context } from "../../cli/context.ts";
import { makeAmountColumns, toMapPrice } from "../amount-columns.ts";
import { escapeLine } from "../../render/safe-text.ts";
import { formatDetail } from "../../render/detail.ts";
import { advice, swath } from "../../hint.ts";
import { countText } from "../../counted.ts";

const listSums = ({ subtotal, total }: Pick<PricedReview, "subtotal" | "total">): [string, string][] => [
  ...(subtotal === undefined ? [] : [["Subtotal", subtotal] satisfies [string, string]]),
  ["Total", total ?? "not shown by the service"],
];

const reviewView = listView<PricedLine, PricedReview>({
  rows: ({ lines }) => lines,
  // Properties of the service's response keep their names and values.
  source: ({ source, commitment = null, lines }) => ({
    commitment,
    lines: lines.map(({ label, cost, amount, owned }) => ({
      item: label,
      cost,
      ...amount,
      ...(owned !== undefined && { owned }),
    })),
    ...source,
  }),
  columns: [
    { key: "item", header: "ITEM", value: ({ label }) => label, fixed: true },
    { key: "cost", header: "COST", value: ({ cost }) => cost, align: "right" },
    ...makeAmountColumns<PricedLine>("cost", ({ amount }) => amount),
    { key: "owned", header: "OWNED", value: ({ owned }) => owned, only: "screen" },
  ],
  map: {
    part: ({ label = "", cost, amount, item }) => ({
      id: label,
      price: toMapPrice(amount, cost),
      ...(item && { orderItems: [item] }),
    }),
    itemsOf: ({ item }) => (item === undefined ? [] : listItemNames(item)),
  },
  summary: ({ lines, total }) => [
    `Priced: ${countText(lines.length, "item")}, total ${total ?? "not shown by the service"}`,
  ],
  pipe: ({ lines, ...review }) => [...lines.map(({ label, cost }) => [label, cost]), ...listSums(review)],
  text: async (review, { paint }) => {
    const { markText, formatPricedScenes } = await import("../../render/priced-scenes.ts");
    const marked = (line: PricedLine): string => {
      const mark = markText(line);
      return `${escapeLine(line.label ?? "")}${mark === "" ? "" : `  (${mark})`}`;
    };
    const lines =
      review.scenes === undefined
        ? review.lines.map((line) => `${escapeLine(line.cost ?? "?").padStart(14)}  ${marked(line)}`)
        : formatPricedScenes(review.scenes);
    return [...lines, formatDetail(listSums(review), { paint }).trimEnd()].join("\n");
  },
});

/** A longer order is placed from a file. */
const MAX_ITEMS = 20;

export const review = defineCommand({
  name: "review",
  summary: "Show what an order would cost, without placing it",
  description:
    "An item is a full id or its beginning, as in the column SCENE of a search: 1a2b3c4d is all products of a scene, " +
    "1a2b3c4d:GEO one.",
  examples: [
    "swath order review <collectId>:GEO --sandbox",
    "swath order review --item vendor-archive/<granuleId> --sandbox",
    "swath catalog search --point -9.14,38.71 --limit 3 --output order-items | swath order review --items -",
    "swath order review <collectId>:GEO --save quote.json",
  ],
  mostUsed: ["--item", "--generate", "--items", "--with-geo", "--save", "--map", "--open"],
  syntax: (command) =>
    addMapFlags(addSaveFlags(addBodyFlags(addItemFlags(command).optionsGroup("Body:"))).optionsGroup("Map:")),
  parse: async (context, options, words) => {
    const { readItemsRequest } = await import("./items-request.ts");
    refuseSkipAndResend(context, options);
    const asked = await readItemsRequest(context, { ...options, words }, "reviewOrder");
    return { asked, file: findOnlySource(options, words) };
  },
  run: async (context, { asked, file }, options) => {
    const save = makeQuoteSaver(context, options);
    const [{ reviewOrder }, { readOrderedBeforeIfKnown, removeOwned }] = await Promise.all([
      import("../../app/ordering/order-price.ts"),
      import("../../app/ordering/owned-items.ts"),
    ]);
    const body = options.skipOwned === true ? await removeOwned(context, asked) : asked;
    const hasScenes = isTableForPeople(choosePresentation(context)) && !context.service.isDryRun;
    const before = context.service.isDryRun ? undefined : await readOrderedBeforeIfKnown(context, body);
    const priced = await reviewOrder(context, body, { hasScenes, markOf: before?.markOf });
    await save?.({ order: body, review: priced });
    await noteOwned(context, body, {
      before,
      isSaved: save !== undefined,
      commitment: priced.commitment,
      file,
    });
    return priced;
  },
  view: reviewView,
});

/** Names the items that an earlier order has, and shows the command that buys. */
async function noteOwned(
  { notes, events }: Context,
  body: OrderBody,
  {
    before,
    isSaved,
    commitment,
    file,
  }: {
    before: OrderedBefore | undefined;
    isSaved: boolean;
    commitment: Amount | undefined;
    /** The file that has all items of the order. */
    file: string | undefined;
  },
): Promise<void> {
  const [{ findPlainOrder }, { toOrderFlags }, { describeBought }] = await Promise.all([
    import("../../money/record.ts"),
    import("../../money/purchase.ts"),
    import("../../money/words.ts"),
  ]);
  const { holders = [], markOf = () => undefined } = before ?? {};
  const fresh = body.items.filter((item) => markOf(item) === undefined).length;
  if (holders.length > 0) {
    const bought = describeBought(holders);
    if (isSaved) events.warn(`${bought}: the quote is bought with --resend only`);
    else notes.note(fresh === 0 ? bought : `${bought}; --skip-owned leaves out what was ordered before`);
  }
  const order = findPlainOrder(body, MAX_ITEMS);
  const flags = file === undefined ? order && toOrderFlags(order) : ["--items", file];
  if (flags === undefined || isSaved) return;
  const rest = holders.length > 0 && fresh > 0 ? ["--skip-owned"] : [];
  // Only one earlier order can have all of the items of its download.
  const [holder, ...others] = holders;
  const isExpired = holder?.entry.state === "confirmed" && holder.entry.isExpired && others.length === 0;
  const orderId = holder?.entry.record.resultId;
  if (fresh === 0 && isExpired && commitment?.amount === 0)
    events.hint(
      advice`It costs nothing to order it again: ${swath`order download ${orderId ?? ""} --out-dir imagery --reorder-free`}`,
    );
  if (fresh > 0) notes.hint(advice`Buy: ${swath`order place ${flags} ${rest}`}`);
}

/** Returns the file of --items, if nothing else that is typed is a part of the order. */
function findOnlySource(options: ItemOptions & BodyOptions, words: readonly string[]): string | undefined {
  const { items, item, generate, data, set, contract, withGeo, skipOwned } = options;
  const others = [item, generate, data, set, contract, withGeo, skipOwned];
  return items !== "-" && words.length === 0 && others.every((value) => value === undefined)
    ? items
    : undefined;
}
