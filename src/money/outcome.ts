import { TransportError } from "../contract/send.ts";
import type { ErrorCode, ExitCode } from "../errors.ts";
import { AppError, ERROR_CODES } from "../errors.ts";

/** The effect of a failed spending request: proven to be none, or unknown. */
export interface FailedOutcome {
  state: "refused" | "unknown";
  status?: number;
  reason: string;
}

// These statuses mean that the service has not processed the request. 408, 3xx and 5xx do not.
const REFUSING_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 422, 425, 429,
]);

// A 409 may also mean "you have this already": only the code of a refusal counts.
const REFUSING_EXITS: ReadonlySet<ExitCode> = new Set([3, 5, 6, 7, 8]);
const NOT_A_REFUSAL: ReadonlySet<string> = new Set<ErrorCode>([
  "CONFLICT",
  "SERVICE_REJECTED",
  "RESPONSE_UNRECOGNISED",
  "ENDED_UNEXPECTEDLY",
]);

const isRefusalCode = (code: string | undefined): boolean =>
  code !== undefined &&
  Object.hasOwn(ERROR_CODES, code) &&
  !NOT_A_REFUSAL.has(code) &&
  REFUSING_EXITS.has(ERROR_CODES[code as ErrorCode][0]);

// Usage, local rules and credentials are checked before anything is sent.
const EXITS_BEFORE_SENDING: ReadonlySet<ExitCode> = new Set([2, 3, 4]);
const stoppedBeforeSending = (error: AppError): boolean =>
  (error.kind === "usage" || error.kind === "local") && EXITS_BEFORE_SENDING.has(error.exitCode);

/** Reports whether the response has a success status and an unreadable body. */
const isUnreadable = ({ code, status }: AppError): boolean =>
  code === "RESPONSE_UNRECOGNISED" && (status === undefined || status < 300);

/** Returns why the response proves nothing. */
const problemIn = ({ data }: AppError): string => {
  const problem = data?.["problem"];
  return typeof problem === "string" ? problem : "has no readable id";
};

const DEEPEST_CAUSE = 10;

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && chain.length < DEEPEST_CAUSE) {
    chain.push(current);
    current = (current as { cause?: unknown }).cause;
  }
  return chain;
}

/** Classifies an error of a spending request: unknown, unless it proves a refusal. */
export function classifyOutcome(error: unknown): FailedOutcome {
  const chain = chainOf(error);
  const app = chain.find((link) => link instanceof AppError);
  if (app?.status !== undefined) {
    const { status, serviceCode } = app;
    const isRefused = REFUSING_STATUSES.has(status) || (status === 409 && isRefusalCode(serviceCode));
    const code =
      serviceCode !== undefined && Object.hasOwn(ERROR_CODES, serviceCode) ? ` ${serviceCode}` : "";
    return {
      state: isRefused ? "refused" : "unknown",
      status,
      reason: `the service answered ${status}${code}${isUnreadable(app) ? `, but its response ${problemIn(app)}` : ""}`,
    };
  }
  if (app !== undefined && isUnreadable(app))
    return { state: "unknown", reason: `the service answered, but its response ${problemIn(app)}` };
  const transport = chain.filter((link) => link instanceof TransportError);
  const [first] = transport;
  if (first !== undefined) {
    const neverLeft = transport.every(({ delivered }) => delivered === "no");
    return neverLeft
      ? { state: "refused", reason: `nothing left this machine (${first.reason})` }
      : { state: "unknown", reason: `no response (${first.reason})` };
  }
  if (app !== undefined && stoppedBeforeSending(app)) {
    return { state: "refused", reason: `stopped before sending (${app.code})` };
  }
  return {
    state: "unknown",
    reason: app === undefined ? "an unexpected error" : `no response (${app.code})`,
  };
}
