import type { Point, Polygon } from "../../geo/geojson.ts";

/** The target as a record keeps it: longitude and latitude, without altitude and without repeated vertices. */
export function targetOf(geometry: Point | Polygon): Point | Polygon {
  if (geometry.type === "Point") return { type: "Point", coordinates: geometry.coordinates.slice(0, 2) };
  const rings = geometry.coordinates.map((ring) =>
    ring
      .map((position) => position.slice(0, 2))
      .filter(([lon, lat], at, all) => at === 0 || lon !== all[at - 1]?.[0] || lat !== all[at - 1]?.[1]),
  );
  return { type: "Polygon", coordinates: rings };
}
