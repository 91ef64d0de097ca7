import { countText } from "../../counted.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import { formatCell } from "../../render/column.ts";
import type { DeletedProfile } from "../../app/accounts/profiles.ts";

export const deleteProfile = defineCommand({
  name: "delete",
  summary: "Delete a profile with its stored keys and tokens",
  description:
    "Asks first, because a deleted key must be typed again. Its spending stays in the journal. The " +
    "built-in profiles default and sandbox are emptied.",
  examples: ["swath profile delete work", "swath profile delete work --yes --json"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) => command.argument("<profile>", "a profile of swath profile list"),
  run: async (context, _options, name) => {
    const { deleteProfile: remove } = await import("../../app/accounts/profiles.ts");
    return remove(context, name);
  },
  view: recordView<DeletedProfile>({
    text: ({ profile, settings, credentials }) =>
      `Profile ${formatCell(profile)}: ${countText(settings, "setting")} and ${countText(credentials, "credential")} deleted\n`,
    id: ({ profile }) => profile,
  }),
});
