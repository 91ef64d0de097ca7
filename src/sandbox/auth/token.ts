import { createHmac, timingSafeEqual } from "node:crypto";

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const signatureOf = (secret: string, text: string): Buffer =>
  createHmac("sha256", secret).update(text).digest();

interface TokenClaims {
  /** User id. */
  sub: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
}

/** A JWT (HS256) signed with the store's secret. */
export function signToken(secret: string, claims: TokenClaims): string {
  const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${signatureOf(secret, text).toString("base64url")}`;
}

/** The claims of a token whose signature is ours; undefined for anything else. Expiry is the caller's question. */
export function readToken(secret: string, token: string): TokenClaims | undefined {
  const [header, payload, signature, ...rest] = token.split(".");
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0)
    return undefined;
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(secret, `${header}.${payload}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as TokenClaims;
}
