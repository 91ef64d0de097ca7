import { findExportFormat } from "../domain/exports/export-name.ts";
import type { FootprintFile } from "./footprint.ts";
import { openRandomAccess, WrongFile } from "./random-access-file.ts";

/**
 * Opens an export file for reading in pieces; the extension of `path` gives the format. Throws WrongFile, or the system's
 * error when the file cannot be read.
 */
export async function openFootprints(path: string): Promise<FootprintFile> {
  const format = findExportFormat(path);
  if (format === undefined) throw new WrongFile("its name does not end in .geoparquet, .gpkg or .shp.zip");
  const file = await openRandomAccess(path);
  try {
    switch (format) {
      case "geoparquet": {
        const { openGeoParquet } = await import("./geoparquet/open-geoparquet.ts");
        return await openGeoParquet(file);
      }
      case "gpkg": {
        const { openGeoPackage } = await import("./geopackage/open-geopackage.ts");
        return await openGeoPackage(file, path);
      }
      case "shp.zip": {
        const { openShapefile } = await import("./shapefile/open-shapefile.ts");
        return await openShapefile(file);
      }
    }
  } catch (error) {
    await file.close();
    throw error;
  }
}
