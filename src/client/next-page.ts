/**
 * Returns the requests for the next page of a catalog search. A link of the service only gives the position: services write
 * links for the address that they see, behind a gateway, and leave out the method of a search that was a POST. Every request
 * goes to the search's own address, with its filter.
 */
import type { NextLink } from "../contract/read-items.ts";

/** The search as it was sent for the first page. */
export interface OwnSearch {
  /** Absolute, with the query of the search. */
  url: string;
  body: Readonly<Record<string, unknown>>;
  /** Names of the headers that the client sends itself, in lower case: a link must not replace them. */
  headers: readonly string[];
}

/**
 * `link`: the search again, with the query and the body of the link. `body`: the parameters of the link's query are in the
 * body. `alone`: only the link's own body, as STAC has it for a link without `merge`. `get`: a GET of the link. `number`: the
 * search again, with `page`; for services without links.
 */
export type Way = "link" | "body" | "alone" | "get" | "number";

export interface PageRequest {
  way: Way;
  method: "GET" | "POST";
  /** Absolute, on the service's own origin. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
}

/** Returns the request for a page by its number. */
export const requestByNumber = ({ url, body }: OwnSearch, page: number): PageRequest => ({
  way: "number",
  method: "POST",
  url,
  body: { ...body, page },
});

/**
 * Returns the requests of a link, the most likely one first; only one of them works with a service. None for a link that
 * contains no position.
 */
// Spec silent: how a link to the next page is followed. We repeat the search at its own address with the position of the
// link, then with the position in the body, and last send a GET, as STAC describes a link without a method.
export function listLinkRequests(link: NextLink, own: OwnSearch): PageRequest[] {
  const raw = readQuery(link.href, own.url);
  const given = [...new URLSearchParams(raw)];
  const inQuery = withQuery(own.url, raw);
  const headers = pickHeaders(link.headers, own.headers);
  const merged = mergeFields(own.body, link.body ?? {});
  // A position in the person's own body would contradict the link.
  const stale = given.filter(([name]) => POSITIONS.has(name) && name in merged);
  const post = { method: "POST", ...(headers !== undefined && { headers }) } as const;
  const requests: PageRequest[] = [
    { way: "link", ...post, url: inQuery, body: mergeFields(merged, toBodyFields(stale)) },
    { way: "body", ...post, url: own.url, body: mergeFields(merged, toBodyFields(given)) },
  ];
  if (link.body !== undefined && !link.merge)
    requests.push({ way: "alone", ...post, url: inQuery, body: mergeFields({}, link.body) });
  const address = link.method === "GET" ? (findOwnAddress(link.href, own.url) ?? inQuery) : own.url;
  if (address !== own.url) requests.push({ ...post, way: "get", method: "GET", url: address });
  const seen = new Set([toSignature({ method: "POST", url: own.url, body: own.body })]);
  return requests.filter((request) => {
    const signature = toSignature(request);
    return !seen.has(signature) && seen.add(signature);
  });
}

/** Returns a text that is the same for the same request. */
export const toSignature = ({ method, url, headers = {}, body }: Omit<PageRequest, "way">): string =>
  JSON.stringify([method, url, headers, body]);

/** Parameters that are a position in the result. */
const POSITIONS = new Set(["page", "token", "next", "offset"]);

/** Returns the query of a link byte for byte, because normalising could break a token; escaped if it cannot be sent so. */
function readQuery(href: string | undefined, base: string): string {
  if (href === undefined || !URL.canParse(href, base)) return "";
  const [, raw = ""] = /\?([^#]*)/.exec(href) ?? [];
  return /^[\u0021-\u007E]*$/.test(raw) ? raw : new URL(href, base).search.slice(1);
}

/** Returns the address with a further query; its parameters replace those of the same name. */
function withQuery(url: string, raw: string): string {
  if (raw === "") return url;
  const names = new Set(new URLSearchParams(raw).keys());
  const [address = "", query = ""] = url.split("?");
  const kept = query.split("&").filter((pair) => pair !== "" && !names.has(nameOf(pair)));
  return `${address}?${[...kept, raw].join("&")}`;
}

const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? "";

/** Returns the address of a link at the service's own origin; undefined for any other, which never gets a request. */
function findOwnAddress(href: string | undefined, base: string): string | undefined {
  const target = href !== undefined && URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (target === undefined || target.origin !== new URL(base).origin) return undefined;
  if (target.username !== "" || target.password !== "") return undefined;
  return /^https?:\/\/[\u0021-\u007E]*$/i.test(href!) ? href : target.href;
}

/** Headers of the transport, and credentials. */
const NEVER =
  /^(?:host|cookie2?|authorization|proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-.*|expect)$/;

/** Returns the headers of a link that may be sent. */
function pickHeaders(given: NextLink["headers"], own: readonly string[]): Record<string, string> | undefined {
  const sent = Object.entries(given ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(
      ([name, value]) =>
        /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) &&
        !NEVER.test(name) &&
        !own.includes(name) &&
        /^[\u0020-\u007E]*$/.test(value),
    );
  return sent.length === 0 ? undefined : Object.fromEntries(sent);
}

/** Returns the parameters of a query as fields of a body: a number as a number. */
const toBodyFields = (
  parameters: readonly (readonly [name: string, value: string])[],
): Record<string, unknown> =>
  Object.fromEntries(
    parameters.map(([name, value]) => [name, /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value]),
  );

/** Properties of the link override; names that would change an object's prototype are dropped. */
function mergeFields(
  under: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = [...Object.entries(under), ...Object.entries(over)];
  return Object.fromEntries(entries.filter(([name]) => !UNSAFE.has(name)));
}

const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);
