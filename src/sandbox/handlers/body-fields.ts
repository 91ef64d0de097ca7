import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { readTimestampMs, listFieldPlaces } from "../../contract/body-values.ts";
import { DAY_MS } from "../../time/civil.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { BodyFault } from "../http/reply.ts";
import type { makeWindowFields } from "../tasking/tasking-request.ts";

/** Fields that only the service sets: values in a body are ignored. */
const SERVICE_FIELDS = new Set([
  "taskingrequestId",
  "repeatrequestId",
  "repeatrequestName",
  "repeatrequestDescription",
  "userId",
  "organizationId",
  "contractId",
  "resellerId",
  "submissionTime",
  "windowDuration",
  "lastStatusCode",
  "lastStatusMessage",
  "lastStatusTime",
  "statusHistory",
  "transactionStatus",
  "order",
  "costPerImageEstimate",
  "expectedCollectionTime",
  "collectIds",
  "completedCount",
]);

/** Returns the fields of a body's `properties` that neither the service sets nor the kind knows. */
export function listExtraFields(properties: JsonObject, known: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => !SERVICE_FIELDS.has(name) && !known.includes(name)),
  );
}

// Reads a field from both places (see `placement`); the contract refuses a body with two different values.
export function readPlacedField(body: JsonObject, name: string): unknown {
  return toJsonObject(body["properties"])[name] ?? body[name];
}

export const readCustomAttributes = (body: JsonObject): JsonObject => ({
  customAttribute1: readPlacedField(body, "customAttribute1"),
  customAttribute2: readPlacedField(body, "customAttribute2"),
});

/** Returns a field of a retask body from either place. */
export function retaskField(body: JsonObject, name: string): unknown {
  return listFieldPlaces(body).find(({ object }) => object[name] !== undefined)?.object[name];
}

export const retaskMs = (body: JsonObject, name: string): number | undefined =>
  readTimestampMs(retaskField(body, name));

/** Returns a time of a validated body in milliseconds. */
export function requireMs(value: unknown): number {
  const ms = readTimestampMs(value);
  if (ms === undefined) throw new Error(`not a timestamp: ${String(value)}`);
  return ms;
}

// Spec silent: windows in the past. The sandbox accepts a window that is open and refuses one that is over.
export function checkNotOver(name: string, endMs: number, nowMs: number, faults: BodyFault[]): void {
  if (endMs > nowMs) return;
  const message = `${name} ${formatTimestamp(endMs)} is over: it is ${formatTimestamp(nowMs)}`;
  faults.push({ code: "WINDOW_ORDER", path: `properties.${name}`, message });
}

/** Returns the fields that only a single task has. */
export const readTaskFields = (
  name: unknown,
  description: unknown,
  window: ReturnType<typeof makeWindowFields>,
  productCategory: unknown,
) => ({
  taskingrequestName: name,
  taskingrequestDescription: description,
  repeatrequestId: null,
  repeatrequestName: null,
  repeatrequestDescription: null,
  ...window,
  transactionStatus: "",
  productCategory,
});

interface RepetitionFields {
  startMs: number;
  intervalDays: number;
  endMs: number | undefined;
  count: number | undefined;
  /** Length of a derived task's window in seconds; defaults to the interval. */
  windowSeconds: number | undefined;
  /** The framing and its tolerances, as in a body or a record. */
  framing: JsonObject;
}

/** Returns the fields that only a series has. */
// Spec silent: the window of a derived task. The sandbox ends it when the next one opens, or after `windowDuration`.
export function readSeriesFields(
  name: unknown,
  description: unknown,
  repetition: RepetitionFields,
): JsonObject {
  const { startMs, endMs, count, intervalDays, windowSeconds, framing } = repetition;
  const repeatStart = formatTimestamp(startMs);
  const repeatEnd = endMs === undefined ? undefined : formatTimestamp(endMs);
  return {
    repeatrequestName: name,
    repeatrequestDescription: description,
    taskingrequestId: null,
    taskingrequestName: null,
    windowOpen: repeatStart,
    windowClose: repeatEnd ?? null,
    windowDuration: windowSeconds ?? (intervalDays * DAY_MS) / 1000,
    completedCount: 0,
    repetitionProperties: {
      repeatStart,
      repeatEnd,
      repetitionInterval: intervalDays,
      repetitionCount: count,
      maintainSceneFraming: framing["maintainSceneFraming"] === true,
      lookAngleTolerance: framing["lookAngleTolerance"] ?? null,
      azimuthAngleTolerance: framing["azimuthAngleTolerance"] ?? null,
    },
  };
}
