import { open } from "node:fs/promises";
import type { MultiPolygon, Polygon, Position } from "../../../../src/geo/geojson.ts";
import { findImagingType } from "../../../../src/sandbox/fleet.ts";
import { readSections, type ProductFile } from "../../../../src/sandbox/imagery/product-file.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";

const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

/** A rectangle on the ground, counter-clockwise, turned by `headingDegrees`; longitudes continue past 180. */
function ringAt(
  [longitude, latitude]: [number, number],
  widthKm: number,
  lengthKm: number,
  headingDegrees: number,
): Position[] {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  return corners.map(([across, along]) => {
    const bearing = Math.atan2(across * widthKm, along * lengthKm) + headingDegrees * RADIANS;
    const arc = Math.hypot(widthKm, lengthKm) / 2 / EARTH_RADIUS_KM;
    const from = latitude * RADIANS;
    const sine = Math.sin(from) * Math.cos(arc) + Math.cos(from) * Math.sin(arc) * Math.cos(bearing);
    const turn = Math.atan2(
      Math.sin(bearing) * Math.sin(arc) * Math.cos(from),
      Math.cos(arc) - Math.sin(from) * sine,
    );
    return [longitude + turn / RADIANS, Math.asin(sine) / RADIANS];
  });
}

/** A scene over a real place, flown at 12 degrees from north. */
export function sceneAt(place: string, center: [number, number], typeName = "spotlight", id?: string): Scene {
  const type = findImagingType(typeName);
  if (type === undefined) throw new Error(`no type ${typeName}`);
  const startMs = Date.UTC(2025, 4, 17, 3, 12, 40);
  return {
    id: id ?? `0c1d2e3f-0000-4000-8000-${Buffer.from(place.padEnd(6).slice(0, 6)).toString("hex")}`,
    satellite: 3,
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

/** The bytes of a file, or of a part of it. */
export function bytesIn(file: ProductFile, start = 0, end = file.length): Buffer {
  return Buffer.concat([...readSections(file.sections, start, end)]);
}

/** The one file with that asset key. */
export function assetOf(files: readonly ProductFile[], key: string): ProductFile {
  const file = files.find(({ assetKey }) => assetKey === key);
  if (file === undefined)
    throw new Error(`no asset ${key} in ${files.map(({ assetKey }) => assetKey).join()}`);
  return file;
}

/** Writes a file, or only its first and last bytes with a hole between them. */
export async function writeSparse(
  path: string,
  file: ProductFile,
  headBytes = file.length,
  tailBytes = 0,
): Promise<void> {
  const handle = await open(path, "w");
  try {
    await handle.truncate(file.length);
    const head = bytesIn(file, 0, headBytes);
    await handle.write(head, 0, head.length, 0);
    const tail = bytesIn(file, file.length - tailBytes);
    await handle.write(tail, 0, tail.length, file.length - tailBytes);
  } finally {
    await handle.close();
  }
}
