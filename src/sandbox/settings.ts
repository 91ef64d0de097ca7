import { PRODUCT_TYPES } from "../contract/vocabulary.ts";
import { readBytes } from "../domain/byte-count.ts";

/** Prefix of all keys of the sandbox. A key without it may be a real one and is refused. */
export const KEY_PREFIX = "sbx_";

/** Settings of the control plane, with defaults. Delays and lifetimes are seconds of the virtual clock. */

export const ERROR_STYLES = ["standard", "text", "detail", "message", "Message", "html", "plain400"] as const;
export const IN_PROGRESS_ANSWERS = ["409", "202", "404", "405", "empty", "partial"] as const;
export const CATALOG_ENVELOPES = ["stac", "array", "items", "results"] as const;
export const CATALOG_PAGINGS = ["next", "none"] as const;
export const REVIEW_STYLES = ["standard", "orderDetails", "denied"] as const;

export const EXTRAS = ["off", "on"] as const;
export const ID_STYLES = ["short", "long"] as const;

export const THUMBNAILS = ["signed", "public", "none"] as const;

export const RECORD_PLACEMENTS = ["properties", "root"] as const;
export const STATUS_REPLIES = ["record", "status", "code", "history", "empty"] as const;
export const STATUS_WORDS = ["stated", "wide"] as const;
export const LOCAL_TIME_STYLES = ["plain", "nested"] as const;
export const TYPES_SHAPES = ["array", "names", "results", "keyed"] as const;
export const SEARCH_ENVELOPES = ["results", "features", "items", "array"] as const;
export const PAGING_FIELDS = ["camel", "snake"] as const;

export interface SandboxSettings {
  /** Delay of a cost estimate. */
  estimateDelay: number;
  /** Delay until a submitted request is scheduled or rejected. */
  schedulerDelay: number;
  /** Delay from a collect to its products. */
  processingDelay: number;
  /** Delay until a new product is generated. */
  generationDelay: number;
  /** Status of a new request that is not pre-approved. */
  initialStatus: "review" | "received";
  /** Reply to the download of an unfinished order. */
  inProgressDownload: (typeof IN_PROGRESS_ANSWERS)[number];
  /** Default window of a collect retask. */
  standardMinWindow: number;
  /** Selects which of the two stated rules sets the window of a collect retask. */
  collectRetaskWindow: "standard" | "original";
  retaskInheritsPreApproval: boolean;
  /** Time from an order to its expirationDate. */
  orderTtl: number;
  /** Validity of a signed asset URL. */
  assetUrlTtl: number;
  /** Validity of a signed export URL. */
  exportUrlTtl: number;
  tokenTtl: number;
  /** Methods of `tasks/paged`. */
  pagedMethod: "both" | "get" | "post";
  /** Place of status, cost and pre-approval in records. */
  recordPlacement: (typeof RECORD_PLACEMENTS)[number];
  /** Reply to a status patch. */
  statusReply: (typeof STATUS_REPLIES)[number];
  /** Whether records use only the states of the interface. */
  statusWords: (typeof STATUS_WORDS)[number];
  localTimeStyle: (typeof LOCAL_TIME_STYLES)[number];
  collectionTypesShape: (typeof TYPES_SHAPES)[number];
  /** Envelope of the request searches and of `tasks/paged`. */
  searchEnvelope: (typeof SEARCH_ENVELOPES)[number];
  /** `currentPage` and `totalPages`, or `current_page` and `total_pages`. */
  pagingFields: (typeof PAGING_FIELDS)[number];
  /** Form (and for plain400 the status) of every error. */
  errorStyle: (typeof ERROR_STYLES)[number];
  catalogEnvelope: (typeof CATALOG_ENVELOPES)[number];
  /** Whether pages link to the next one, or there is only one page. */
  catalogPaging: (typeof CATALOG_PAGINGS)[number];
  /** Status of a successful create. */
  createdStatus: 200 | 201;
  reviewStyle: (typeof REVIEW_STYLES)[number];
  /** Whether the latest four weekly exports include the running week. */
  runningWeekCounts: boolean;
  /**
   * Dollars per product type, times the factor `mode.<instrument mode>`; dollars per new image as `type.<collection
   * type>`, times the factor `tier.<tier>`. Entries that are not set keep their default.
   */
  priceTable: Record<string, number>;
  unavailableProductTypes: string[];
  /** Whether to serve requests and fields that public clients send and the interface does not define. */
  extras: (typeof EXTRAS)[number];
  /** Form of item ids in replies; both forms are always read. The long form is used in the field. */
  idStyle: (typeof ID_STYLES)[number];
  /** Size of image files: `tiny`, `real` (the sensor's resolution), or an approximate size such as `2GB`. */
  productSize: string;
  /** Access to pictures of catalog items: by links signed for an hour, public, or none. */
  thumbnails: (typeof THUMBNAILS)[number];
  /** Names of variants, comma separated: bundles of the settings above, which explicit settings override. */
  variant: string;
}

export const DEFAULT_SETTINGS: SandboxSettings = {
  estimateDelay: 5,
  schedulerDelay: 30,
  processingDelay: 600,
  generationDelay: 60,
  initialStatus: "review",
  inProgressDownload: "409",
  standardMinWindow: 7 * 86_400,
  collectRetaskWindow: "standard",
  retaskInheritsPreApproval: true,
  orderTtl: 7 * 86_400,
  assetUrlTtl: 3600,
  exportUrlTtl: 3600,
  tokenTtl: 3600,
  pagedMethod: "both",
  recordPlacement: "properties",
  statusReply: "record",
  statusWords: "stated",
  localTimeStyle: "plain",
  collectionTypesShape: "array",
  searchEnvelope: "results",
  pagingFields: "camel",
  errorStyle: "standard",
  catalogEnvelope: "stac",
  catalogPaging: "next",
  createdStatus: 201,
  reviewStyle: "standard",
  runningWeekCounts: true,
  priceTable: {
    GEO: 350,
    GEC: 350,
    SLC: 500,
    SICD: 500,
    SIDD: 425,
    CPHD: 650,
    VS: 150,
    "mode.spotlight": 1.5,
    "mode.sliding_spotlight": 1.2,
    "mode.stripmap": 1,
    "type.spotlight": 1250,
    "type.spotlight_ultra": 1900,
    "type.spotlight_wide": 1100,
    "type.stripmap_20": 700,
    "type.stripmap_50": 1000,
    "type.stripmap_100": 1500,
    "tier.urgent": 2,
    "tier.priority": 1.5,
    "tier.standard": 1,
    "tier.routine": 0.9,
    "tier.flexible": 0.75,
  },
  unavailableProductTypes: [],
  extras: "off",
  idStyle: "short",
  productSize: "tiny",
  thumbnails: "signed",
  variant: "",
};

export type SettingName = keyof SandboxSettings;

/**
 * Possible differences of a real deployment, as bundles of settings: `--variant NAME`, or the setting `variant`. They
 * occur in public clients and are not part of the specification; a client must handle all of them.
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
} as const satisfies Record<string, readonly [summary: string, settings: Partial<SandboxSettings>]>;

type VariantName = keyof typeof VARIANTS;

export const isVariant = (name: string): name is VariantName => Object.hasOwn(VARIANTS, name);

/** Returns the names in a `variant` setting. */
export function variantNames(setting: string): string[] {
  return setting
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Returns the settings of the given variants; later variants override earlier ones. */
export function variantSettings(setting: string): Partial<SandboxSettings> {
  const bundles = variantNames(setting)
    .filter(isVariant)
    .map((name) => VARIANTS[name][1]);
  return Object.assign({}, ...bundles) as Partial<SandboxSettings>;
}

/** The allowed values of settings with a fixed list of words or statuses. */
export const SETTING_CHOICES: Partial<Record<SettingName, readonly (string | number)[]>> = {
  initialStatus: ["review", "received"],
  inProgressDownload: IN_PROGRESS_ANSWERS,
  collectRetaskWindow: ["standard", "original"],
  pagedMethod: ["both", "get", "post"],
  errorStyle: ERROR_STYLES,
  catalogEnvelope: CATALOG_ENVELOPES,
  catalogPaging: CATALOG_PAGINGS,
  createdStatus: [200, 201],
  reviewStyle: REVIEW_STYLES,
  recordPlacement: RECORD_PLACEMENTS,
  statusReply: STATUS_REPLIES,
  statusWords: STATUS_WORDS,
  localTimeStyle: LOCAL_TIME_STYLES,
  collectionTypesShape: TYPES_SHAPES,
  searchEnvelope: SEARCH_ENVELOPES,
  pagingFields: PAGING_FIELDS,
  extras: EXTRAS,
  idStyle: ID_STYLES,
  thumbnails: THUMBNAILS,
};

/** The longest delay in seconds: ten years, so that every time stays a valid date. */
const MAX_SECONDS = 10 * 366 * 86_400;

const isSeconds = (value: unknown): boolean =>
  typeof value === "number" && value >= 0 && value <= MAX_SECONDS;

const isPrices = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((price) => typeof price === "number" && Number.isFinite(price) && price >= 0);

/** Returns why a setting's value is invalid, as a message; undefined when it is valid. */
export function findSettingFault(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(DEFAULT_SETTINGS, name)) {
    return `no setting is called ${name}; there are ${Object.keys(DEFAULT_SETTINGS).join(", ")}`;
  }
  const setting = name as SettingName;
  const choices = SETTING_CHOICES[setting];
  if (choices !== undefined) {
    return choices.includes(value as string | number)
      ? undefined
      : `${name} must be one of ${choices.join(", ")}`;
  }
  if (setting === "variant") return findVariantFault(value);
  if (setting === "priceTable")
    return isPrices(value) ? undefined : "priceTable must be an object of prices, 0 or more";
  if (setting === "unavailableProductTypes") {
    const known: readonly unknown[] = PRODUCT_TYPES;
    const isList = Array.isArray(value) && value.every((type) => known.includes(type));
    return isList ? undefined : `unavailableProductTypes must be a list of ${PRODUCT_TYPES.join(", ")}`;
  }
  if (setting === "productSize") {
    const isSize = typeof value === "string" && readProductSize(value) !== undefined;
    return isSize ? undefined : `productSize ${PRODUCT_SIZE_RULE}`;
  }
  if (typeof DEFAULT_SETTINGS[setting] === "boolean") {
    return typeof value === "boolean" ? undefined : `${name} must be true or false`;
  }
  return isSeconds(value) ? undefined : `${name} must be a number of seconds from 0 to ${MAX_SECONDS}`;
}

function findVariantFault(value: unknown): string | undefined {
  if (typeof value !== "string") return "variant must be a name, or several with commas";
  const unknown = variantNames(value).filter((name) => !isVariant(name));
  if (unknown.length === 0) return undefined;
  return `no variant is called ${unknown.join(", ")}; there are ${Object.keys(VARIANTS).join(", ")}`;
}

/** Smaller files would consist of more documents and headers than image; the interface has no larger ones. */
const LEAST_BYTES = 1e6;
const MOST_BYTES = 10e9;

/** Ends the message about an invalid product size. */
export const PRODUCT_SIZE_RULE =
  "must be tiny, real, or a size of data files from 1MB to 10GB, such as 500MB";

/** Reads a product size: `tiny`, `real`, or bytes such as `2GB`; returns undefined for an invalid text. */
export function readProductSize(text: string): "tiny" | "real" | number | undefined {
  if (text === "tiny" || text === "real") return text;
  const bytes = Math.floor(readBytes(text.trim()) ?? Number.NaN);
  return bytes >= LEAST_BYTES && bytes <= MOST_BYTES ? bytes : undefined;
}
