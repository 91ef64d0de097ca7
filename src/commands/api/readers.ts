/** Readers of the flags that `api` alone has. */
import type { Reader } from "../../domain/readers.ts";

export interface Pair {
  name: string;
  value: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that would change who we are, where the request goes, or how it is framed. */
const OURS = new Set([
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** `name: value`; blanks around the value do not count. */
export const headerLine: Reader<Pair> = (given) => {
  const colon = given.indexOf(":");
  const name = given.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const value = given.slice(colon + 1).trim();
  if (colon === -1 || !TOKEN.test(name))
    return { ok: false, rule: "must be name:value, such as accept-language:en" };
  if (!/^[\t\u0020-\u007E]*$/.test(value)) return { ok: false, rule: "must have visible ASCII as its value" };
  return OURS.has(name)
    ? { ok: false, rule: `names ${name}, which is decided by the base URL and the credential alone` }
    : { ok: true, value: { name, value } };
};

/** `name=value`; the value may be empty. */
export const queryPair: Reader<Pair> = (given) => {
  const equals = given.indexOf("=");
  return equals > 0
    ? { ok: true, value: { name: given.slice(0, equals), value: given.slice(equals + 1) } }
    : { ok: false, rule: "must be name=value, such as limit=5" };
};
