import { PRODUCT_SIZE_RULE, readProductSize } from "./product-size.ts";
import {
  CATALOG_ENVELOPES,
  CATALOG_PAGINGS,
  DEFAULT_SETTINGS,
  ERROR_STYLES,
  IN_PROGRESS_ANSWERS,
  LOCAL_TIME_STYLES,
  PAGING_FIELDS,
  RECORD_PLACEMENTS,
  REVIEW_STYLES,
  SEARCH_ENVELOPES,
  type SettingName,
  STATUS_REPLIES,
  STATUS_WORDS,
  TYPES_SHAPES,
} from "./settings.ts";
import { isVariant, variantNames, VARIANTS } from "./variants.ts";

/** Choices of the settings that are a word (or status) out of a few. */
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
};

/** Seconds that no delay may exceed: ten years, so that every moment stays a date. */
const MAX_SECONDS = 10 * 366 * 86_400;

const isText = (value: unknown): boolean => typeof value === "string";

const isSeconds = (value: unknown): boolean =>
  typeof value === "number" && value >= 0 && value <= MAX_SECONDS;

const isPrices = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((price) => typeof price === "number" && Number.isFinite(price) && price >= 0);

/** What is wrong with a value for a setting, in words; undefined when it may be set. */
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
    const isList = Array.isArray(value) && value.every(isText);
    return isList ? undefined : "unavailableProductTypes must be a list of product types";
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
