import type { Dialect } from "./dialect.ts";
import { AppError } from "../errors.ts";
import { advice, swath } from "../hint.ts";

/** A key, or a token. `expiresAtMs` is a Unix time in milliseconds. */
export type Credential =
  | { kind: "apiKey"; key: string }
  | { kind: "token"; token: string; expiresAtMs?: number }
  | { kind: "basic"; username: string; password: string };

/**
 * The interface gives a token "about 1 hour". A token with less than a minute left may expire before its request
 * arrives.
 */
export const TOKEN_MARGIN_MS = 60_000;

/** Returns the header (lower-case name) that carries the credential. */
export function makeCredentialHeaders(
  credential: Credential | undefined,
  dialect: Pick<Dialect, "auth.header" | "auth.scheme">,
  nowMs: number,
): Record<string, string> {
  if (credential === undefined) {
    throw new AppError("usage", "AUTH_MISSING", "no API key is configured", {
      next: advice`Log in: ${swath`auth login`}`,
    });
  }
  if (credential.kind === "basic") return { authorization: `Basic ${encodeBasic(credential)}` };
  if (credential.kind === "token") return { authorization: `Bearer ${requireLiveToken(credential, nowMs)}` };
  const key = requireHeaderValue(credential.key, "API key");
  const scheme = dialect["auth.scheme"];
  return { [dialect["auth.header"].toLowerCase()]: scheme === "" ? key : `${scheme} ${key}` };
}

function requireLiveToken({ token, expiresAtMs }: Credential & { kind: "token" }, nowMs: number): string {
  if (expiresAtMs !== undefined && nowMs >= expiresAtMs - TOKEN_MARGIN_MS) {
    throw new AppError("usage", "AUTH_EXPIRED", "the stored token has expired", {
      next: advice`Get a new token: ${swath`auth token --username <name>`}`,
    });
  }
  return requireHeaderValue(token, "token");
}

/** Returns every form in which the credential could appear in a response. */
export function listSecretForms(credential: Credential | undefined): readonly string[] {
  if (credential === undefined) return [];
  if (credential.kind === "basic") return [credential.password, encodeBasic(credential)];
  return [trimNewline(credential.kind === "token" ? credential.token : credential.key)];
}

function encodeBasic({ username, password }: Credential & { kind: "basic" }): string {
  if (username.includes(":")) {
    throw new AppError("usage", "USAGE", "the user name must not contain a colon");
  }
  return Buffer.from(`${username}:${password}`, "utf8").toString("base64");
}

/**
 * Returns the value of a header. It is checked here, because Node's own message for an invalid header value
 * contains the value, which is a secret.
 */
function requireHeaderValue(secret: string, what: string): string {
  const value = trimNewline(secret);
  if (/^[\u0021-\u007E]+$/.test(value)) return value;
  const why = value === "" ? "is empty" : "contains a blank or a character outside visible ASCII";
  throw new AppError("usage", "KEY_INVALID", `the ${what} ${why}`, {
    next: advice`Store the key again: ${swath`auth login`}`,
  });
}

/**
 * Removes a final line break. Files and `echo` end with one line break; further line breaks are reported as a
 * mistake.
 */
const trimNewline = (text: string): string => text.replace(/\r?\n$/, "");
