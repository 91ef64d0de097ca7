/** The next step after a refusal of the service, by its code. */
import type { About, ErrorCode } from "../errors.ts";
import { advice, blank, swath, typed, type Hint } from "../hint.ts";
import { CHECK_CONNECTION, SHOW_EXCHANGE } from "./send.ts";

/** Returns the next step; `about` is the record in the path of the request. */
export function suggestAfterRefusal(code: ErrorCode, about: About | undefined): Hint | undefined {
  const id = about === undefined || about.id === "" ? blank("id") : about.id;
  switch (code) {
    case "NOT_FOUND":
      return about ? "Check the id" : "Check the address, which begins with the --base-url";
    case "NOT_IN_REVIEW":
      return suggestReading(about) ?? advice`See the requests in review: ${swath`approvals`}`;
    case "REQUEST_ENDED":
      return suggestReading(about);
    case "ORDER_EXPIRED":
      return advice`See what it held: ${swath`journal show ${id}`}`;
    case "ORDER_IN_PROGRESS":
      return advice`Wait for it: ${swath`order download ${id} --wait`}`;
    case "TASK_HAS_NO_COLLECTS":
      return advice`Wait for the collect: ${swath`task wait ${id}`}`;
    default:
      return FIXED[code];
  }
}

function suggestReading(about: About | undefined): Hint | undefined {
  if (about === undefined) return undefined;
  const { noun, id } = about;
  return advice`See its state: ${swath`${noun} get ${id}`}`;
}

/** Returns the next step after a pause; `seconds` is the one that the service asks for. */
export const suggestLater = (seconds?: number): Hint =>
  seconds === undefined ? "Try again later" : `Try again after ${seconds} s`;

/** After a refused key. A command that knows where the key is from names that place instead. */
export const STORE_KEY = advice`Store a valid key: ${swath`auth login`}`;

const SEE_CREDENTIAL = advice`See which credential is used: ${swath`auth status`}`;

/** Those that depend on nothing else. */
const FIXED: Partial<Record<ErrorCode, Hint>> = {
  AUTH_EXPIRED: advice`Get a new token: ${swath`auth token --username <name>`}`,
  COLLECTION_TYPE_UNKNOWN: advice`List the types: ${swath`task types`}`,
  CRS_UNSUPPORTED: advice`For example: ${typed("--bbox-crs", "CRS84")}`,
  EXPORT_FILE_NOT_FOUND: advice`List the files: ${swath`export list`}`,
  ITEM_NOT_FOUND: advice`Find items: ${swath`catalog search`}`,
  MALFORMED_JSON: "Add --dry-run to see the body",
  METHOD_NOT_ALLOWED: "Check the --base-url",
  NOT_AUTHENTICATED: STORE_KEY,
  NOT_AUTHORIZED: SEE_CREDENTIAL,
  ORDER_NOT_FOUND: advice`See your orders: ${swath`order history`}`,
  ORG_MANAGER_REQUIRED: SEE_CREDENTIAL,
  RATE_LIMITED: suggestLater(),
  REDIRECT_REFUSED: CHECK_CONNECTION,
  RESPONSE_UNRECOGNISED: SHOW_EXCHANGE,
  RETASK_COLLECT_NO_REPEAT: advice`For a series: ${swath`repeat create`}`,
  RETASK_POLYGON: advice`Create a new request over the area: ${swath`task create`}`,
  SERVICE_ERROR: suggestLater(),
  TIMEOUT: "Raise --timeout",
};
