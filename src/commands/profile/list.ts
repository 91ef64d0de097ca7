import { defineCommand } from "../../cli/command/define-command.ts";
import { listView } from "../../cli/output/view.ts";
import type { ProfileRow } from "../../app/accounts/profiles.ts";

export const list = defineCommand({
  name: "list",
  summary: "List the profiles, with base URLs and stored credentials",
  description:
    "The default profile (without --profile and SWATH_PROFILE) is marked: set it with swath profile use.",
  examples: ["swath profile list", "swath profile list --output id", "swath profile list --json"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) => command,
  run: async (context) => {
    const { listProfiles } = await import("../../app/accounts/profiles.ts");
    return listProfiles(context);
  },
  view: listView<ProfileRow, ProfileRow[]>({
    columns: [
      { key: "profile", header: "PROFILE", value: ({ profile }) => profile, fixed: true },
      { key: "default", header: "DEFAULT", value: ({ default: isDefault }) => (isDefault ? "yes" : "") },
      { key: "baseUrl", header: "BASE URL", value: ({ baseUrl }) => baseUrl ?? "" },
      { key: "credentials", header: "CREDENTIALS", value: ({ credentials }) => credentials.join(", ") },
      { key: "settings", header: "SETTINGS", value: ({ settings }) => settings, align: "right", wide: true },
    ],
    id: ({ profile }) => profile,
  }),
});
