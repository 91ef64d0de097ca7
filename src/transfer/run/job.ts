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
  /** A thread of its own makes the requests and writes the body. */
  isThreaded: boolean;
  /** The reply to a request that was made already, for the first attempt. */
  first?: () => Promise<HttpResponse>;
}

/** How one request ended. */
export type RequestOutcome =
  /** The last byte has arrived; `proof` names what shows that it is the last. */
  | { kind: "complete"; proof: string }
  /** The server sent less than was asked for, in order: continue behind it. */
  | { kind: "more" }
  /** The server has this version, but does not serve ranges of it. */
  | { kind: "rangeless" }
  | {
      kind: "retry";
      code: RetryCode;
      reason: string;
      status?: number;
      retryAfter?: string;
      isFromZero?: boolean;
    }
  /** The link has to be renewed. Without a status no request was made, because its source calls the link too old. */
  | { kind: "expired"; status?: number; code: "SIGNED_URL_EXPIRED" | "SIGNATURE_INVALID" };

export type RetryCode = "NETWORK" | "TIMEOUT" | "RATE_LIMITED" | "SERVICE_ERROR" | "DOWNLOAD_INCOMPLETE";
