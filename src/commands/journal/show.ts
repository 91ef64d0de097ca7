import { defineCommand } from "../../cli/command/define-command.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { readIds } from "../../cli/ids/ids-argument.ts";
import { recordView, severalView } from "../../cli/output/view.ts";
import { formatDetail } from "../../render/detail.ts";
import { escapeJson } from "../../render/safe-text.ts";
import { readRecordedPrice, formatShortCommitment } from "../../domain/price/price.ts";
import type { EntryRow, ShownEntry } from "../../app/journal/entries.ts";

/** Returns `$350.00`, or for a series `3 x $1,125.00 = $3,375.00`. */
export function formatEntryPrice(entry: EntryRow): string | undefined {
  const price = readRecordedPrice(entry);
  return price && formatShortCommitment(price);
}

export const show = defineCommand({
  name: "show",
  summary: "Show one intent: its request, outcome and next step",
  examples: ["swath journal show 1f0c9a7be2d34455-1", "swath journal show <orderId> --json"],
  syntax: (command) =>
    command.addArgument(pickedIds("<id...>", "journal ids or service ids", "journal record")),
  run: async (context, _options, given) => {
    const [{ showEntry }, { collectEachId }] = await Promise.all([
      import("../../app/journal/entries.ts"),
      import("../../app/batch.ts"),
    ]);
    const ids = await readIds(context, given, "id");
    return collectEachId(context, ids, "entries", (id) => showEntry(context, id));
  },
  view: severalView(
    recordView<ShownEntry>({
      text: (entry, { paint }) => {
        const fields = formatDetail(
          [
            ["Journal", entry.intentId],
            ["Kind", entry.kind],
            ["State", entry.open ? `${entry.state} (blocks the same request)` : entry.state],
            ["Id", entry.id],
            ["Price", formatEntryPrice(entry)],
            ["Written", entry.time],
            ["Sent", entry.sent],
            ["Ended", entry.ended],
            ["Reason", entry.reason],
            ["Settled by", entry.settledBy],
            ["Profile", entry.profile],
            ["Service", entry.origin],
            ["Request", `${entry.method} ${entry.path}`],
            ["Process", entry.process],
            ["Quote", entry.quote],
          ],
          { paint },
        );
        return entry.body === undefined ? fields : `${fields}\n${escapeJson(entry.body, 2)}`;
      },
      columns: [
        { key: "intentId", header: "JOURNAL", value: ({ intentId }) => intentId },
        { key: "kind", header: "KIND", value: ({ kind }) => kind },
        { key: "state", header: "STATE", value: ({ state }) => state },
        { key: "id", header: "ID", value: ({ id }) => id },
        { key: "price", header: "PRICE", value: ({ price }) => price },
      ],
      id: ({ intentId }) => intentId,
    }),
  ),
});
