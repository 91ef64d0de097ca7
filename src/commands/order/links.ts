import { defineCommand } from "../../cli/command/define-command.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { listView } from "../../cli/output/view.ts";
import { escapeText } from "../../render/safe-text.ts";
import type { TransferSource } from "../../transfer/transfer-source.ts";
import { addFilterFlags, toFilters } from "../files/transfer-flags.ts";

export const links = defineCommand({
  name: "links",
  summary: "Print the signed URLs of an order, for other download tools",
  description: "Signed URLs are secrets: anyone who has one can download the file until it expires.",
  examples: ["swath order links <orderId> --output id", "swath order links <orderId> --asset HH --json"],
  syntax: (command) => addFilterFlags(command.addArgument(pickedIds("<orderId...>", "order ids", "order"))),
  run: async (context, options, given) => {
    const [{ readOrderLinks }, { makeReplacer }, { collectEachId }] = await Promise.all([
      import("../../app/downloads/plan-download.ts"),
      import("../../app/ordering/follow-order.ts"),
      import("../../app/batch.ts"),
    ]);
    const ids = await readFullIds(context, "order", given);
    const ofOne = (orderId: string): Promise<TransferSource[]> =>
      readOrderLinks(context, orderId, toFilters(options), makeReplacer(context));
    return (await collectEachId(context, ids, "orders", ofOne)).flat();
  },
  view: listView<TransferSource, TransferSource[]>({
    columns: [
      { key: "href", header: "URL", value: ({ href }) => href, fixed: true },
      { key: "item", header: "ITEM", value: ({ item }) => item, wide: true },
      { key: "assetKey", header: "ASSET", value: ({ assetKey }) => assetKey, wide: true },
      { key: "size", header: "SIZE", value: ({ size }) => size, align: "right", wide: true },
    ],
    id: ({ href }) => href,
    // A truncated signed URL is useless, so each has its own line, even on a narrow terminal.
    text: (sources, { paint }) =>
      sources
        .map(
          ({ item, assetKey, href }) =>
            `${paint("bold", escapeText(`${item} ${assetKey}`))}\n${escapeText(href)}`,
        )
        .join("\n"),
  }),
});
