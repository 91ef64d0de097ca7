import type { Point, Polygon } from "../../geo/geojson.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Framing } from "../scheduling/request.ts";

export type RequestKind = "task" | "repeat";

/** Codes that the sandbox writes; `received` only on request of a setting. */
export type StatusCode =
  | "received"
  | "review"
  | "submitted"
  | "accepted"
  | "completed"
  | "rejected"
  | "canceled";

interface StatusEntry {
  time: string;
  code: StatusCode;
  message: string;
}

/** Fields under `properties` that both kinds of record have. */
export interface RequestProperties {
  userId: string;
  organizationId: string;
  submissionTime: string;
  collectionTier: string;
  collectionType: string;
  collectConstraints: Record<string, unknown>;
  archiveHoldback: string;
  processingConfig: { productTypes: string[]; lockedProductTypes: string[] };
  preApproval: boolean;
  lastStatusCode: StatusCode;
  lastStatusMessage: string;
  lastStatusTime: string;
  /** The statuses of the request, the newest first. */
  statusHistory: StatusEntry[];
  [name: string]: unknown;
}

/** The record as in responses: a GeoJSON Feature. */
export interface RequestRecord {
  type: "Feature";
  geometry: Point | Polygon;
  contractId: string;
  properties: RequestProperties;
}

/** The state of a series that is not in its record. */
export interface SeriesState {
  /** Number of the next derived task, from 0. */
  next: number;
  completed: number;
  /** Geometry of the first collect, if there is one and the framing is kept. */
  framing?: Framing;
}

/** State that is not in the record and never shown. */
export interface InnerState {
  /** Number of plans of a task: a new plan has new collects. */
  plans?: number;
  /** Time of the scheduler's first plan. */
  plannedSinceMs?: number;
  series?: SeriesState;
}

/** One task or repeat request of the store. */
export interface TaskingRequest {
  kind: RequestKind;
  id: string;
  userId: string;
  organizationId: string;
  /** For a derived task: its series. */
  repeatId: string | undefined;
  submittedMs: number;
  record: RequestRecord;
  inner: InnerState;
}

type StatusFields = Pick<
  RequestProperties,
  "lastStatusCode" | "lastStatusMessage" | "lastStatusTime" | "statusHistory"
>;

/** Returns the status fields of a record with one more entry. */
export function makeStatusFields(
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

/** Changes the status of a record. The newest entry of the history and the `lastStatus` fields always agree. */
export function writeStatus(
  properties: RequestProperties,
  code: StatusCode,
  message: string,
  atMs: number,
): void {
  Object.assign(properties, makeStatusFields(properties.statusHistory, code, message, atMs));
}

/** Rewords the current status of a record and keeps its time. */
export function rewordStatus(properties: RequestProperties, message: string): void {
  const [newest, ...older] = properties.statusHistory;
  if (newest === undefined) throw new Error("the record has no status yet");
  properties.lastStatusMessage = message;
  properties.statusHistory = [{ ...newest, message }, ...older];
}

/** Returns the window of a record; `windowDuration` in seconds. */
// Spec silent: the unit of `windowDuration`. The sandbox counts seconds.
export function makeWindowFields(openMs: number, closeMs: number) {
  return {
    windowOpen: formatTimestamp(openMs),
    windowClose: formatTimestamp(closeMs),
    windowDuration: (closeMs - openMs) / 1000,
  };
}
