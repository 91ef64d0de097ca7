import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import { formatCell } from "../../render/column.ts";
import type { ChosenProfile } from "../../app/accounts/profiles.ts";

export const use = defineCommand({
  name: "use",
  summary: "Set the default profile",
  description:
    "Stored with the settings. --profile and SWATH_PROFILE override it. Questions before money is spent show it.",
  examples: ["swath profile use work", "swath profile use default"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) => command.argument("<profile>", "a profile of swath profile list"),
  run: async (context, _options, name) => {
    const { useProfile } = await import("../../app/accounts/profiles.ts");
    return useProfile(context, name);
  },
  view: recordView<ChosenProfile>({
    text: ({ profile }) => `Runs without --profile use ${formatCell(profile)} from now on\n`,
    id: ({ profile }) => profile,
  }),
});
