import type { UsersReply } from "../../app/sandbox/control.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { listView } from "../../cli/output/view.ts";
import type { Account } from "../../sandbox/accounts.ts";

export const users = defineCommand({
  name: "users",
  summary: "List the sandbox's users with their keys",
  description:
    "Keys and passwords open this sandbox and nothing else. Commands with --sandbox run as the member, " +
    "or as --sandbox-user.",
  examples: ["swath sandbox users", "swath sandbox users --json --query \"[?name=='manager'].apiKey\""],
  syntax: (command) => command,
  run: async (context): Promise<readonly Account[]> => {
    const { withControl } = await import("../../app/sandbox/control.ts");
    const { users } = await withControl(context, { changes: false }, ({ ask }) =>
      ask<UsersReply>("GET", "/users"),
    );
    return users;
  },
  view: listView<Account, readonly Account[]>({
    columns: [
      { key: "name", header: "USER", value: ({ name }) => name, fixed: true },
      { key: "roles", header: "ROLES", value: ({ roles }) => roles },
      { key: "organization", header: "ORGANIZATION", value: ({ organization }) => organization },
      { key: "apiKey", header: "KEY", value: ({ apiKey }) => apiKey, fixed: true },
      { key: "username", header: "USER NAME", value: ({ username }) => username, wide: true },
      { key: "password", header: "PASSWORD", value: ({ password }) => password, wide: true },
      { key: "organizationId", header: "ORGANIZATION ID", value: (user) => user.organizationId, wide: true },
      { key: "contractIds", header: "CONTRACTS", value: ({ contractIds }) => contractIds, wide: true },
    ],
    id: ({ name }) => name,
  }),
});
