import { objectOf, type JsonObject } from "../../contract/json-object.ts";
import { msOf, placesOf } from "../../contract/body-values.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { BodyFault } from "../http/refusal.ts";

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
export function extraFields(properties: JsonObject, known: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => !SERVICE_FIELDS.has(name) && !known.includes(name)),
  );
}

// Reads a field from both places (see `placement`); the contract refuses a body with two different values.
export function placedField(body: JsonObject, name: string): unknown {
  return objectOf(body["properties"])[name] ?? body[name];
}

export function customAttributesOf(body: JsonObject): Record<string, unknown> {
  const pairs = ["customAttribute1", "customAttribute2"].map(
    (name) => [name, placedField(body, name)] as const,
  );
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** Returns a field of a retask body from either place. */
export function retaskField(body: JsonObject, name: string): unknown {
  return placesOf(body).find(({ object }) => object[name] !== undefined)?.object[name];
}

export const retaskMs = (body: JsonObject, name: string): number | undefined => msOf(retaskField(body, name));

/** Returns a time of a validated body in milliseconds. */
export function requireMs(value: unknown): number {
  const ms = msOf(value);
  if (ms === undefined) throw new Error(`not a timestamp: ${String(value)}`);
  return ms;
}

// Spec silent: windows in the past. The sandbox accepts a window that is open and refuses one that is over.
export function checkNotOver(name: string, endMs: number, nowMs: number, faults: BodyFault[]): void {
  if (endMs > nowMs) return;
  const message = `${name} ${formatTimestamp(endMs)} is over: it is ${formatTimestamp(nowMs)}`;
  faults.push({ code: "WINDOW_ORDER", path: `properties.${name}`, message });
}

interface RepetitionFields {
  startMs: number;
  intervalDays: number;
  endMs: number | undefined;
  count: number | undefined;
  /** Length of a derived task's window in seconds; defaults to the interval. */
  windowSeconds: number | undefined;
  maintainSceneFraming: boolean;
  lookAngleTolerance: unknown;
  azimuthAngleTolerance: unknown;
}

const SECONDS_PER_DAY = 86_400;

/** Returns the fields of a record that describe its repetition. */
// Spec silent: the window of a derived task. The sandbox ends it when the next one opens, or after `windowDuration`.
export function repetitionFields(given: RepetitionFields): Record<string, unknown> {
  const { startMs, endMs, count, intervalDays } = given;
  const repeatStart = formatTimestamp(startMs);
  const repeatEnd = endMs === undefined ? undefined : formatTimestamp(endMs);
  return {
    windowOpen: repeatStart,
    windowClose: repeatEnd ?? null,
    windowDuration: given.windowSeconds ?? intervalDays * SECONDS_PER_DAY,
    completedCount: 0,
    repetitionProperties: {
      repeatStart,
      ...(repeatEnd === undefined ? {} : { repeatEnd }),
      repetitionInterval: intervalDays,
      ...(count === undefined ? {} : { repetitionCount: count }),
      maintainSceneFraming: given.maintainSceneFraming,
      lookAngleTolerance: given.lookAngleTolerance ?? null,
      azimuthAngleTolerance: given.azimuthAngleTolerance ?? null,
    },
  };
}
