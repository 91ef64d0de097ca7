/** What the control plane may change, with defaults. Delays and lifetimes are seconds of the virtual clock. */

export const ERROR_STYLES = ["standard", "text", "detail", "message", "Message", "html", "plain400"] as const;
export const IN_PROGRESS_ANSWERS = ["409", "202", "404", "405", "empty", "partial"] as const;
export const CATALOG_ENVELOPES = ["stac", "array", "items", "results"] as const;
export const CATALOG_PAGINGS = ["next", "none"] as const;
export const REVIEW_STYLES = ["standard", "orderDetails", "denied"] as const;

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
  /** Dollars per product type; `mode.<instrument mode>` is a factor on it. */
  priceTable: Record<string, number>;
  unavailableProductTypes: string[];
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
  },
  unavailableProductTypes: [],
  variant: "",
};

export type SettingName = keyof Settings;
