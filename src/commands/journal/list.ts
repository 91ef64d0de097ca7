import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { limitFlag } from "../../cli/flags/paging-flags.ts";
import { makeWordReader } from "../../domain/readers.ts";
import { listView } from "../../cli/output/view.ts";
import { makeAmountColumns, makeCommittedColumn } from "../amount-columns.ts";
import { readRecordedPrice } from "../../domain/price/price.ts";
import type { EntryRow } from "../../app/journal/entries.ts";

const STATES = ["prepared", "sending", "confirmed", "refused", "unknown"] as const;

export const list = defineCommand({
  name: "list",
  summary: "List the requests that may have cost money (offline)",
  description:
    "Every order, tasking request, retask and approval is written here before it is sent, and its outcome after it. " +
    "An open record blocks the same request until it is settled (swath journal resolve).",
  examples: [
    "swath journal list",
    "swath journal list --open --output id",
    "swath journal list --state unknown --json",
  ],
  syntax: (command) =>
    command
      .addOption(new Option("--open", "only intents that block the same request"))
      .addOption(suggesting(flag("--state <state>", "only this state", makeWordReader(STATES)), STATES))
      .addOption(limitFlag()),
  run: async (context, options) => {
    const { listEntries } = await import("../../app/journal/entries.ts");
    return listEntries(context, options);
  },
  view: listView<EntryRow, EntryRow[]>({
    columns: [
      { key: "intentId", header: "JOURNAL", value: ({ intentId }) => intentId, fixed: true },
      { key: "kind", header: "KIND", value: ({ kind }) => kind, fixed: true },
      { key: "state", header: "STATE", value: ({ state }) => state, fixed: true, kept: true },
      { key: "open", header: "OPEN", value: ({ open }) => (open ? "yes" : ""), wide: true },
      { key: "time", header: "TIME", value: ({ time }) => time, fixed: true, wide: true },
      { key: "id", header: "ID", value: ({ id }) => id, fixed: "id", wide: true },
      { key: "price", header: "PRICE", value: ({ price }) => price, align: "right" },
      makeCommittedColumn<EntryRow>(readRecordedPrice),
      ...makeAmountColumns<EntryRow>("commitment", ({ commitment }) => commitment),
      { key: "profile", header: "PROFILE", value: ({ profile }) => profile, wide: true },
      { key: "reason", header: "REASON", value: ({ reason }) => reason, kept: true },
    ],
    id: ({ intentId }) => intentId,
  }),
});
