import type { Geometry } from "./geojson.ts";

/** The same geometry with positions of two numbers, and how many had more. Input is nested as its type wants. */
export function withoutAltitudes<G extends Geometry>(geometry: G): { geometry: G; dropped: number } {
  if (geometry.type === "GeometryCollection") return { geometry, dropped: 0 };
  let dropped = 0;
  const flatten = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    if (typeof value[0] !== "number") return value.map(flatten);
    if (value.length > 2) dropped += 1;
    return value.slice(0, 2);
  };
  return { geometry: { ...geometry, coordinates: flatten(geometry.coordinates) }, dropped };
}
