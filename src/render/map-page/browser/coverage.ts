/** How much of the area asked for the rows cover, each and together. */
import { roundedPercent } from "../../quantity-text.ts";
import { CoverGrid, type Region } from "./cover.ts";
import type { PageData, RowData } from "../page-data.ts";

/** Measures coverage on the parallels of the area, or of all rows where no area was asked for. */
export class Coverage {
  private readonly regions = new Map<RowData, Region>();

  constructor(
    private readonly grid: CoverGrid,
    private readonly frame: Region | undefined,
  ) {}

  get isOfArea(): boolean {
    return this.frame !== undefined;
  }

  percentOf(row: RowData): number | undefined {
    if (this.frame === undefined || !row.geometry) return undefined;
    return roundedPercent(row.share ?? this.shareOf([row]));
  }

  together(rows: readonly RowData[]): { percent?: number; km2?: number } {
    if (this.frame !== undefined) return { percent: roundedPercent(this.shareOf(rows)) };
    return { km2: this.grid.areaKm2(this.grid.union(rows.map((row) => this.regionOf(row)))) };
  }

  private shareOf(rows: readonly RowData[]): number {
    const covered = this.grid.union(
      rows.map((row) => this.regionOf(row)),
      this.frame,
    );
    return this.grid.areaKm2(covered) / this.grid.areaKm2(this.frame!);
  }

  private regionOf(row: RowData): Region {
    const known = this.regions.get(row);
    if (known !== undefined) return known;
    const region = this.grid.region(row.geometry);
    this.regions.set(row, region);
    return region;
  }
}

/** Parallels on which many rows are measured: enough for tenths of a percent. */
const parallelsFor = (rows: number): number => (rows > 1000 ? 120 : 400);

export function coverageOf({ area, rows, cover }: PageData): Coverage | undefined {
  if (cover === undefined) return undefined;
  const grid = new CoverGrid(cover, cover.isOfArea ? parallelsFor(rows.length) : 400);
  const frame = cover.isOfArea ? grid.region(area) : undefined;
  return new Coverage(grid, frame && grid.areaKm2(frame) > 0 ? frame : undefined);
}
