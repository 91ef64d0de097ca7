import { TransportError, type TransportReason } from "../contract/send.ts";

const REASONS: Readonly<Record<string, TransportReason>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  EAI_NONAME: "dns",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENETUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EACCES: "unreachable",
  EPERM: "unreachable",
  ETIMEDOUT: "connect-timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  UND_ERR_INVALID_ARG: "protocol",
  UND_ERR_NOT_SUPPORTED: "protocol",
  UND_ERR_ABORTED: "aborted",
};

const WORDS: Readonly<Record<TransportReason, string>> = {
  dns: "the name of the host cannot be resolved",
  refused: "the connection was refused",
  unreachable: "the host cannot be reached",
  "connect-timeout": "no connection in time",
  tls: "no trusted TLS connection",
  proxy: "the proxy gave no connection",
  reset: "the connection was closed before the response was complete",
  timeout: "no response in time",
  aborted: "given up before the response was complete",
  protocol: "the response is not valid HTTP",
};

/** Before the end of a head, undici reports this for every invalid head with Content-Length. */
const LENGTH_MISMATCH = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";

/** Descriptions of the more specific parser codes. */
const FAULTS: Readonly<Record<string, string>> = {
  HPE_INVALID_HEADER_TOKEN: "the response has a header with characters that HTTP does not allow",
  [LENGTH_MISMATCH]: "the response has a header that HTTP does not allow",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the response are too long",
};

/**
 * Returns the `TransportError` for a failure of a socket or of undici. Its message has host, port and an error code. It never has a path, query
 * or header, which may contain a signature or a key.
 */
export function toTransportError(
  cause: unknown,
  host: string,
  delivered: "no" | "maybe",
  { isInHead = false } = {},
): TransportError {
  if (cause instanceof TransportError) return cause;
  const code = readCode(cause);
  const isParserError =
    (isInHead && code === LENGTH_MISMATCH) ||
    code.startsWith("HPE_") ||
    (cause as Error | undefined)?.name === "HTTPParserError";
  const known = isParserError ? "protocol" : REASONS[code];
  // Once connected, the kernel's ETIMEDOUT means that the established connection died.
  const reason = known === "connect-timeout" && delivered === "maybe" ? "reset" : (known ?? "reset");
  const detail = code === "" ? "" : ` (${code})`;
  const words = (reason === "protocol" ? FAULTS[code] : undefined) ?? WORDS[reason];
  return new TransportError(reason, delivered, `${host}: ${words}${detail}`, {
    cause: stripDetails(cause),
  });
}

/** Returns the code of an error. For an AggregateError, which covers several addresses, returns the first error's code. */
function readCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === "string") return code;
  return name === "AbortError" ? "UND_ERR_ABORTED" : "";
}

/**
 * Returns an error with message and code only: undici's errors contain the socket and bytes of the response,
 * which must not reach a log.
 */
function stripDetails(cause: unknown): unknown {
  if (!(cause instanceof Error)) return undefined;
  const code = readCode(cause);
  return Object.assign(new Error(cause.message), { name: cause.name, ...(code !== "" && { code }) });
}

/**
 * Returns the error of an aborted exchange. A timeout has the `TransportError` to report; any other reason is
 * from a user or the program.
 */
export function toAbortError(reason: unknown, host: string, delivered: "no" | "maybe"): TransportError {
  const known = reason instanceof TransportError ? reason : undefined;
  const message = known?.message ?? `${host}: given up before the response was complete`;
  // The timeout's own error does not know whether anything was sent, so it must not be a cause with "maybe".
  const cause = known === undefined ? reason : known.cause;
  return new TransportError(known?.reason ?? "aborted", delivered, message, { cause });
}
