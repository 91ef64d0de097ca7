/**
 * Values of bodies in each spelling and place that the interface leaves open. The rules and the sandbox read them in
 * the same way.
 */
import { parseTimestamp } from "../time/timestamp.ts";
import { toJsonObject, type JsonObject } from "./json-object.ts";

/** Returns the milliseconds of a timestamp, or undefined for other values, which are reported as separate faults. */
export function readTimestampMs(value: unknown): number | undefined {
  const time = typeof value === "string" ? parseTimestamp(value) : undefined;
  return time?.ok ? time.ms : undefined;
}

/** Returns the degrees in a number or a numeric text. */
export function readDegrees(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** Returns the possible places of a retask body's fields, the usual place first. */
export function listFieldPlaces(body: JsonObject): { path: string[]; object: JsonObject }[] {
  const properties = toJsonObject(body["properties"]);
  return [
    { path: ["properties"], object: properties },
    {
      path: ["properties", "repetitionProperties"],
      object: toJsonObject(properties["repetitionProperties"]),
    },
    { path: ["repetitionProperties"], object: toJsonObject(body["repetitionProperties"]) },
    { path: [], object: body },
  ];
}
