import { defineCommand } from "../../cli/command/define-command.ts";
import { keyArgument } from "./key-argument.ts";
import { changeView } from "./change-view.ts";

export const unset = defineCommand({
  name: "unset",
  summary: "Remove a setting from the profile",
  examples: ["swath config unset timeout", "swath config unset dialect.auth.header --profile work"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) => command.addArgument(keyArgument("a key that is set in the profile")),
  run: async (context, _options, key) => {
    const { unsetKey } = await import("../../app/accounts/config.ts");
    return unsetKey(context, key);
  },
  view: changeView,
});
