import { ERROR_CODES, type ErrorCode } from "../errors.ts";

/** Codes that only we can find, whatever a service sends under their name. */
const LOCAL_ONLY = new Set<string>([
  "AUTH_MISSING",
  "KEY_INVALID",
  "STORE_PERMISSIONS",
  "QUERY_FIELD_DUPLICATE",
  "EXPORT_NOTHING_MATCHED",
  "ENDED_UNEXPECTEDLY",
  "RESPONSE_UNRECOGNISED",
]);

/** Exits of codes that say something about the request itself. */
const REQUEST_EXITS = new Set<number>([3, 4, 5, 6, 7, 8]);
const OTHERS = new Set<string>([
  "RATE_LIMITED",
  "ORDER_IN_PROGRESS",
  "SIGNED_URL_EXPIRED",
  "SIGNATURE_INVALID",
]);

/** Our own code for the code that a service sent, or undefined when it is none that a service can report. */
export function serviceCodeOf(code: string | undefined): ErrorCode | undefined {
  if (code === undefined) return undefined;
  if (code === "TOKEN_EXPIRED") return "AUTH_EXPIRED";
  if (!Object.hasOwn(ERROR_CODES, code) || LOCAL_ONLY.has(code)) return undefined;
  const known = code as ErrorCode;
  return REQUEST_EXITS.has(ERROR_CODES[known][0]) || OTHERS.has(known) ? known : undefined;
}
