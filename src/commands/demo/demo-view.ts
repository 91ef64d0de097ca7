/** The demo's story: each step with the command that does it and what came of it. */
import { recordView } from "../../cli/output/view.ts";
import { cellText } from "../../render/column.ts";
import { ITEM_COLUMNS } from "../item-columns.ts";
import { downloadView } from "../download-view.ts";
import type { DemoReport } from "../../app/demo/run-demo.ts";

export const demoView = recordView<DemoReport>({
  text: async ({ items, price, orderId, download, commands }, screen) => {
    const { paint, width } = screen;
    const { table } = await import("../../render/table.ts");
    const step = (title: string, command: string, result: string): string =>
      `${paint("bold", title)}\n  ${paint("cyan", command)}\n\n${result.trimEnd()}\n`;
    const lines = price.lines.map(({ item, cost }) => `${cellText(cost).padStart(12)}  ${cellText(item)}`);
    return [
      step(
        "1. Search the archive over a real coast",
        commands.search,
        table(items, ITEM_COLUMNS, { width, paint }),
      ),
      step(
        "2. See the price",
        commands.review,
        [...lines, `${cellText(price.total).padStart(12)}  total`].join("\n"),
      ),
      step(
        "3. Order, download in parallel, verify",
        commands.order,
        `Order ${cellText(orderId)}\n${(await downloadView.text?.(download, screen)) ?? ""}`,
      ),
      `${paint("bold", "Your turn:")} type the three commands above, or swath --help`,
    ].join("\n");
  },
  id: ({ orderId }) => orderId,
});
