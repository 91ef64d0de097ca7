import type { ExportFormat } from "../../contract/vocabulary.ts";
import type { ViewContext } from "../archive/collect-view.ts";
import { type Columns, rowAtTime } from "../archive/columns.ts";
import type { Footprint } from "./footprint-columns.ts";

/** One file to make, as plain data that a worker can be sent: rows of the archive by their numbers. */
export interface ExportJob {
  exportFormat: ExportFormat;
  /** File to write; its folder exists. */
  path: string;
  /** Name of the layer and of a shapefile's members. */
  layer: string;
  /** The refresh that makes it: what is not public at this moment stays out. */
  asOfMs: number;
  /** Rows of the archive, in order of time. */
  columns: Columns;
  context: ViewContext;
  /** Footprints of completed tasks, in order of time. */
  tasked: readonly Footprint[];
  /** Products of archive collects that orders have brought into being, by collect id. */
  generated: ReadonlyMap<string, readonly string[]>;
}

/** The rows of the archive from one moment up to, not including, another. */
export function columnsBetween(columns: Columns, fromMs: number, toMs: number): Columns {
  const first = rowAtTime(columns, fromMs);
  const end = Math.max(first, rowAtTime(columns, toMs));
  const sliced = Object.entries(columns).map(([name, values]: [string, number | Float64Array]) => [
    name,
    typeof values === "number" ? end - first : values.slice(first, end),
  ]);
  return Object.fromEntries(sliced) as Columns;
}

export const rowCount = ({ columns, tasked }: Pick<ExportJob, "columns" | "tasked">): number =>
  columns.size + tasked.length;
