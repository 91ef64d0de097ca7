import { type Assumption, row } from "./assumption.ts";
import { TASKING_ASSUMPTIONS } from "./tasking/tasking-assumptions.ts";

const numberOf = ({ id }: Assumption): number => Number(id.slice(1));

/** What the interface leaves open and how this sandbox answers it: served at `/_sandbox/assumptions`. */
export const ASSUMPTIONS: readonly Assumption[] = [
  ...TASKING_ASSUMPTIONS,
  row("A1", "value of the base URL", "127.0.0.1, on a chosen or free port, with an optional path prefix"),
  row(
    "A2",
    "how an API key is sent",
    "Authorization: ApiKey k, Authorization: Bearer k or X-API-Key: k; keys begin with sbx_",
  ),
  row("A3", "body and reply of POST /token", "any body; the three stated fields; no refresh token"),
  row(
    "A4",
    "status codes and error bodies",
    "400 401 403 404 405 409 410 413 415 422 with {error: {code, message, detail}}; 201 for creates",
    "errorStyle, createdStatus",
  ),
  row(
    "A5",
    "rate limits and request sizes",
    "no rate limit unless injected; bodies up to 5 MiB",
    "/_sandbox/faults",
  ),
  row("A6", "version identifiers", "none"),
  row("A7", "the word vendor in identifiers", "vendor, unless the sandbox was opened with another prefix"),
  row("A8", "spelling of ids in paths", "one id under all its names; version 4 UUIDs from the seed"),
  row("A14", "/orders or /orders/", "both, without redirect"),
  row(
    "A29",
    "product types and their case",
    "GEO GEC SLC SICD SIDD CPHD VS in capitals; any other is unknown",
  ),
  row(
    "A57",
    "who sees what",
    "one's own, and for organization-manager all of the organization; 404 for the rest",
  ),
  row("A66", "fields of a download result", "the catalog item, with signed hrefs"),
  row(
    "A67",
    "envelope and paging of the catalog",
    "FeatureCollection; links rel=next is a POST with body, merge and a token",
    "catalogEnvelope, catalogPaging",
  ),
  row(
    "A68",
    "where bbox-crs goes and its values",
    "query string or body; CRS84, EPSG:4326 (latitude first), EPSG:3857",
  ),
  row("A69", "boxes across the antimeridian with 6 numbers", "first and fourth number are compared"),
  row(
    "A70",
    "operators of a catalog query",
    "several are combined with AND; in is refused; an array property matches by any element",
  ),
  row("A71", "the short form of sortby", "+, - and comma lists, with or without properties."),
  row(
    "A72",
    "ids beside other filters; bbox with intersects",
    "ids keeps only limit and sortby; both spatial filters are refused",
  ),
  row("A73", "which time datetime matches", "the item's datetime, ends included"),
  row(
    "A74",
    "collection ids and page sizes",
    "vendor-archive and vendor-open-data; at most 1000 a page, silently",
  ),
  row(
    "A75",
    "fields of an order review",
    "{authorized, summary: {total, subtotal}, items: [{..., cost}]}",
    "reviewStyle",
  ),
  row("A77", "download of an order in progress", "409 ORDER_IN_PROGRESS", "inProgressDownload"),
  row("A78", "what proves a GEO item for VS", "the same collect and the product type GEO, in the same order"),
  row("A79", "lifetimes", "orders 7 days then 410; signed URLs 1 hour then 403", "orderTtl, assetUrlTtl"),
  row(
    "A80",
    "order items not generated yet",
    "a reserved granuleId; previouslyOrdered is per organization; duplicates are merged",
  ),
  row("A81", "further fields of an order", "ignored; empty items are refused"),
  row(
    "A82",
    "product assets and their names",
    "one data file per product with metadata, thumbnail and preview beside it",
  ),
  row(
    "A86",
    "names of export files",
    "ISO year and two-digit week, Monday and Sunday; vendor_archive_export_latest and _full with no folder",
  ),
  row(
    "A87",
    "presigning unknown names",
    "a name that is unknown, or of another exportType, is 404 EXPORT_FILE_NOT_FOUND; an empty list counts as absent",
  ),
  row(
    "A88",
    "which weeks are the latest four",
    "the running one and the three before; the refresh instant is included; older weeks stay as they were",
    "runningWeekCounts",
  ),
  row(
    "A89",
    "attributes of a footprint",
    "text, degrees, whole numbers and UTC moments (text in dBase); products with commas; geometry, or geom in gpkg",
  ),
  row("A90", "prices", "a table by product type and mode; vendor-open-data is free", "priceTable"),
  row("A92", "repeated requests", "every POST is a new request"),
].toSorted((a, b) => numberOf(a) - numberOf(b));
