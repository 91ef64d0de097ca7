import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView, severalView } from "../../cli/output/view.ts";
import { detail } from "../../render/detail.ts";
import { safeJson } from "../../render/safe-json.ts";
import { entryPriceText } from "./entry-view.ts";
import type { ShownEntry } from "../../app/spending/journal-entries.ts";

export const show = defineCommand({
  name: "show",
  summary: "Show one intent: its request, outcome and next step",
  examples: ["swath journal show 1f0c9a7be2d34455-1", "swath journal show <orderId> --json"],
  syntax: (command) => command.argument("<id...>", "journal ids or service ids (- reads them from stdin)"),
  run: async (context, _options, given) => {
    const [{ showEntry }, { settleEachId }, { readIds }] = await Promise.all([
      import("../../app/spending/journal-entries.ts"),
      import("../../app/batch.ts"),
      import("../../cli/ids/ids-argument.ts"),
    ]);
    const ids = await readIds(context, given, "id");
    return settleEachId(context, ids, "entries", (id) => showEntry(context, id));
  },
  view: severalView(
    recordView<ShownEntry>({
      text: (entry, { paint }) => {
        const fields = detail(
          [
            ["Journal", entry.intentId],
            ["Kind", entry.kind],
            ["State", entry.open ? `${entry.state} (blocks the same request)` : entry.state],
            ["Id", entry.id],
            ["Price", entryPriceText(entry)],
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
        return entry.body === undefined ? fields : `${fields}\n${safeJson(entry.body, 2)}`;
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
