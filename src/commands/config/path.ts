import { join } from "node:path";
import { defineCommand } from "../../cli/command/define-command.ts";
import { memberRows, recordView } from "../../cli/output/view.ts";

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
    const { configPath } = await import("../../settings/profiles.ts");
    const { secretsPath } = await import("../../settings/secret-store.ts");
    return {
      config: configPath(directories.config),
      credentials: secretsPath(directories.config),
      journal: join(directories.state, "journal"),
      state: directories.state,
      cache: directories.cache,
      data: directories.data,
    };
  },
  view: recordView<Paths>({
    pipe: memberRows,
    fields: (paths) => Object.entries(paths),
  }),
});
