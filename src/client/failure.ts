import type { TransportError, TransportReason } from "../contract/send.ts";
import { serviceError } from "../contract/service-error.ts";
import { AppError } from "../errors.ts";
import { retryAfterMs } from "../time/retry-timing.ts";
import type { BufferedResponse } from "./buffered-body.ts";
import type { BuiltRequest } from "./build-request.ts";
import { redact } from "./redact.ts";
import { advice, again, swath, typed, type Hint } from "../hint.ts";

const HINTS: Readonly<Record<TransportReason, Hint>> = {
  dns: advice`Check the host in the base URL and your network: ${swath`doctor`}`,
  refused: "Check host and port of the base URL; for the sandbox: is it running?",
  unreachable: "Check your network, and whether a proxy is needed (HTTPS_PROXY)",
  "connect-timeout": "Check your network, and whether a proxy is needed (HTTPS_PROXY)",
  tls: "If your network has its own certificate authority, name its file with --ca-file",
  proxy: "Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY",
  reset: advice`Try again${again()}`,
  timeout: "Try again, with a longer --timeout",
  aborted: advice`Run the same command again${again()}`,
  protocol: "Check the base URL: the server there does not answer with HTTP as expected",
};

/**
 * The error for an incomplete reply. The `TransportError` stays as cause: the spend journal reads `delivered` from
 * it.
 */
export function networkError(error: TransportError, { method, path, effect }: BuiltRequest): AppError {
  const isLate = error.reason === "timeout" || error.reason === "connect-timeout";
  const mayHaveWorked = effect !== "read" && error.delivered === "maybe";
  return new AppError("network", isLate ? "TIMEOUT" : "NETWORK", `${method} ${path}: ${error.message}`, {
    hint: mayHaveWorked
      ? "The service may have carried it out. Check before you send it again"
      : HINTS[error.reason],
    request: { method, path },
    cause: error,
  });
}

/** The error for a status other than success, with the service's own message, from which our secrets are removed. */
export function statusError(
  { status, headers, bytes }: BufferedResponse,
  { name, method, path }: BuiltRequest,
  secrets: readonly string[],
  nowMs: number,
): AppError {
  const text = redact(new TextDecoder().decode(bytes), secrets);
  const error = serviceError({ status, headers, text, request: { method, path } }, name);
  const waitMs = status >= 400 ? retryAfterMs(headers, nowMs) : undefined;
  if (waitMs === undefined || waitMs === 0) return error;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new AppError(error.kind, error.code, error.message, {
    status,
    serviceCode: error.serviceCode,
    issues: error.issues,
    request: { method, path },
    hint: `The service asks to wait ${retryAfterSeconds} s. Try again after that`,
    data: { retryAfterSeconds },
  });
}

/**
 * The error for a success that cannot be parsed. It carries the status, so that the journal does not record a
 * refusal.
 */
export function unrecognised(
  problem: string,
  { status, headers }: BufferedResponse,
  { method, path }: BuiltRequest,
): AppError {
  const type = headers["content-type"]?.split(";")[0]?.trim() ?? "";
  const isPage = /html/i.test(type);
  const shown = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? ` (${type})` : "";
  const what = isPage ? "a web page" : problem;
  return new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `${method} ${path} was answered with ${what}${shown} instead of the service's JSON`,
    {
      status,
      request: { method, path },
      hint: isPage
        ? advice`A login page of your network or proxy, or a base URL that is not the service's. Check both: ${swath`doctor`}`
        : advice`Check the base URL; ${typed("--debug-http", "reply.har")} keeps the exchange`,
    },
  );
}

/** The error for the record of something else: its state and price say nothing about the one that was asked for. */
export const otherRecord = (
  { asked, named }: { asked: string; named: string },
  { status }: BufferedResponse,
  { method, path }: BuiltRequest,
): AppError =>
  new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `${method} ${path} asked for ${JSON.stringify(asked)}, and the reply is the record of ${JSON.stringify(named)}: it is not used`,
    {
      status,
      request: { method, path },
      hint: advice`Give the full id of the record that you mean. Check the base URL: ${swath`doctor`}; ${typed("--debug-http", "reply.har")} keeps the exchange`,
      data: { asked, named },
    },
  );
