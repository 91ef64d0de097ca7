import { addBodyFlags } from "../../cli/flags/body-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import { readPath, readNonEmpty } from "../../domain/readers.ts";
import { recordView } from "../../cli/output/view.ts";
import type { UpdatedOrganization } from "../../app/accounts/update-organization.ts";

export const setDefaults = defineCommand({
  name: "set-defaults",
  summary: "Set an organization's default product types (Org Managers)",
  description:
    "Replaces the whole list, which the interface cannot return: keep it in a file. Required types are always included and locked for new tasks, optional ones may be removed " +
    "by the user; existing tasks stay as they are. GEO is always required by the system, and is added.",
  examples: [
    "swath org set-defaults 7d0f... --required GEO --optional SICD,GEC",
    "swath org set-defaults --file defaults.json --yes",
  ],
  syntax: (command) =>
    addBodyFlags(
      command
        .argument("[orgId]", "organization id (default: --org or the profile's)")
        .addOption(flag("--org <id>", "organization id", readNonEmpty))
        .addOption(productTypesFlag("--required <types>", "always included, locked for users"))
        .addOption(productTypesFlag("--optional <types>", "included unless a user removes it"))
        .addOption(flag("-f, --file <path>", "the list, or the body, as JSON (- for stdin)", readPath)),
    ),
  parse: async (context, options, orgId) => {
    const { readDefaultsRequest } = await import("./defaults-request.ts");
    return readDefaultsRequest(context, options, orgId);
  },
  run: async (context, request) => {
    const { updateOrganization } = await import("../../app/accounts/update-organization.ts");
    return updateOrganization(context, request);
  },
  view: recordView<UpdatedOrganization>({
    fields: ({ id, defaultProductTypes = [] }) => [
      ["Organization", id],
      ...defaultProductTypes.map(
        ({ productType, required }) => [productType, required ? "required" : "optional"] as const,
      ),
    ],
    id: ({ id }) => id,
  }),
});
