import { type Deployment, DEPLOYMENTS, isDeploymentName } from "../contract/deployments.ts";
import { type Dialect, mergeDialect, readDialect } from "../contract/dialect.ts";
import { isJsonObject } from "../contract/json-object.ts";
import { PRODUCT_TYPES } from "../contract/vocabulary.ts";
import { readBytes } from "../domain/readers.ts";

/** Prefix of all keys of the sandbox. A key without it may be a real one and is refused. */
export const KEY_PREFIX = "sbx_";

/** Modes of the virtual clock: real time, a multiple of it, only on request, or jumps to the next event of a poll. */
export const CLOCK_MODES = ["real", "speed", "manual", "auto"] as const;
export type ClockMode = (typeof CLOCK_MODES)[number];

/** Virtual seconds per real second. */
export const MAX_SPEED = 1_000_000;

/** Marks a setting with a fixed list of values, the default first. */
const defineChoice = <const Choices extends readonly (string | number)[]>(...choices: Choices) => ({
  choices,
});

/** Settings of the control plane with their defaults. Delays and lifetimes are seconds of the virtual clock. */
const SETTINGS = {
  /** Delay of a cost estimate. */
  estimateDelay: 5,
  /** Delay until a submitted request is scheduled or rejected. */
  schedulerDelay: 30,
  /** Delay from a collect to its products. */
  processingDelay: 600,
  /** Delay until a new product is generated. */
  generationDelay: 60,
  /** Status of a new request that is not pre-approved. */
  initialStatus: defineChoice("review", "received"),
  /** Response to the download of an unfinished order. */
  inProgressDownload: defineChoice("409", "202", "400", "404", "405", "empty", "partial"),
  /** Status of the response to the download of an expired order. */
  expiredDownload: defineChoice("410", "400"),
  /** Default window of a collect retask. */
  standardMinWindow: 7 * 86_400,
  /** Selects which of the two stated rules sets the window of a collect retask. */
  collectRetaskWindow: defineChoice("standard", "original"),
  retaskInheritsPreApproval: true,
  /** Time from an order to its expirationDate. */
  orderTtl: 7 * 86_400,
  /** Validity of a signed asset URL. */
  assetUrlTtl: 3600,
  /** Validity of a signed export URL. */
  exportUrlTtl: 3600,
  tokenTtl: 3600,
  /** Methods of `tasks/paged`. */
  pagedMethod: defineChoice("both", "get", "post"),
  /** Place of status, cost and pre-approval in records. */
  recordPlacement: defineChoice("properties", "root"),
  /** Members of records: those of the interface, or those of a recorded deployment. */
  recordForm: defineChoice("interface", "recorded"),
  /** Response to a status patch. */
  statusReply: defineChoice("record", "status", "code", "history", "empty"),
  /** Whether records use only the states of the interface. */
  statusWords: defineChoice("stated", "wide"),
  localTimeStyle: defineChoice("plain", "nested"),
  collectionTypesShape: defineChoice("array", "names", "results", "keyed", "paged"),
  /** Rows on a page of collection types in the shape `paged`. */
  collectionTypesPageSize: defineChoice(25, 4),
  /** Whether `/collectiontypes` answers, or redirects to `/collectiontypes/`. */
  collectionTypesPath: defineChoice("plain", "redirect"),
  /** Envelope of the request searches and of `tasks/paged`. */
  searchEnvelope: defineChoice("results", "features", "items", "array"),
  /** `currentPage` and `totalPages`, or `current_page` and `total_pages`. */
  pagingFields: defineChoice("camel", "snake"),
  /** Accepted page sizes of the request searches; `ranged` is 250 to 500, and from 5 in `tasks/paged`. */
  searchPageSizes: defineChoice("any", "ranged"),
  /** Form (and for plain400 the status) of every error. */
  errorStyle: defineChoice(
    "standard",
    "text",
    "detail",
    "message",
    "Message",
    "html",
    "plain400",
    "recorded",
  ),
  /** Response to an unknown path or method: 404 or 405, or the 403 of a gateway. */
  unknownPath: defineChoice("404", "gateway"),
  /**
   * Spellings that the service reads and writes: keys of the dialect. Requests are read in every spelling of a key that
   * is not set.
   */
  dialect: {} as Partial<Dialect>,
  /** Reaction to members of a request in another spelling than the dialect's. */
  unknownMembers: defineChoice("ignore", "refuse"),
  catalogEnvelope: defineChoice("stac", "array", "items", "results"),
  /**
   * Whether pages link to the next one, or there is only one page; `gateway` links to another host, without method and
   * body.
   */
  catalogPaging: defineChoice("next", "none", "gateway"),
  /** Members, assets and file names of items: those of the sandbox, or those of a recorded deployment. */
  itemForm: defineChoice("plain", "recorded"),
  /** Status of a successful create. */
  createdStatus: defineChoice(201, 200),
  reviewStyle: defineChoice("standard", "orderDetails", "recorded", "denied"),
  /** Members of orders: those of the interface, or those of a recorded deployment. */
  orderForm: defineChoice("interface", "recorded"),
  /** Price of items that the organization has ordered before. */
  reorderPrice: defineChoice("full", "free"),
  /** Dates in the names of weekly exports: Monday and Sunday with dashes, or two Mondays without. */
  exportNames: defineChoice("dashed", "compact"),
  /** Whether the latest four weekly exports include the running week. */
  runningWeekCounts: true,
  /**
   * Dollars per product type, times the factor `mode.<instrument mode>`; dollars per new image as `type.<collection
   * type>`, times the factor `tier.<tier>`. Entries that are not set keep their default.
   */
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
  } as Record<string, number>,
  unavailableProductTypes: [] as string[],
  /** Form of item ids in responses; both forms are always read. The long form is used in the field. */
  idStyle: defineChoice("short", "long"),
  /** Size of image files: `tiny`, `real` (the sensor's resolution), or an approximate size such as `2GB`. */
  productSize: "tiny",
  /** Access to pictures of catalog items: by links signed for an hour, public, or none. */
  thumbnails: defineChoice("signed", "public", "none"),
  /** Names of variants, comma separated: bundles of the settings above, which explicit settings override. */
  variant: "",
  /**
   * A deployment to imitate: the name of a built-in one, or the content of its file. Its settings are overridden by
   * variants and by explicit settings.
   */
  deployment: "" as string | Deployment,
};

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;

export type SandboxSettings = {
  [Name in SettingName]: Settings[Name] extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Settings[Name];
};

const hasChoices = (setting: unknown): setting is { choices: readonly (string | number)[] } =>
  isJsonObject(setting) && Array.isArray(setting["choices"]);

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, setting]) => [
    name,
    hasChoices(setting) ? setting.choices[0] : setting,
  ]),
) as SandboxSettings;

/** Returns the allowed values of a setting with a fixed list, or the names that `variant` combines. */
export function listChoices(name: SettingName): readonly (string | number)[] | undefined {
  if (name === "variant") return Object.keys(VARIANTS);
  const setting: unknown = SETTINGS[name];
  return hasChoices(setting) ? setting.choices : undefined;
}

/**
 * Possible differences of a real deployment, as bundles of settings, for the setting `variant`. They occur in public
 * clients and are not part of the specification; a client must handle all of them.
 */
export const VARIANTS = {
  "error-text": ["errors are {error: text}", { errorStyle: "text" }],
  "error-detail": ["errors are {detail: [{loc, msg, type}]}", { errorStyle: "detail" }],
  "error-message": ["errors are {message}", { errorStyle: "message" }],
  "error-capital-message": ["errors are {Message}", { errorStyle: "Message" }],
  "error-html": ["errors are HTML pages", { errorStyle: "html" }],
  "plain-400": ["every refusal of a request is 400", { errorStyle: "plain400" }],
  "create-200": ["creates return 200 instead of 201", { createdStatus: 200 }],
  "download-202": ["the download of an unfinished order returns 202", { inProgressDownload: "202" }],
  "download-404": ["the download of an unfinished order returns 404", { inProgressDownload: "404" }],
  "download-405": ["the download of an unfinished order returns 405", { inProgressDownload: "405" }],
  "download-empty": ["the download of an unfinished order is an empty list", { inProgressDownload: "empty" }],
  "download-partial": [
    "the download of an unfinished order has items without href",
    { inProgressDownload: "partial" },
  ],
  "envelope-array": ["catalog search returns a bare array", { catalogEnvelope: "array" }],
  "envelope-items": ["catalog search returns {items}", { catalogEnvelope: "items" }],
  "envelope-results": ["catalog search returns {results}", { catalogEnvelope: "results" }],
  "paging-no-next": ["catalog search has no link to the next page", { catalogPaging: "none" }],
  "review-order-details": [
    "order review returns {authorized, orderDetails: {lineItems, summary}}",
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
  "status-reply-status": ["a status patch returns {status}", { statusReply: "status" }],
  "status-reply-code": ["a status patch returns {code}", { statusReply: "code" }],
  "status-reply-history": ["a status patch returns the status entries", { statusReply: "history" }],
  "status-reply-empty": ["a status patch returns nothing", { statusReply: "empty" }],
  "local-time-nested": ["records have localTime as [[start, end], ...]", { localTimeStyle: "nested" }],
  "types-names": ["collection types are an array of names", { collectionTypesShape: "names" }],
  "types-results": ["collection types are {results}", { collectionTypesShape: "results" }],
  "types-keyed": ["collection types are an object keyed by name", { collectionTypesShape: "keyed" }],
  "search-features": ["request searches return {features}", { searchEnvelope: "features" }],
  "search-items": ["request searches return {items}", { searchEnvelope: "items" }],
  "search-array": ["request searches return a bare array", { searchEnvelope: "array" }],
  "paging-snake": ["request searches return current_page and total_pages", { pagingFields: "snake" }],
  "paged-get": ["tasks/paged accepts GET only", { pagedMethod: "get" }],
  "paged-post": ["tasks/paged accepts POST only", { pagedMethod: "post" }],
} as const satisfies Record<string, readonly [summary: string, settings: Partial<SandboxSettings>]>;

type VariantName = keyof typeof VARIANTS;

export const isVariant = (name: string): name is VariantName => Object.hasOwn(VARIANTS, name);

/** Returns the names in a `variant` setting. */
export function listVariants(setting: string): string[] {
  return setting
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Returns the settings of the given variants; later variants override earlier ones. */
export function readVariant(setting: string): Partial<SandboxSettings> {
  const bundles = listVariants(setting)
    .filter(isVariant)
    .map((name) => VARIANTS[name][1]);
  return Object.assign({}, ...bundles) as Partial<SandboxSettings>;
}

/** The longest delay in seconds: ten years, so that every time stays a valid date. */
const MAX_SECONDS = 10 * 366 * 86_400;

const isSeconds = (value: unknown): boolean =>
  typeof value === "number" && value >= 0 && value <= MAX_SECONDS;

const isPrices = (value: unknown): boolean =>
  isJsonObject(value) &&
  Object.values(value).every((price) => typeof price === "number" && Number.isFinite(price) && price >= 0);

/** Returns why a setting's value is invalid, as a message; undefined when it is valid. */
export function findSettingFault(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(DEFAULT_SETTINGS, name)) {
    return `no setting is called ${name}; there are ${Object.keys(DEFAULT_SETTINGS).join(", ")}`;
  }
  const setting = name as SettingName;
  if (setting === "variant") return findVariantFault(value);
  if (setting === "deployment") return findDeploymentFault(value);
  if (setting === "dialect") return findDialectFault(value);
  const choices = listChoices(setting);
  if (choices !== undefined) {
    return choices.includes(value as string | number)
      ? undefined
      : `${name} must be one of ${choices.join(", ")}`;
  }
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
  const unknown = listVariants(value).filter((name) => !isVariant(name));
  if (unknown.length === 0) return undefined;
  return `no variant is called ${unknown.join(", ")}; there are ${Object.keys(VARIANTS).join(", ")}`;
}

function findDialectFault(value: unknown): string | undefined {
  const merged = mergeDialect(value);
  return merged.ok ? undefined : merged.faults.map(({ message }) => message).join("; ");
}

/** Returns why a deployment cannot be imitated: the faults of its dialect and of its settings. */
export function findDeploymentFault(value: unknown): string | undefined {
  if (typeof value === "string") {
    if (value === "" || isDeploymentName(value)) return undefined;
    return `no deployment is called ${value}; there are ${Object.keys(DEPLOYMENTS).join(", ")}`;
  }
  if (!isJsonObject(value)) return "deployment must be a name, or the content of a deployment file";
  const { dialect = {}, sandbox = {} } = value;
  if (!isJsonObject(sandbox)) return "sandbox must be an object of settings";
  const inner = Object.entries(sandbox).flatMap(([name, given]) =>
    name === "deployment"
      ? "deployment cannot be set by a deployment"
      : (findSettingFault(name, given) ?? []),
  );
  const faults = [findDialectFault(dialect) ?? [], inner].flat();
  return faults.length === 0 ? undefined : faults.join("; ");
}

/** Returns the settings that imitate a deployment: those of its dialect, then its own. */
export function readDeployment(given: SandboxSettings["deployment"]): Partial<SandboxSettings> {
  const isUnknown = typeof given === "string" && !isDeploymentName(given);
  if (isUnknown) return {};
  const deployment: Deployment = typeof given === "string" ? DEPLOYMENTS[given] : given;
  const { set: dialect } = readDialect(deployment.dialect);
  const { localTimeStyle, "paged.method": pagedMethod } = dialect;
  return {
    ...(pagedMethod !== undefined && { pagedMethod }),
    ...(localTimeStyle !== undefined && { localTimeStyle }),
    ...(deployment.sandbox as Partial<SandboxSettings> | undefined),
    dialect,
  };
}

/** Returns the name of the imitated deployment; empty for none. */
export const findDeploymentName = (given: SandboxSettings["deployment"]): string =>
  typeof given === "string" ? given : given.name;

/** Smaller files would consist of more documents and headers than image; the interface has no larger ones. */
const MIN_BYTES = 1e6;
const MAX_BYTES = 10e9;

/** Ends the message about an invalid product size. */
export const PRODUCT_SIZE_RULE =
  "must be tiny, real, or a size of data files from 1MB to 10GB, such as 500MB";

/** Reads a product size: `tiny`, `real`, or bytes such as `2GB`; returns undefined for an invalid text. */
export function readProductSize(text: string): "tiny" | "real" | number | undefined {
  if (text === "tiny" || text === "real") return text;
  const bytes = Math.floor(readBytes(text.trim()) ?? Number.NaN);
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES ? bytes : undefined;
}
