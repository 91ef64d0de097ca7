/** The error for a reply that is no success: our code by the service's own code, else by endpoint and status. */
import { AppError, ERROR_CODES, type ErrorCode } from "../errors.ts";
import { type EndpointName, endpointOf } from "./endpoints.ts";
import { readErrorBody } from "./read-error.ts";
import { advice, blank, swath, type CommandWord, type Hint } from "../hint.ts";

export interface FailedReply {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** The body as text; empty when there was none. */
  text: string;
  /** The request: path as sent, without query. */
  request: { method: string; path: string };
}

/** `endpoint` is undefined for raw requests. The message is the service's own text where it sent one. */
export function serviceError(reply: FailedReply, endpoint?: EndpointName): AppError {
  const { status, headers, request } = reply;
  const body = readErrorBody(status, headers["content-type"], reply.text);
  const code = codeOf(status, body.code, endpoint);
  const answered = `${status} from ${request.method} ${request.path}`;
  const message = body.message === "" ? `the service answered ${answered}` : `${body.message} (${answered})`;
  return new AppError(code === "REDIRECT_REFUSED" ? "network" : "service", code, message, {
    status,
    serviceCode: body.code,
    request,
    hint: hintFor(code, { status, endpoint, headers, path: request.path }),
    issues: body.detail.map(({ path = "", message }) => ({ code, path, message })),
  });
}

function codeOf(status: number, sent: string | undefined, endpoint: EndpointName | undefined): ErrorCode {
  if (status >= 500) return "SERVICE_ERROR";
  if (status >= 300 && status < 400) return "REDIRECT_REFUSED";
  const own = endpoint && endpointOf(endpoint).codes?.[status];
  switch (status) {
    case 401:
      return pick(sent, "NOT_AUTHENTICATED");
    case 403:
      return pick(sent, own ?? "NOT_AUTHORIZED");
    case 404:
      return pick(sent, own ?? "NOT_FOUND");
    case 405:
      return "METHOD_NOT_ALLOWED";
    case 408:
      return "TIMEOUT";
    case 409:
      return pick(sent, own ?? "CONFLICT");
    case 410:
      return pick(sent, own ?? "NOT_FOUND");
    case 425:
      return own ?? "SERVICE_REJECTED";
    case 429:
      return "RATE_LIMITED";
    default:
      return pick(sent, status >= 400 ? "SERVICE_REJECTED" : "RESPONSE_UNRECOGNISED");
  }
}

/** The service's own code, unless it says less than the status does. */
function pick(sent: string | undefined, byStatus: ErrorCode): ErrorCode {
  const code = serviceCodeOf(sent);
  return code === undefined || code === "SERVICE_REJECTED" ? byStatus : code;
}

interface HintContext {
  status?: number;
  endpoint?: EndpointName;
  headers?: Readonly<Record<string, string>>;
  path?: string;
}

/** What a command needs to know: the id in the path of the request, and the noun of its commands. */
type OwnHint = Hint | ((id: string | CommandWord, noun: string) => Hint);

const HINTS: Partial<Record<ErrorCode, OwnHint>> = {
  NOT_AUTHENTICATED: advice`Store a valid key with: ${swath`auth login`}; the header it is sent in is the setting dialect.auth.header`,
  AUTH_EXPIRED: advice`Get a new token with: ${swath`auth token --username <name>`}; or store an API key with: ${swath`auth login`}`,
  NOT_AUTHORIZED: advice`See which credential was used with: ${swath`auth status`}`,
  ORG_MANAGER_REQUIRED: advice`Only an Org Manager may do this; see the credential in use with: ${swath`auth status`}`,
  ORDER_NOT_FOUND: advice`See your orders with: ${swath`order history`}`,
  ORDER_IN_PROGRESS: (id) => advice`Wait for it with: ${swath`order download ${id} --wait`}`,
  ORDER_EXPIRED: (id) =>
    advice`Its downloads have expired. Where this machine placed it, see what it held with: ${swath`journal show ${id}`}; order that again with: ${swath`order place --item <collection>/<granule>`}`,
  NOT_IN_REVIEW: (id, noun) => advice`See its state with: ${swath`${noun} get ${id}`}`,
  CRS_UNSUPPORTED: "Name another system with --bbox-crs, such as CRS84, EPSG:4326 or EPSG:3857",
  PRODUCT_EDIT_CUTOFF: "Product types can change only until 3 hours before the expected collection",
  TASK_HAS_NO_COLLECTS: (id) => advice`Wait for the collect with: ${swath`task wait ${id}`}`,
  RETASK_POLYGON: advice`Create a new request over the area with: ${swath`task create`}`,
  RETASK_COLLECT_NO_REPEAT: advice`Create a series with: ${swath`repeat create`}`,
  COLLECTION_TYPE_UNKNOWN: advice`List the names with: ${swath`task types`}`,
  PRODUCT_TYPE_UNAVAILABLE: "Leave that product type out, or ask an Org Manager",
  PRODUCT_TYPE_LOCKED: "Add the product types that the organization requires",
  GEO_REQUIRED: "Add GEO to the product types",
  EXPORT_FILE_NOT_FOUND: advice`List the files with: ${swath`export list`}`,
  ITEM_NOT_FOUND: advice`Find items to order with: ${swath`catalog search`}`,
  MALFORMED_JSON: "Check the body with: --dry-run",
  SERVICE_ERROR: advice`Try again later; see whether the service is reachable: ${swath`doctor`}`,
  TIMEOUT: "Try again, with a longer --timeout",
};

/** Where people find the ids and names of what a path begins with. They may type less than a whole id there. */
const LISTS = [
  [/^(?:\/orders)?\/tasks?\/\{/, swath`task list`],
  [/^\/repeat-requests?\/\{/, swath`repeat list`],
] as const;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function hintFor(
  code: ErrorCode,
  { status, endpoint, headers = {}, path = "" }: HintContext,
): Hint | undefined {
  if (status === 413)
    return "The body is larger than the service takes: send fewer items at a time, or a simpler area";
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
    // A raw request: any part of its path may be wrong.
    if (code === "NOT_FOUND" && entry === undefined)
      return "Check the path and the --base-url that it is added to";
    if (code === "NOT_FOUND") {
      const list = LISTS.find(([begin]) => begin.test(entry?.path ?? ""))?.[1];
      const check = "Check the id and the --base-url; it may belong to another user";
      return list === undefined || UUID.test(idFrom(path, entry?.path ?? "") ?? "")
        ? check
        : advice`${check}. A shortened id needs 4 characters or more, and a name must be whole; both stand in: ${list}`;
    }
    return "Check the --base-url; it may hold a version prefix";
  }
  const hint = HINTS[(code === "CONFLICT" && entry?.conflict) || code];
  if (typeof hint !== "function") return hint;
  const id = entry && idFrom(path, entry.path);
  return hint(id ?? blank("id"), entry?.journal?.record ?? "task");
}

/** What stands in the path where the endpoint has its parameter, counted from the end: a base URL may have a path too. */
function idFrom(path: string, template: string): string | undefined {
  const names = template.split("/");
  const at = names.findIndex((name) => name.startsWith("{"));
  const id = at === -1 ? undefined : path.split("/").at(at - names.length);
  try {
    return id === undefined || id === "" ? undefined : decodeURIComponent(id);
  } catch {
    return id;
  }
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

/** Codes that only we can find, whatever a service sends under their name. */
const LOCAL_ONLY = new Set<string>([
  "AUTH_MISSING",
  "KEY_INVALID",
  "STORE_PERMISSIONS",
  "QUERY_FIELD_DUPLICATE",
  "EXPORT_NOTHING_MATCHED",
  "ENDED_UNEXPECTEDLY",
  "RESPONSE_UNRECOGNISED",
]);

/** Exits of codes that say something about the request itself. */
const REQUEST_EXITS = new Set<number>([3, 4, 5, 6, 7, 8]);
const OTHERS = new Set<string>([
  "RATE_LIMITED",
  "ORDER_IN_PROGRESS",
  "SIGNED_URL_EXPIRED",
  "SIGNATURE_INVALID",
]);

/** Our own code for the code that a service sent, or undefined when it is none that a service can report. */
function serviceCodeOf(code: string | undefined): ErrorCode | undefined {
  if (code === undefined) return undefined;
  if (code === "TOKEN_EXPIRED") return "AUTH_EXPIRED";
  if (!Object.hasOwn(ERROR_CODES, code) || LOCAL_ONLY.has(code)) return undefined;
  const known = code as ErrorCode;
  return REQUEST_EXITS.has(ERROR_CODES[known][0]) || OTHERS.has(known) ? known : undefined;
}
