import { defineCommand } from "../../cli/command/define-command.ts";
import { readDeploymentFile } from "../../cli/input/read-deployment.ts";
import { recordView } from "../../cli/output/view.ts";
import type { ImportReport } from "../../app/accounts/deployment.ts";
import type { Deployment } from "../../contract/deployments.ts";
import { countText } from "../../counted.ts";
import { formatCell } from "../../render/column.ts";

export const importDialect = defineCommand({
  name: "import",
  summary: "Store the forms of a service from a file",
  description:
    "A service may differ from the interface, for example in the header of its key, in its prefix or in its paths. One file states " +
    "this as JSON, with swathDeployment, name and dialect; swath config export writes it. The values are checked, and " +
    "stored beside those of the profile. The file has no key and no base URL.",
  examples: ["swath config import acme.json", "swath config import acme.json --profile work"],
  conduct: { mayCreateProfile: true, toleratesBadSettings: true },
  syntax: (command) => command.argument("<file>", "file of a deployment, or a built-in name (- for stdin)"),
  run: async (context, _options, file) => {
    const { importDeployment } = await import("../../app/accounts/deployment.ts");
    return importDeployment(context, await readDeploymentFile(context, file, "<file>"));
  },
  view: recordView<ImportReport>({
    text: ({ profile, dialect }) => {
      const lines = Object.entries(dialect).map(
        ([key, value]) => `dialect.${key} = ${formatCell(value)} (profile ${formatCell(profile)})\n`,
      );
      return lines.length === 0 ? "The file has no values\n" : lines.join("");
    },
  }),
});

interface Saved {
  profile: string;
  file: string;
  /** Number of values. */
  values: number;
}

const isSaved = (data: Deployment | Saved): data is Saved => "file" in data;

export const exportDialect = defineCommand({
  name: "export",
  summary: "Write the forms of a service to a file",
  description:
    "The file has the values that differ from the interface: those of the profile, and those that were learned from the " +
    "service. It has no key and no base URL. Without a file it is printed.",
  examples: ["swath config export acme.json", "swath config export --profile work"],
  syntax: (command) => command.argument("[file]", "new file (- for stdout)"),
  run: async (context, _options, file = "-"): Promise<Deployment | Saved> => {
    const { toDeployment, saveDeployment } = await import("../../app/accounts/deployment.ts");
    const deployment = toDeployment(context);
    if (file === "-") return deployment;
    if (context.service.isDryRun) context.notes.note("Dry run: nothing was written");
    else await saveDeployment(context, file, deployment);
    return { profile: context.profileName, file, values: Object.keys(deployment.dialect ?? {}).length };
  },
  view: recordView<Deployment | Saved>({
    text: (data) =>
      isSaved(data)
        ? `${countText(data.values, "value")} of profile ${formatCell(data.profile)} in ${formatCell(data.file)}\n`
        : `${JSON.stringify(data, undefined, 2)}\n`,
  }),
});
