/** The error for a reply that is no success: our code by the service's own code, else by endpoint and status. */
import { AppError, type ErrorCode } from "../errors.ts";
import { endpointOf, type EndpointName } from "./endpoints.ts";
import { readErrorBody } from "./read-error.ts";
import { serviceCodeOf } from "./service-code.ts";
import { hintFor } from "./service-hints.ts";

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
    hint: hintFor(code, { endpoint, headers }),
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
