import { Argument, Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { readTypedMoney } from "../../domain/price/money.ts";
import { flag, pickedFrom } from "../../cli/flags/flag.ts";
import { readNonEmpty, type Reader } from "../../domain/readers.ts";
import { recordView } from "../../cli/output/view.ts";
import type { EntryRow } from "../../app/journal/entries.ts";
import { formatEntryPrice } from "./show.ts";

const price: Reader<string> = (value) => {
  const read = readTypedMoney(value);
  return read.ok ? { ok: true, value } : read;
};

export const resolve = defineCommand({
  name: "resolve",
  summary: "Record the outcome of a request that is unknown",
  description:
    "Records in the journal the outcome that you found at the service. With an id the request counts as confirmed: the id is looked up " +
    "at the service first, unless --no-validate is given. With --not-created it counts as refused, offline. " +
    "Either way it no longer blocks the same request, and you can correct the outcome by the same command. " +
    "An unreadable record also accepts --order-id or --not-created; its file is kept under another name. " +
    "--price records a price that was not read before sending, also for a confirmed request.",
  examples: [
    "swath journal resolve 1f0c9a7be2d34455-1 --order-id 9d1f7a",
    "swath journal resolve 1f0c9a7be2d34455-1 --not-created",
  ],
  syntax: (command) =>
    command
      .addArgument(
        pickedFrom(
          new Argument("<id>", "journal id, as swath journal list shows it, or its file"),
          "open journal record",
        ),
      )
      .addOption(flag("--order-id <id>", "the order exists, with this id", readNonEmpty))
      .addOption(flag("--id <id>", "the request exists, with this id", readNonEmpty))
      .addOption(new Option("--not-created", "the request does not exist"))
      .addOption(flag("--price <amount>", "total price, for budget and report", price)),
  run: async (context, options, id) => {
    const { resolveEntry } = await import("../../app/journal/entries.ts");
    return resolveEntry(context, id, { ...options, validate: context.options.validate });
  },
  view: recordView<EntryRow>({
    fields: (entry) => [
      ["Journal", entry.intentId],
      ["Kind", entry.kind],
      ["State", entry.state],
      ["Id", entry.id],
      ["Price", formatEntryPrice(entry)],
      ["Reason", entry.reason],
    ],
    id: ({ intentId }) => intentId,
  }),
});
