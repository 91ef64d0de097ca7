/** The interface's words as plain arrays: help, completions, schemas and the sandbox read them here. */

export const TIERS = ["urgent", "priority", "standard", "flexible"] as const;
export const REPEAT_TIERS = ["routine", "flexible"] as const;
export const HOLDBACKS = ["none", "30_day", "1_year", "permanent"] as const;
export const LOOK_DIRECTIONS = ["right", "left", "either"] as const;
export const ORBIT_DIRECTIONS = ["ascending", "descending", "either"] as const;
/** Inclination classes of the orbital planes, degrees. */
export const ORBITAL_PLANES = [45, 53, 97] as const;
export const LOCAL_TIME_NAMES = ["day", "night", "anytime"] as const;
export const SQUINTS = ["enabled", "forward", "backward"] as const;
/** Properties of `collectConstraints` that restrict a collect; the service chooses absent ones. */
export const CONSTRAINTS = [
  "lookDirection",
  "ascDesc",
  "orbitalPlanes",
  "offNadirMin",
  "offNadirMax",
  "azimuthAngleMin",
  "azimuthAngleMax",
  "localTime",
  "squint",
] as const;
/** Properties that are rarely given, or that the collection type implies. */
export const FURTHER_CONSTRAINTS = [
  "maxSquintAngle",
  "grazingAngleMin",
  "grazingAngleMax",
  "polarization",
  "collectMode",
] as const;
export const SORT_ORDERS = ["asc", "desc"] as const;
export const EXPORT_TYPES = ["latest", "weekly", "full"] as const;
export const EXPORT_FORMATS = ["geoparquet", "gpkg", "shp.zip"] as const;
export const TASK_DECISIONS = ["approved", "rejected"] as const;
export const REPEAT_DECISIONS = ["submitted", "rejected"] as const;

export type Tier = (typeof TIERS)[number];
export type RepeatTier = (typeof REPEAT_TIERS)[number];
export type Holdback = (typeof HOLDBACKS)[number];
export type ExportType = (typeof EXPORT_TYPES)[number];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Open lists of the names in the interface and its samples. The service may have more, so an unknown name is only a
 * warning.
 */
export const COLLECTION_TYPES = [
  "spotlight",
  "spotlight_ultra",
  "spotlight_wide",
  "stripmap_20",
  "stripmap_50",
  "stripmap_100",
  "parallel_stripmap_20",
  "parallel_stripmap_50",
  "parallel_stripmap_100",
] as const;
/** The only type for a polygon. */
export const POLYGON_TYPE = "stripmap_100";
/** Another spelling that the interface's text uses. */
export const PRINTED_COLLECTION_TYPES: readonly string[] = [...COLLECTION_TYPES, "spotlight-ultra"];
export const PRODUCT_TYPES = ["GEO", "GEC", "SLC", "SICD", "SIDD", "CPHD", "VS"] as const;
/** Product types by the format of a file that people give instead: a geocoded image is a GeoTIFF. */
export const TYPE_OF_FORMAT: Readonly<Record<string, string>> = { GEOTIFF: "GEO", GTIFF: "GEO", TIFF: "GEO" };
/** Product types, tiers and squints of services that the interface does not list. */
export const SEEN_PRODUCT_TYPES = ["VC", "CSI", "CSIDD", "ACD"] as const;
export const SEEN_TIERS: readonly unknown[] = ["insar"];
export const NO_SQUINT = "disabled";
export const REQUEST_STATES = ["review", "submitted", "accepted", "completed", "rejected"] as const;
/** Both spellings of the state of a cancelled request. */
export const CANCELLED_STATES = ["canceled", "cancelled"] as const;
/** States of ended requests that are used in the field. */
export const ENDED_STATES = [...CANCELLED_STATES, "expired", "failed", "error"] as const;
/** Further states that are used in the field. An anomaly may be retried. */
export const SEEN_STATES = ["received", "active", "anomaly", "retrying", ...ENDED_STATES] as const;
const FAILED_STATES: ReadonlySet<string> = new Set(["rejected", "denied", ...ENDED_STATES]);
/** Returns whether a status means that a request or an order ended without a result. */
export const hasFailed = (status = ""): boolean => FAILED_STATES.has(status.toLowerCase());
/** Catalog properties that may be queried. */
export const QUERYABLES = [
  "sar:instrument_mode",
  "sar:pixel_spacing_range",
  "sar:pixel_spacing_azimuth",
  "sar:looks_range",
  "sar:looks_azimuth",
  "sar:looks_equivalent_number",
  "sar:resolution_range",
  "sar:resolution_azimuth",
  "vendor:squint_angle",
  "sar:observation_direction",
  "vendor:collect_id",
  "start_datetime",
  "end_datetime",
  "platform",
  "sar:product_type",
  "sat:orbit_state",
  "view:incidence_angle",
  "instruments",
] as const;

/** Further properties that some services compare. */
export const SEEN_QUERYABLES: readonly string[] = [
  "constellation",
  "datetime",
  "vendor:collection_type",
  "vendor:look_angle",
  "vendor:orbital_plane",
  "view:look_angle",
];

/** Comparisons of the standard operator set and of the catalog's `query`. */
export const STANDARD_OPERATORS = ["eq", "lt", "lte", "gt", "gte"] as const;
export const TEXT_OPERATORS = ["startsWith", "eq", "contains"] as const;
export type OperatorSet = "standard" | "text" | "datetime";

/** Named query fields of `POST /tasks/search`; any other dot path under `properties` has the standard operators. */
export const TASK_QUERY_FIELDS = {
  taskingrequestName: "text",
  taskName: "text",
  taskingrequestId: "standard",
  taskId: "standard",
  windowOpen: "datetime",
  windowClose: "datetime",
  lastStatusCode: "standard",
  lastStatusMessage: "standard",
  lastStatusTime: "standard",
  type: "standard",
  submissionTime: "datetime",
  repeatrequestId: "standard",
  windowDuration: "standard",
  archiveHoldback: "standard",
  resellerId: "standard",
  includeRepeatingTasks: "standard",
} as const satisfies Record<string, OperatorSet>;

/** Named query fields of `POST /repeat-requests/search`. */
export const REPEAT_QUERY_FIELDS = {
  repeatrequestId: "standard",
  repeatrequestName: "text",
  repeatrequestDescription: "text",
  lastStatusCode: "standard",
  lastStatusMessage: "standard",
  lastStatusTime: "standard",
  type: "standard",
  submissionTime: "datetime",
  windowDuration: "standard",
  archiveHoldback: "standard",
  resellerId: "standard",
} as const satisfies Record<string, OperatorSet>;

/** The dot path under `properties` for each alias of a query field. */
export const QUERY_ALIASES: Readonly<Record<string, string>> = {
  taskName: "taskingrequestName",
  taskId: "taskingrequestId",
  type: "collectConstraints.collectMode",
};

/** Limits given by the interface. */
export const LIMITS = {
  searchPageSize: 250,
  searchPageSizeMax: 500,
  catalogPageSize: 10,
  repeatIntervalMinDays: 1,
  maxSquintAngleDegrees: 35,
  /** The squint angles to try, up to the maximum, when squint is requested. */
  squintStepsDegrees: [15, 30],
  retaskLookAngleMinDegrees: 5,
  retaskLookAngleMaxDegrees: 50,
  secondsInDay: 86_400,
  productEditCutoffHours: 3,
} as const;

// Spec silent: which types are "stripmap types". We count every type whose name contains `stripmap`, and treat `-` and
// `_` as equal.
export function isStripmap(collectionType: string): boolean {
  return collectionType.toLowerCase().includes("stripmap");
}

// Spec silent: whether "spotlight and spotlight-ultra" includes `spotlight_wide`. We give the automatic squint of +/-30
// degrees to `spotlight` and `spotlight_ultra` only.
export function hasAutomaticSquint(collectionType: string): boolean {
  const name = collectionType.toLowerCase().replaceAll("-", "_");
  return name === "spotlight" || name === "spotlight_ultra";
}
