import type { HttpRequest, TransportReason } from "../../contract/send.ts";

/** What the main thread asks of a data thread. `id` names one HTTP request and everything about its reply. */
export type ThreadRequest = { id: number } & (
  | { kind: "send"; request: Omit<HttpRequest, "signal"> }
  /** Write the body to the file behind this descriptor, from this position on. */
  | { kind: "write"; fd: number; position: number }
  /** Pass the bytes of the body on, each piece when the one before has been acknowledged. */
  | { kind: "read" }
  /** The progress up to this position, as reported before, has been recorded. */
  | { kind: "acknowledge"; position: number }
  | { kind: "abort" }
);

/** What a data thread reports. After "end" or "failed" it does nothing more for this request. */
export type ThreadReport = { id: number } & (
  | { kind: "head"; status: number; headers: Record<string, string> }
  | { kind: "written"; position: number }
  | { kind: "bytes"; position: number; bytes: Uint8Array }
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
