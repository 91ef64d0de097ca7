import { isJsonObject } from "../../contract/json-object.ts";
import { checkBody } from "../../contract/parse.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { type SinglePart, singleParts } from "../../geo/polygon.ts";
import { isVisible } from "../archive/collect.ts";
import { buildShownItem } from "../archive/recorded-item.ts";
import { STAC_PREFIX } from "../archive/stac-item.ts";
import type { CatalogSearch } from "../catalog/catalog-search.ts";
import { itemContextOf } from "./item-assets.ts";
import { findPage, type SearchContext, searchOf, withoutIgnoredFilters } from "./search-catalog.ts";
import type { Reply } from "../http/exchange.ts";
import { notFound, Refusal, refuseBody, refuseField } from "../http/refusal.ts";
import { findRoute, routesBelow } from "../http/routes.ts";
import {
  apiPage,
  collectionDocument,
  COLLECTIONS,
  CONFORMANCE,
  landingPage,
  openApi,
} from "./stac-documents.ts";

/** One request below `/stac`. It is not part of the interface: `swath` itself never sends it. */
export interface StacCall extends SearchContext {
  method: string;
  pathname: string;
  query: URLSearchParams;
  readJson: () => Promise<unknown>;
}

export const isStacPath = (pathname: string): boolean =>
  pathname === STAC_PREFIX || pathname.startsWith(`${STAC_PREFIX}/`);

type Params = Readonly<Record<string, string>>;
type Answer = (call: StacCall, params: Params) => Reply | Promise<Reply>;

const GEOJSON = "application/geo+json";

const ROUTES = routesBelow<Answer>(STAC_PREFIX, {
  "GET ": ({ baseUrl }) => ({ json: landingPage(rootOf(baseUrl)) }),
  "GET /conformance": () => ({ json: { conformsTo: CONFORMANCE } }),
  "GET /api": ({ baseUrl }) => ({
    headers: { "content-type": "application/vnd.oai.openapi+json;version=3.0" },
    json: openApi(rootOf(baseUrl)),
  }),
  "GET /api.html": ({ baseUrl }) => ({
    headers: { "content-type": "text/html; charset=utf-8" },
    body: Buffer.from(apiPage(rootOf(baseUrl))),
  }),
  "GET /collections": listCollections,
  "GET /collections/{collectionId}": readCollection,
  "GET /collections/{collectionId}/items": listItems,
  "GET /collections/{collectionId}/items/{itemId}": readItem,
  "GET /search": searchByQuery,
  "POST /search": searchByBody,
});

/** Handles one request below `/stac`. Errors: 404, 405 with `Allow`, and those of the catalog search. */
export async function answerStac(call: StacCall): Promise<Reply> {
  const method = call.method === "HEAD" ? "GET" : call.method;
  const pathname = call.pathname.replace(/\/+$/u, "");
  const { target: answer, params } = findRoute(ROUTES, method, pathname, "STAC page");
  try {
    return await answer(call, params);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    // OGC API Features and STAC use one status for all invalid parameters.
    throw new Refusal(400, error.code, error.message, error.detail, error.headers);
  }
}

const rootOf = (baseUrl: string): string => `${baseUrl}${STAC_PREFIX}`;

async function listCollections({ sandbox, baseUrl }: StacCall): Promise<Reply> {
  const { firstMs } = await sandbox.holdings();
  const root = rootOf(baseUrl);
  const json = {
    collections: COLLECTIONS.map((collection) => collectionDocument(root, collection, firstMs)),
    links: [
      { rel: "self", href: `${root}/collections`, type: "application/json" },
      { rel: "root", href: `${root}/`, type: "application/json" },
    ],
  };
  return { json };
}

function collectionNamed(id = ""): (typeof COLLECTIONS)[number] {
  const collection = COLLECTIONS.find((one) => one.id === id);
  if (collection === undefined) throw notFound(`no collection is called ${id}`);
  return collection;
}

async function readCollection({ sandbox, baseUrl }: StacCall, { collectionId }: Params): Promise<Reply> {
  const collection = collectionNamed(collectionId);
  const { firstMs } = await sandbox.holdings();
  return { json: collectionDocument(rootOf(baseUrl), collection, firstMs) };
}

async function readItem(call: StacCall, { collectionId = "", itemId = "" }: Params): Promise<Reply> {
  const holdings = await call.sandbox.holdings();
  const granule = holdings.findGranule(holdings.plainIdOf(itemId, call.nowMs), call.nowMs);
  const isFound =
    granule?.collect.collectionId === collectionId &&
    isVisible(granule.collect, call.viewerOrganizationId, call.nowMs);
  if (!isFound) throw notFound(`${collectionId} has no item ${itemId}`);
  const item = buildShownItem(granule.collect, granule.productType, itemContextOf(call, holdings));
  return { headers: { "content-type": GEOJSON }, json: item };
}

/** Returns the items of one collection, by `bbox`, `datetime` and the other parameters of a search. */
function listItems(call: StacCall, { collectionId }: Params): Promise<Reply> {
  const { id } = collectionNamed(collectionId);
  // A list of ids overrides every other filter, and so would override the collection.
  const { ids: _ids, ...members } = membersOfQuery(call.query);
  return answerSearch(call, { ...members, collections: [id] });
}

function searchByQuery(call: StacCall): Promise<Reply> {
  return answerSearch(call, membersOfQuery(call.query));
}

async function searchByBody(call: StacCall): Promise<Reply> {
  return answerSearch(call, await call.readJson());
}

async function answerSearch(call: StacCall, members: unknown): Promise<Reply> {
  const isGet = call.method !== "POST";
  // A GET's parameters are already its fields.
  const query = isGet ? new URLSearchParams() : call.query;
  const plain = withOpenEnds(withoutIgnoredFilters(members));
  for (const one of withEachPart(plain)) {
    const check = await checkBody("searchCatalog", one, { query: Object.fromEntries(query) });
    if (!check.ok) throw refuseBody(check.faults);
  }
  const search = searchOf({ body: plain, query });
  const { items, numberMatched, next } = await findPage(call, search);
  // A search by page number continues by page number.
  const position = search.page === undefined ? { token: next } : { page: search.page + 1 };
  const links = linksOf(call, next === undefined ? undefined : position);
  const json = {
    type: "FeatureCollection",
    features: items,
    links,
    numberMatched,
    numberReturned: items.length,
  };
  return { headers: { "content-type": GEOJSON }, json };
}

/** Replaces the empty end of an open interval, as STAC allows, by `..`. */
function withOpenEnds(members: unknown): unknown {
  if (!isJsonObject(members) || typeof members["datetime"] !== "string") return members;
  return {
    ...members,
    datetime: members["datetime"].replace(/^\/|\/$/u, (slash, at) =>
      at === 0 ? `..${slash}` : `${slash}..`,
    ),
  };
}

const MULTIPLE = /^(?:Multi(?:Point|LineString|Polygon)|GeometryCollection)$/u;

/** Returns the search once per part of its area, because the rules cover only points, lines and polygons. */
function withEachPart(members: unknown): unknown[] {
  const area = isJsonObject(members) ? members["intersects"] : undefined;
  if (!isJsonObject(members) || !isJsonObject(area) || !MULTIPLE.test(String(area["type"]))) return [members];
  const parts = partsIn(area as unknown as Geometry);
  return parts.length === 0 ? [members] : parts.map((intersects) => ({ ...members, intersects }));
}

/** Returns the parts of a geometry; none for anything else, which the rules then refuse for its type. */
function partsIn(geometry: Geometry): SinglePart[] {
  try {
    return singleParts(geometry);
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

function linksOf(
  { method, pathname, query, baseUrl }: StacCall,
  next: { token?: string | undefined } | { page: number } | undefined,
): object[] {
  const addressOf = (parameters: URLSearchParams): string =>
    `${baseUrl}${pathname}${parameters.size === 0 ? "" : `?${parameters.toString()}`}`;
  const links: object[] = [
    { rel: "self", href: addressOf(query), type: GEOJSON },
    { rel: "root", href: `${rootOf(baseUrl)}/`, type: "application/json" },
  ];
  if (next === undefined) return links;
  const further = new URLSearchParams(query);
  for (const [name, value] of Object.entries(next)) further.set(name, String(value));
  const link = { rel: "next", href: addressOf(further), type: GEOJSON };
  links.push(
    method === "POST" ? { ...link, method: "POST", body: next, merge: true } : { ...link, method: "GET" },
  );
  return links;
}

/** Converts the parameters of a GET to the fields of a body. Errors: FIELD_TYPE_INVALID for invalid JSON. */
function membersOfQuery(query: URLSearchParams): Record<string, unknown> {
  const members = Object.fromEntries(
    [...query].map(([name, text]) => [name, readParameter(name, text)] as const),
  );
  return members satisfies Partial<Record<keyof CatalogSearch, unknown>>;
}

const listOf = (text: string): string[] => text.split(",").filter((word) => word !== "");

const PARAMETERS: Readonly<Record<string, (text: string) => unknown>> = {
  bbox(text) {
    const numbers = text.split(",").map((number) => (number.trim() === "" ? NaN : Number(number)));
    return numbers.some(Number.isNaN) ? text : numbers;
  },
  collections: listOf,
  ids: listOf,
  limit: Number,
  page: Number,
  intersects: JSON.parse,
  query: JSON.parse,
};

function readParameter(name: string, text: string): unknown {
  const read = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
  if (read === undefined) return text;
  try {
    return read(text);
  } catch {
    throw refuseField(name, `${name} is not JSON`);
  }
}
