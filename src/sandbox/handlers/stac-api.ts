import { isJsonObject } from "../../contract/json-object.ts";
import { checkBody } from "../../contract/parse.ts";
import { escapeHtml } from "../../escape-html.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { listSingleParts, type SinglePart } from "../../geo/polygon.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { isVisible, type CollectionId } from "../archive/collect.ts";
import { buildShownItem, STAC_PREFIX } from "../archive/stac-item.ts";
import type { CatalogSearch } from "../catalog/filter.ts";
import { makeNotFound, Refusal, refuseBody, refuseField, type Reply } from "../http/reply.ts";
import { findRoute, listRoutesBelow } from "../http/routes.ts";
import { makeItemContext } from "./item-assets.ts";
import { findPage, searchOf, dropIgnoredFilters, type SearchContext } from "./search-catalog.ts";

/** One request below `/stac`. It is not part of the interface: `swath` itself never sends it. */
interface StacCall extends SearchContext {
  method: string;
  pathname: string;
  query: URLSearchParams;
  readJson: () => Promise<unknown>;
}

export const isStacPath = (pathname: string): boolean =>
  pathname === STAC_PREFIX || pathname.startsWith(`${STAC_PREFIX}/`);

type Params = Readonly<Record<string, string>>;
type Answer = (call: StacCall, params: Params) => Reply | Promise<Reply>;

const ROUTES = listRoutesBelow<Answer>(STAC_PREFIX, {
  "GET ": ({ baseUrl }) => ({ json: makeLandingPage(formatRoot(baseUrl)) }),
  "GET /conformance": () => ({ json: { conformsTo: CONFORMANCE } }),
  "GET /api": ({ baseUrl }) => ({
    headers: { "content-type": "application/vnd.oai.openapi+json;version=3.0" },
    json: openApi(formatRoot(baseUrl)),
  }),
  "GET /api.html": ({ baseUrl }) => ({
    headers: { "content-type": "text/html; charset=utf-8" },
    body: Buffer.from(makeApiPage(formatRoot(baseUrl))),
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

const formatRoot = (baseUrl: string): string => `${baseUrl}${STAC_PREFIX}`;

async function listCollections({ sandbox, baseUrl }: StacCall): Promise<Reply> {
  const { firstMs } = await sandbox.holdings();
  const root = formatRoot(baseUrl);
  const json = {
    collections: COLLECTIONS.map((collection) => makeCollectionDocument(root, collection, firstMs)),
    links: [
      { rel: "self", href: `${root}/collections`, type: "application/json" },
      { rel: "root", href: `${root}/`, type: "application/json" },
    ],
  };
  return { json };
}

function findCollection(id = ""): (typeof COLLECTIONS)[number] {
  const collection = COLLECTIONS.find((one) => one.id === id);
  if (collection === undefined) throw makeNotFound(`no collection is called ${id}`);
  return collection;
}

async function readCollection({ sandbox, baseUrl }: StacCall, { collectionId }: Params): Promise<Reply> {
  const collection = findCollection(collectionId);
  const { firstMs } = await sandbox.holdings();
  return { json: makeCollectionDocument(formatRoot(baseUrl), collection, firstMs) };
}

async function readItem(call: StacCall, { collectionId = "", itemId = "" }: Params): Promise<Reply> {
  const holdings = await call.sandbox.holdings();
  const granule = holdings.findGranule(holdings.readPlainId(itemId, call.nowMs), call.nowMs);
  const isFound =
    granule?.collect.collectionId === collectionId &&
    isVisible(granule.collect, call.viewerOrganizationId, call.nowMs);
  if (!isFound) throw makeNotFound(`${collectionId} has no item ${itemId}`);
  const item = buildShownItem(granule.collect, granule.productType, makeItemContext(call, holdings));
  return { headers: { "content-type": GEOJSON }, json: item };
}

/** Returns the items of one collection, by `bbox`, `datetime` and the other parameters of a search. */
function listItems(call: StacCall, { collectionId }: Params): Promise<Reply> {
  const { id } = findCollection(collectionId);
  // A list of ids overrides every other filter, and so would override the collection.
  const { ids: _ids, ...members } = readQueryMembers(call.query);
  return answerSearch(call, { ...members, collections: [id] });
}

function searchByQuery(call: StacCall): Promise<Reply> {
  return answerSearch(call, readQueryMembers(call.query));
}

async function searchByBody(call: StacCall): Promise<Reply> {
  return answerSearch(call, await call.readJson());
}

async function answerSearch(call: StacCall, members: unknown): Promise<Reply> {
  const isGet = call.method !== "POST";
  // A GET's parameters are already its fields.
  const query = isGet ? new URLSearchParams() : call.query;
  const plain = withOpenEnds(dropIgnoredFilters(members));
  for (const one of withEachPart(plain)) {
    const check = await checkBody("searchCatalog", one, { query: Object.fromEntries(query) });
    if (!check.ok) throw refuseBody(check.faults);
  }
  const search = searchOf({ body: plain, query });
  const { items, numberMatched, next } = await findPage(call, search);
  // A search by page number continues by page number.
  const position = search.page === undefined ? { token: next } : { page: search.page + 1 };
  const links = makePageLinks(call, next === undefined ? undefined : position);
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
  const parts = splitPath(area as unknown as Geometry);
  return parts.length === 0 ? [members] : parts.map((intersects) => ({ ...members, intersects }));
}

/** Returns the parts of a geometry; none for anything else, which the rules then refuse for its type. */
function splitPath(geometry: Geometry): SinglePart[] {
  try {
    return listSingleParts(geometry);
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

function makePageLinks(
  { method, pathname, query, baseUrl }: StacCall,
  next: { token?: string | undefined } | { page: number } | undefined,
): object[] {
  const addressOf = (parameters: URLSearchParams): string =>
    `${baseUrl}${pathname}${parameters.size === 0 ? "" : `?${parameters.toString()}`}`;
  const links: object[] = [
    { rel: "self", href: addressOf(query), type: GEOJSON },
    { rel: "root", href: `${formatRoot(baseUrl)}/`, type: "application/json" },
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
function readQueryMembers(query: URLSearchParams): Record<string, unknown> {
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

/** The supported conformance classes: `query` has the five operators of the interface. */
const CONFORMANCE = [
  "https://api.stacspec.org/v1.0.0/core",
  "https://api.stacspec.org/v1.0.0/collections",
  "https://api.stacspec.org/v1.0.0/ogcapi-features",
  "https://api.stacspec.org/v1.0.0/item-search",
  "https://api.stacspec.org/v1.0.0/item-search#query",
  "https://api.stacspec.org/v1.0.0/item-search#sort",
  "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
  "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
];

interface CollectionWords {
  id: CollectionId;
  title: string;
  description: string;
  license: string;
}

const COLLECTIONS: readonly CollectionWords[] = [
  {
    id: "vendor-archive",
    title: "Archive",
    description: "Past collects of the simulated constellation, and those of completed tasks",
    license: "proprietary",
  },
  {
    id: "vendor-open-data",
    title: "Open data",
    description: "Past collects of the simulated constellation that cost nothing",
    license: "CC-BY-4.0",
  },
];

const JSON_TYPE = "application/json";
const GEOJSON = "application/geo+json";

/** Returns the landing page. `root` is the address of the STAC API without a trailing slash. */
function makeLandingPage(root: string): object {
  return {
    type: "Catalog",
    stac_version: "1.0.0",
    id: "sandbox",
    title: "The sandbox's catalog",
    description: "A made-up archive of SAR imagery, served on this machine for trying clients",
    conformsTo: CONFORMANCE,
    links: [
      { rel: "self", href: `${root}/`, type: JSON_TYPE },
      { rel: "root", href: `${root}/`, type: JSON_TYPE },
      { rel: "conformance", href: `${root}/conformance`, type: JSON_TYPE },
      { rel: "service-desc", href: `${root}/api`, type: "application/vnd.oai.openapi+json;version=3.0" },
      { rel: "service-doc", href: `${root}/api.html`, type: "text/html" },
      { rel: "data", href: `${root}/collections`, type: JSON_TYPE },
      ...["GET", "POST"].map((method) => ({ rel: "search", href: `${root}/search`, type: GEOJSON, method })),
      ...COLLECTIONS.map(({ id, title }) => ({
        rel: "child",
        href: `${root}/collections/${id}`,
        type: JSON_TYPE,
        title,
      })),
    ],
  };
}

function makeCollectionDocument(root: string, words: CollectionWords, firstMs: number): object {
  const address = `${root}/collections/${words.id}`;
  return {
    type: "Collection",
    stac_version: "1.0.0",
    stac_extensions: [],
    ...words,
    extent: {
      spatial: { bbox: [[-180, -90, 180, 90]] },
      temporal: { interval: [[formatTimestamp(firstMs), null]] },
    },
    links: [
      { rel: "self", href: address, type: JSON_TYPE },
      { rel: "root", href: `${root}/`, type: JSON_TYPE },
      { rel: "parent", href: `${root}/`, type: JSON_TYPE },
      { rel: "items", href: `${address}/items`, type: GEOJSON },
    ],
  };
}

const PATHS: Readonly<Record<string, readonly [method: string, summary: string][]>> = {
  "/": [["get", "Landing page"]],
  "/conformance": [["get", "Conformance classes"]],
  "/collections": [["get", "Collections"]],
  "/collections/{collectionId}": [["get", "One collection"]],
  "/collections/{collectionId}/items": [["get", "Items of a collection"]],
  "/collections/{collectionId}/items/{itemId}": [["get", "One item"]],
  "/search": [
    ["get", "Search by parameters"],
    ["post", "Search by a JSON body"],
  ],
};

/** Returns the pages below `root` as an OpenAPI document. */
function openApi(root: string): object {
  const operation = (path: string, summary: string): object => ({
    summary,
    parameters: [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    responses: { "200": { description: summary } },
  });
  return {
    openapi: "3.0.3",
    info: { title: "The sandbox's catalog", version: "1.0.0" },
    servers: [{ url: root }],
    paths: Object.fromEntries(
      Object.entries(PATHS).map(([path, operations]) => [
        path,
        Object.fromEntries(operations.map(([method, summary]) => [method, operation(path, summary)])),
      ]),
    ),
  };
}

/** Returns the same list of pages as HTML. */
function makeApiPage(root: string): string {
  const rows = Object.entries(PATHS).flatMap(([path, operations]) =>
    operations.map(
      ([method, summary]) =>
        `<tr><td>${method.toUpperCase()}</td><td><code>${escapeHtml(`${root}${path}`)}</code></td><td>${summary}</td></tr>`,
    ),
  );
  const title = "The sandbox's catalog";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><table>${rows.join("")}</table></body></html>\n`;
}
