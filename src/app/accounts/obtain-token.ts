/** The deprecated flow: exchanges a password for a bearer token of about an hour. Used only on request. */
import { createClient } from "../../client/client.ts";
import type { AppContext } from "../context.ts";
import { requireBaseUrl } from "../service/connect.ts";
import { DryRun } from "../service/dry-run.ts";
import { readSecret, toSecretsPath, writeSecret } from "../../settings/secret-store.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { withService } from "./with-service.ts";

export interface TokenInput {
  username: () => Promise<string>;
  password: () => Promise<string>;
  /** Includes the token itself in the report. */
  show?: true;
}

export interface TokenReport {
  profile: string;
  baseUrl: string;
  tokenType: string;
  /** Seconds, from the service's response. */
  expiresIn: number;
  expiresAt: string;
  /** Null for the sandbox, whose users have keys. */
  storedIn: string | null;
  /** Only when requested. */
  accessToken?: string;
}

export async function obtainToken(context: AppContext, input: TokenInput): Promise<TokenReport> {
  const { settings, service, events, profileName, clock, secrets } = context;
  events.warn("The service deprecates user name and password: an API key replaces them");
  const baseUrl = service.isSandbox
    ? (await service.connection()).baseUrl
    : requireBaseUrl(settings, context.directories);
  const username = await input.username();
  const token = await withService(context, baseUrl, async (reach) => {
    // A dry run masks the password, so it does not ask for one.
    const password = service.isDryRun ? "" : await input.password();
    const client = createClient({ ...reach, credential: { kind: "basic", username, password } });
    if (service.isDryRun) throw new DryRun(client.describe("createToken", {}));
    // Counted from before the request, so that a slow response does not extend the lifetime.
    const startMs = clock.now();
    const { expiresIn, ...created } = await client.createToken();
    secrets.know([created.accessToken]);
    return { ...created, expiresIn, expiresAtMs: startMs + expiresIn * 1000 };
  });
  const storedIn = await storeToken(context, baseUrl, token);
  return {
    profile: profileName,
    baseUrl,
    tokenType: token.tokenType,
    expiresIn: token.expiresIn,
    expiresAt: formatTimestamp(token.expiresAtMs),
    storedIn,
    ...(input.show === true && { accessToken: token.accessToken }),
  };
}

async function storeToken(
  context: AppContext,
  baseUrl: string,
  { accessToken, expiresAtMs }: { accessToken: string; expiresAtMs: number },
): Promise<string | null> {
  const { directories, service, events, profileName } = context;
  if (service.isSandbox) {
    events.note("Not stored: every run in the sandbox uses the key of its sandbox user");
    return null;
  }
  const { origin } = new URL(baseUrl);
  const token = { accessToken, expiresAt: expiresAtMs };
  const previous = await withSettingsLock(context, async () => {
    const secret = await readSecret(directories.config, origin, profileName);
    await writeSecret(directories.config, origin, profileName, { ...secret, token });
    return secret;
  });
  if (previous?.apiKey !== undefined || previous?.keyring === true)
    events.note("An API key is stored too, and is used before the token");
  return toSecretsPath(directories.config);
}
