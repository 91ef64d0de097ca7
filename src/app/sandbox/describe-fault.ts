import type { Fault } from "../../sandbox/faults.ts";
import { formatDuration } from "../../time/duration.ts";

/** What a fault does, in words. */
export function describeFault(fault: Fault): string {
  const { status, retryAfter, html, latencyMs, reset, truncate, expired } = fault;
  return [
    latencyMs === undefined ? "" : `waits ${formatDuration(latencyMs)}`,
    status === undefined ? "" : `status ${status}`,
    retryAfter === undefined ? "" : `Retry-After ${retryAfter}`,
    html === undefined ? "" : "HTML page",
    reset === true ? "connection ends without a reply" : "",
    truncate === undefined ? "" : `body ends after ${truncate} bytes`,
    expired === true ? "signed URL expired" : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
