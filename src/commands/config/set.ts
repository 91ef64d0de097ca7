import { defineCommand } from "../../cli/command/define-command.ts";
import { keyArgument } from "./key-argument.ts";
import { changeView } from "./change-view.ts";

export const set = defineCommand({
  name: "set",
  summary: "Store a setting in the profile",
  description: "The value is checked before it is written. A profile that does not exist yet is created.",
  examples: [
    "swath config set baseUrl https://api.example.com",
    "swath config set timeout 2m --profile work",
    "swath config set dialect.auth.header X-API-Key",
  ],
  conduct: { mayCreateProfile: true, toleratesBadSettings: true },
  syntax: (command) =>
    command.addArgument(keyArgument("a key of swath config list")).argument("<value>", "new value"),
  run: async (context, _options, key, value) => {
    const { setKey } = await import("../../app/accounts/config.ts");
    return setKey(context, key, value);
  },
  view: changeView,
});
