/** `task get` and `repeat get`. */
import { Option } from "@commander-js/extra-typings";
import type { Records, RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import type { View } from "../../cli/output/view.ts";
import type { RequestRecord, StatusEntry } from "../../contract/read-record.ts";
import type { Column } from "../../render/column.ts";
import { escapeText } from "../../render/safe-text.ts";
import { formatNoun, addRequestIds } from "./request-ids.ts";
import { RECORD_VIEWS } from "./views.ts";

export const defineGet = (noun: RequestNoun): CommandDefinition =>
  defineCommand({
    name: "get",
    summary: `Show a ${formatNoun(noun)}`,
    examples: [`swath ${noun} get 3f0c2a7e-...`, `swath ${noun} get 3f0c2a7e-... --history --json`],
    syntax: (command) =>
      addMapFlags(
        addRequestIds(command, noun, formatNoun(noun)).addOption(
          new Option("--history", "show earlier statuses, newest first"),
        ),
      ),
    run: async (context, _options, given): Promise<Records> => {
      const { getRequests } = await import("../../app/tasking/read-requests.ts");
      return getRequests(context, noun, await readFullIds(context, noun, given));
    },
    view: RECORD_VIEWS[noun],
    viewFor: ({ history }) => (history === true ? makeHistoryView(RECORD_VIEWS[noun]) : undefined),
  });

/** One status of a request. */
interface HistoryRow extends StatusEntry {
  id: string | undefined;
}

const HISTORY_COLUMNS: readonly Column<HistoryRow>[] = [
  { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" },
  { key: "time", header: "TIME", value: ({ time }) => time, fixed: true },
  { key: "code", header: "STATUS", value: ({ code }) => code, kept: true },
  { key: "message", header: "MESSAGE", value: ({ message }) => message, kept: true },
];

const toRecordList = (data: Records): readonly RequestRecord[] => [data].flat();

/** `--history`: a row per status, newest first; JSON keeps the whole record, and a person sees both. */
function makeHistoryView(view: View<Records>): View<Records> {
  return {
    ...view,
    formats: view.formats.filter((format) => format !== "html" && format !== "map"),
    map: undefined,
    columns: HISTORY_COLUMNS,
    empty: "The record carries no history",
    // Rows of JSON are the records of several ids.
    rowSource: (row) => (row as Partial<RequestRecord>).source ?? row,
    rows: (data) =>
      toRecordList(data).flatMap(({ id, history = [] }) => history.map((entry) => ({ id, ...entry }))),
    text: async (data, screen) => {
      const shown = (await view.text?.(data, screen)) ?? "";
      return [shown, ...toRecordList(data).map(formatHistory)].join("\n");
    },
  };
}

function formatHistory({ id, history = [] }: RequestRecord): string {
  const lines = history.map(({ time, code, message }) =>
    [time, code, message].filter((part) => part !== undefined && part !== "").join("  "),
  );
  const what = `History of ${id ?? "the request"}`;
  if (lines.length === 0) return `${what}: the record carries none\n`;
  return `${what}, newest first:\n${lines.map((line) => `  ${escapeText(line)}\n`).join("")}`;
}
