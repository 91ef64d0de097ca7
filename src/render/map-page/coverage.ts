/**
 * The share that rows cover together, of the requested area or of the ground. Node measures each row, the page the
 * ticked ones.
 */
import type { Geometry } from "../../geo/geojson.ts";
import { roundedPercent } from "../quantity-text.ts";
import { CoverGrid, type Region } from "./cover.ts";

interface Measured {
  geometry?: Geometry | null;
}

/** The measured region, and its parallels. */
export interface CoverData {
  area?: Geometry;
  cover?: { south: number; north: number; middle: number; isOfArea: boolean };
  rows: readonly Measured[];
}

/** Measures coverage on the parallels of the requested area, or of all rows without one. */
export class Coverage {
  private readonly regions = new Map<Measured, Region>();

  constructor(
    private readonly grid: CoverGrid,
    private readonly frame: Region | undefined,
  ) {}

  get isOfArea(): boolean {
    return this.frame !== undefined;
  }

  together(rows: readonly Measured[]): { percent?: number; km2?: number } {
    const { grid, frame } = this;
    const regions = rows.map((row) => this.regionOf(row));
    const km2 = grid.areaKm2(grid.union(regions, frame));
    return frame === undefined ? { km2 } : { percent: roundedPercent(km2 / grid.areaKm2(frame)) };
  }

  private regionOf(row: Measured): Region {
    const known = this.regions.get(row);
    if (known !== undefined) return known;
    const region = this.grid.region(row.geometry);
    this.regions.set(row, region);
    return region;
  }
}

/** Returns the number of parallels for many rows: enough for tenths of a percent. */
const parallelsFor = (rows: number): number => (rows > 1000 ? 120 : 400);

export function coverageOf({ area, rows, cover }: CoverData): Coverage | undefined {
  if (cover === undefined) return undefined;
  const grid = new CoverGrid(cover, cover.isOfArea ? parallelsFor(rows.length) : 400);
  const frame = cover.isOfArea ? grid.region(area) : undefined;
  return new Coverage(grid, frame && grid.areaKm2(frame) > 0 ? frame : undefined);
}
