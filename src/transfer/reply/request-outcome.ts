import type { AppError } from "../../errors.ts";

/** The request, or another one for the same bytes, may succeed later. */
export interface Retry {
  kind: "retry";
  code: "NETWORK" | "TIMEOUT" | "RATE_LIMITED" | "SERVICE_ERROR" | "DOWNLOAD_INCOMPLETE";
  reason: string;
  status?: number;
  retryAfter?: string;
  /** The received bytes cannot be resumed. */
  isFromZero?: boolean;
  /** A page or an error arrived in place of the file: another request of the link is unlikely to return the file. */
  isPage?: boolean;
  /** The body was slower than `--min-rate`. */
  isTooSlow?: boolean;
}

/** The link must be renewed. Without a status no request was sent, because the source reports the link as expired. */
export interface Expired {
  kind: "expired";
  status?: number;
  code: "SIGNED_URL_EXPIRED" | "SIGNATURE_INVALID";
}

/** A retry cannot change this response. */
export interface Refused {
  kind: "refused";
  error: AppError;
}

/** The end of one request. */
export type RequestOutcome =
  /** The last byte has arrived; `proof` shows that it is the last. */
  | { kind: "complete"; proof: string }
  /** The server sent less than requested, in order: resume after it. */
  | { kind: "more" }
  /** The server has this version, but does not serve ranges of it. */
  | { kind: "rangeless" }
  | Retry
  | Expired
  | Refused;

export const toIncomplete = (reason: string, isFromZero = false): Retry => ({
  kind: "retry",
  code: "DOWNLOAD_INCOMPLETE",
  reason,
  isFromZero,
});
