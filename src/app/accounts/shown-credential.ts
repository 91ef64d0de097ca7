import { TOKEN_MARGIN_MS, type Credential } from "../../contract/credentials.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { maskSecret } from "./mask-secret.ts";
import type { ShownCredential } from "../../commands/auth/status-view.ts";

/** What may be shown of a credential. A token counts as expired as early as the client would refuse it. */
export function shownCredential(credential: Credential, nowMs: number): Omit<ShownCredential, "source"> {
  if (credential.kind !== "token") {
    return { kind: "apiKey", masked: credential.kind === "apiKey" ? maskSecret(credential.key) : null };
  }
  const { token, expiresAtMs } = credential;
  return {
    kind: "token",
    masked: maskSecret(token),
    ...(expiresAtMs !== undefined && {
      expiresAt: formatTimestamp(expiresAtMs),
      expired: nowMs >= expiresAtMs - TOKEN_MARGIN_MS,
    }),
  };
}
