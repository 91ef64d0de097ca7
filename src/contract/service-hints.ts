/** What to type next, by stable code: for failures that the service reports. */
import type { ErrorCode } from "../errors.ts";
import type { DialectKey } from "./dialect-keys.ts";
import type { EndpointName } from "./endpoints.ts";

interface HintContext {
  endpoint?: EndpointName;
  headers?: Readonly<Record<string, string>>;
}

/** Endpoints whose path or method a deployment may differ in, and the setting that says so. */
const OVERRIDES: Partial<Record<EndpointName, DialectKey>> = {
  placeOrder: "paths.orders",
  retaskRepeat: "paths.repeatRetask",
  updateTask: "paths.taskUpdate",
  listTasks: "paged.method",
  listTasksByPost: "paged.method",
};

const HINTS: Partial<Record<ErrorCode, string>> = {
  NOT_AUTHENTICATED:
    "store a valid key with: swath auth login; the header it is sent in is the setting dialect.auth.header",
  AUTH_EXPIRED: "get a new token with: swath auth token, or store an API key with: swath auth login",
  NOT_AUTHORIZED: "see which credential was used with: swath auth status",
  ORG_MANAGER_REQUIRED: "only an Org Manager may do this; see the credential in use with: swath auth status",
  ORDER_NOT_FOUND: "see your orders with: swath order history",
  ORDER_IN_PROGRESS: "wait for it with: swath order download <orderId> --wait",
  ORDER_EXPIRED: "its downloads have expired; place the order again with: swath order place",
  NOT_IN_REVIEW: "see its state with: swath task get <taskId>, or swath repeat get <repeatId>",
  CRS_UNSUPPORTED: "name another system with --bbox-crs, such as CRS84, EPSG:4326 or EPSG:3857",
  PRODUCT_EDIT_CUTOFF: "product types can change only until 3 hours before the expected collection",
  TASK_HAS_NO_COLLECTS: "wait for the collect with: swath task wait <taskId>",
  RETASK_POLYGON: "create a new request over the area with: swath task create",
  RETASK_COLLECT_NO_REPEAT: "create a series with: swath repeat create",
  COLLECTION_TYPE_UNKNOWN: "list the names with: swath task types",
  PRODUCT_TYPE_UNAVAILABLE: "leave that product type out, or ask an Org Manager",
  PRODUCT_TYPE_LOCKED: "add the product types that the organization requires",
  GEO_REQUIRED: "add GEO to the product types",
  EXPORT_FILE_NOT_FOUND: "list the files with: swath export list",
  ITEM_NOT_FOUND: "find items to order with: swath catalog search",
  MALFORMED_JSON: "check the body with: --dry-run",
  SERVICE_ERROR: "try again later; whether the service is reachable says: swath doctor",
  TIMEOUT: "try again, with a longer --timeout",
};

export function hintFor(code: ErrorCode, { endpoint, headers = {} }: HintContext): string | undefined {
  if (code === "RATE_LIMITED") {
    const wait = headers["retry-after"];
    return wait === undefined
      ? "try again later, with a smaller --concurrency"
      : `try again after ${waitText(wait)}`;
  }
  if (code === "REDIRECT_REFUSED") {
    const host = hostOf(headers["location"]);
    const where = host === undefined ? "" : ` to ${host}`;
    return `the service redirected${where}, where a credential must not follow; set the right --base-url`;
  }
  if (code === "METHOD_NOT_ALLOWED" || code === "NOT_FOUND") {
    const key = endpoint && OVERRIDES[endpoint];
    if (key !== undefined) return `a deployment may use another form: see the setting dialect.${key}`;
    return code === "NOT_FOUND"
      ? "check the id and the --base-url; things of other users answer the same"
      : "check the --base-url; it may hold a version prefix";
  }
  if (code === "CONFLICT" && endpoint === "updateTask") return HINTS.PRODUCT_EDIT_CUTOFF;
  if (code === "CONFLICT" && (endpoint === "setTaskStatus" || endpoint === "setRepeatStatus"))
    return HINTS.NOT_IN_REVIEW;
  return HINTS[code];
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
