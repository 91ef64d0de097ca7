import { defineCommand } from "../cli/command/define-command.ts";
import { flag } from "../cli/flags/flag.ts";
import { readNewPath } from "../domain/readers.ts";
import { recordView } from "../cli/output/view.ts";
import { formatCell } from "../render/column.ts";
import { ITEM_COLUMNS } from "./catalog/item-view.ts";
import { downloadView } from "./files/download-view.ts";
import type { Context } from "../cli/context.ts";
import { createCommandWriter } from "../cli/write-command.ts";
import type { DemoReport } from "../app/demo/run-demo.ts";
import { swath } from "../hint.ts";

interface ShownDemo extends DemoReport {
  /** The steps as commands. */
  commands: { search: string; review: string; order: string };
}

/** Each step with its command and its outcome. */
const demoView = recordView<ShownDemo>({
  text: async ({ items, price, orderId, download, commands }, screen) => {
    const { paint, width, program = "swath" } = screen;
    const { formatTable } = await import("../render/table.ts");
    const step = (title: string, command: string, result: string): string =>
      `${paint("bold", title)}\n  ${paint("cyan", command)}\n\n${result.trimEnd()}\n`;
    const lines = price.lines.map(
      ({ item, cost }) => `${formatCell(cost).padStart(12)}  ${formatCell(item)}`,
    );
    return [
      step(
        "1. Search the archive over a real coast",
        commands.search,
        formatTable(items, ITEM_COLUMNS, { width, paint }),
      ),
      step(
        "2. See the price",
        commands.review,
        [...lines, `${formatCell(price.total).padStart(12)}  total`].join("\n"),
      ),
      step(
        "3. Order, download in parallel, verify",
        commands.order,
        `Order ${formatCell(orderId)}\n${(await downloadView.text?.(download, screen)) ?? ""}`,
      ),
      `${paint("bold", "Your turn:")} type the three commands above, or ${program} --help`,
    ].join("\n");
  },
  id: ({ orderId }) => orderId,
});

export const demo = defineCommand({
  name: "demo",
  summary: "Run a local demo: search, price, order, download, verify",
  description:
    "Starts a sandbox of its own, so it needs no account and no network and costs nothing. " +
    "Writes only into the folder it names.",
  examples: ["swath demo", "swath demo --out-dir /tmp/swath-demo --json"],
  syntax: (command) =>
    command.addOption(flag("--out-dir <dir>", "folder to write into (default: swath-demo)", readNewPath)),
  run: async (context, { outDir = "swath-demo" }) => {
    const [{ withPrivateContext }, { runDemo }] = await Promise.all([
      import("./demo/private-context.ts"),
      import("../app/demo/run-demo.ts"),
    ]);
    return withPrivateContext(context, async (inner): Promise<ShownDemo> => {
      const report = await runDemo(inner, outDir);
      return { ...report, commands: writeNextCommands(inner, report, outDir) };
    });
  },
  view: demoView,
});

function writeNextCommands(
  { world }: Context,
  { area, items }: DemoReport,
  outDir: string,
): ShownDemo["commands"] {
  const command = createCommandWriter(world);
  const found = swath`catalog search --file ${area} --product-type GEO --limit ${items.length}`;
  const piped = command({ words: [...found.words, ...swath`--output order-items`.words] });
  return {
    search: command(found),
    review: `${piped} | ${command(swath`order review --items -`)}`,
    order: `${piped} | ${command(swath`order place --items - --yes --max-cost 5000 --download ${outDir}`)}`,
  };
}
