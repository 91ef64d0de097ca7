import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { readDuration, type Reader } from "../../domain/readers.ts";
import { listView } from "../../cli/output/view.ts";
import type { EntryRow } from "../../app/journal/entries.ts";
import { DAY_MS } from "../../time/civil.ts";

/** A monthly budget depends on this month's journal records. */
const MIN_DAYS = 32;

const readAge: Reader<number> = (value) => {
  const read = readDuration(value);
  return read.ok && read.value < MIN_DAYS * DAY_MS
    ? { ok: false, rule: `must be ${MIN_DAYS}d or more: a monthly budget needs the records of the month` }
    : read;
};

export const prune = defineCommand({
  name: "prune",
  summary: "Remove old attempts that are no longer needed (offline)",
  description:
    "Keeps open requests, and the latest attempt at each request; removes ended attempts that were " +
    "followed by another one. --dry-run lists them.",
  examples: ["swath journal prune", "swath journal prune --older-than 365d --dry-run"],
  syntax: (command) => command.addOption(flag("--older-than <age>", "minimum age (default: 90d)", readAge)),
  run: async (context, { olderThan = 90 * DAY_MS }) => {
    const { pruneEntries } = await import("../../app/journal/entries.ts");
    return pruneEntries(context, olderThan);
  },
  view: listView<EntryRow, EntryRow[]>({
    empty: "Nothing is that old and of no more use",
    columns: [
      { key: "intentId", header: "REMOVED", value: ({ intentId }) => intentId, fixed: true },
      { key: "kind", header: "KIND", value: ({ kind }) => kind },
      { key: "state", header: "STATE", value: ({ state }) => state, kept: true },
      { key: "time", header: "TIME", value: ({ time }) => time },
      { key: "id", header: "ID", value: ({ id }) => id },
    ],
    id: ({ intentId }) => intentId,
  }),
});
