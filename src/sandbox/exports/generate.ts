import type { ExportJob } from "./export-job.ts";

/** Makes the file of a job. Loads only the writer of its format. */
export async function generate(job: ExportJob): Promise<void> {
  switch (job.exportFormat) {
    case "geoparquet":
      return (await import("./write-geoparquet.ts")).writeGeoParquet(job);
    case "gpkg":
      return (await import("./write-geopackage.ts")).writeGeoPackage(job);
    case "shp.zip":
      return (await import("./write-shapefile.ts")).writeShapefile(job);
  }
}
