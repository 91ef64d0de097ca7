import { escapeHtml } from "../../escape-html.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { CollectionId } from "../archive/collect.ts";

/** The supported conformance classes: `query` has the five operators of the interface. */
export const CONFORMANCE = [
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

export const COLLECTIONS: readonly CollectionWords[] = [
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
export function landingPage(root: string): object {
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

export function collectionDocument(root: string, words: CollectionWords, firstMs: number): object {
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
export function openApi(root: string): object {
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
export function apiPage(root: string): string {
  const rows = Object.entries(PATHS).flatMap(([path, operations]) =>
    operations.map(
      ([method, summary]) =>
        `<tr><td>${method.toUpperCase()}</td><td><code>${escapeHtml(`${root}${path}`)}</code></td><td>${summary}</td></tr>`,
    ),
  );
  const title = "The sandbox's catalog";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><table>${rows.join("")}</table></body></html>\n`;
}
