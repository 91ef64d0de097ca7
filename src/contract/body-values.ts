/** Values of bodies in each spelling and place that the interface leaves open; the rules and the sandbox read them alike. */
import { parseTimestamp } from "../time/timestamp.ts";
import { objectOf, type JsonObject } from "./json-object.ts";

/** Milliseconds of a timestamp, or undefined when it is none (which is a fault of its own). */
export function msOf(value: unknown): number | undefined {
  const time = typeof value === "string" ? parseTimestamp(value) : undefined;
  return time?.ok ? time.ms : undefined;
}

/** Degrees of a number or of a numeric text. */
export function degreesOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** Where a retask body's fields may stand, the usual place first. */
export function placesOf(body: JsonObject): { path: string[]; object: JsonObject }[] {
  const properties = objectOf(body["properties"]);
  return [
    { path: ["properties"], object: properties },
    { path: ["properties", "repetitionProperties"], object: objectOf(properties["repetitionProperties"]) },
    { path: ["repetitionProperties"], object: objectOf(body["repetitionProperties"]) },
    { path: [], object: body },
  ];
}
