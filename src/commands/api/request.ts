/**
 * Converts the arguments and flags of `swath api` to one raw request. Help loads this file too, so reading bodies is
 * imported lazily.
 */
import { usageError } from "../../cli/input/usage.ts";
import type { RawCall } from "../../client/build-request.ts";
import type { Reader } from "../../domain/readers.ts";
import { closest } from "../../domain/closest.ts";
import type { Context } from "../../cli/context.ts";
import { advice, swath, typed } from "../../hint.ts";

/** Methods of `swath api`. */
export const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

interface Pair {
  name: string;
  value: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers by which some services read another method than the one of the request. */
const METHOD_HEADERS = /^x-(?:http-)?method(?:-override)?$/;

/** Headers that would change the credential, the destination or the framing of the request. */
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

/** Reads `name: value`; blanks around the value are ignored. */
export const headerLine: Reader<Pair> = (given) => {
  const colon = given.indexOf(":");
  const name = given.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const value = given.slice(colon + 1).trim();
  if (colon === -1 || !TOKEN.test(name))
    return { ok: false, rule: "must be name:value, such as accept-language:en" };
  if (!/^[\t\u0020-\u007E]*$/.test(value)) return { ok: false, rule: "must have visible ASCII as its value" };
  if (METHOD_HEADERS.test(name))
    return { ok: false, rule: "must not change the method, which is an argument" };
  return OURS.has(name)
    ? { ok: false, rule: `names ${name}, which is decided by the base URL and the credential alone` }
    : { ok: true, value: { name, value } };
};

/** Reads `name=value`; the value may be empty. */
export const queryPair: Reader<Pair> = (given) => {
  const equals = given.indexOf("=");
  return equals > 0
    ? { ok: true, value: { name: given.slice(0, equals), value: given.slice(equals + 1) } }
    : { ok: false, rule: "must be name=value, such as limit=5" };
};

export interface ApiOptions {
  data?: string;
  header?: Pair[];
  queryParam?: Pair[];
}

export async function apiRequest(
  context: Context,
  { data, header = [], queryParam = [] }: ApiOptions,
  method: string,
  path: string,
): Promise<RawCall> {
  const wanted = readMethod(method);
  const { READING_METHODS } = await import("../../app/ordering/send-raw-request.ts");
  if (data !== undefined && READING_METHODS.has(wanted)) {
    throw usageError(
      `a ${wanted} request carries no body, and --data gives one`,
      advice`Give parameters with ${typed("--query-param", "name=value")}`,
    );
  }
  const headers = joinHeaders(context, header);
  const body = data === undefined ? undefined : await readBody(context, data, headers["content-type"]);
  return {
    method: wanted,
    path: readPath(withQuery(path, queryParam)),
    headers,
    ...(body !== undefined && { body }),
  };
}

function readMethod(typed: string): string {
  const method = typed.toUpperCase();
  if (METHODS.includes(method)) return method;
  const meant = typed.startsWith("/") ? undefined : closest(method, METHODS);
  throw usageError(
    `${JSON.stringify(typed)} is not a method: ${METHODS.join(", ")}`,
    meant === undefined ? advice`Type: ${swath`api <method> <path>`}` : `Did you mean ${meant}?`,
  );
}

function readPath(path: string): string {
  if (path.includes("#")) throw usageError("a path with # in it would lose what follows", "Write # as %23");
  if (new URLSearchParams(/\?(.*)/s.exec(path)?.[1]).has("_method"))
    throw usageError("_method must not change the method, which is an argument");
  if (/[\u0000-\u001F\u007F]/.test(path)) throw usageError("the path has a control character in it");
  return path;
}

/** Repeated names stay repeated. */
function withQuery(path: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return path;
  const query = new URLSearchParams(
    pairs.map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

function joinHeaders({ dialect }: Context, pairs: readonly Pair[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const { name, value } of pairs) {
    if (name === dialect["auth.header"].toLowerCase()) {
      throw usageError(
        `--header ${name}: the profile sends the credential in this header`,
        "Choose the credential with --api-key-file, --token-file or a profile",
      );
    }
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** JSON is validated and then sent unchanged; text of another content type is sent without validation. */
async function readBody(context: Context, data: string, contentType: string | undefined): Promise<string> {
  const [{ findRepeatedNames, readJson }, { readInline }] = await Promise.all([
    import("../../geo/read-json.ts"),
    import("../../cli/input/read-value.ts"),
  ]);
  const { bytes, name } = await readInline(context, data, "--data");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (contentType === undefined || /\bjson\b/i.test(contentType)) readJson(bytes, name);
  const [repeated] = findRepeatedNames(text);
  if (repeated !== undefined)
    throw usageError(
      `--data has ${JSON.stringify(repeated)} more than once in one object: which one the service reads is unknown`,
    );
  return text;
}
