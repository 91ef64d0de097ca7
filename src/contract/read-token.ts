export interface Token {
  accessToken: string;
  /** Seconds from the reply on. */
  expiresIn: number;
  tokenType: string;
}

/** The token endpoint's reply; undefined without a token. A lifetime that is missing is the stated 3600 seconds. */
export function readToken(reply: unknown): Token | undefined {
  if (typeof reply !== "object" || reply === null) return undefined;
  const { accessToken, expiresIn, tokenType } = reply as Record<string, unknown>;
  if (typeof accessToken !== "string" || accessToken === "") return undefined;
  const seconds = Number(expiresIn);
  return {
    accessToken,
    expiresIn: Number.isFinite(seconds) && seconds > 0 ? seconds : 3600,
    tokenType: typeof tokenType === "string" && tokenType !== "" ? tokenType : "Bearer",
  };
}
