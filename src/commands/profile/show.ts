import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import type { ShownProfile } from "../../app/accounts/profiles.ts";

export const show = defineCommand({
  name: "show",
  summary: "Show the settings and stored credentials of a profile",
  description:
    "Without a name: the profile that a run would use. Keys and tokens are never shown. swath config list " +
    "shows the effective settings of a run (flags, environment, profile).",
  examples: ["swath profile show", "swath profile show work --json"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) => command.argument("[profile]", "a profile of swath profile list"),
  run: async (context, _options, name) => {
    const { showProfile } = await import("../../app/accounts/profiles.ts");
    return showProfile(context, name);
  },
  view: recordView<ShownProfile>({
    fields: ({ profile, default: isDefault, credentials, settings, learned }) => [
      ["Profile", isDefault ? `${profile} (the default)` : profile],
      ...credentials.map(
        ({ origin, stored }) => ["Credentials", `${stored.join(", ")} for ${origin}`] as const,
      ),
      ...Object.entries(settings),
      ...Object.entries(learned)
        .map(([key, value]) => [`dialect.${key}`, `${String(value)} (learned)`] as const)
        .filter(([key]) => settings[key] === undefined),
    ],
    id: ({ profile }) => profile,
  }),
});
