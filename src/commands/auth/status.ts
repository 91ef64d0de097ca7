import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { listMembers, recordView } from "../../cli/output/view.ts";
import type { AuthStatus, ShownCredential } from "../../app/accounts/auth-status.ts";

const KINDS = { apiKey: "API key", token: "token (deprecated)" } as const;

const statusView = recordView<AuthStatus>({
  pipe: listMembers,
  fields: ({ credential, ...status }) => [
    ["Profile", status.profile],
    ["Base URL", status.baseUrl ?? "none"],
    ["  from", status.baseUrlOrigin === "none" ? undefined : status.baseUrlSource],
    ["Sandbox user", status.sandboxUser],
    ["Credential", credential === null ? "none" : formatCredential(credential)],
    ["  from", credential?.source],
    [
      "  expires",
      credential?.expiresAt && `${timeForPeople(credential.expiresAt)}${credential.expired ? " (over)" : ""}`,
    ],
    ["Not used", status.unused.length > 0 ? status.unused.join(", ") : undefined],
    ["Check", status.check === "accepted" ? "the service accepted it" : status.check],
  ],
});

const formatCredential = ({ kind, masked }: ShownCredential): string =>
  masked === null ? KINDS[kind] : `${KINDS[kind]} ${masked}`;

export const status = defineCommand({
  name: "status",
  summary: "Show the service and credentials of a run, and their sources",
  description:
    "Sends nothing unless --check is given. A key is shown by its last characters at most. " +
    "Without a usable credential the result is still printed, and the exit code is 4.",
  examples: ["swath auth status", "swath auth status --check --json", "swath auth status --sandbox"],
  syntax: (command) =>
    command.addOption(new Option("--check", "send one cheap request to test the credentials")),
  run: async (context, options) => {
    const { findStatus } = await import("../../app/accounts/auth-status.ts");
    return findStatus(context, options);
  },
  view: statusView,
});
