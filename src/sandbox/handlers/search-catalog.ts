import { isJsonObject } from "../../contract/json-object.ts";
import { AppError } from "../../errors.ts";
import { GATEWAY, RECORDED_ONLY, RECORDED_PROPERTIES, OWN_PREFIX } from "../archive/stac-item.ts";
import type { CatalogGranule, CatalogPage, CatalogSearch } from "../catalog/filter.ts";
import { sortFieldsOf } from "../catalog/ordering.ts";
import type { Holdings } from "../holdings.ts";
import { refuseBody, refuseField, type BodyFault } from "../http/reply.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Call, Handler } from "./call.ts";
import { makeItemContext } from "./item-assets.ts";

/** `POST /catalog/search`: returns a page of the items that the caller may see. */
export const searchCatalog: Handler = async (call) => {
  const search = searchOf(call);
  const page = await findPage({ ...call, viewerOrganizationId: call.caller.organizationId }, search);
  return { json: wrapCatalogPage(call, search, page) };
};

// Spec silent: GET /catalog/search. The sandbox answers it with everything for the setting `catalogPaging`.
/** `GET /catalog/search`: returns a page of all items that the caller may see, whatever the search was. */
export const listCatalog: Handler = (call) => searchCatalog({ ...call, body: {} });

/** Filters of a search; `ids` overrides them. */
const FILTERS: ReadonlySet<string> = new Set([
  "bbox",
  "bbox-crs",
  "intersects",
  "datetime",
  "collections",
  "query",
]);

/** Removes the filters that `ids` overrides. */
export function dropIgnoredFilters(body: unknown): unknown {
  if (!isJsonObject(body) || body["ids"] === undefined) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !FILTERS.has(name)));
}

/** Removes the operator `in` if this deployment serves it: the interface's rules refuse it. */
export function dropInOperators(body: unknown, { dialect }: SandboxSettings): unknown {
  if (dialect.queryIn !== true || !isJsonObject(body) || !isJsonObject(body["query"])) return body;
  const query = Object.entries(body["query"]).flatMap(([name, comparison]) => {
    if (!isJsonObject(comparison) || !Array.isArray(comparison["in"])) return [[name, comparison]];
    const { in: _in, ...others } = comparison;
    return Object.keys(others).length === 0 ? [] : [[name, others]];
  });
  return { ...body, query: Object.fromEntries(query) };
}

export interface SearchContext extends Pick<Call, "sandbox" | "baseUrl" | "settings" | "nowMs"> {
  /** Undefined: public items only. */
  viewerOrganizationId: string | undefined;
}

/** Returns one page of a search. Errors: 422 with the code of the search. */
export async function findPage(context: SearchContext, search: CatalogSearch): Promise<CatalogPage> {
  const [holdings, engine] = await Promise.all([
    context.sandbox.holdings(),
    import("../catalog/search-catalog.ts"),
  ]);
  const { nowMs, viewerOrganizationId } = context;
  try {
    const ids = search.ids?.map((id) => holdings.readPlainId(id, nowMs));
    const named = withOwnNames(search, context.settings);
    const plain = ids === undefined ? named : { ...named, ids };
    return engine.searchCatalog(holdings.archive, listAddedGranules(context, holdings), plain, {
      ...makeItemContext(context, holdings),
      nowMs,
      viewerOrganizationId,
    });
  } catch (error) {
    if (error instanceof AppError) {
      throw refuseField(PATHS[error.code] ?? "", error.message, error.code);
    }
    throw error;
  }
}

/** Returns a search with the names of properties that the sandbox computes with; all others match nothing. */
function withOwnNames(search: CatalogSearch, { dialect, itemForm }: SandboxSettings): CatalogSearch {
  const prefix = dialect.vendorPrefix ?? OWN_PREFIX;
  if (prefix === OWN_PREFIX && itemForm === "plain") return search;
  const ownName = (given: string): string => {
    const name = given.replace(/^properties\./, "");
    const [before = "", ...rest] = name.split(":");
    const isForeign = before === OWN_PREFIX && prefix !== OWN_PREFIX;
    const own = before === prefix ? [OWN_PREFIX, ...rest].join(":") : name;
    if (isForeign) return `${name} (unknown)`;
    return itemForm === "recorded" && RECORDED_PROPERTIES.has(own) ? RECORDED_ONLY + own : own;
  };
  const { query, sortby } = search;
  return {
    ...search,
    ...(query !== undefined && {
      query: Object.fromEntries(
        Object.entries(query).map(([name, comparison]) => [ownName(name), comparison]),
      ),
    }),
    ...(sortby !== undefined && {
      sortby: sortFieldsOf(sortby).map((key) => ({ ...key, field: ownName(key.field) })),
    }),
  };
}

/** Body properties to which the errors of the search refer. */
const PATHS: Partial<Record<AppError["code"], string>> = {
  BBOX_INVALID: "bbox",
  CRS_UNSUPPORTED: "bbox-crs",
  SERVICE_REJECTED: "token",
  ENUM_INVALID: "sortby",
};

/** Properties of other catalogs. Ignoring them would answer a different question. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  filter: "put the conditions into query",
  "filter-lang": "put the conditions into query",
  "filter-crs": "put the conditions into query",
  q: "put the conditions into query",
  sort: "put the order into sortby",
  order: "put the order into sortby",
};

// Spec silent: unknown fields of a catalog search. The sandbox refuses filters of other interfaces and ignores all
// other fields.
function refuseNotServed(names: readonly string[]): void {
  const faults = names.flatMap((name): BodyFault[] => {
    const advice = Object.hasOwn(NOT_SERVED, name) ? NOT_SERVED[name] : undefined;
    if (advice === undefined) return [];
    return [{ code: "FIELD_NOT_SERVED", path: name, message: `${name} is not served here: ${advice}` }];
  });
  if (faults.length > 0) throw refuseBody(faults);
}

// Spec silent: whether `bbox-crs`, `limit`, `page` and `token` are in the query string or the body. The sandbox reads
// both; the query string overrides the body.
/**
 * Returns the search of a call. Errors: FIELD_NOT_SERVED, FIELD_TYPE_INVALID, PAGE_LIMIT_EXCEEDED, SERVICE_REJECTED
 * for `page` with `token`.
 */
export function searchOf({ body, query }: Pick<Call, "body" | "query">): CatalogSearch {
  const { page: pageInBody, token: tokenInBody, ...members } = body as CatalogSearch;
  refuseNotServed([...Object.keys(members), ...query.keys()]);
  const isPlacedByQuery = query.has("page") || query.has("token");
  const inBody = isPlacedByQuery ? {} : { page: pageInBody, token: tokenInBody };
  const search = { ...members, ...inBody, ...readPosition(query) };
  const { page, token } = search;
  if (page !== undefined && !(Number.isSafeInteger(page) && page >= 1)) {
    throw refuseField("page", `page ${String(page)} is not an integer of at least 1`);
  }
  if (page !== undefined && token !== undefined) {
    const message = "page and token are two positions of the page: give one of them";
    throw refuseField("page", message, "SERVICE_REJECTED");
  }
  return search;
}

/** Returns the search parameters of the query string. */
function readPosition(query: URLSearchParams): Partial<CatalogSearch> {
  const [crs, token] = [query.get("bbox-crs"), query.get("token")];
  const [limit, page] = [query.get("limit"), query.get("page")];
  if (limit !== null && !/^[1-9]\d{0,8}$/u.test(limit)) {
    throw refuseField("limit", `limit ${limit} is not an integer of at least 1`, "PAGE_LIMIT_EXCEEDED");
  }
  return {
    ...(crs === null ? {} : { "bbox-crs": crs }),
    ...(token === null ? {} : { token }),
    ...(limit === null ? {} : { limit: Number(limit) }),
    ...(page === null ? {} : { page: /^\d{1,9}$/u.test(page) ? Number(page) : NaN }),
  };
}

/** Returns products generated by orders, and products of completed tasks. */
function listAddedGranules({ sandbox, nowMs }: SearchContext, holdings: Holdings): CatalogGranule[] {
  const generated = sandbox.orders.listGenerated(nowMs).flatMap(({ collectId, productType }) => {
    const collect = holdings.findCollect(collectId, nowMs);
    return collect === undefined
      ? []
      : [{ collect, productType: productType as CatalogGranule["productType"] }];
  });
  const tasked = holdings.tasked
    .list(nowMs)
    .flatMap(({ collect, productTypes }) =>
      productTypes.map((type) => ({ collect, productType: type as CatalogGranule["productType"] })),
    );
  return [...tasked, ...generated];
}

// Spec silent: the envelope and paging of the catalog. The sandbox returns a FeatureCollection with a POST link to
// the next page (settings `catalogEnvelope`, `catalogPaging`).
function wrapCatalogPage(
  { baseUrl, settings, body, query }: Call,
  search: CatalogSearch,
  page: CatalogPage,
): unknown {
  const { items, numberMatched, next } = page;
  if (settings.catalogPaging === "gateway") {
    const number = search.page ?? 1;
    const links = next === undefined ? [] : [{ rel: "next", href: `${GATEWAY}/search?page=${number + 1}` }];
    return {
      type: "FeatureCollection",
      stac_version: "1.0.0",
      features: items,
      numberMatched,
      numberReturned: items.length,
      links,
    };
  }
  const address = `${baseUrl}/catalog/search`;
  const link = { href: address, type: "application/geo+json", method: "POST" };
  const links = [{ rel: "self", ...link, body }];
  if (next !== undefined && settings.catalogPaging === "next") {
    // A search by page number continues by page number.
    const position = search.page === undefined ? { token: next } : { page: search.page + 1 };
    // Parameters from the query string alone are repeated in both places.
    const kept = Object.fromEntries(
      (["bbox-crs", "limit"] as const).filter((name) => query.has(name)).map((name) => [name, search[name]]),
    );
    const more = { ...position, ...kept };
    const parameters = new URLSearchParams(
      Object.entries(more).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const href = `${address}?${parameters.toString()}`;
    links.push({ rel: "next", ...link, href, body: more, merge: true } as (typeof links)[number]);
  }
  const counts = { links, numberMatched, numberReturned: items.length };
  switch (settings.catalogEnvelope) {
    case "array":
      return items;
    case "items":
      return { items, ...counts };
    case "results":
      return { results: items, ...counts };
    default:
      return { type: "FeatureCollection", features: items, ...counts };
  }
}
