import {
  columnsOf,
  isWanted,
  nearTo,
  timeOf,
  type Footprint,
  type FootprintFile,
  type Wish,
} from "../footprint.ts";
import type { RandomAccessFile } from "../random-access-file.ts";
import { MAX_GEOMETRY_BYTES } from "../read-wkb.ts";
import { refuseProjected, WrongFile } from "../wrong-file.ts";
import { ByteStream } from "./byte-stream.ts";
import { readDbaseHeader, readDbaseRows } from "./dbase-rows.ts";
import { layerOf } from "./inspect-shapefile.ts";
import { readShape } from "./read-shape.ts";
import { readZipDirectory, readZipMember } from "./zip-directory.ts";

const HEADER_BYTES = 100;
/** Bytes of one record in the .shx member. */
const INDEX_BYTES = 8;

type Layer = ReturnType<typeof layerOf>;

/** Throws WrongFile. */
export async function openShapefile(file: RandomAccessFile): Promise<FootprintFile> {
  const layer = layerOf(await readZipDirectory(file));
  const system = new ByteStream(readZipMember(file, layer[".prj"]));
  refuseProjected((await system.take(4))?.toString() === "PROJ");
  await system.close();
  const table = new ByteStream(readZipMember(file, layer[".dbf"]));
  const { fields, rows } = await readDbaseHeader(table);
  await table.close();
  const shapes = (layer[".shx"].length - HEADER_BYTES) / INDEX_BYTES;
  if (shapes !== rows) throw new WrongFile(`it has ${shapes} shapes and ${rows} rows of attributes`);
  const names = fields.map(({ name }) => name);
  return { names, read: (wish) => readRecords(file, layer, names, wish), close: () => file.close() };
}

/** Yields shapes with their attributes, record by record: packed members can only be read from the start. */
async function* readRecords(
  file: RandomAccessFile,
  layer: Layer,
  names: readonly string[],
  wish: Wish,
): AsyncGenerator<Footprint> {
  const shapes = new ByteStream(readZipMember(file, layer[".shp"]));
  const table = new ByteStream(readZipMember(file, layer[".dbf"]));
  const isNear = nearTo(wish.boxes ?? []);
  try {
    await shapes.take(HEADER_BYTES);
    for await (const attributes of readDbaseRows(
      table,
      await readDbaseHeader(table),
      columnsOf(names, wish),
    )) {
      const head = await shapes.take(8);
      if (head === undefined) throw new WrongFile("it has fewer shapes than rows");
      const recordBytes = head.readInt32BE(4) * 2;
      if (recordBytes < 0 || recordBytes > MAX_GEOMETRY_BYTES)
        throw new WrongFile(`it has a shape of ${recordBytes} bytes; at most ${MAX_GEOMETRY_BYTES} are read`);
      const record = await shapes.take(recordBytes);
      if (attributes === undefined || record === undefined) continue;
      if (!isWanted(attributes, wish)) continue;
      const shape = readShape(record);
      if (shape === undefined) continue;
      const [xmin, ymin, xmax, ymax] = shape.box;
      if (wish.boxes !== undefined && !isNear({ xmin, ymin, xmax, ymax })) continue;
      yield { attributes, geometry: shape.polygon(), timeMs: timeOf(attributes) };
    }
  } finally {
    await Promise.all([shapes.close(), table.close()]);
  }
}
