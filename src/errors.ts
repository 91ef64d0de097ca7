/**
 * All possible failures: exit codes, stable error codes, and the one error that is thrown on purpose. Any other error
 * is a bug and keeps its stack.
 */
import type { Hint } from "./hint.ts";

/** Exit codes of the process with their meaning (the reference prints this table). */
export const EXIT_CODES = {
  0: "success",
  1: "internal error",
  2: "usage, input or configuration",
  3: "local validation: nothing was sent",
  4: "authentication",
  5: "permission",
  6: "not found",
  7: "state conflict",
  8: "rejected by the service",
  9: "network, server or rate limit",
  10: "download or batch failed, or only partly done",
  11: "not finished: wait timeout, order in progress",
  12: "stopped by policy: confirmation missing or declined, cost limit",
  13: "outcome of a spending request or a cancellation unknown: it may have been accepted",
  14: "local I/O: disk full, unwritable folder, journal or stdout",
  15: "done, and something changed (only where --exit-code asked)",
  129: "hangup (SIGHUP)",
  130: "interrupted (SIGINT)",
  143: "terminated (SIGTERM)",
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** Stable error codes, each with its usual exit code and its condition. */
export const ERROR_CODES = {
  USAGE: [2, "a command, flag or argument is unknown, missing or malformed"],
  INPUT_NOT_READABLE: [2, "an input file is missing, unreadable or damaged"],
  INPUT_NOT_JSON: [2, "a file, stdin or --data is not JSON"],
  INPUT_NOT_GEOJSON: [2, "the JSON is no Feature, geometry, or collection of one Feature"],
  ELEMENTS_INVALID: [2, "orbital elements cannot be read, or are neither OMM nor TLE"],
  INPUT_AMBIGUOUS: [2, "two flags give a geometry, or stdin is used twice"],
  INPUT_STDIN_TTY: [2, "input is expected on stdin, which is a terminal"],
  PLACE_UNKNOWN: [2, "no place has this name"],
  PLACE_AMBIGUOUS: [2, "several places have this name"],
  ID_AMBIGUOUS: [2, "several ids or names match"],
  CONFIG_INVALID: [2, "a setting or a profile is invalid or unreadable"],
  CONFIG_MISSING_BASE_URL: [2, "the profile has no base URL"],
  SANDBOX_STORE_NEWER: [2, "a newer version of swath wrote the store of the sandbox"],
  SANDBOX_NOT_STARTED: [14, "the system did not start the process of the sandbox, or ended it"],
  FEATURE_REQUIRED: [3, "the type of the body is not Feature"],
  PROPERTIES_REQUIRED: [3, "the body has no properties"],
  GEOMETRY_TYPE_UNSUPPORTED: [3, "this type of geometry is not allowed here (multi-polygons never are)"],
  GEOMETRY_COORDINATES_INVALID: [3, "a coordinate is not a number, or is out of range"],
  GEOMETRY_RING_NOT_CLOSED: [3, "a ring is open, or has fewer than four positions"],
  GEOMETRY_RING_COUNT: [3, "a polygon has no ring, or more than one"],
  GEOMETRY_SELF_INTERSECTING: [3, "a ring crosses itself"],
  POLYGON_COLLECTION_TYPE: [3, "a polygon needs the type stripmap_100"],
  COLLECTION_TYPE_UNKNOWN: [8, "the service does not list this collection type"],
  MADE_DIFFERENTLY: [8, "a created request differs from what was asked (with --strict); it exists"],
  COLLECT_MODE_CONFLICT: [8, "collectMode differs from the mode of the collection type"],
  REPEAT_GEOMETRY_NOT_POINT: [3, "the geometry of a series is not a point"],
  WINDOW_REQUIRED: [3, "windowOpen or windowClose is missing"],
  WINDOW_PAST: [3, "the window has closed (--allow-past sends it)"],
  WINDOW_ORDER: [3, "the end is not after the start"],
  TIMESTAMP_INVALID: [3, "a time is not an RFC 3339 timestamp"],
  ENUM_INVALID: [3, "a value is not one of the allowed ones"],
  FIELD_TYPE_INVALID: [3, "a field has the wrong JSON type"],
  ORBITAL_PLANE_INVALID: [3, "an orbital plane is not 45, 53 or 97"],
  OFF_NADIR_ORDER: [3, "the minimum exceeds the maximum, or equals it in a retask of a collect"],
  RETASK_LOOK_ANGLE_RANGE: [3, "the angle of a retask of a collect is not within 5 to 50 degrees"],
  LOCAL_TIME_INVALID: [3, "the local time is neither a name nor two numbers within 0 to 86400"],
  SQUINT_ANGLE_TOO_LARGE: [3, "maxSquintAngle exceeds 35 degrees for a stripmap type"],
  GEO_REQUIRED: [3, "a list of product types would lack GEO"],
  PRODUCT_TYPE_LOCKED: [8, "a product type that the organization requires would be removed"],
  PRODUCT_TYPE_UNAVAILABLE: [8, "the product type is not available"],
  ORG_GEO_LOCKED: [3, "the default of an organization makes GEO optional"],
  PLACEMENT_CONFLICT: [
    3,
    "a field has two values, at two places or in two spellings, or a request has two contracts",
  ],
  REPEAT_INTERVAL_TOO_SHORT: [3, "the interval of a series is shorter than 24 hours"],
  REPEAT_END_CONFLICT: [3, "a series has several ends, or two different end dates"],
  RETASK_POLYGON: [7, "a task with a polygon cannot be retasked"],
  RETASK_COLLECT_NO_REPEAT: [3, "the retask of a collect has fields of a series"],
  PAGE_LIMIT_EXCEEDED: [3, "the page size of a search is not within 1 to 500"],
  QUERY_OPERATOR_INVALID: [3, "a filter has no operator, several, or one that its field does not have"],
  QUERY_FIELD_DUPLICATE: [3, "two filters have the same field"],
  DATETIME_INTERVAL_INVALID: [3, "a time or an interval is malformed"],
  BBOX_INVALID: [3, "a box does not have 4 or 6 numbers, or its latitudes are out of order or range"],
  CRS_UNSUPPORTED: [8, "the coordinate reference system of a box is unknown"],
  CATALOG_SPATIAL_CONFLICT: [3, "a search has a box and a geometry"],
  ORDER_EMPTY: [3, "an order has no items"],
  ORDER_ITEM_SHAPE: [3, "an element is neither an archive item nor a product of a collect"],
  VS_WITHOUT_GEO: [3, "a VS item comes without its GEO item"],
  ITEM_NOT_FOUND: [8, "the service does not know a collection, granule or collect of the order"],
  ORDER_NOT_AUTHORIZED: [8, "the service does not authorize the order"],
  EXPORT_SELECTOR_CONFLICT: [3, "exports are selected by format and by name at once"],
  EXPORT_SELECTOR_MISSING: [3, "exports are selected neither by format nor by name"],
  EXPORT_FILE_NOT_FOUND: [6, "no available export has this name"],
  EXPORT_NOTHING_MATCHED: [6, "no available export matches"],
  COST_LIMIT_EXCEEDED: [12, "the price is above --max-cost, or cannot be read"],
  AUTH_MISSING: [4, "no key is configured"],
  NOT_AUTHENTICATED: [4, "the service does not accept the key (401)"],
  AUTH_EXPIRED: [4, "the stored token has expired"],
  NOT_AUTHORIZED: [5, "the account may not do this (403)"],
  ORG_MANAGER_REQUIRED: [5, "the defaults of an organization need the role of a manager"],
  NOT_FOUND: [6, "the service does not know this id or path (404)"],
  PICTURE_UNAVAILABLE: [6, "the service gives no public picture of a catalog item"],
  ORDER_NOT_FOUND: [6, "the service does not know this order (404)"],
  NOT_IN_REVIEW: [7, "only a request in review can be approved or rejected"],
  PRODUCT_EDIT_CUTOFF: [7, "product types cannot change in the last three hours before the collect"],
  TASK_HAS_NO_COLLECTS: [7, "the task has no collects to order yet"],
  ORDER_EXPIRED: [7, "the order has expired"],
  APPROVAL_PENDING: [12, "the awaited request is in review: nothing happens before its cost is approved"],
  ENDED_UNEXPECTEDLY: [7, "a request ended in another state than the one waited for"],
  REQUEST_ENDED: [7, "the request has ended, or is collected, and cannot be cancelled or changed"],
  CONFLICT: [7, "the service reports a conflict (409)"],
  SERVICE_REJECTED: [8, "the service rejects the request (400, 413, 415, 422)"],
  MALFORMED_JSON: [8, "the service could not read the body as JSON"],
  METHOD_NOT_ALLOWED: [8, "the service does not allow this method here (405)"],
  RESPONSE_UNRECOGNISED: [8, "a response is not JSON, or lacks a field that is needed"],
  NETWORK: [9, "the service cannot be reached: name, connection or TLS"],
  TIMEOUT: [9, "no response came in time to a request that spends nothing"],
  RATE_LIMITED: [9, "the service limits the rate of requests, also after retries (429)"],
  SERVICE_ERROR: [9, "the service failed, also after retries (5xx)"],
  ORDER_IN_PROGRESS: [11, "the order is still in progress"],
  CANCEL_PENDING: [11, "the service took a cancellation, and still shows the request in another state"],
  WAIT_TIMEOUT: [11, "the state was not reached within --wait-timeout"],
  SIGNED_URL_EXPIRED: [10, "a signed link has expired, also after its renewal"],
  SIGNATURE_INVALID: [10, "the signature of a link is invalid, also after its renewal"],
  DOWNLOAD_INCOMPLETE: [10, "a file has fewer or more bytes than announced, or another checksum"],
  DOWNLOAD_PARTIAL: [10, "some files failed, and the others are complete"],
  DOWNLOAD_NOTHING: [10, "the filters leave no file to download"],
  RESULT_TOO_LONG: [10, "a search for everything has more than 100,000 items"],
  BATCH_PARTIAL: [10, "some of several requests failed"],
  FILE_EXISTS: [10, "another file has this name"],
  PATH_UNSAFE: [10, "a file would be written outside the folder"],
  DISK_WRITE_FAILED: [14, "the disk is full, or the file or folder cannot be written"],
  DESTINATION_REFUSED: [14, "the bucket refuses: its name, the access or the keys"],
  OUTPUT_WRITE_FAILED: [14, "stdout cannot be written (a closed pipe ends quietly instead)"],
  JOURNAL_UNWRITABLE: [14, "the spend journal cannot be written: nothing was sent"],
  OUTCOME_UNKNOWN: [
    13,
    "a request that costs money or cancels may have been accepted, and no readable response came",
  ],
  INTENT_OPEN: [
    13,
    "the same purchase is in flight or unresolved, a record of the journal cannot be read, or another process keeps the journal",
  ],
  BUDGET_EXCEEDED: [12, "the purchase would exceed the budget of the profile"],
  PRICE_CHANGED: [12, "the price differs from the one shown"],
  APPROVAL_REQUIRED: [12, "the purchase needs an approved quote"],
  QUOTE_REFUSED: [
    12,
    "the quote was edited, has ended, was bought, or is for another journal, service or account",
  ],
  VERIFY_FAILED: [10, "a file does not match its manifest"],
  REDIRECT_REFUSED: [9, "a redirect leads where swath does not follow"],
  KEY_INVALID: [4, "the key has characters that a header cannot carry"],
  KEYRING_UNAVAILABLE: [4, "the system's keyring cannot be reached, or is locked"],
  STORE_PERMISSIONS: [4, "others can read a file of secrets"],
  FILTER_UNKNOWN: [2, "no asset, item, column or export has this name"],
  ALREADY_ORDERED: [
    12,
    "an active order contains at least one of the items; --resend buys them again, --yes does not",
  ],
  INTENT_CONFIRMED: [
    12,
    "the same spending request was confirmed before; --resend sends it again, --yes does not",
  ],
  CONFIRMATION_REQUIRED: [12, "a question was necessary, without a terminal and without --yes"],
  ABORTED: [12, "the answer was no"],
  INTERNAL: [1, "a fault of swath"],
} as const satisfies Record<string, readonly [exit: ExitCode, condition: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The place where a failure was found, which decides the exit code of a shared error code. */
export type ErrorKind = "usage" | "local" | "service" | "network" | "io";

/**
 * One fault of an input. `path` is the JSON path in the body (`properties.windowOpen`), and `option` the input's name in the library
 * (`windowOpen`). The command line adds `flag`, as typed (`--window-open`). `rule` is the broken rule as text.
 */
export interface Fault {
  code: ErrorCode;
  path: string;
  message: string;
  option?: string | undefined;
  flag?: string;
  value?: unknown;
  rule?: string;
  next?: Hint;
}

export interface About {
  noun: "task" | "repeat" | "order" | "collect" | "item";
  id: string;
}

export interface AppErrorOptions {
  /** The next step: a sentence, a command, or both. */
  next?: Hint | undefined;
  /** The record that the error is about. */
  about?: About | undefined;
  /** HTTP status of the response, if there was one. */
  status?: number;
  /** The service's own code, unchanged. */
  serviceCode?: string;
  /** Every fault of the input, not only the first. */
  issues?: readonly Fault[];
  /** The failed request: method and path only, never a query (it may contain a signature). */
  request?: { method: string; path: string };
  /** Extra fields of the JSON form, such as the id of a confirmed order. */
  data?: Record<string, unknown>;
  cause?: unknown;
}

/** An expected failure. Its message contains what happened, with the value; the next step is a value beside it. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly next: Hint | undefined;
  readonly about: About | undefined;
  readonly status: number | undefined;
  readonly serviceCode: string | undefined;
  readonly issues: readonly Fault[];
  readonly request: AppErrorOptions["request"];
  readonly data: Record<string, unknown> | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.next = options.next;
    this.about = options.about;
    this.status = options.status;
    this.serviceCode = options.serviceCode;
    this.issues = options.issues ?? [];
    this.request = options.request;
    this.data = options.data;
  }

  /** Returns the same failure in other words. */
  restated(message: string, changes: AppErrorOptions = {}): AppError {
    const { status, serviceCode, issues, request, data, about, next } = this;
    const details = { next, about, status, serviceCode, issues, request, data, cause: this };
    return new AppError(this.kind, this.code, message, { ...details, ...changes });
  }

  /** A local rule that the service reports keeps its code; the exit code then shows that a request was sent. */
  get exitCode(): ExitCode {
    const [exit] = ERROR_CODES[this.code];
    return this.kind === "service" && exit === 3 ? 8 : exit;
  }
}

/**
 * Returns the error for an input with one or more faults. With any usage fault among them, the exit code is that of
 * usage.
 */
export function inputError(issues: readonly Fault[], { next }: Pick<AppErrorOptions, "next"> = {}): AppError {
  const first = issues.find(({ code }) => ERROR_CODES[code][0] === 2) ?? issues[0];
  if (first === undefined) throw new Error("inputError needs at least one fault");
  const kind = ERROR_CODES[first.code][0] === 2 ? "usage" : "local";
  const message = issues.length === 1 ? first.message : `${issues.length} problems in the input`;
  return new AppError(kind, first.code, message, { next: next ?? first.next, issues });
}

/**
 * Returns a typed value in quotes for a message. Backslashes stay single, because a path of Windows is read and
 * copied; a value with quotes or control characters is written as in JSON.
 */
export function quoteText(text: string): string {
  const json = JSON.stringify(text);
  return json.replaceAll("\\\\", "").includes("\\") ? json : `"${text}"`;
}
