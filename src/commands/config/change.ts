import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import type { Change } from "../../app/accounts/config.ts";
import { formatCell } from "../../render/column.ts";
import { makeKeyArgument, makeValueArgument } from "./setting.ts";

const changeView = recordView<Change>({
  text: ({ profile, key, value }) => {
    const now = value === null ? "removed" : `= ${formatCell(value)}`;
    return `${formatCell(key)} ${now} (profile ${formatCell(profile)})\n`;
  },
});

export const set = defineCommand({
  name: "set",
  summary: "Store a setting in the profile",
  description:
    "The value is checked before it is written. A profile that does not exist yet is created. To a list, such as approval.keys, " +
    "the value is added.",
  examples: [
    "swath config set baseUrl https://api.example.com",
    "swath config set timeout 2m --profile work",
    "swath config set budget 5000/month",
  ],
  conduct: { mayCreateProfile: true, toleratesBadSettings: true },
  syntax: (command) =>
    command
      .addArgument(makeKeyArgument("a key of swath config list"))
      .addArgument(makeValueArgument("new value")),
  run: async (context, _options, key, value) => {
    const { setKey } = await import("../../app/accounts/config.ts");
    return setKey(context, key, value);
  },
  view: changeView,
});

export const unset = defineCommand({
  name: "unset",
  summary: "Remove a setting from the profile, or one value of a list",
  examples: [
    "swath config unset timeout",
    "swath config unset budget --profile work",
    "swath config unset approval.keys ed25519:...",
  ],
  conduct: { toleratesBadSettings: true },
  syntax: (command) =>
    command
      .addArgument(makeKeyArgument("a key that is set in the profile"))
      .argument("[value]", "value to remove from a list (default: all)"),
  run: async (context, _options, key, value) => {
    const { removeKey, removeValue } = await import("../../app/accounts/config.ts");
    return value === undefined ? removeKey(context, key) : removeValue(context, key, value);
  },
  view: changeView,
});
