/** What the control plane may change, with defaults. Delays and lifetimes are seconds of the virtual clock. */

export const ERROR_STYLES = ["standard", "text", "detail", "message", "Message", "html", "plain400"] as const;
export const IN_PROGRESS_ANSWERS = ["409", "202", "404", "405", "empty", "partial"] as const;
export const CATALOG_ENVELOPES = ["stac", "array", "items", "results"] as const;
export const CATALOG_PAGINGS = ["next", "none"] as const;
export const REVIEW_STYLES = ["standard", "orderDetails", "denied"] as const;

export const RECORD_PLACEMENTS = ["properties", "root"] as const;
export const STATUS_REPLIES = ["record", "status", "code", "history", "empty"] as const;
export const STATUS_WORDS = ["stated", "wide"] as const;
export const LOCAL_TIME_STYLES = ["plain", "nested"] as const;
export const TYPES_SHAPES = ["array", "names", "results", "keyed"] as const;
export const SEARCH_ENVELOPES = ["results", "features", "items", "array"] as const;
export const PAGING_FIELDS = ["camel", "snake"] as const;

export interface Settings {
  /** Until a cost estimate exists. */
  estimateDelay: number;
  /** Until a submitted request is scheduled or rejected. */
  schedulerDelay: number;
  /** From a collect to its products. */
  processingDelay: number;
  /** Until a product that does not exist yet is generated. */
  generationDelay: number;
  /** Status of a new request that is not pre-approved. */
  initialStatus: "review" | "received";
  /** What the download of an unfinished order answers. */
  inProgressDownload: (typeof IN_PROGRESS_ANSWERS)[number];
  /** Window of a collect retask that names none. */
  standardMinWindow: number;
  /** Which of the two stated rules gives a collect retask its window. */
  collectRetaskWindow: "standard" | "original";
  retaskInheritsPreApproval: boolean;
  /** From an order to its expirationDate. */
  orderTtl: number;
  /** Validity of a signed asset URL. */
  assetUrlTtl: number;
  /** Validity of a signed export URL. */
  exportUrlTtl: number;
  tokenTtl: number;
  /** Methods that `tasks/paged` answers to. */
  pagedMethod: "both" | "get" | "post";
  /** Where records have their status, cost and pre-approval. */
  recordPlacement: (typeof RECORD_PLACEMENTS)[number];
  /** What a status patch answers. */
  statusReply: (typeof STATUS_REPLIES)[number];
  /** Whether records use only the states that the interface names. */
  statusWords: (typeof STATUS_WORDS)[number];
  localTimeStyle: (typeof LOCAL_TIME_STYLES)[number];
  collectionTypesShape: (typeof TYPES_SHAPES)[number];
  /** Envelope of the request searches and of `tasks/paged`. */
  searchEnvelope: (typeof SEARCH_ENVELOPES)[number];
  /** `currentPage` and `totalPages`, or `current_page` and `total_pages`. */
  pagingFields: (typeof PAGING_FIELDS)[number];
  /** Shape (and for plain400 the status) of every error. */
  errorStyle: (typeof ERROR_STYLES)[number];
  catalogEnvelope: (typeof CATALOG_ENVELOPES)[number];
  /** Whether pages name the next one, or are the only one. */
  catalogPaging: (typeof CATALOG_PAGINGS)[number];
  /** Status of a successful create. */
  createdStatus: 200 | 201;
  reviewStyle: (typeof REVIEW_STYLES)[number];
  /** Whether the running week counts among the latest four weekly exports. */
  runningWeekCounts: boolean;
  /**
   * Dollars per product type, with `mode.<instrument mode>` as a factor; dollars per new image as `type.<collection type>`,
   * with `tier.<tier>` as a factor.
   */
  priceTable: Record<string, number>;
  unavailableProductTypes: string[];
  /** How large image files are: `tiny`, `real` (as the sensor resolves), or about so many bytes, such as `2GB`. */
  productSize: string;
  /** Names of variants, comma separated: bundles of the settings above, which explicit ones override. */
  variant: string;
}

export const DEFAULT_SETTINGS: Settings = {
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
  productSize: "tiny",
  variant: "",
};

export type SettingName = keyof Settings;
