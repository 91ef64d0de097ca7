/** Checks the structure of a fetched export file by its format. */
import { findExportFormat } from "../domain/exports/export-name.ts";
import { openRandomAccess, WrongFile, type RandomAccessFile } from "./random-access-file.ts";

export type Inspection = { how: string } | { fault: string };

/**
 * Returns the passed check or the fault of the file at `path`. The extension of `name` gives the format; undefined for an
 * unknown one. Rejects with the system's error when the file cannot be read.
 */
export async function inspectExport(path: string, name: string): Promise<Inspection | undefined> {
  const format = findExportFormat(name);
  if (format === undefined) return undefined;
  const file = await openRandomAccess(path);
  try {
    switch (format) {
      case "geoparquet": {
        const { inspectParquet } = await import("./geoparquet/parquet-file.ts");
        return { how: await inspectParquet(file) };
      }
      case "gpkg": {
        const { inspectSqlite } = await import("./geopackage/open-sqlite.ts");
        return { how: await inspectSqlite(file, path) };
      }
      case "shp.zip": {
        const { inspectShapefile } = await import("./shapefile/shapefile-members.ts");
        return { how: await inspectShapefile(file) };
      }
    }
  } catch (error) {
    if (error instanceof WrongFile) return { fault: `${await pageOf(file)}${error.message} (${format})` };
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Returns the start of an HTML page that was sent in place of the file, for the message. Proxies and stores send login
 * and error pages with status 200.
 */
async function pageOf(file: RandomAccessFile): Promise<string> {
  const head = (await file.read(0, 40)).toString("latin1");
  return /^\s*</.test(head) ? `it is a page, ${JSON.stringify(head)}: ` : "";
}
