/**
 * All possible failures: exit codes, stable error codes, and the one error that is thrown on purpose. Any other error
 * is a bug and keeps its stack.
 */
import type { Hint } from "./hint.ts";
import type { NextStep } from "./next-step.ts";

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
  13: "outcome of a spending request unknown: it may have been accepted",
  14: "local I/O: disk full, unwritable folder, journal or stdout",
  15: "done, and something changed (only where --exit-code asked)",
  129: "hangup (SIGHUP)",
  130: "interrupted (SIGINT)",
  143: "terminated (SIGTERM)",
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** Stable error codes, each with its usual exit code and its condition. */
export const ERROR_CODES = {
  USAGE: [2, "unknown command/flag, missing argument, bad flag syntax"],
  INPUT_NOT_READABLE: [2, "file missing or unreadable"],
  INPUT_NOT_JSON: [2, "file/stdin/--data not JSON"],
  INPUT_NOT_GEOJSON: [2, "JSON is not Feature / geometry / one-feature collection"],
  ELEMENTS_INVALID: [2, "orbital elements that cannot be read, or of another kind than OMM and TLE"],
  INPUT_AMBIGUOUS: [2, "two geometry sources, or stdin used twice"],
  INPUT_STDIN_TTY: [2, "stdin asked for but it is a terminal"],
  PLACE_UNKNOWN: [2, "unknown place name"],
  PLACE_AMBIGUOUS: [2, "several places have this name"],
  ID_AMBIGUOUS: [2, "several ids or names match"],
  CONFIG_INVALID: [2, "config value or profile invalid/unreadable"],
  CONFIG_MISSING_BASE_URL: [2, "no base URL for a non-sandbox profile"],
  SANDBOX_STORE_NEWER: [2, "sandbox store written by a newer version"],
  SANDBOX_UNAVAILABLE: [2, "the sandbox's optional part is not installed"],
  FEATURE_REQUIRED: [3, "body type not Feature"],
  PROPERTIES_REQUIRED: [3, "properties missing"],
  GEOMETRY_TYPE_UNSUPPORTED: [3, "geometry type not allowed (incl. multi-polygon)"],
  GEOMETRY_COORDINATES_INVALID: [3, "non-numeric or out-of-range coordinates"],
  GEOMETRY_RING_NOT_CLOSED: [3, "ring open or < 4 positions"],
  GEOMETRY_RING_COUNT: [3, "more or less than one ring"],
  GEOMETRY_SELF_INTERSECTING: [3, "ring crosses itself"],
  POLYGON_COLLECTION_TYPE: [3, "polygon with type other than stripmap_100"],
  COLLECTION_TYPE_UNKNOWN: [3, "type not in /collectiontypes (only with --check-type)"],
  COLLECT_MODE_CONFLICT: [8, "given collectMode differs from the type's"],
  REPEAT_GEOMETRY_NOT_POINT: [3, "repeat geometry not Point"],
  WINDOW_REQUIRED: [3, "windowOpen or windowClose missing"],
  WINDOW_PAST: [3, "the window has closed (--allow-past sends it)"],
  WINDOW_ORDER: [3, "close/end not after open/start"],
  TIMESTAMP_INVALID: [3, "not an RFC 3339 timestamp"],
  ENUM_INVALID: [3, "value outside a stated enum"],
  FIELD_TYPE_INVALID: [3, "wrong JSON type for a field"],
  ORBITAL_PLANE_INVALID: [3, "element not 45, 53, 97"],
  OFF_NADIR_ORDER: [3, "min > max (create), min >= max (collect retask)"],
  RETASK_LOOK_ANGLE_RANGE: [3, "collect retask angle outside 5..50"],
  LOCAL_TIME_INVALID: [3, "not a name or 2 numbers in 0..86400"],
  SQUINT_ANGLE_TOO_LARGE: [3, "maxSquintAngle > 35 on a stripmap type"],
  GEO_REQUIRED: [3, "product list without GEO"],
  PRODUCT_TYPE_LOCKED: [8, "removing an org-required type"],
  PRODUCT_TYPE_UNAVAILABLE: [8, "type marked unavailable"],
  ORG_GEO_LOCKED: [3, "org default with GEO required:false"],
  PLACEMENT_CONFLICT: [3, "root and properties values differ"],
  REPEAT_INTERVAL_TOO_SHORT: [3, "interval < 24 h"],
  REPEAT_END_CONFLICT: [3, "more than one end trigger, or two different end dates"],
  RETASK_POLYGON: [7, "retask of a polygon task"],
  RETASK_COLLECT_NO_REPEAT: [3, "repeat fields in a collect retask"],
  PAGE_LIMIT_EXCEEDED: [3, "search page size < 1 or > 500"],
  QUERY_OPERATOR_INVALID: [3, "operator not in the field's set, none or more than one"],
  QUERY_FIELD_DUPLICATE: [3, "same field filtered twice"],
  DATETIME_INTERVAL_INVALID: [3, "bad date-time/interval form"],
  BBOX_INVALID: [3, "length not 4/6, non-numeric, latitude order/range"],
  CRS_UNSUPPORTED: [8, "unknown bbox-crs"],
  CATALOG_SPATIAL_CONFLICT: [3, "bbox and intersects together"],
  ORDER_EMPTY: [3, "no order items"],
  ORDER_ITEM_SHAPE: [3, "element fits neither shape"],
  VS_WITHOUT_GEO: [3, "VS item without its GEO item"],
  ITEM_NOT_FOUND: [8, "unknown collection/granule/collect in an order"],
  ORDER_NOT_AUTHORIZED: [8, "review says authorized:false, or order rejected"],
  EXPORT_SELECTOR_CONFLICT: [3, "both exportFormat and fileNames"],
  EXPORT_SELECTOR_MISSING: [3, "neither"],
  EXPORT_FILE_NOT_FOUND: [6, "name not in the available list"],
  EXPORT_NOTHING_MATCHED: [6, "local selector matched no file"],
  COST_LIMIT_EXCEEDED: [12, "cost above --max-cost or unparsable"],
  AUTH_MISSING: [4, "no credential configured"],
  NOT_AUTHENTICATED: [4, "401"],
  AUTH_EXPIRED: [4, "stored token expired (local), or service code TOKEN_EXPIRED"],
  NOT_AUTHORIZED: [5, "403 on the API"],
  ORG_MANAGER_REQUIRED: [5, "org defaults without the role"],
  NOT_FOUND: [6, "404"],
  PICTURE_UNAVAILABLE: [6, "the service gives no public picture of a catalog item"],
  ORDER_NOT_FOUND: [6, "404 on an order"],
  NOT_IN_REVIEW: [7, "approve/reject outside review"],
  PRODUCT_EDIT_CUTOFF: [7, "product update after the 3-hour cutoff"],
  TASK_HAS_NO_COLLECTS: [7, "order by task without collects"],
  ORDER_EXPIRED: [7, "order past expirationDate"],
  ENDED_UNEXPECTEDLY: [7, "wait ended in a different terminal state"],
  CONFLICT: [7, "other 409"],
  SERVICE_REJECTED: [8, "other 400/413/415/422"],
  MALFORMED_JSON: [8, "body not JSON (reported by the service)"],
  METHOD_NOT_ALLOWED: [8, "405 (names the endpoint override setting)"],
  RESPONSE_UNRECOGNISED: [8, "2xx body without the needed field, or not JSON"],
  NETWORK: [9, "DNS, refused, reset, TLS"],
  TIMEOUT: [9, "request timeout of a request that spends nothing (a spending one is OUTCOME_UNKNOWN)"],
  RATE_LIMITED: [9, "429 after retries"],
  SERVICE_ERROR: [9, "5xx after retries"],
  ORDER_IN_PROGRESS: [11, "download asked without --wait"],
  WAIT_TIMEOUT: [11, "--wait-timeout passed"],
  SIGNED_URL_EXPIRED: [10, "signed URL expired twice"],
  SIGNATURE_INVALID: [10, "signed URL tampered or cut"],
  DOWNLOAD_INCOMPLETE: [10, "fewer/more bytes than announced, checksum differs"],
  DOWNLOAD_PARTIAL: [10, "some files failed"],
  DOWNLOAD_NOTHING: [10, "filters left no asset"],
  RESULT_TOO_LONG: [10, "a search for everything reached 100,000 items, and there are more"],
  BATCH_PARTIAL: [10, "--each or several ids: some failed"],
  FILE_EXISTS: [10, "target exists without --overwrite/--skip-existing and cannot be resumed"],
  PATH_UNSAFE: [10, "target outside --out-dir"],
  DISK_WRITE_FAILED: [14, "no space, permission"],
  DESTINATION_REFUSED: [14, "the S3 destination refuses: bucket, access, keys"],
  OUTPUT_WRITE_FAILED: [14, "stdout cannot be written (EPIPE ends quietly instead)"],
  JOURNAL_UNWRITABLE: [14, "the spend journal cannot be written: nothing was sent"],
  OUTCOME_UNKNOWN: [
    13,
    "a spending request may have been accepted (timeout, reset, 5xx, 3xx, unreadable 2xx); says what to check and how to resolve",
  ],
  INTENT_OPEN: [
    13,
    "the same intent is already in flight or unresolved in the journal, or a record of the journal cannot be read",
  ],
  BUDGET_EXCEEDED: [12, "the profile's budget would be exceeded"],
  PRICE_CHANGED: [12, "the price differs from the one shown"],
  APPROVAL_REQUIRED: [12, "a purchase above approval.above, or by an assistant, without an approved quote"],
  QUOTE_REFUSED: [
    12,
    "the quote was edited, has ended, was bought, or is for another journal, service or account",
  ],
  VERIFY_FAILED: [10, "a file does not match its manifest"],
  REDIRECT_REFUSED: [9, "the API or a signed URL redirected where we do not follow"],
  KEY_INVALID: [4, "the key has characters a header cannot carry (never echoed)"],
  KEYRING_UNAVAILABLE: [4, "the system's keyring cannot be reached, or is locked"],
  STORE_PERMISSIONS: [4, "a secret store is readable by others"],
  FILTER_UNKNOWN: [2, "no asset, item, column or export has this name"],
  ALREADY_ORDERED: [
    12,
    "an active order contains at least one of the items; --resend buys them again, --yes does not",
  ],
  INTENT_CONFIRMED: [
    12,
    "the same spending request was confirmed before; --resend sends it again, --yes does not",
  ],
  CONFIRMATION_REQUIRED: [12, "prompt needed but no TTY and no --yes"],
  ABORTED: [12, "user declined"],
  INTERNAL: [1, "bug"],
} as const satisfies Record<string, readonly [exit: ExitCode, condition: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The place where a failure was found, which decides the exit code of a shared error code. */
export type ErrorKind = "usage" | "local" | "service" | "network" | "io";

/**
 * One fault of an input. `path` is the JSON path in the body (`properties.windowOpen`), `option` the input of that name,
 * `flag` the typed flag (added by the command line, which alone knows its flags), `rule` the rule as text.
 */
export interface Fault {
  code: ErrorCode;
  path: string;
  message: string;
  option?: string | undefined;
  flag?: string;
  value?: unknown;
  rule?: string;
  next?: Hint | NextStep;
}

export interface About {
  noun: "task" | "repeat" | "order" | "collect" | "item";
  id: string;
}

export interface AppErrorOptions {
  /** The next step, if the code alone does not determine it: as words only where they contain no flag and no command, or at the edge. */
  next?: Hint | NextStep | undefined;
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

/** An expected failure. Its message contains what happened, with the value; the command line adds the next step. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly next: Hint | NextStep | undefined;
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
export function inputError(
  issues: readonly Fault[],
  options: Omit<AppErrorOptions, "issues"> = {},
): AppError {
  const first = issues.find(({ code }) => ERROR_CODES[code][0] === 2) ?? issues[0];
  if (first === undefined) throw new Error("inputError needs at least one fault");
  const kind = ERROR_CODES[first.code][0] === 2 ? "usage" : "local";
  const message = issues.length === 1 ? first.message : `${issues.length} problems in the input`;
  return new AppError(kind, first.code, message, {
    ...options,
    next: options.next ?? first.next,
    issues,
  });
}
