/** `task cost` and `repeat cost`: the service's unchanged amounts, and the commitment. */
import { Option } from "@commander-js/extra-typings";
import { toJsonObject } from "../../contract/json-object.ts";
import { formatDetail, type Field } from "../../render/detail.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { addSaveFlags } from "../../cli/flags/save-flags.ts";
import { addPollFlags, waitTimes } from "../../cli/flags/wait-flags.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { listView, type View } from "../../cli/output/view.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { Cost, Costs } from "../../app/tasking/read-requests.ts";
import { listPeopleColumns, type Column } from "../../render/column.ts";
import { makeQuoteSaver } from "../save-quote.ts";
import { formatNoun, addRequestIds } from "./request-ids.ts";

const formatEstimate = ({ estimate }: Cost): string =>
  estimate === "pre-approved" ? "pre-approved: no review estimate" : estimate;

interface LineItem {
  taskId: unknown;
  value: unknown;
  unit: unknown;
}

function listLineItems({ order }: Cost): LineItem[] {
  const items: unknown = order?.["lineItems"];
  return (Array.isArray(items) ? items : []).map((item) => {
    const { taskId, accountingSize } = toJsonObject(item);
    const { value, unit } = toJsonObject(accountingSize);
    return { taskId, value, unit };
  });
}

const LINE_COLUMNS: readonly Column<LineItem>[] = [
  { key: "taskId", header: "TASK", value: ({ taskId }) => taskId, fixed: "id" },
  { key: "value", header: "SIZE", value: ({ value }) => value, align: "right" },
  { key: "unit", header: "UNIT", value: ({ unit }) => unit },
];

export const COST_COLUMNS: readonly Column<Cost>[] = [
  { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" },
  { key: "status", header: "STATUS", value: ({ status }) => status, kept: true },
  { key: "estimate", header: "ESTIMATE", value: formatEstimate },
];

export function buildCostView<C extends Cost>(
  columns: readonly Column<C>[],
  amounts: (cost: C) => readonly Field[],
): View<Costs> {
  const rows = (data: Costs): readonly C[] => (Array.isArray(data) ? data : [data]) as readonly C[];
  return listView<C, Costs>({
    columns,
    rows,
    text: async (data, { paint, width }) => {
      const { formatTable } = await import("../../render/table.ts");
      if (Array.isArray(data)) return formatTable(rows(data), listPeopleColumns(columns), { width, paint });
      const cost = data as C;
      const fields: Field[] = [
        ["Id", cost.id],
        ["Status", cost.status],
        ["Estimate", formatEstimate(cost)],
        ["Subtotal", cost.subtotal],
        ...amounts(cost),
        ["Archive holdback", cost.order?.["archiveHoldback"]],
      ];
      const items = formatTable(listLineItems(cost), LINE_COLUMNS, { width, paint });
      return [formatDetail(fields, { paint }), items].filter((part) => part !== "").join("\n");
    },
    id: ({ id }) => id,
  });
}

export const defineCost = (
  noun: RequestNoun,
  { description, view }: { description: string; view: View<Costs> },
): CommandDefinition =>
  defineCommand({
    name: "cost",
    summary: `Show the cost estimate of a ${formatNoun(noun)}`,
    description,
    examples: [
      `swath ${noun} cost 3f0c2a7e-...`,
      `swath ${noun} cost 3f0c2a7e-... --wait --wait-timeout 10m`,
      `swath ${noun} cost 3f0c2a7e-... --save quote.json`,
    ],
    syntax: (command) =>
      addPollFlags(
        addSaveFlags(addRequestIds(command, noun, formatNoun(noun))).addOption(
          new Option("--wait", "wait until the estimate exists"),
        ),
      ),
    run: async (context, options, given): Promise<Costs> => {
      const save = makeQuoteSaver(context, options);
      const { readCosts } = await import("../../app/tasking/read-requests.ts");
      const ids = await readFullIds(context, noun, given);
      const wait = options.wait === true ? waitTimes(options) : undefined;
      const costs = await readCosts(context, noun, ids, { wait });
      await save?.({ approve: ids.map((id) => ({ noun, id })) });
      return costs;
    },
    view,
  });
