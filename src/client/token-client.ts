import { createClient, type ClientOptions } from "./client.ts";

export interface FetchedToken {
  accessToken: string;
  tokenType: string;
  /** Seconds, from the response. */
  expiresIn: number;
  /** Unix milliseconds, counted from before the request, so that a slow response does not extend it. */
  expiresAtMs: number;
}

/**
 * Exchanges a user name and a password for a bearer token (deprecated by the interface; used only on request). The
 * password is sent in this one request and not stored.
 */
export async function fetchToken(
  options: Omit<ClientOptions, "credential">,
  username: string,
  password: string,
): Promise<FetchedToken> {
  const startMs = options.clock.now();
  const client = createClient({ ...options, credential: { kind: "basic", username, password } });
  const token = await client.createToken();
  return { ...token, expiresAtMs: startMs + token.expiresIn * 1000 };
}
