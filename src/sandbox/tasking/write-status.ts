import { formatTimestamp } from "../../time/timestamp.ts";
import type { RequestProperties, StatusCode, StatusEntry } from "./tasking-request.ts";

interface StatusFields {
  lastStatusCode: StatusCode;
  lastStatusMessage: string;
  lastStatusTime: string;
  statusHistory: StatusEntry[];
}

/** The status fields of a record after one more entry. */
export function statusFields(
  history: readonly StatusEntry[],
  code: StatusCode,
  message: string,
  atMs: number,
): StatusFields {
  const entry: StatusEntry = { time: formatTimestamp(atMs), code, message };
  return {
    lastStatusCode: code,
    lastStatusMessage: message,
    lastStatusTime: entry.time,
    statusHistory: [entry, ...history],
  };
}

/** Moves a record on to a status: the newest entry of the history and the `lastStatus` fields are always the same. */
export function writeStatus(
  properties: RequestProperties,
  code: StatusCode,
  message: string,
  atMs: number,
): void {
  Object.assign(properties, statusFields(properties.statusHistory, code, message, atMs));
}
