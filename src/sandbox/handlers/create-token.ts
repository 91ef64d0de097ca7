import { isSameSecret } from "../auth/authenticate.ts";
import { signToken } from "../auth/token.ts";
import { Refusal } from "../http/refusal.ts";
import type { Handler } from "./handler.ts";

const FORM = "application/x-www-form-urlencoded";

const refuse = (message: string): Refusal =>
  new Refusal(401, "NOT_AUTHENTICATED", message, [], {
    "www-authenticate": 'Basic realm="sandbox", charset="UTF-8"',
    deprecation: "true",
  });

/** `POST /token`: user name and password for a bearer token. Deprecated by the interface, and says so. */
export const createToken: Handler = ({ sandbox, headers, settings, nowMs }) => {
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== FORM) {
    throw new Refusal(415, "SERVICE_REJECTED", `POST /token takes ${FORM}`, [], { deprecation: "true" });
  }
  const [, coded] = /^basic +([A-Za-z0-9+/=]+)$/iu.exec(headers["authorization"] ?? "") ?? [];
  if (coded === undefined) throw refuse("POST /token takes Authorization: Basic <base64 of user:password>");
  const [username = "", ...rest] = Buffer.from(coded, "base64").toString("utf8").split(":");
  const account = sandbox.accounts.find(
    (one) => isSameSecret(username, one.username) && isSameSecret(rest.join(":"), one.password),
  );
  if (account === undefined) throw refuse("no user of this sandbox has that name and password");
  const issued = Math.floor(nowMs / 1000);
  const expiresIn = settings.tokenTtl;
  const claims = { sub: account.userId, iat: issued, exp: issued + expiresIn };
  return {
    headers: { deprecation: "true", "cache-control": "no-store" },
    json: {
      accessToken: signToken(sandbox.store.meta.need("secret"), claims),
      expiresIn,
      tokenType: "Bearer",
    },
  };
};
