import { timeForPeople } from "../../time/timestamp.ts";
import { memberRows, recordView } from "../../cli/output/view.ts";
import type { AuthStatus, ShownCredential } from "../../app/accounts/auth-status.ts";
import { detail } from "../../render/detail.ts";

const KINDS = { apiKey: "API key", token: "token (deprecated)" } as const;

export const statusView = recordView<AuthStatus>({
  pipe: memberRows,
  text: (status, { paint }) => {
    const { credential } = status;
    return detail(
      [
        ["Profile", status.profile],
        ["Base URL", status.baseUrl ?? "none"],
        ["  from", addressSourceText(status)],
        ["Sandbox user", status.sandboxUser],
        ["Credential", credential === null ? "none" : credentialText(credential)],
        ["  from", credential?.source],
        [
          "  expires",
          credential?.expiresAt &&
            `${timeForPeople(credential.expiresAt)}${credential.expired ? " (over)" : ""}`,
        ],
        ["Not used", status.unused.length > 0 ? status.unused.join(", ") : undefined],
        ["Check", status.check === "accepted" ? "the service accepted it" : status.check],
      ],
      { paint },
    );
  },
});

const credentialText = ({ kind, masked }: ShownCredential): string =>
  masked === null ? KINDS[kind] : `${KINDS[kind]} ${masked}`;

const addressSourceText = ({ baseUrlOrigin, baseUrlSource }: AuthStatus): string | undefined =>
  baseUrlOrigin === "none" ? undefined : baseUrlSource;
