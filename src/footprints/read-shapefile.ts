import type { MultiPolygon, Polygon, Position } from "../geo/geojson.ts";
import { signedArea } from "../geo/polygon.ts";
import { ByteStream } from "./byte-stream.ts";
import { readDbaseRows } from "./dbase-rows.ts";
import { momentOf, type Footprint } from "./footprint.ts";
import { layerOf } from "./inspect-shapefile.ts";
import type { RandomBytes } from "./random-bytes.ts";
import { WrongFile } from "./wrong-file.ts";
import { readZipDirectory, readZipMember } from "./zip-directory.ts";

/** Shapes and attributes side by side, record by record (ESRI Shapefile Technical Description, July 1998). */
export async function* readShapefile(file: RandomBytes): AsyncGenerator<Footprint> {
  const layer = layerOf(await readZipDirectory(file));
  const shapes = new ByteStream(readZipMember(file, layer[".shp"]));
  await shapes.take(100);
  for await (const attributes of readDbaseRows(new ByteStream(readZipMember(file, layer[".dbf"])))) {
    const head = await shapes.take(8);
    if (head === undefined) throw new WrongFile("it has fewer shapes than rows");
    const record = (await shapes.take(head.readInt32BE(4) * 2)) ?? Buffer.alloc(0);
    const geometry = polygonOf(record);
    if (attributes === undefined || geometry === undefined) continue;
    yield { attributes, geometry, timeMs: momentOf(attributes["datetime"]) };
  }
}

const NULL_SHAPE = 0;
/** With and without heights and measures, which come behind. */
const POLYGONS = new Set([5, 15, 25]);

function polygonOf(record: Buffer): Polygon | MultiPolygon | undefined {
  try {
    const kind = record.readInt32LE(0);
    if (kind === NULL_SHAPE) return undefined;
    if (!POLYGONS.has(kind)) throw new WrongFile(`a footprint is no polygon but shape type ${kind}`);
    const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)];
    const first = 44 + parts * 4;
    const starts = Array.from({ length: parts }, (_, at) => record.readInt32LE(44 + at * 4));
    const rings = starts.map((start, at): Position[] => {
      const length = (starts[at + 1] ?? points) - start;
      return Array.from({ length }, (_, index) => {
        const place = first + (start + index) * 16;
        return [record.readDoubleLE(place), record.readDoubleLE(place + 8)];
      });
    });
    return asPolygon(rings);
  } catch (error) {
    throw error instanceof RangeError ? new WrongFile("a shape breaks off", { cause: error }) : error;
  }
}

/** Outer rings run clockwise here, holes the other way and belong to the outer ring before them. */
function asPolygon(rings: readonly Position[][]): Polygon | MultiPolygon {
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
