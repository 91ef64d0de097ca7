import { getEndpoint } from "../contract/endpoints.ts";
import {
  adviseOnTls,
  CHECK_BASE_URL,
  CHECK_CONNECTION,
  SHOW_EXCHANGE,
  type TransportError,
} from "../contract/send.ts";
import { listRefusedFields, findUnknownPath } from "../contract/refusals.ts";
import { makeServiceError } from "../contract/service-error.ts";
import { AppError } from "../errors.ts";
import { readRetryAfter } from "../time/retry.ts";
import type { BufferedResponse } from "./exchange.ts";
import type { BuiltRequest } from "./build-request.ts";
import { swath } from "../hint.ts";
import { suggestLater } from "../contract/refusal-hints.ts";

/** Returns the error for an incomplete response. The `TransportError` stays as cause: the spend journal reads `delivered` from it. */
export function toNetworkError(error: TransportError, { method, path, url, effect }: BuiltRequest): AppError {
  const isLate = error.reason === "timeout" || error.reason === "connect-timeout";
  const mayHaveWorked = effect !== "read" && error.delivered === "maybe";
  const perhaps = mayHaveWorked ? "; the service may have carried it out" : "";
  return new AppError(
    "network",
    isLate ? "TIMEOUT" : "NETWORK",
    `${method} ${path}: ${error.message}${perhaps}`,
    {
      next: error.reason === "tls" ? adviseOnTls(error, url) : isLate ? "Raise --timeout" : CHECK_CONNECTION,
      request: { method, path },
      cause: error,
    },
  );
}

/** Returns the error for a status other than success, with the service's message. */
export function toStatusError(
  { status, headers, bytes }: BufferedResponse,
  { name, method, path, url }: BuiltRequest,
  nowMs: number,
): AppError {
  const text = new TextDecoder().decode(bytes);
  const error = makeServiceError({ status, headers, text, request: { method, path }, url }, name);
  const waitMs = status >= 400 ? readRetryAfter(headers, nowMs) : undefined;
  if (waitMs === undefined || waitMs === 0) return error;
  const seconds = Math.ceil(waitMs / 1000);
  const isLimit = error.code === "RATE_LIMITED" || error.code === "SERVICE_ERROR";
  return error.restated(error.message, {
    data: { retryAfterSeconds: seconds },
    ...(isLimit && { next: suggestLater(seconds) }),
  });
}

/** Returns whether a failed response reports that the service has no such path, so that nothing was done. */
export const isPathUnknown = ({ status, headers, bytes }: BufferedResponse): boolean =>
  findUnknownPath({ status, headers, text: new TextDecoder().decode(bytes) }) !== undefined;

/** Returns the fields that a failed response refuses. */
export const readRefusedFields = ({ status, headers, bytes }: BufferedResponse): ReadonlySet<string> =>
  listRefusedFields({ status, headers, text: new TextDecoder().decode(bytes) });

/** Returns the error for a success that cannot be parsed. It has the status, so that the journal does not record a refusal. */
export function toUnrecognised(
  problem: string,
  { status, headers }: BufferedResponse,
  { name, method, path }: BuiltRequest,
  data?: Record<string, unknown>,
): AppError {
  const type = headers["content-type"]?.split(";")[0]?.trim() ?? "";
  const isPage = /html/i.test(type);
  const isLogin = name !== undefined && getEndpoint(name).login === true;
  const shown = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? ` (${type})` : "";
  const what = isPage ? "a web page" : problem;
  return new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `${method} ${path} was answered with ${what}${shown} instead of the service's JSON`,
    {
      status,
      request: { method, path },
      // A login is never shown, so --debug would not help.
      next: isPage ? CHECK_BASE_URL : isLogin ? swath`auth login` : SHOW_EXCHANGE,
      ...(data && { data }),
    },
  );
}
