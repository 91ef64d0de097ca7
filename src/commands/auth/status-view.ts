import { recordView } from "../../cli/output/view.ts";
import type { Origin } from "../../settings/settings.ts";
import { detail } from "../../render/detail.ts";

/** Who a run would be, and where it would go. */
export interface AuthStatus {
  profile: string;
  baseUrl: string | null;
  baseUrlOrigin: Origin;
  /** The flag, variable, profile or sandbox that gave the base URL. */
  baseUrlSource: string;
  sandboxUser?: string;
  credential: ShownCredential | null;
  /** Sources of credentials that are there too and lose. */
  unused: string[];
  /** "accepted", or the code of the failure; only with --check. */
  check?: string;
}

export interface ShownCredential {
  kind: "apiKey" | "token";
  source: string;
  /** Last characters at most; null when the sandbox has not told the key. */
  masked: string | null;
  /** Of a token whose end is known. */
  expiresAt?: string;
  expired?: boolean;
}

const KINDS = { apiKey: "API key", token: "token (deprecated)" } as const;

export const statusView = recordView<AuthStatus>({
  text: (status, { paint }) => {
    const { credential } = status;
    return detail(
      [
        ["Profile", status.profile],
        ["Base URL", status.baseUrl ?? "none"],
        ["  from", placeText(status)],
        ["Sandbox user", status.sandboxUser],
        ["Credential", credential === null ? "none" : credentialText(credential)],
        ["  from", credential?.source],
        [
          "  expires",
          credential?.expiresAt && `${credential.expiresAt}${credential.expired ? " (over)" : ""}`,
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

const placeText = ({ baseUrlOrigin, baseUrlSource }: AuthStatus): string | undefined =>
  baseUrlOrigin === "none" ? undefined : baseUrlSource;
