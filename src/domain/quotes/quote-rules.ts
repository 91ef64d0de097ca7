import { DAY_MS } from "../../time/civil.ts";

/** The journal keeps the records of a month, so a quote that was bought stays known. */
export const MAX_QUOTE_MS = 30 * DAY_MS;

/** The name of a requester that neither the system nor the CI runner has. */
export const UNKNOWN_REQUESTER = "unknown";

/** The requester of a quote that an assistant has made over MCP. */
export const ASSISTANT_REQUESTER = "an assistant";
