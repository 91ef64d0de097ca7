/** One thing that the interface leaves open, and how this sandbox answers it. */
interface Assumption {
  /** Number of the open point. */
  id: string;
  question: string;
  answer: string;
  /** The setting that changes the answer, when one does. */
  setting?: string;
}

const row = (id: string, question: string, answer: string, setting?: string): Assumption => ({
  id,
  question,
  answer,
  ...(setting === undefined ? {} : { setting }),
});

/** What the interface leaves open and how this sandbox answers it, by number: served at `/_sandbox/assumptions`. */
export const ASSUMPTIONS: readonly Assumption[] = [
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
  row("A9", "/repeat-request or /repeat-requests for the retask", "both, without redirect"),
  row("A10", "/tasks/{id} or /task/{id} for the update", "both, without redirect"),
  row("A11", "repeatRequestName or repeatrequestName", "both are read; records have repeatrequestName"),
  row("A12", "ascDesc or ascDsc", "both are read; records have ascDesc"),
  row(
    "A13",
    "names of collection types",
    "spotlight-ultra is spotlight_ultra; only these two squint by themselves",
  ),
  row("A14", "/orders or /orders/", "both, without redirect"),
  row(
    "A15",
    "tasks/paged",
    "GET and POST, newest first, 250 a page",
    "pagedMethod, searchEnvelope, pagingFields",
  ),
  row(
    "A16",
    "where preApproval and custom attributes stand",
    "either place or both; under properties in records",
    "recordPlacement",
  ),
  row("A17", "when contractId must be given", "never; the organization's first contract when absent"),
  row(
    "A18",
    "required fields and defaults of a create",
    "the window; tier standard or routine, type spotlight or stripmap_100",
  ),
  row(
    "A19",
    "collection types and their fields",
    "an array of objects with mode, looks, resolutions, scene and constraints",
    "collectionTypesShape",
  ),
  row(
    "A20",
    "polarization, grazing angles, collectMode on input",
    "polarization HH or VV; grazing is 90 - incidence; collectMode must be the type's",
  ),
  row("A21", "bounds and defaults of angles", "off-nadir 5 to 50, azimuth unset and within 0 to 360"),
  row("A22", "squint", "forward 15 and 30, backward mirrored; at most maxSquintAngle, 30 when absent"),
  row("A23", "localTime", "a start after the end wraps midnight; equal ends are refused", "localTimeStyle"),
  row("A24", "time zone of an area", "IANA zone at its centre, with daylight saving"),
  row(
    "A25",
    "minimum window of a tier",
    "not checked; it is the default of collect retasks",
    "standardMinWindow",
  ),
  row("A26", "productCategory", "custom on collect retasks, else what was sent"),
  row("A27", "windows in the past", "one that has opened is taken, one that has closed is 422 WINDOW_ORDER"),
  row("A28", "details of polygons", "any winding, altitudes dropped, one ring, no size limit"),
  row(
    "A29",
    "product types and their case",
    "GEO GEC SLC SICD SIDD CPHD VS in capitals; any other is unknown",
  ),
  row(
    "A30",
    "product types without GEO or a required one",
    "GEO missing is 422; what the organization requires is added",
  ),
  row("A31", "holdback", "the contract's when absent; one's own organization sees the collect at once"),
  row("A32", "repeatEnd or repetitionEnd", "both are read; records have repeatEnd"),
  row("A33", "place of repetitionCount", "in repetitionProperties or beside it"),
  row(
    "A34",
    "required fields of a series",
    "none: it starts now and repeats every 7 days; two end triggers are 422",
  ),
  row(
    "A35",
    "further fields of a series",
    "preApproval, archiveHoldback, processingConfig, contractId and windowDuration count",
  ),
  row("A36", "tolerances", "degrees; without framing they mean nothing"),
  row("A37", "derived tasks", "named <series> #k, born submitted, two ahead; only completed ones count"),
  row(
    "A38",
    "shape of retask bodies",
    "fields at the root, under properties or repetitionProperties; no body is fine",
  ),
  row("A39", "default window of a task retask", "the original's length, from now"),
  row("A40", "default window of a collect retask", "the standard tier's minimum", "collectRetaskWindow"),
  row("A41", "angles as numbers or texts", "both; records have numbers"),
  row(
    "A42",
    "look angles near 5 and 50",
    "defaults are clamped; given ones outside, or without extent, are 422",
  ),
  row(
    "A43",
    "what a collect retask inherits",
    "the collection type; product types are the organization's defaults",
  ),
  row(
    "A44",
    "what a repeat retask inherits",
    "everything; an end date moves so that the series keeps its length",
  ),
  row("A45", "suffix after an empty description", "literally, with its leading space"),
  row("A46", "whether retasks inherit pre-approval", "yes", "retaskInheritsPreApproval"),
  row("A47", "which tasks may be retasked", "points in any state; those of a series give a single task"),
  row("A48", "state after a create", "review", "initialStatus, statusWords"),
  row(
    "A49",
    "when a series has its estimate",
    "estimateDelay after the create, still in review",
    "estimateDelay",
  ),
  row("A50", "state of a rejected task", "rejected"),
  row("A51", "where records have status and cost", "under properties", "recordPlacement"),
  row("A52", "approving before the estimate", "allowed in review"),
  row("A53", "replies of PATCH and PUT", "the whole record", "statusReply"),
  row(
    "A54",
    "states after submitted",
    "accepted or rejected by the scheduler, completed when processed",
    "schedulerDelay, processingDelay",
  ),
  row(
    "A55",
    "cancellation",
    "POST /_sandbox/tasks/{id}/cancel and /_sandbox/repeat-requests/{id}/cancel only",
  ),
  row("A56", "currency", "$1,234.00"),
  row(
    "A57",
    "who sees what",
    "one's own, and for organization-manager all of the organization; 404 for the rest",
  ),
  row(
    "A58",
    "default sort and odd sort keys",
    "submissionTime; a path that leads nowhere keeps the order of creation",
  ),
  row("A59", "form of includeRepeatingTasks", "true, as a word too, bare, in eq or in a list"),
  row("A60", "page and limit in body or query string", "both; the body wins; beyond the last page is empty"),
  row("A61", "query or filter", "both"),
  row("A62", "comparing values", "as numbers, else as instants, else as text without case"),
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
  row("A83", "expected collection time", "the plan's first collect; exactly 3 hours before is in time"),
  row(
    "A84",
    "marking product types unavailable",
    "POST /_sandbox/organizations/{id}, or for everybody",
    "unavailableProductTypes",
  ),
  row("A85", "PUT of an organization", "replaces the list and adds GEO"),
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
  row(
    "A91",
    "the scheduler",
    "passes of a simulated constellation; earliest first, by tier; flexible gives way",
  ),
  row("A92", "repeated requests", "every POST is a new request"),
];
