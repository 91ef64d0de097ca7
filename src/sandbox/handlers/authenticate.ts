import { createHash, timingSafeEqual, createHmac } from "node:crypto";
import type { EndpointName } from "../../contract/endpoints.ts";
import { ARCHIVE_ONLY, type Account } from "../accounts.ts";
import { KEY_PREFIX } from "../settings.ts";
import { Refusal } from "../http/reply.ts";
import type { Handler, SandboxParts } from "./call.ts";

const CHALLENGE = { "www-authenticate": 'ApiKey realm="sandbox"' };

const refuse = (message: string): Refusal => new Refusal(401, "NOT_AUTHENTICATED", message, [], CHALLENGE);

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Reports whether two secrets of any length are equal, in constant time. */
const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/**
 * Returns the account of a request from `Authorization: ApiKey k`, `Authorization: Bearer <key or token>` or
 * `X-API-Key: k`; with `onlyHeader` from that header alone. Errors: 401 NOT_AUTHENTICATED, 401 TOKEN_EXPIRED. Messages
 * never contain a credential.
 */
export function authenticate(
  sandbox: SandboxParts,
  sent: Readonly<Record<string, string>>,
  onlyHeader?: string,
): Account {
  const headers = onlyHeader === undefined ? sent : ownHeader(sent, onlyHeader.toLowerCase());
  const [scheme = "", credential = ""] = (headers["authorization"] ?? "").trim().split(/ +/u);
  const kind = scheme.toLowerCase();
  if (kind === "bearer" && credential.split(".").length === 3) return findTokenHolder(sandbox, credential);
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
      `the sandbox refuses keys that do not begin with ${KEY_PREFIX}: real keys must not be sent to it, and none is needed`,
    );
  }
  const account = sandbox.accounts.find(({ apiKey }) => isSameSecret(key, apiKey));
  if (account === undefined) throw refuse("no user of this sandbox has that key");
  return account;
}

/** Returns the credential of one header: of `Authorization` with its scheme, of any other the key alone. */
const ownHeader = (sent: Readonly<Record<string, string>>, name: string): Record<string, string> => ({
  [name === "authorization" ? name : "x-api-key"]: sent[name] ?? "",
});

/** Endpoints of the archive, which need no right to task. */
const OF_ARCHIVE: ReadonlySet<EndpointName> = new Set([
  "searchCatalog",
  "reviewOrder",
  "placeOrder",
  "listOrders",
  "getOrder",
  "getOrderDownload",
  "listExports",
  "presignExports",
] satisfies EndpointName[]);

// Spec silent: accounts without tasking. The sandbox refuses them every request that is not for the archive with 403.
/** Refuses a request for tasking from an account without it. Errors: 403 NOT_AUTHORIZED. */
export function refuseTasking({ name, roles }: Account, endpoint: EndpointName): void {
  if (!roles.includes(ARCHIVE_ONLY) || OF_ARCHIVE.has(endpoint)) return;
  throw new Refusal(403, "NOT_AUTHORIZED", `the account of ${name} has no access to tasking`);
}

function findTokenHolder({ accounts, store, clock }: SandboxParts, token: string): Account {
  const claims = readToken(store.meta.need("secret"), token);
  const account = accounts.find(({ userId }) => userId === claims?.sub);
  if (claims === undefined || account === undefined)
    throw refuse("the bearer token was not issued by this sandbox");
  if (clock.now() >= claims.exp * 1000) {
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

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const signText = (secret: string, text: string): Buffer => createHmac("sha256", secret).update(text).digest();

interface TokenClaims {
  /** The id of the user. */
  sub: string;
  /** Time of issue, in seconds since 1970. */
  iat: number;
  exp: number;
}

/** Returns a JWT (HS256) signed with the store's secret. */
function signToken(secret: string, claims: TokenClaims): string {
  const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${signText(secret, text).toString("base64url")}`;
}

/** Returns the claims of a token that this store signed, expired or not; undefined for anything else. */
function readToken(secret: string, token: string): TokenClaims | undefined {
  const [header, payload, signature, ...rest] = token.split(".");
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0)
    return undefined;
  const given = Buffer.from(signature, "base64url");
  const expected = signText(secret, `${header}.${payload}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as TokenClaims;
}

const FORM = "application/x-www-form-urlencoded";

const refuseLogin = (message: string): Refusal =>
  new Refusal(401, "NOT_AUTHENTICATED", message, [], {
    "www-authenticate": 'Basic realm="sandbox", charset="UTF-8"',
    deprecation: "true",
  });

/** `POST /token`: exchanges user name and password for a bearer token. The interface deprecates it. */
export const createToken: Handler = ({ sandbox, headers, settings, nowMs }) => {
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== FORM) {
    throw new Refusal(415, "SERVICE_REJECTED", `POST /token takes ${FORM}`, [], { deprecation: "true" });
  }
  const [, coded] = /^basic +([A-Za-z0-9+/=]+)$/iu.exec(headers["authorization"] ?? "") ?? [];
  if (coded === undefined)
    throw refuseLogin("POST /token takes Authorization: Basic <base64 of user:password>");
  const [username = "", ...rest] = Buffer.from(coded, "base64").toString("utf8").split(":");
  const account = sandbox.accounts.find(
    (one) => isSameSecret(username, one.username) && isSameSecret(rest.join(":"), one.password),
  );
  if (account === undefined) throw refuseLogin("no user of this sandbox has that name and password");
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
