import type { Settings } from "./settings.ts";

/**
 * What a real deployment may do differently, as bundles of settings: `--variant NAME`, or the setting `variant`. They
 * are evidence from public clients, not specification; a client must read all of them.
 */
export const VARIANTS = {
  "error-text": ["errors are {error: text}", { errorStyle: "text" }],
  "error-detail": ["errors are {detail: [{loc, msg, type}]}", { errorStyle: "detail" }],
  "error-message": ["errors are {message}", { errorStyle: "message" }],
  "error-capital-message": ["errors are {Message}", { errorStyle: "Message" }],
  "error-html": ["errors are HTML pages", { errorStyle: "html" }],
  "plain-400": ["every refusal of a request is 400", { errorStyle: "plain400" }],
  "create-200": ["creates answer 200 instead of 201", { createdStatus: 200 }],
  "download-202": ["the download of an unfinished order answers 202", { inProgressDownload: "202" }],
  "download-404": ["the download of an unfinished order answers 404", { inProgressDownload: "404" }],
  "download-405": ["the download of an unfinished order answers 405", { inProgressDownload: "405" }],
  "download-empty": ["the download of an unfinished order is an empty list", { inProgressDownload: "empty" }],
  "download-partial": [
    "the download of an unfinished order has items without href",
    { inProgressDownload: "partial" },
  ],
  "envelope-array": ["catalog search answers a bare array", { catalogEnvelope: "array" }],
  "envelope-items": ["catalog search answers {items}", { catalogEnvelope: "items" }],
  "envelope-results": ["catalog search answers {results}", { catalogEnvelope: "results" }],
  "paging-no-next": ["catalog search names no next page", { catalogPaging: "none" }],
  "review-order-details": [
    "order review answers {authorized, orderDetails: {lineItems, summary}}",
    { reviewStyle: "orderDetails" },
  ],
  "review-denied": ["order review is denied with a reason", { reviewStyle: "denied" }],
  "status-words": [
    "requests pass through received, active and further states",
    { initialStatus: "received", statusWords: "wide" },
  ],
  "record-root": [
    "records have status, cost and pre-approval beside properties",
    { recordPlacement: "root" },
  ],
  "status-reply-status": ["a status patch answers {status}", { statusReply: "status" }],
  "status-reply-code": ["a status patch answers {code}", { statusReply: "code" }],
  "status-reply-history": ["a status patch answers the status entries", { statusReply: "history" }],
  "status-reply-empty": ["a status patch answers nothing", { statusReply: "empty" }],
  "local-time-nested": ["records have localTime as [[start, end], ...]", { localTimeStyle: "nested" }],
  "types-names": ["collection types are an array of names", { collectionTypesShape: "names" }],
  "types-results": ["collection types are {results}", { collectionTypesShape: "results" }],
  "types-keyed": ["collection types are an object keyed by name", { collectionTypesShape: "keyed" }],
  "search-features": ["request searches answer {features}", { searchEnvelope: "features" }],
  "search-items": ["request searches answer {items}", { searchEnvelope: "items" }],
  "search-array": ["request searches answer a bare array", { searchEnvelope: "array" }],
  "paging-snake": ["request searches answer current_page and total_pages", { pagingFields: "snake" }],
  "paged-get": ["tasks/paged answers GET only", { pagedMethod: "get" }],
  "paged-post": ["tasks/paged answers POST only", { pagedMethod: "post" }],
} as const satisfies Record<string, readonly [summary: string, settings: Partial<Settings>]>;

type VariantName = keyof typeof VARIANTS;

export const isVariant = (name: string): name is VariantName => Object.hasOwn(VARIANTS, name);

/** Names in a `variant` setting. */
export function variantNames(setting: string): string[] {
  return setting
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The settings that the named variants stand for; later names win. */
export function variantSettings(setting: string): Partial<Settings> {
  const bundles = variantNames(setting)
    .filter(isVariant)
    .map((name) => VARIANTS[name][1]);
  return Object.assign({}, ...bundles) as Partial<Settings>;
}
