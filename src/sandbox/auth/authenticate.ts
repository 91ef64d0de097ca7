import { createHash, timingSafeEqual } from "node:crypto";
import { KEY_PREFIX, type Account } from "../accounts.ts";
import { Refusal } from "../http/refusal.ts";
import { readToken } from "./token.ts";

interface Gate {
  accounts: readonly Account[];
  /** Signs and checks tokens. */
  secret: string;
  nowMs: number;
}

const CHALLENGE = { "www-authenticate": 'ApiKey realm="sandbox"' };

const refuse = (message: string): Refusal => new Refusal(401, "NOT_AUTHENTICATED", message, [], CHALLENGE);

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares in constant time, whatever the lengths. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/**
 * Who sends this request: `Authorization: ApiKey k`, `Authorization: Bearer <key or token>` or `X-API-Key: k`.
 * Errors: 401 NOT_AUTHENTICATED, 401 TOKEN_EXPIRED. A credential is never repeated in a message.
 */
export function authenticate(headers: Readonly<Record<string, string>>, gate: Gate): Account {
  const [scheme = "", credential = ""] = (headers["authorization"] ?? "").trim().split(/ +/u);
  const kind = scheme.toLowerCase();
  if (kind === "bearer" && credential.split(".").length === 3) return findTokenHolder(credential, gate);
  const key = kind === "apikey" || kind === "bearer" ? credential : (headers["x-api-key"] ?? "").trim();
  if (key === "") {
    throw refuse(
      scheme === ""
        ? "no credential: send Authorization: ApiKey <key>, with a key that `swath sandbox users` lists"
        : `the scheme ${/^[\w-]{1,20}$/u.test(scheme) ? scheme : "given"} is not one of ApiKey and Bearer`,
    );
  }
  if (!key.startsWith(KEY_PREFIX)) {
    throw refuse(
      `the sandbox refuses keys that do not begin with ${KEY_PREFIX}: a real key has no business here, and none is needed`,
    );
  }
  const account = gate.accounts.find(({ apiKey }) => isSameSecret(key, apiKey));
  if (account === undefined) throw refuse("no user of this sandbox has that key");
  return account;
}

function findTokenHolder(token: string, { accounts, secret, nowMs }: Gate): Account {
  const claims = readToken(secret, token);
  const account = accounts.find(({ userId }) => userId === claims?.sub);
  if (claims === undefined || account === undefined)
    throw refuse("the bearer token was not issued by this sandbox");
  if (nowMs >= claims.exp * 1000) {
    throw new Refusal(
      401,
      "TOKEN_EXPIRED",
      `the bearer token expired at ${new Date(claims.exp * 1000).toISOString()}`,
      [],
      CHALLENGE,
    );
  }
  return account;
}
