import type { FINALIZED } from "../../contract/service-error.ts";
import type { ErrorCode } from "../../errors.ts";
import { escapeHtml } from "../../escape-html.ts";
import type { SandboxSettings } from "../settings.ts";

// Requests and responses of the sandbox are plain data, identical over a socket and in memory.

export interface SandboxRequest {
  method: string;
  /** Path and query as sent, without origin and without the service's path prefix. */
  path: string;
  /** The headers by lower-case name. */
  headers: Record<string, string>;
  body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Origin and prefix under which the caller reaches the service; links in responses are built on it. */
  baseUrl?: string;
}

export interface SandboxResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Set by an injected fault: the connection is closed before the first byte of this response. */
  isDropped?: true;
}

/** The response of a handler: JSON, or its own bytes. */
export interface Reply {
  /** The status; default: 200. */
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Codes that the service sends: those of the error table, and four that only a service can detect. */
export type ServiceCode =
  | ErrorCode
  | "TOKEN_EXPIRED"
  | "FIELD_NOT_SERVED"
  | "UNRECOGNIZED_KEYS"
  | typeof FINALIZED;

interface FaultDetail {
  /** JSON path in the body, header or query name; empty for the request as a whole. */
  path: string;
  message: string;
  /** Shown in the style `recorded` only. */
  code?: string;
}

/** Thrown by handlers: the response has this status and one error body. Any other error is a bug (500). */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly status: number,
    readonly code: ServiceCode,
    message: string,
    readonly detail: readonly FaultDetail[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** One invalid part of a body. */
export interface BodyFault extends FaultDetail {
  code: ServiceCode;
}

/** Refuses an invalid body: 422 with the path of each invalid part, and the code of the first. */
export function refuseBody(faults: readonly BodyFault[]): Refusal {
  const [first] = faults;
  if (first === undefined) throw new Error("refuseBody needs at least one fault");
  const message = faults.length === 1 ? first.message : `${faults.length} faults: ${first.message}`;
  const detail = faults.map(({ path, message: text, code }) => ({ path, message: text, code }));
  return new Refusal(422, first.code, message, detail);
}

/** Refuses one invalid part of a body or query. */
export const refuseField = (
  path: string,
  message: string,
  code: ServiceCode = "FIELD_TYPE_INVALID",
): Refusal => refuseBody([{ code, path, message }]);

export const makeNotFound = (message: string, code: ServiceCode = "NOT_FOUND"): Refusal =>
  new Refusal(404, code, message);

const page = (refusal: Refusal): string =>
  `<!doctype html><html><head><title>${refusal.status}</title></head><body><h1>${refusal.status}</h1><p>${escapeHtml(refusal.message)}</p></body></html>\n`;

const writeStandardBody = ({ code, message, detail }: Refusal): unknown => ({
  error: { code, message, detail: detail.map((fault) => ({ path: fault.path, message: fault.message })) },
});

/** Returns the body of a recorded deployment: the faults of a request as a list, anything else as one text. */
function writeRecordedBody({ status, code, message, detail }: Refusal): unknown {
  if (status !== 422) return { error: message };
  const faults = detail.length === 0 ? [{ path: "", message, code }] : detail;
  return {
    error: {
      message: "Validation Error",
      code: "VALIDATION_ERROR",
      detail: faults.map((fault) => ({
        message: fault.message,
        code: (fault.code ?? code).toLowerCase(),
        path: ["body", fault.path].filter((part) => part !== "").join("."),
      })),
    },
  };
}

// Spec silent: error status codes and bodies. The sandbox returns `{error: {code, message, detail: [{path,
// message}]}}` (setting `errorStyle`).
const BODIES: Record<Exclude<SandboxSettings["errorStyle"], "html">, (refusal: Refusal) => unknown> = {
  standard: writeStandardBody,
  plain400: writeStandardBody,
  text: ({ message }) => ({ error: message }),
  detail: ({ code, message, detail }) => ({
    detail: (detail.length === 0 ? [{ path: "", message }] : detail).map((fault) => ({
      loc: ["body", ...fault.path.split(".").filter((part) => part !== "")],
      msg: fault.message,
      type: code,
    })),
  }),
  message: ({ message }) => ({ message }),
  Message: ({ message }) => ({ Message: message }),
  recorded: writeRecordedBody,
};

/** Thrown for a path or a method that is not served: 404 or 405. */
export class UnknownPath extends Refusal {}

/** Returns the response of a gateway that has no such path or method, in every style of errors. */
export const makeGatewayReply = (): Reply => ({
  status: 403,
  json: { message: "Missing Authentication Token" },
});

/** Returns a refusal as a response, in the style of the settings. */
export function renderRefusal(refusal: Refusal, style: SandboxSettings["errorStyle"]): Reply {
  const { headers } = refusal;
  if (style === "html") {
    return {
      status: refusal.status,
      headers: { ...headers, "content-type": "text/html; charset=utf-8" },
      body: Buffer.from(page(refusal)),
    };
  }
  const isPlain = style === "plain400" && [409, 410, 413, 415, 422].includes(refusal.status);
  return { status: isPlain ? 400 : refusal.status, headers, json: BODIES[style](refusal) };
}
