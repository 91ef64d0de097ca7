import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { listView } from "../../cli/output/view.ts";
import type { RemovedSecret } from "../../app/accounts/log-out.ts";

export const logout = defineCommand({
  name: "logout",
  summary: "Remove stored keys and tokens",
  description:
    "Removes the stored key and token of this profile and its base URL, including the entry in the " +
    "system's keyring. Environment variables and your own files stay unchanged, and nothing is sent to the " +
    "service.",
  examples: ["swath auth logout", "swath auth logout --profile work", "swath auth logout --all"],
  syntax: (command) =>
    command.addOption(new Option("--all", "remove everything stored, for every profile and service")),
  run: async (context, options) => {
    const { logOut } = await import("../../app/accounts/log-out.ts");
    return logOut(context, options);
  },
  view: listView<RemovedSecret, RemovedSecret[]>({
    columns: [
      { key: "profile", header: "PROFILE", value: ({ profile }) => profile },
      { key: "origin", header: "ORIGIN", value: ({ origin }) => origin },
      { key: "removed", header: "REMOVED", value: ({ removed }) => removed },
    ],
  }),
});
