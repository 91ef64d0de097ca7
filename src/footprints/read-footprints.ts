import { exportFormatOf } from "../domain/export-name.ts";
import type { Footprint, Hints } from "./footprint.ts";
import { openBytes } from "./random-bytes.ts";
import { WrongFile } from "./wrong-file.ts";

/**
 * The footprints of an export file, piece by piece. `path` says by its ending which kind it is. Throws WrongFile, or the
 * system's error when it cannot be read.
 */
export async function* readFootprints(path: string, hints: Hints): AsyncGenerator<Footprint> {
  const format = exportFormatOf(path);
  if (format === undefined) throw new WrongFile("its name ends in none of .geoparquet, .gpkg and .shp.zip");
  const file = await openBytes(path);
  try {
    if (format === "geoparquet") {
      const { readParquetFootprints } = await import("./read-parquet-footprints.ts");
      yield* readParquetFootprints(file, hints);
    } else if (format === "gpkg") {
      const { readGeoPackage } = await import("./read-geopackage.ts");
      yield* readGeoPackage(path, hints);
    } else {
      const { readShapefile } = await import("./read-shapefile.ts");
      yield* readShapefile(file);
    }
  } finally {
    await file.close();
  }
}
