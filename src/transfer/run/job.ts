import type { HttpResponse } from "../../contract/send.ts";
import type { Digest } from "../hashing/digest.ts";
import type { FileRef } from "../events.ts";
import type { PartFile } from "../part/part-file.ts";
import type { PlannedFile } from "../plan.ts";
import type { Run } from "./run.ts";

/** One file being fetched. */
export interface Job {
  run: Run;
  file: PlannedFile;
  ref: FileRef;
  part: PartFile;
  /** `file:checksum`, when it is one that we can compute. */
  checksum: Digest | undefined;
  /** The link of the moment. */
  href: string;
  /** A thread of its own makes the requests, and writes what comes. */
  isThreaded: boolean;
  /** The reply to a request that was made already, for the first attempt. */
  first?: () => Promise<HttpResponse>;
}

/** How one request ended. */
export type RequestOutcome =
  /** The last byte is here; `proof` says how we know. */
  | { kind: "complete"; proof: string }
  /** The far side gave less than asked for, in order: go on behind it. */
  | { kind: "more" }
  /** The far side has this version, but does not hand out parts of it. */
  | { kind: "rangeless" }
  | {
      kind: "retry";
      code: RetryCode;
      reason: string;
      status?: number;
      retryAfter?: string;
      isFromZero?: boolean;
    }
  /** The link has to be renewed; without a status nobody was asked, because the link is known to be too old. */
  | { kind: "expired"; status?: number; code: "SIGNED_URL_EXPIRED" | "SIGNATURE_INVALID" };

export type RetryCode = "NETWORK" | "TIMEOUT" | "RATE_LIMITED" | "SERVICE_ERROR" | "DOWNLOAD_INCOMPLETE";
