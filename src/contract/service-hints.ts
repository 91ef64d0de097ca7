/** What to type next, by stable code: for failures that the service reports. */
import type { ErrorCode } from "../errors.ts";
import { endpointOf, type EndpointName } from "./endpoints.ts";

interface HintContext {
  endpoint?: EndpointName;
  headers?: Readonly<Record<string, string>>;
}

const HINTS: Partial<Record<ErrorCode, string>> = {
  NOT_AUTHENTICATED:
    "Store a valid key with: swath auth login; the header it is sent in is the setting dialect.auth.header",
  AUTH_EXPIRED: "Get a new token with: swath auth token, or store an API key with: swath auth login",
  NOT_AUTHORIZED: "See which credential was used with: swath auth status",
  ORG_MANAGER_REQUIRED: "Only an Org Manager may do this; see the credential in use with: swath auth status",
  ORDER_NOT_FOUND: "See your orders with: swath order history",
  ORDER_IN_PROGRESS: "Wait for it with: swath order download <orderId> --wait",
  ORDER_EXPIRED: "Its downloads have expired; place the order again with: swath order place",
  NOT_IN_REVIEW: "See its state with: swath task get <taskId>, or swath repeat get <repeatId>",
  CRS_UNSUPPORTED: "Name another system with --bbox-crs, such as CRS84, EPSG:4326 or EPSG:3857",
  PRODUCT_EDIT_CUTOFF: "Product types can change only until 3 hours before the expected collection",
  TASK_HAS_NO_COLLECTS: "Wait for the collect with: swath task wait <taskId>",
  RETASK_POLYGON: "Create a new request over the area with: swath task create",
  RETASK_COLLECT_NO_REPEAT: "Create a series with: swath repeat create",
  COLLECTION_TYPE_UNKNOWN: "List the names with: swath task types",
  PRODUCT_TYPE_UNAVAILABLE: "Leave that product type out, or ask an Org Manager",
  PRODUCT_TYPE_LOCKED: "Add the product types that the organization requires",
  GEO_REQUIRED: "Add GEO to the product types",
  EXPORT_FILE_NOT_FOUND: "List the files with: swath export list",
  ITEM_NOT_FOUND: "Find items to order with: swath catalog search",
  MALFORMED_JSON: "Check the body with: --dry-run",
  SERVICE_ERROR: "Try again later; `swath doctor` says whether the service is reachable",
  TIMEOUT: "Try again, with a longer --timeout",
};

export function hintFor(code: ErrorCode, { endpoint, headers = {} }: HintContext): string | undefined {
  const entry = endpoint && endpointOf(endpoint);
  if (code === "RATE_LIMITED") {
    const wait = headers["retry-after"];
    return wait === undefined
      ? "Try again later, with a smaller --concurrency"
      : `Try again after ${waitText(wait)}`;
  }
  if (code === "REDIRECT_REFUSED") {
    const host = hostOf(headers["location"]);
    const where = host === undefined ? "" : ` to ${host}`;
    return `The service redirected${where}, where a credential must not follow; set the right --base-url`;
  }
  if (code === "METHOD_NOT_ALLOWED" || code === "NOT_FOUND") {
    const key = entry?.pathSetting ?? entry?.methodSetting;
    if (key !== undefined) return `A deployment may use another form: see the setting dialect.${key}`;
    return code === "NOT_FOUND"
      ? "Check the id and the --base-url; things of other users answer the same"
      : "Check the --base-url; it may hold a version prefix";
  }
  return HINTS[(code === "CONFLICT" && entry?.conflict) || code];
}

/** Seconds, or a date as it came. */
function waitText(retryAfter: string): string {
  return /^\d+$/.test(retryAfter.trim())
    ? `${retryAfter.trim()} s`
    : retryAfter.replace(/[^\w ,:-]/g, "").slice(0, 40);
}

/** Never the whole location: a query may hold a signature. */
function hostOf(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location)) return undefined;
  return new URL(location).host;
}
