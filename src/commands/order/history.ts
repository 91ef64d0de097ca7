import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { limitFlag } from "../../cli/flags/paging-flags.ts";
import { listView } from "../../cli/output/view.ts";
import type { OrderHistoryEntry, HistoryRow } from "../../app/ordering/order-history.ts";
import { listItemNames } from "../../domain/catalog/item-name.ts";
import { liftColumn, type Column } from "../../render/column.ts";
import { makeAmountColumns, toMapPrice } from "../amount-columns.ts";

/** Returns for people the order's own status, as other commands show it, if it was placed; else the journal's state. */
const describeState = ({ state, orderStatus }: OrderHistoryEntry): string =>
  state === "confirmed" ? (orderStatus ?? state) : state;

const COLUMNS: readonly Column<OrderHistoryEntry>[] = [
  { key: "orderId", header: "ORDER", value: ({ orderId }) => orderId, fixed: "id" },
  { key: "state", header: "STATE", value: ({ state }) => state, fixed: true, kept: true },
  { key: "time", header: "TIME", value: ({ time }) => time, fixed: true, wide: true },
  { key: "items", header: "ITEMS", value: ({ items }) => items, align: "right", wide: true },
  { key: "price", header: "PRICE", value: ({ price }) => price, align: "right" },
  ...makeAmountColumns<OrderHistoryEntry>("commitment", ({ commitment }) => commitment),
  {
    key: "expirationDate",
    header: "EXPIRES",
    value: ({ expirationDate }) => expirationDate,
    fixed: true,
    wide: true,
  },
  { key: "profile", header: "PROFILE", value: ({ profile }) => profile, wide: true },
  { key: "intentId", header: "JOURNAL", value: ({ intentId }) => intentId, fixed: true, wide: true },
];

const toRowColumn = (column: Column<OrderHistoryEntry>): Column<HistoryRow> =>
  liftColumn(column, ({ entry }: HistoryRow) => entry);

export const history = defineCommand({
  name: "history",
  summary: "List the orders placed from this machine (offline)",
  description:
    "The list comes from the journal of this machine. The interface has no list of orders, but some services have one: --service requests it.",
  examples: [
    "swath order history",
    "swath order history --json --query \"[?state=='unknown']\"",
    "swath order history --map orders.html",
    "swath order history --service",
  ],
  syntax: (command) =>
    addMapFlags(
      command
        .addOption(limitFlag())
        .addOption(new Option("--service", "list the service's orders, if it can list them")),
    ),
  run: async (context, { limit, service }) => {
    if (service === true) {
      const { listServiceOrders } = await import("../../app/ordering/read-orders.ts");
      return listServiceOrders(context, limit);
    }
    const { readOrderHistory } = await import("../../app/ordering/order-history.ts");
    return readOrderHistory(context, limit);
  },
  view: listView<HistoryRow, HistoryRow[]>({
    rowSource: ({ entry }) => entry,
    columns: COLUMNS.map(toRowColumn),
    people: COLUMNS.map((column) =>
      toRowColumn(column.key === "state" ? { ...column, value: describeState } : column),
    ),
    id: ({ entry: { orderId } }) => orderId,
    map: {
      part: ({ entry: { orderId, intentId, time, price, commitment } }) => ({
        id: orderId ?? intentId ?? "",
        time,
        price: toMapPrice(commitment, price),
      }),
      colourBy: "state",
      labelBy: "orderId",
      itemsOf: ({ ordered }) => ordered.flatMap(listItemNames),
    },
  }),
});
