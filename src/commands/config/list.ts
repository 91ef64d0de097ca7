import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { listView } from "../../cli/output/view.ts";
import type { KeyPlace } from "../../app/accounts/config.ts";
import type { Column } from "../../render/column.ts";
import { formatValue } from "./setting.ts";

const COLUMNS: readonly Column<KeyPlace>[] = [
  { key: "key", header: "KEY", value: ({ key }) => key, fixed: true },
  { key: "value", header: "VALUE", value: ({ value }) => formatValue(value) },
  { key: "origin", header: "ORIGIN", value: ({ origin }) => (origin === "none" ? "" : origin) },
];

export const list = defineCommand({
  name: "list",
  summary: "List the settings of a run with their values and sources",
  description:
    "Keys and tokens are not settings and are never shown here; see swath auth status. With --show-origin, " +
    "overridden sources are listed below the effective one. Settings of the dialect, the forms of a service that differs " +
    "from the interface, are listed where they differ.",
  examples: [
    "swath config list",
    "swath config list --show-origin --profile work",
    "swath config list --json",
  ],
  syntax: (command) =>
    command
      .addOption(new Option("--show-origin", "list every source of a value, with the overridden ones"))
      .addOption(new Option("--all", "list every setting of the dialect as well")),
  run: async (context, options) => {
    const { listKeys } = await import("../../app/accounts/config.ts");
    return listKeys(context, options);
  },
  view: listView<KeyPlace, KeyPlace[]>({
    columns: [...COLUMNS, { key: "source", header: "SOURCE", value: ({ source }) => source }],
    people: COLUMNS,
  }),
});
