/** The parts of the Parquet reader that are used: imported by name, so that the others stay out of the bundle. */
export { parquetMetadata, parquetReadObjects } from "hyparquet";
