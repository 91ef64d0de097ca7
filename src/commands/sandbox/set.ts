import { Argument, Option } from "@commander-js/extra-typings";
import type { SettingRequest, SettingRow } from "../../app/sandbox/control.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { completing } from "../../cli/flags/flag.ts";
import { usageError } from "../../cli/input/usage.ts";
import { listView } from "../../cli/output/view.ts";
import { findClosest } from "../../domain/closest.ts";
import { inputError, quoteText, type AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import { listChoices, DEFAULT_SETTINGS, findSettingFault, type SettingName } from "../../sandbox/settings.ts";
import { parseDuration } from "../../time/duration.ts";

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
      .addArgument(completing(new Argument("[name]", "setting"), async () => Object.keys(DEFAULT_SETTINGS)))
      .argument("[value]", "new value; shown if omitted")
      .addOption(new Option("--default", "restore the default of the setting")),
  parse: (_context, options, name, value) => parseSetting(name, value, options.default === true),
  run: async (context, change) => {
    const { changeSandboxSettings } = await import("../../app/sandbox/control.ts");
    return changeSandboxSettings(context, change);
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

/** Reads one setting as typed. */
function parseSetting(
  name: string | undefined,
  text: string | undefined,
  toDefault: boolean,
): SettingRequest | undefined {
  if (name === undefined) {
    if (!toDefault) return undefined;
    throw usageError(
      "--default needs the name of a setting",
      advice`For all of them: ${swath`sandbox reset`} (it also removes orders)`,
    );
  }
  if (!isSettingName(name)) throw makeUnknownSettingError(name);
  if (toDefault && text !== undefined) {
    throw usageError(`${name}: give a value or --default, not both`);
  }
  if (toDefault) return { name, value: null };
  if (text === undefined) return { name };
  const value = readValue(name, text);
  const rule = findSettingFault(name, value)?.replace(`${name} must`, "must");
  if (rule === undefined) return { name, value };
  const message = `${name} ${quoteText(text)}: ${rule}`;
  throw inputError([{ code: "USAGE", path: "", value: text, rule, message, next: suggestValue(name, text) }]);
}

const isSettingName = (name: string): name is SettingName => Object.hasOwn(DEFAULT_SETTINGS, name);

function makeUnknownSettingError(name: string): AppError {
  const meant = findClosest(name, Object.keys(DEFAULT_SETTINGS));
  return usageError(
    `the sandbox has no setting ${JSON.stringify(name)}`,
    meant === undefined ? advice`See all settings: ${swath`sandbox set`}` : `Did you mean ${meant}?`,
  );
}

/**
 * Converts the text to the setting's type; text that cannot be converted stays text, and is refused with the rule.
 */
function readValue(name: SettingName, text: string): unknown {
  const choice = listChoices(name)?.find((known) => String(known) === text);
  if (choice !== undefined) return choice;
  const preset = DEFAULT_SETTINGS[name];
  if (typeof preset === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (typeof preset === "number") return readSeconds(text);
  if (Array.isArray(preset)) return text === "" ? [] : text.split(",").map((part) => part.trim());
  return typeof preset === "object" ? readJson(text) : text;
}

function readSeconds(text: string): unknown {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const length = parseDuration(text);
  return length.ok ? length.ms / 1000 : text;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function suggestValue(name: SettingName, text: string): string | undefined {
  const known = (listChoices(name) ?? []).map(String);
  const meant = findClosest(text.split(",").at(-1)?.trim() ?? "", known);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}
