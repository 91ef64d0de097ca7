import { DAY_MS } from "../../time/civil.ts";

/** The journal keeps the records of a month, so a quote that was bought stays known. */
export const MAX_QUOTE_MS = 30 * DAY_MS;
