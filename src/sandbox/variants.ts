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
} as const satisfies Record<string, readonly [summary: string, settings: Partial<Settings>]>;

export type VariantName = keyof typeof VARIANTS;

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
