import { Argument, Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { completing } from "../../cli/completion/completing.ts";
import { listView } from "../../cli/output/view.ts";
import type { SettingRequest, SettingRow } from "../../app/sandbox/control.ts";

export const set = defineCommand({
  name: "set",
  summary: "Change or list the settings of the sandbox",
  description:
    "Delays and lifetimes are seconds of the sandbox's clock, or durations such as 10m. `variant` imitates other " +
    "deployments: names, separated by commas.",
  examples: [
    "swath sandbox set",
    "swath sandbox set generationDelay 10m",
    "swath sandbox set variant download-202,error-text",
    "swath sandbox set generationDelay --default",
  ],
  syntax: (command) =>
    command
      .addArgument(
        completing(new Argument("[name]", "setting"), async () =>
          Object.keys((await import("../../sandbox/settings.ts")).DEFAULT_SETTINGS),
        ),
      )
      .argument("[value]", "new value; shown if omitted")
      .addOption(new Option("--default", "restore the default of the setting")),
  parse: async (_context, options, name, value): Promise<SettingRequest | undefined> => {
    const { parseSetting } = await import("./setting-argument.ts");
    return parseSetting(name, value, options.default === true);
  },
  run: async (context, change) => {
    const { sandboxSettings } = await import("../../app/sandbox/control.ts");
    return sandboxSettings(context, change);
  },
  view: listView<SettingRow, SettingRow[]>({
    columns: [
      { key: "name", header: "SETTING", value: ({ name }) => name, fixed: true },
      { key: "value", header: "VALUE", value: ({ value }) => value },
      { key: "default", header: "DEFAULT", value: (row) => row.default },
      { key: "choices", header: "CHOICES", value: ({ choices }) => choices, wide: true },
      { key: "unit", header: "UNIT", value: ({ unit }) => unit ?? "" },
    ],
    id: ({ name }) => name,
  }),
});
