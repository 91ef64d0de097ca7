import type { MultiPolygon, Polygon, Position } from "../../../../src/geo/geojson.ts";
import { imagingTypeNamed } from "../../../../src/sandbox/archive/imaging-types.ts";
import type { Scene } from "../../../../src/sandbox/imagery/scene.ts";

/** Kilometres of a degree of latitude. */
const DEGREE_KM = 111.2;

/** A rectangle on the ground, turned by `headingDegrees`; longitudes may leave -180 to 180. */
function ringAt([longitude, latitude]: Position, widthKm: number, lengthKm: number, headingDegrees: number): Position[] {
  const heading = (headingDegrees * Math.PI) / 180;
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  return corners.map(([across, along]) => {
    const east = (across * widthKm * Math.cos(heading) + along * lengthKm * Math.sin(heading)) / 2;
    const north = (along * lengthKm * Math.cos(heading) - across * widthKm * Math.sin(heading)) / 2;
    const shrink = Math.cos((latitude! * Math.PI) / 180);
    return [longitude! + east / DEGREE_KM / shrink, latitude! + north / DEGREE_KM];
  });
}

/** A scene over a real place, flown at 12 degrees from north. */
export function sceneAt(place: string, center: [number, number], typeName = "spotlight", id?: string): Scene {
  const type = imagingTypeNamed(typeName);
  if (type === undefined) throw new Error(`no type ${typeName}`);
  const startMs = Date.UTC(2025, 4, 17, 3, 12, 40);
  return {
    id: id ?? `0c1d2e3f-0000-4000-8000-${Buffer.from(place.padEnd(6).slice(0, 6)).toString("hex")}`,
    platform: "vendor-04",
    orbitalPlane: 97,
    datetimeMs: startMs + 9_000,
    startMs,
    endMs: startMs + 18_000,
    observationDirection: "right",
    orbitState: "ascending",
    lookAngleDegrees: 31.5,
    incidenceAngleDegrees: 34.4,
    azimuthDegrees: 282,
    squintAngleDegrees: 0,
    type,
    polarization: "HH",
    center,
    geometry: { type: "Polygon", coordinates: [ringAt(center, type.widthKm, type.lengthKm, 12)] },
  };
}

/** The same, its footprint cut in two at the antimeridian by hand. */
export function taveuni(): Scene & { geometry: MultiPolygon } {
  const scene = sceneAt("Taveuni", [179.995, -16.85], "spotlight_wide");
  const [ring] = (scene.geometry as Polygon).coordinates;
  const [a, b, c, d] = ring!;
  // Counter-clockwise from the south-west; the right corners lie beyond 180.
  const south = crossing(a!, b!);
  const north = crossing(d!, c!);
  const west = [a!, [180, south], [180, north], d!, a!];
  const east = [[-180, south], shift(b!), shift(c!), [-180, north], [-180, south]];
  return { ...scene, geometry: { type: "MultiPolygon", coordinates: [[west], [east]] } };
}

const shift = ([longitude, latitude]: Position): Position => [longitude! - 360, latitude!];

function crossing(from: Position, to: Position): number {
  return from[1]! + ((to[1]! - from[1]!) * (180 - from[0]!)) / (to[0]! - from[0]!);
}
