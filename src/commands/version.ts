import { defineCommand } from "../cli/command/define-command.ts";
import { recordView } from "../cli/output/view.ts";
import { COMMIT, VERSION } from "../version.ts";

export interface VersionReport {
  version: string;
  /** The commit of the build; null when it was not built from a checkout. */
  commit: string | null;
  /** Version of the running Node. */
  node: string;
  platform: string;
  /** How this program was installed: `npm-global`, `deb`, `binary` and others. */
  installedAs: string;
}

export const version = defineCommand({
  name: "version",
  summary: "Show the versions of swath and Node, and the platform",
  examples: ["swath version", "swath version --json"],
  syntax: (command) => command,
  run: async ({ world }): Promise<VersionReport> => {
    const { detectInstallation } = await import("../app/installed-as.ts");
    return {
      version: VERSION,
      commit: COMMIT ?? null,
      node: world.nodeVersion,
      platform: world.platform,
      installedAs: await detectInstallation(world.program),
    };
  },
  view: recordView<VersionReport>({
    text: ({ version, node, platform }) => `swath ${version} (Node ${node}, ${platform})`,
  }),
});
