/** A failure on request: what tests and people ask of the sandbox to see how they cope. */
export interface FaultRule {
  /** An endpoint's name (`placeOrder`), `asset`, or `*` for every route but the control plane. */
  route: string;
  /** `after`: the request is carried out first and only its reply is lost or replaced. Default `before`. */
  when?: "before" | "after";
  /** Answer this status instead. */
  status?: number;
  /** Seconds or an HTTP date, sent as `Retry-After` with the status. */
  retryAfter?: number | string;
  /** Answer this text instead of the error body, as HTML. */
  html?: string;
  /** Wait this many real milliseconds first. */
  latencyMs?: number;
  /** End the connection before one byte of the reply. */
  reset?: boolean;
  /** End the connection after this many bytes of the reply's body. */
  truncate?: number;
  /** Treat a signed URL as expired. */
  expired?: boolean;
}

export interface Fault extends FaultRule {
  id: string;
  /** How many more requests it meets; null when it stays until it is cleared. */
  remaining: number | null;
}

/** Ten minutes: longer than anybody waits, and short enough for every timer. */
const MAX_LATENCY_MS = 600_000;

/** What is wrong with a wish for a fault, in words; undefined when it may be planted. */
export function findFaultFault(
  value: Readonly<Record<string, unknown>>,
  routes: readonly string[],
): string | undefined {
  const { route, when, status, retryAfter, html, latencyMs, reset, truncate, expired, count } = value;
  const isWhole = (number: unknown, least: number): boolean =>
    number === undefined || (Number.isInteger(number) && (number as number) >= least);
  if (typeof route !== "string" || !routes.includes(route)) return `route is one of ${routes.join(", ")}`;
  if (when !== undefined && when !== "before" && when !== "after") return "when is before or after";
  if (status !== undefined && !(isWhole(status, 400) && (status as number) <= 599))
    return "status is 400 to 599";
  if (retryAfter !== undefined && !isWhole(retryAfter, 0) && typeof retryAfter !== "string") {
    return "retryAfter is seconds or an HTTP date";
  }
  if (html !== undefined && typeof html !== "string") return "html is text";
  if (!isWhole(latencyMs, 0) || Number(latencyMs) > MAX_LATENCY_MS) {
    return `latencyMs is a whole number of milliseconds, up to ${MAX_LATENCY_MS}`;
  }
  if (!isWhole(truncate, 0)) return "truncate is a whole number of bytes";
  if (!isWhole(count, 1)) return "count is a whole number, 1 or more; without it the fault stays";
  for (const [name, flag] of Object.entries({ reset, expired })) {
    if (flag !== undefined && typeof flag !== "boolean") return `${name} is true or false`;
  }
  const acts = [status, html, latencyMs, reset, truncate, expired].some(
    (act) => act !== undefined && act !== false,
  );
  return acts ? undefined : "a fault needs one of status, html, latencyMs, reset, truncate, expired";
}
