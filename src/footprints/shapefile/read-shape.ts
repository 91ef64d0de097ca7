import type { Bounds } from "../../geo/bounds.ts";
import type { Position, Region } from "../../geo/geojson.ts";
import { signedArea } from "../../geo/polygon.ts";
import { WrongFile } from "../wrong-file.ts";

const NULL_SHAPE = 0;
/** Polygons with and without heights and measures, which follow the positions. */
const POLYGONS = new Set([5, 15, 25]);

export interface Shape {
  box: Bounds;
  /** Decodes the rings. */
  polygon(): Region;
}

/** Reads a record of a .shp (ESRI Shapefile Technical Description, July 1998); undefined for one without a shape. Throws WrongFile. */
export function readShape(record: Buffer): Shape | undefined {
  return whole(() => {
    const kind = record.readInt32LE(0);
    if (kind === NULL_SHAPE) return undefined;
    if (!POLYGONS.has(kind)) throw new WrongFile(`a footprint is not a polygon but shape type ${kind}`);
    const [west, south, east, north] = [4, 12, 20, 28].map((at) => record.readDoubleLE(at)) as Bounds;
    return { box: [west, south, east, north], polygon: () => whole(() => asPolygon(ringsOf(record))) };
  });
}

function ringsOf(record: Buffer): Position[][] {
  const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)];
  const first = 44 + parts * 4;
  if (parts < 1 || points < 0 || first + points * 16 > record.length) throw new RangeError("too short");
  const starts = Array.from({ length: parts }, (_, at) => record.readInt32LE(44 + at * 4));
  return starts.map((start, at) => {
    const length = (starts[at + 1] ?? points) - start;
    if (length < 0 || start < 0 || start + length > points) throw new RangeError("parts out of order");
    return Array.from({ length }, (_, index): Position => {
      const place = first + (start + index) * 16;
      return [record.readDoubleLE(place), record.readDoubleLE(place + 8)];
    });
  });
}

/**
 * Groups rings into polygons. Outer rings run clockwise in a shapefile; holes run the other way and belong to
 * the previous outer ring.
 */
function asPolygon(rings: readonly Position[][]): Region {
  const polygons: Position[][][] = [];
  for (const ring of rings) {
    const isOuter = signedArea(ring) <= 0 || polygons.length === 0;
    const turned = ring.toReversed();
    if (isOuter) polygons.push([turned]);
    else polygons.at(-1)!.push(turned);
  }
  return polygons.length === 1
    ? { type: "Polygon", coordinates: polygons[0]! }
    : { type: "MultiPolygon", coordinates: polygons };
}

function whole<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new WrongFile("a shape breaks off", { cause: error }) : error;
  }
}
