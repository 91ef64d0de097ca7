/**
 * Converts a failed response to an error. The code comes from the service's own code, else from endpoint and
 * status.
 */
import { AppError, ERROR_CODES, type About, type ErrorCode } from "../errors.ts";
import { type EndpointName, getEndpoint } from "./endpoints.ts";
import { formatErrorDetail, isMarkup, readErrorBody, type Detail, type ErrorBody } from "./read-error.ts";
import { redirectTarget } from "./redirect-target.ts";
import { findUnknownPath } from "./refusals.ts";
import { advice, swath, type Hint } from "../hint.ts";
import { suggestDialect } from "./dialect.ts";
import { CHECK_BASE_URL, CHECK_CONNECTION } from "./send.ts";
import { suggestAfterRefusal } from "./refusal-hints.ts";
import { replaceUrls } from "./urls-in-text.ts";

export interface FailedReply {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** The body as text; empty without a body. */
  text: string;
  /** The request: path as sent, without query. */
  request: { method: string; path: string };
  /** The absolute URL of the request. */
  url: string;
}

/**
 * Returns the error of a failed response. `endpoint` is undefined for raw requests. The message is the
 * service's own text, if there is one.
 */
export function makeServiceError(reply: FailedReply, endpoint?: EndpointName): AppError {
  const { status, headers, request } = reply;
  const sent = maskSignatures(readErrorBody(status, headers["content-type"], reply.text));
  const isPathUnknown = findUnknownPath(reply) === "stated";
  // A page is from something in front of the service, and not about a role.
  const isPage = [403, 404, 405].includes(status) && isMarkup(headers["content-type"], reply.text);
  const code = isPathUnknown
    ? "NOT_FOUND"
    : isPage && status === 403
      ? "NOT_AUTHORIZED"
      : (findCodeByWords(status, sent, endpoint) ?? chooseCode(status, sent.code, endpoint));
  const entry = endpoint && getEndpoint(endpoint);
  const body = entry?.login !== true ? sent : status === 401 ? WRONG_LOGIN : NOT_QUOTED;
  const redirect = code === "REDIRECT_REFUSED" ? redirectIn(reply) : undefined;
  // The words of a gateway about a missing token are wrong here.
  const said = isPathUnknown
    ? sayUnknownPath(reply, status === 403 ? "" : body.message)
    : `${describeFailure(reply, body)}${redirect?.words ?? ""}`;
  const about = entry && !isPathUnknown ? findAbout(request.path, entry.path) : undefined;
  return new AppError(code === "REDIRECT_REFUSED" ? "network" : "service", code, said, {
    status,
    serviceCode: body.code,
    request,
    next:
      redirect?.next ??
      (isPage
        ? status === 403
          ? CHECK_CONNECTION
          : CHECK_BASE_URL
        : suggestNext(code, status, { endpoint, about })),
    about,
    issues: body.detail.map(({ path = "", message, value }) => ({
      code,
      path,
      message,
      ...(value !== undefined && { value }),
    })),
  });
}

/** Hides the queries of signed URLs that a service quotes, because such a URL is the key of its file. */
function maskSignatures(body: ErrorBody): ErrorBody {
  const mask = (text: string): string =>
    replaceUrls(text, ({ start, userInfo, address, query = "", fragment = "" }) => {
      const rest = SIGNED.test(query + fragment) ? "?***" : query + fragment;
      return `${start}${userInfo === undefined ? "" : "***@"}${address}${rest}`;
    });
  const maskDetail = (entry: Detail): Detail => ({
    ...entry,
    message: mask(entry.message),
    ...(typeof entry.value === "string" && { value: mask(entry.value) }),
  });
  return { ...body, message: mask(body.message), detail: body.detail.map(maskDetail) };
}

/** A parameter of a signed URL, or a credential: `X-Amz-Signature=`, `access_token=`. */
const SIGNED = /sig|token|key|credential|secret|passw|auth|policy/i;

/** Returns the service's own text, with its only detail, then the status and the request. */
function describeFailure(
  { status, headers, request, text }: FailedReply,
  { message, detail }: ErrorBody,
): string {
  const answered = `${status} from ${request.method} ${request.path}${describeAllowed(status, headers)}`;
  if (message === "") return `the service answered ${answered}`;
  const [only] = detail;
  const said = only === undefined || detail.length > 1 ? message : withDetail(message, only);
  const page =
    status === 403 && isMarkup(headers["content-type"], text) ? "a web page instead of the service: " : "";
  return `${page}${said} (${answered})`;
}

/** Returns a message with its only detail, which is not repeated: the path of a repeated one stays in the issue. */
function withDetail(message: string, detail: Detail): string {
  if (message.includes(detail.message)) return message;
  const text = formatErrorDetail(detail);
  return text.includes(message) ? text : `${message}: ${text}`;
}

/** Returns the methods that a 405 allows. */
function describeAllowed(status: number, { allow = "" }: FailedReply["headers"]): string {
  const methods =
    status === 405 ? allow.split(",").flatMap((method) => /^[A-Z]{1,20}$/.exec(method.trim()) ?? []) : [];
  return methods.length === 0 ? "" : `, which allows ${methods.slice(0, 9).join(", ")}`;
}

function sayUnknownPath({ status, request }: FailedReply, message: string): string {
  const words = message === "" ? "" : `: ${message}`;
  return `the service has no such path (${status} from ${request.method} ${request.path}${words})`;
}

/**
 * Returns where a redirect leads, and the next step. Only the name of another host is shown: the rest may contain a signature. No
 * step sends the key to another host.
 */
function redirectIn({ headers, request, url }: FailedReply): { words: string; next: Hint } {
  const target = redirectTarget(headers["location"], url);
  const next = CHECK_CONNECTION;
  if (target.kind === "none") return { words: ", a redirect without a valid address", next };
  if (target.kind === "other")
    return { words: `, a redirect to ${target.origin}: nothing was sent there`, next };
  const isPrefixed = target.path !== request.path && target.path.endsWith(request.path);
  return {
    words: `, a redirect to ${target.path} on the same host: only a GET follows it`,
    next: isPrefixed ? "Set --base-url to the address that the service uses" : next,
  };
}

/** A response with a token in an unknown place. */
const NOT_QUOTED: ErrorBody = { message: "", detail: [] };
const WRONG_LOGIN: ErrorBody = {
  message: "the service does not accept this user name and password",
  detail: [],
};

/** Statuses about the record in the path. Others concern the key, the rate or the server. */
const ABOUT_RECORD: ReadonlySet<number> = new Set([400, 404, 405, 409, 410, 422]);

function findCodeByWords(
  status: number,
  { code, message }: ErrorBody,
  endpoint: EndpointName | undefined,
): ErrorCode | undefined {
  if (!ABOUT_RECORD.has(status) || (findServiceCode(code) ?? "SERVICE_REJECTED") !== "SERVICE_REJECTED")
    return undefined;
  const { codesByWords = [] } = (endpoint && getEndpoint(endpoint)) ?? {};
  return codesByWords.find(([words]) => words.test(message))?.[1];
}

function chooseCode(status: number, sent: string | undefined, endpoint: EndpointName | undefined): ErrorCode {
  if (status >= 500) return "SERVICE_ERROR";
  if (status >= 300 && status < 400) return "REDIRECT_REFUSED";
  const own = endpoint && getEndpoint(endpoint).codes?.[status];
  if (status === 425) return own ?? "SERVICE_REJECTED";
  const unknown = status >= 400 ? "SERVICE_REJECTED" : "RESPONSE_UNRECOGNISED";
  return ALWAYS[status] ?? pick(sent, own ?? BY_STATUS[status] ?? unknown);
}

/** Codes of statuses that are more specific than any code of the service. */
const ALWAYS: Readonly<Record<number, ErrorCode>> = {
  405: "METHOD_NOT_ALLOWED",
  408: "TIMEOUT",
  429: "RATE_LIMITED",
};

/** Codes of statuses without a code of the service. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: "NOT_AUTHENTICATED",
  403: "NOT_AUTHORIZED",
  404: "NOT_FOUND",
  409: "CONFLICT",
  410: "NOT_FOUND",
};

/** Returns the service's own code, unless the status is more specific. */
function pick(sent: string | undefined, byStatus: ErrorCode): ErrorCode {
  const code = findServiceCode(sent);
  return code === undefined || code === "SERVICE_REJECTED" ? byStatus : code;
}

function suggestNext(
  code: ErrorCode,
  status: number,
  { endpoint, about }: { endpoint: EndpointName | undefined; about: About | undefined },
): Hint | undefined {
  if (status === 413) return "Send fewer items at a time";
  const usual = suggestAfterRefusal(code, about);
  const entry = endpoint && getEndpoint(endpoint);
  if (code === "NOT_AUTHENTICATED" && entry?.login === true) return "Correct the user name or the password";
  if (code !== "METHOD_NOT_ALLOWED" && code !== "NOT_FOUND") return usual;
  const setting = entry?.pathSetting ?? entry?.methodSetting;
  if (setting !== undefined) return suggestDialect(setting);
  if (entry === undefined) return usual;
  const noun = /^(?:\/orders)?\/tasks?\/\{/.test(entry.path)
    ? "task"
    : /^\/repeat-requests?\/\{/.test(entry.path)
      ? "repeat"
      : undefined;
  return noun === undefined || UUID.test(about?.id ?? "") ? usual : suggestSearch(noun);
}

export const suggestSearch = (noun: "task" | "repeat"): Hint =>
  advice`Look for it: ${noun === "task" ? swath`search tasks` : swath`search repeats`}`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the record of the path parameter; its place is counted from the end, because a base URL may have a path of
 * its own.
 */
function findAbout(path: string, template: string): About | undefined {
  const names = template.split("/");
  const at = names.findIndex((name) => name.startsWith("{"));
  const id = at === -1 ? undefined : path.split("/").at(at - names.length);
  if (id === undefined || id === "") return undefined;
  const noun =
    (["order", "repeat", "collect"] as const).find((one) => names[at]!.startsWith(`{${one}`)) ?? "task";
  try {
    return { noun, id: decodeURIComponent(id) };
  } catch {
    return { noun, id };
  }
}

/** Codes that only this program can detect, even if a service sends one of them. */
const LOCAL_ONLY = new Set<string>([
  "AUTH_MISSING",
  "KEY_INVALID",
  "STORE_PERMISSIONS",
  "QUERY_FIELD_DUPLICATE",
  "EXPORT_NOTHING_MATCHED",
  "ENDED_UNEXPECTEDLY",
  "RESPONSE_UNRECOGNISED",
]);

/** Exit codes of errors in the request itself. */
const REQUEST_EXITS = new Set<number>([3, 4, 5, 6, 7, 8]);
const OTHERS = new Set<string>([
  "RATE_LIMITED",
  "ORDER_IN_PROGRESS",
  "SIGNED_URL_EXPIRED",
  "SIGNATURE_INVALID",
]);

/** Code of a service for a request that has ended, or is collected. */
export const FINALIZED = "UNABLE_TO_UPDATE_FINALIZED_TRANSACTION";

/** Returns our code for a service's code, or undefined when a service cannot report it. */
function findServiceCode(code: string | undefined): ErrorCode | undefined {
  if (code === undefined) return undefined;
  if (code === "TOKEN_EXPIRED") return "AUTH_EXPIRED";
  if (code === FINALIZED) return "REQUEST_ENDED";
  if (!Object.hasOwn(ERROR_CODES, code) || LOCAL_ONLY.has(code)) return undefined;
  const known = code as ErrorCode;
  return REQUEST_EXITS.has(ERROR_CODES[known][0]) || OTHERS.has(known) ? known : undefined;
}
