import { toJsonObject } from "./json-object.ts";

export interface Token {
  accessToken: string;
  /** Seconds from the response. */
  expiresIn: number;
  tokenType: string;
}

const STATED_LIFETIME = 3600;
/** A hundred years: with a longer lifetime the token's expiry could not be written as a date. */
const MAX_LIFETIME = 100 * 366 * 86_400;

/**
 * Reads the token endpoint's response; returns undefined without a token. A missing or invalid lifetime is
 * replaced by the interface's.
 */
export function readToken(reply: unknown): Token | undefined {
  const { accessToken, expiresIn, tokenType } = toJsonObject(reply);
  if (typeof accessToken !== "string" || accessToken === "") return undefined;
  const seconds = readSeconds(expiresIn);
  return {
    accessToken,
    expiresIn: seconds !== undefined && seconds > 0 && seconds <= MAX_LIFETIME ? seconds : STATED_LIFETIME,
    tokenType: typeof tokenType === "string" && tokenType !== "" ? tokenType : "Bearer",
  };
}

/** Returns the seconds of a number or of a text; undefined for any other kind. */
function readSeconds(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
