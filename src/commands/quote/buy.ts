import type { PlacedOrder } from "../../app/ordering/follow-order.ts";
import type { DecisionRow } from "../../app/tasking/decisions.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { View } from "../../cli/output/view.ts";
import { listPeopleColumns } from "../../render/column.ts";
import { orderView } from "../order-view.ts";
import { decisionView } from "../request/decision-view.ts";
import { FILE_ARGUMENT, readQuoteFile } from "./quote-argument.ts";

type Bought = PlacedOrder | DecisionRow[];

const viewOf = (data: Bought): View<Bought> =>
  (Array.isArray(data) ? decisionView : orderView) as View<Bought>;

/** The view of `order place`, or of `approvals approve`. */
const boughtView: View<Bought> = {
  formats: orderView.formats,
  columnsOf: (data) => viewOf(data).columns ?? [],
  rows: (data) => viewOf(data).rows(data),
  source: (data) => viewOf(data).source?.(data) ?? data,
  rowSource: (row) => viewOf(row as Bought).rowSource?.(row) ?? row,
  text: async (data, screen) => {
    if (!Array.isArray(data)) return orderView.text!(data, screen);
    const { formatTable } = await import("../../render/table.ts");
    return formatTable(data, listPeopleColumns(decisionView.columns ?? []), screen);
  },
  summary: (data) => viewOf(data).summary?.(data) ?? [],
  id: (row) => ("orderId" in (row as object) ? orderView : decisionView).id?.(row),
};

export const buy = defineCommand({
  name: "buy",
  summary: "Buy a quote, once, if its price has not changed",
  description:
    "Costs money. The price is read again; a quote that was edited, has ended, was bought before, or names another journal is refused, and so " +
    "is one at another price. Above the amount in the setting approval.above, a key of approval.keys other than this machine's must have " +
    "approved it.",
  examples: ["swath quote buy quote.json", "swath quote buy quote.json --yes"],
  syntax: (command) => command.argument("<file>", `${FILE_ARGUMENT} (- for stdin)`),
  parse: async (context, _options, file) => ({
    quote: await readQuoteFile(context, file),
    file: file === "-" ? undefined : file,
  }),
  run: async (context, { quote, file }): Promise<Bought> => {
    const { buyQuote } = await import("../../app/quotes/buy-quote.ts");
    const bought = await buyQuote(context, quote, { file });
    return "order" in bought ? bought.order : bought.decisions;
  },
  view: boughtView,
});
