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
      /** Nothing that has arrived can be continued. */
      isFromZero?: boolean;
      /** A page or an error stands where the file should be: the same link will hardly bring anything else. */
      isPage?: boolean;
      /** Bytes came, but too slowly to go on like that. */
      isTooSlow?: boolean;
    }
  /** The link has to be renewed. Without a status no request was made, because its source calls the link too old. */
  | { kind: "expired"; status?: number; code: "SIGNED_URL_EXPIRED" | "SIGNATURE_INVALID" };

export type RetryCode = "NETWORK" | "TIMEOUT" | "RATE_LIMITED" | "SERVICE_ERROR" | "DOWNLOAD_INCOMPLETE";
