/** The view of an order, with the downloaded files if the command downloads. */
import type { Order, OrderResultItem } from "../contract/read-order.ts";
import { listFilledColumns, type Column } from "../render/column.ts";
import { formatDetail, type Field } from "../render/detail.ts";
import { recordView } from "../cli/output/view.ts";
import { countText } from "../counted.ts";
import type { PlacedOrder } from "../app/ordering/follow-order.ts";

const ITEM_COLUMNS: readonly Column<OrderResultItem>[] = [
  {
    key: "granuleId",
    header: "ITEM",
    value: ({ granuleId = "(being generated)" }) => granuleId,
    fixed: true,
  },
  { key: "itemStatus", header: "STATUS", value: ({ itemStatus }) => itemStatus, kept: true },
  { key: "mode", header: "MODE", value: ({ type }) => type },
  { key: "collectionDate", header: "COLLECTED", value: ({ collectionDate }) => collectionDate, fixed: true },
  {
    key: "previouslyOrdered",
    header: "ORDERED BEFORE",
    value: ({ previouslyOrdered: before }) => (before === undefined ? "" : before ? "yes" : "no"),
    wide: true,
  },
];

/** After a wait all products are ready, although the response to the order listed them as being generated. */
const listSettledItems = ({ items, orderStatus }: Order): OrderResultItem[] =>
  items.map((item) =>
    orderStatus === "completed" && item.granuleId === undefined
      ? { ...item, granuleId: "(generated)" }
      : item,
  );

export const orderView = recordView<PlacedOrder>({
  source: ({ source, download }) => (download === undefined ? source : { ...source, download }),
  text: async (order, { paint, width }) => {
    const { formatTable } = await import("../render/table.ts");
    const fields: Field[] = [
      ["Order", order.orderId],
      ["Status", order.orderStatus],
      ["Ordered", order.orderDate],
      ["Expires", order.expirationDate],
      ["Contract", order.contractId],
    ];
    const rows = listSettledItems(order);
    const items = formatTable(rows, listFilledColumns(ITEM_COLUMNS, rows), { width, paint });
    return [formatDetail(fields, { paint }).trimEnd(), items.trimEnd()]
      .filter((part) => part !== "")
      .join("\n\n");
  },
  summary: async ({ orderId, items, price, download }) => [
    `Ordered: ${countText(items.length, "item")}${price === undefined ? "" : ` for ${price}`}, order ${orderId}`,
    ...(download === undefined
      ? []
      : [(await import("../app/transfers/transfer-total.ts")).formatTotal(download)]),
  ],
  columns: [
    { key: "orderId", header: "ORDER", value: (order) => order.orderId },
    { key: "orderStatus", header: "STATUS", value: (order) => order.orderStatus, kept: true },
    { key: "expirationDate", header: "EXPIRES", value: (order) => order.expirationDate },
    { key: "items", header: "ITEMS", value: (order) => order.items.length },
  ],
  // Declared before the order is paid for, so that a wrong name in --query or --columns is refused in time.
  names: ["orderId", "orderStatus", "orderDate", "expirationDate", "items", "userId", "organizationId"],
  id: (order) => order.orderId,
});

/** An order that was read: the summary of a purchase does not apply to it. */
export const orderRecordView = { ...orderView, summary: undefined };
