import { join } from "node:path";
import { defineCommand } from "../../cli/command/define-command.ts";
import { listMembers, recordView } from "../../cli/output/view.ts";

/** The program's files and folders on this machine; they need not exist yet. */
interface Paths {
  config: string;
  credentials: string;
  journal: string;
  state: string;
  cache: string;
  data: string;
}

export const path = defineCommand({
  name: "path",
  summary: "Print the folders of settings, keys, journal and store",
  examples: ["swath config path", "swath config path --json"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) => command,
  run: async ({ directories }): Promise<Paths> => {
    const { toConfigPath } = await import("../../settings/profiles.ts");
    const { toSecretsPath } = await import("../../settings/secret-store.ts");
    return {
      config: toConfigPath(directories.config),
      credentials: toSecretsPath(directories.config),
      journal: join(directories.state, "journal"),
      state: directories.state,
      cache: directories.cache,
      data: directories.data,
    };
  },
  view: recordView<Paths>({
    pipe: listMembers,
    fields: (paths) => Object.entries(paths),
  }),
});
