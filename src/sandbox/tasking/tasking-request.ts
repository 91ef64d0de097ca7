import type { Point, Polygon } from "../../geo/geojson.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Framing } from "../scheduling/request.ts";

export type RequestKind = "task" | "repeat";

/** Codes that the sandbox writes; `received` and `canceled` only where a setting or the control plane asks for them. */
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

/** What both kinds of record have under `properties`; everything else is the kind's own, or came with the request. */
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
  /** Newest first. */
  statusHistory: StatusEntry[];
  [name: string]: unknown;
}

/** The record as it is answered: a GeoJSON Feature. */
export interface RequestRecord {
  type: "Feature";
  geometry: Point | Polygon;
  contractId: string;
  properties: RequestProperties;
}

/** The state of a series beside its record. */
export interface SeriesState {
  /** Number of the next derived task, from 0. */
  next: number;
  completed: number;
  /** Geometry of the first collect, once there is one and the framing is to be kept. */
  framing?: Framing;
}

/** What is kept beside the record and never shown. */
export interface InnerState {
  /** Counts the plans of a task: a new plan has new collects. */
  plans?: number;
  /** When the scheduler planned a task first. */
  plannedSinceMs?: number;
  series?: SeriesState;
}

/** One task or repeat request of the store. */
export interface TaskingRequest {
  kind: RequestKind;
  id: string;
  userId: string;
  organizationId: string;
  /** Of a derived task: its series. */
  repeatId: string | undefined;
  submittedMs: number;
  record: RequestRecord;
  inner: InnerState;
}

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

/** Says the status that a record has in other words; it has it since the same moment. */
export function restateStatus(properties: RequestProperties, message: string): void {
  const [newest, ...older] = properties.statusHistory;
  if (newest === undefined) throw new Error("the record has no status yet");
  properties.lastStatusMessage = message;
  properties.statusHistory = [{ ...newest, message }, ...older];
}

/** The window of a record; `windowDuration` in seconds. */
// Spec silent: the unit of `windowDuration`. The sandbox counts seconds.
export function windowFields(openMs: number, closeMs: number) {
  return {
    windowOpen: formatTimestamp(openMs),
    windowClose: formatTimestamp(closeMs),
    windowDuration: (closeMs - openMs) / 1000,
  };
}
