/** How much of the area asked for the rows cover, each and together. */
import { ringsOf } from "../../../geo/polygon.ts";
import { roundedPercent } from "../../quantity-text.ts";
import { CoverGrid, type Region } from "./cover.ts";
import type { PageData, RowData } from "../page-data.ts";
import { boundsOf } from "../projection.ts";
import { positionsOfShape, shapeOf } from "../shape.ts";

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

export function coverageOf({ area, rows }: PageData): Coverage | undefined {
  const isArea = area?.type === "Polygon" || area?.type === "MultiPolygon";
  // A shape leaves out the pole that its ring is closed along, and the area goes up to it.
  const positions = isArea
    ? [...positionsOfShape(shapeOf(area)), ...ringsOf(area).flat(2)]
    : rows.flatMap(({ geometry }) => positionsOfShape(shapeOf(geometry)));
  const bounds = boundsOf(positions);
  if (bounds === undefined || bounds.north - bounds.south < 1e-9) return undefined;
  const { west, east, south, north } = bounds;
  const grid = new CoverGrid(
    { south, north, middle: (west + east) / 2 },
    isArea ? parallelsFor(rows.length) : 400,
  );
  if (!isArea) return new Coverage(grid, undefined);
  const frame = grid.region(area);
  return grid.areaKm2(frame) > 0 ? new Coverage(grid, frame) : new Coverage(grid, undefined);
}
