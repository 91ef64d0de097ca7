/** What the status code of a request means: whether it waits for a decision, is at its end, or goes on. */

/** The state in which a request waits for its cost to be approved. */
export const REVIEW = "review";

// Spec silent: the full list of status codes and which of them are final. We take the named `completed` and `rejected`
// for final, and with them the words for an end that are seen in the field.
const ENDS: ReadonlySet<string> = new Set([
  "completed",
  "rejected",
  "canceled",
  "cancelled",
  "expired",
  "failed",
  "error",
  "anomaly",
]);

/** True for a state that nothing follows; a state nobody has heard of is not one. */
export const isFinal = (code: string | undefined): boolean => code !== undefined && ENDS.has(code);

export type Standing = "reached" | "ended" | "open";

/** Whether a code is one that is waited for, an end without it, or neither. */
export function standingOf(code: string | undefined, until: readonly string[]): Standing {
  if (code !== undefined && until.includes(code)) return "reached";
  return isFinal(code) ? "ended" : "open";
}
