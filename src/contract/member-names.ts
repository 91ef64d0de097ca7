/** The fields of the bodies that people write by hand, by their place. */
import type { BodyKind } from "./body-kinds.ts";
import {
  CONSTRAINTS,
  FURTHER_CONSTRAINTS,
  QUERYABLES,
  REPEAT_QUERY_FIELDS,
  TASK_QUERY_FIELDS,
} from "./vocabulary.ts";

/**
 * Names by the path of their object: the root is "", `items[]` is each element of `items`. Several objects may list one name. A field
 * found elsewhere is moved to the first object that lists its name. An object without names has fields in other deployments; here they
 * belong elsewhere.
 */
export type NameTable = Readonly<Record<string, readonly string[]>>;

/** Members of a Feature, which are never fields of a request at another place. */
export const ENVELOPE: ReadonlySet<string> = new Set(["type", "geometry", "properties"]);

const CUSTOM = ["preApproval", "customAttribute1", "customAttribute2"] as const;
const SHARED = [
  "collectionTier",
  "collectionType",
  "collectConstraints",
  "archiveHoldback",
  "processingConfig",
  ...CUSTOM,
] as const;
const REPETITION = [
  "repeatStart",
  "repeatEnd",
  "repetitionEnd",
  "repetitionInterval",
  "repetitionCount",
  "maintainSceneFraming",
  "lookAngleTolerance",
  "azimuthAngleTolerance",
  // Not in the interface's table; a body may state that its series has no end.
  "untilCanceled",
] as const;

const shared = {
  "properties.processingConfig": ["productTypes"],
  "properties.collectConstraints": [...CONSTRAINTS, ...FURTHER_CONSTRAINTS],
};

export const TASK_NAMES = {
  "": [...ENVELOPE, "contractId", ...CUSTOM],
  properties: [
    "taskingrequestName",
    "taskingrequestDescription",
    "windowOpen",
    "windowClose",
    "productCategory",
    ...SHARED,
  ],
  ...shared,
} satisfies NameTable;

export const REPEAT_NAMES = {
  // The state table mentions pre-approved series, and no table has the place.
  "": [...ENVELOPE, "contractId", "preApproval"],
  properties: ["repeatRequestName", "repeatRequestDescription", "repetitionProperties", ...SHARED],
  "properties.repetitionProperties": REPETITION,
  ...shared,
} satisfies NameTable;

export const RETASK_NAME = "retaskRequestName";

const RETASK = [RETASK_NAME, "retaskRequestDescription", "collectionTier", "archiveHoldback"];
const WINDOW = ["windowOpen", "windowClose"];

export const RETASK_TASK_NAMES = {
  "": [...ENVELOPE, "contractId"],
  properties: [...RETASK, ...WINDOW],
} satisfies NameTable;

export const RETASK_COLLECT_NAMES = {
  "": [...ENVELOPE, "contractId"],
  properties: [...RETASK, ...WINDOW, "offNadirMin", "offNadirMax", "collectConstraints"],
  "properties.collectConstraints": [],
} satisfies NameTable;

/** Fields of a series that a retask sets. */
export const RETASK_REPETITION: ReadonlySet<string> = new Set([
  "repeatStart",
  "repetitionInterval",
  "repeatEnd",
  "repetitionEnd",
  "repetitionCount",
  "untilCanceled",
]);

export const RETASK_REPEAT_NAMES = {
  "": [...ENVELOPE, "contractId"],
  properties: [...RETASK, ...RETASK_REPETITION, "repetitionProperties"],
  "properties.repetitionProperties": [],
} satisfies NameTable;

const SEARCH = ["sort", "order", "page", "limit", "query"];
/** Fields of records that the interface's search table does not list. */
const SEARCHED = [
  ...[...CONSTRAINTS, ...FURTHER_CONSTRAINTS].map((name) => `collectConstraints.${name}`),
  "processingConfig.productTypes",
];

/** The fields of each body. */
export const BODY_NAMES: Readonly<Record<BodyKind, NameTable>> = {
  task: TASK_NAMES,
  repeat: REPEAT_NAMES,
  retask: RETASK_TASK_NAMES,
  "retask-collect": RETASK_COLLECT_NAMES,
  "retask-repeat": RETASK_REPEAT_NAMES,
  products: {
    "": ["properties"],
    properties: ["processingConfig"],
    "properties.processingConfig": ["productTypes"],
  },
  order: {
    "": ["items", "contractId", "properties"],
    properties: [],
    "items[]": ["collectionId", "granuleId", "productType", "collectIds"],
  },
  search: { "": SEARCH, query: [...Object.keys(TASK_QUERY_FIELDS), ...SEARCHED] },
  "search-repeats": { "": SEARCH, query: [...Object.keys(REPEAT_QUERY_FIELDS), ...SEARCHED] },
  catalog: {
    "": ["bbox", "bbox-crs", "intersects", "datetime", "collections", "ids", "query", "sortby", "limit"],
    query: QUERYABLES,
  },
  organization: { "": ["defaultProductTypes"], "defaultProductTypes[]": ["productType", "required"] },
  export: { "": ["exportType", "exportFormat", "fileNames"] },
};

/** Fields with a time, or with an interval of times. */
export const TIME_NAMES: ReadonlySet<string> = new Set([
  ...WINDOW,
  "repeatStart",
  "repeatEnd",
  "repetitionEnd",
  "datetime",
]);
