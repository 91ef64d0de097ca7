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
  reset: "the connection was closed before the reply was complete",
  timeout: "no reply in time",
  aborted: "given up before the reply was complete",
  protocol: "the reply is not valid HTTP",
};

const BAD_HEADER = "the reply has a header with characters that HTTP does not allow";
/** Before the head has ended, undici says this of every head that its parser refuses once Content-Length was in it. */
const LENGTH_MISMATCH = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";

/** The words for a person, where the parser's code says more. */
const FAULTS: Readonly<Record<string, string>> = {
  HPE_INVALID_HEADER_TOKEN: BAD_HEADER,
  [LENGTH_MISMATCH]: BAD_HEADER,
  UND_ERR_HEADERS_OVERFLOW: "the headers of the reply are too long",
};

/**
 * The `TransportError` for a failure of a socket or of undici. Its message holds host, port and an error code: never
 * a path, a query or a header, which may carry a signature or a key.
 */
export function transportError(
  cause: unknown,
  host: string,
  delivered: "no" | "maybe",
  { isInHead = false } = {},
): TransportError {
  if (cause instanceof TransportError) return cause;
  const code = codeOf(cause);
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
    cause: plain(cause),
  });
}

/** AggregateError (several addresses tried) carries the code of its first error. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === "string") return code;
  return name === "AbortError" ? "UND_ERR_ABORTED" : "";
}

/** undici's errors hold the socket and bytes of the reply; only message and code may reach a log. */
function plain(cause: unknown): unknown {
  if (!(cause instanceof Error)) return undefined;
  const code = codeOf(cause);
  return Object.assign(new Error(cause.message), { name: cause.name, ...(code !== "" && { code }) });
}
