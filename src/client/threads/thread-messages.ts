import type { HttpRequest, TransportReason } from "../../contract/send.ts";

/** What a data thread is asked to do. `id` names one exchange: a request, its reply and where the bytes go. */
export type Order = { id: number } & (
  | { kind: "ask"; request: Omit<HttpRequest, "signal"> }
  /** Write the body into the file behind this descriptor, from this position on. */
  | { kind: "pour"; fd: number; position: number }
  /** What was written up to here has been noted; see `Report`. */
  | { kind: "noted"; position: number }
  /** One chunk of the body, for somebody who reads it himself. */
  | { kind: "pull" }
  | { kind: "abort" }
);

/** What a data thread tells. After "end" or "failed" an exchange is over, and its descriptor no longer used. */
export type Report = { id: number } & (
  | { kind: "head"; status: number; headers: Record<string, string>; isPlain: boolean }
  | { kind: "written"; position: number }
  | { kind: "chunk"; bytes: Uint8Array }
  | { kind: "end" }
  | { kind: "failed"; fault: ThreadFault }
);

/** An error on its way to the other thread, where it is made anew. */
export type ThreadFault =
  | { reason: TransportReason; delivered: "no" | "maybe"; message: string }
  | { errno: string; message: string };

export interface ThreadSettings {
  connectTimeoutMs: number | undefined;
  caFile: string | undefined;
  extraCaFile: string | undefined;
}

const LEAST_AHEAD_BYTES = 128 * 1024;
const AHEAD_SHARE = 0.015;

/** Bytes that may be written before their noting is waited for, when so many have come: a kill loses them. */
export const aheadBytes = (come: number): number =>
  Math.max(LEAST_AHEAD_BYTES, Math.floor(come * AHEAD_SHARE));

const MOST_REPORT_BYTES = 4 * 1024 * 1024;

/** Bytes that are worth a report. */
export const reportBytes = (come: number): number => Math.min(MOST_REPORT_BYTES, aheadBytes(come) / 2);
