import { type ItemPage, type NextLink, readItems, type StacItem } from "../contract/read-items.ts";
import type { BodyOf, QueryOf } from "../contract/schemas.ts";
import { AppError } from "../errors.ts";
import type { Client } from "./client.ts";
import { parseJson } from "./parse-json.ts";

export interface SearchPagesOptions {
  client: Client;
  body: BodyOf<"searchCatalog">;
  query?: QueryOf<"searchCatalog">;
  /** Total of items; `Infinity` for all. */
  limit: number;
  /** Sent as `limit`; omitted when undefined, since the service has its own default. */
  pageSize?: number;
}

export interface SearchPage {
  /** New items only, in the service's order. */
  items: StacItem[];
  /** Number of entries that are not items; undefined for none. */
  skipped?: number;
  /** On the first page: the total number of items, if the service reports it. */
  numberMatched?: number;
  /** After the last page: the service has more items than requested. */
  hasMore: boolean;
  /** Why the search ends before the last page of the service: the missing items cannot be fetched. */
  note?: string;
}

/** Maximum number of remembered page URLs, to detect a cycle of links. */
const MAX_REMEMBERED_PAGES = 10_000;

/** Maximum number of empty pages in succession: some services filter a page after they cut it, others never end. */
const MAX_EMPTY_PAGES = 10;

/**
 * Yields the pages of a catalog search. Each is fetched only after the previous one was consumed: the first rows appear early, and memory stays
 * bounded. Follows `links[rel=next]` on the service's own origin, also behind a few empty pages, and stops when the links form a cycle. Throws for a
 * link to another origin once the page that has it was consumed.
 */
export async function* searchPages(options: SearchPagesOptions): AsyncGenerator<SearchPage, void, undefined> {
  const { client, limit, pageSize } = options;
  const body = { ...options.body, ...(pageSize !== undefined && { limit: pageSize }) };
  const search = { body, query: options.query };
  const first: PageRequest = { method: "POST", url: client.describe("searchCatalog", search).url, body };

  let page = await client.searchCatalog(search);
  // Loaded late: loading takes longer than a dry run may.
  const { compact, seenIds } = await import("./seen-ids.ts");
  const seen = seenIds();
  const signatureOf = ({ method, url, body: asking }: PageRequest): string =>
    compact(JSON.stringify([method, url, asking]));
  const asked = new Set<string>([signatureOf(first)]);
  const { numberMatched } = page;
  let left = limit;
  let empty = 0;
  for (;;) {
    const fresh = page.items.filter(({ collection, id }) =>
      seen.isNew(id === undefined ? id : JSON.stringify([collection, id])),
    );
    const taken = fresh.slice(0, left);
    left -= taken.length;
    empty = page.items.length === 0 ? empty + 1 : 0;
    const link = page.next === undefined || left <= 0 ? undefined : page.next;
    const next = link && readLink(link, first);
    const problem =
      link === undefined || next instanceof AppError
        ? undefined
        : next === undefined
          ? "the service's link to the next page has no address"
          : problemWith({ isAsked: asked.has(signatureOf(next)), fresh: fresh.length, empty });
    yield {
      items: taken,
      skipped: page.skipped,
      numberMatched,
      hasMore: page.next !== undefined || fresh.length > taken.length,
      ...(problem !== undefined && { note: problem }),
    };
    if (next instanceof AppError) throw next;
    if (next === undefined || problem !== undefined) return;
    if (asked.size >= MAX_REMEMBERED_PAGES) asked.clear();
    asked.add(signatureOf(next));
    page = itemsOf(await follow(client, next));
  }
}

async function follow(client: Client, { method, url, body }: PageRequest): Promise<unknown> {
  const { text } = await client.raw({ method, path: url, body, effect: "read" });
  const parsed = parseJson(Buffer.from(text));
  if (!parsed.ok) throw unreadable(`something that is ${parsed.problem}`);
  return parsed.value;
}

function itemsOf(reply: unknown): ItemPage {
  const page = readItems(reply);
  if (page === undefined) throw unreadable("no list of STAC items");
  return page;
}

const unreadable = (what: string): AppError =>
  new AppError("service", "RESPONSE_UNRECOGNISED", `a page of the catalog search has ${what}`);

interface Turned {
  isAsked: boolean;
  /** Number of items of the page that were not on an earlier one. */
  fresh: number;
  /** Number of empty pages in succession, with this one. */
  empty: number;
}

function problemWith({ isAsked, fresh, empty }: Turned): string | undefined {
  if (isAsked) return "the service's link to the next page leads back to a page already read";
  if (empty > 0)
    return empty < MAX_EMPTY_PAGES
      ? undefined
      : `the service still offers a next page after ${empty} empty ones`;
  return fresh > 0 ? undefined : "the last page had no new results, and the service still offers a next one";
}

/** Returns the request of a link, or the reason why it is not followed. */
function readLink(link: NextLink, first: PageRequest): PageRequest | AppError | undefined {
  try {
    return nextRequest(link, first);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

export interface PageRequest {
  method: "GET" | "POST";
  /** Absolute URL on the service's own origin. */
  url: string;
  body?: Record<string, unknown>;
}

/**
 * Returns the request of a `next` link. `first` is the original search: STAC merges `body` into it when `merge` is true, and a POST link without
 * a body repeats it. Undefined for a link without a URL.
 */
export function nextRequest(link: NextLink, first: PageRequest): PageRequest | undefined {
  if (link.href === undefined && link.method === "GET") return undefined;
  const url = link.href === undefined ? first.url : resolve(link.href, first.url);
  if (link.method === "GET") return { method: "GET", url };
  const own = link.body ?? {};
  return {
    method: "POST",
    url,
    body: link.merge || link.body === undefined ? overlay(first.body ?? {}, own) : own,
  };
}

/** Returns the URL of a link. Throws for another origin, to which neither key nor query may be sent. */
function resolve(href: string, base: string): string {
  const origin = new URL(base).origin;
  const target = URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (target === undefined || target.origin !== origin || target.username !== "" || target.password !== "") {
    const where = target === undefined ? "no address" : `${target.protocol}//${target.host}`;
    throw new AppError(
      "service",
      "RESPONSE_UNRECOGNISED",
      `the link to the next page leads to ${where}, not to ${origin}: the credential is not sent there`,
      { next: { do: "changeBaseUrl" } },
    );
  }
  // An absolute link is used unchanged: normalising could break a token in it.
  return /^https?:\/\//i.test(href) ? href : target.href;
}

/** Properties of the link override; names that would change an object's prototype are dropped. */
function overlay(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const entries = [...Object.entries(under), ...Object.entries(over)];
  return Object.fromEntries(entries.filter(([name]) => !UNSAFE.has(name)));
}

const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);
