import type { FeatureCollection, Point } from "../../geo/geojson.ts";
import { toDegrees, isInside, shrinkOutline, type GeoRaster } from "./geo-raster.ts";
import { findGround } from "./mosaic.ts";
import { hashToUnit } from "../random.ts";
import type { Scene } from "./view-geometry.ts";

/** A ship in the raster: every size and product of a collect has the same ships at the same places. */
interface Vessel {
  /** Centre, in pixels of the full resolution. */
  x: number;
  y: number;
  lengthMetres: number;
  beamMetres: number;
  /** Clockwise from the map's north. */
  headingDegrees: number;
}

const CANDIDATES = 160;
const MAX_VESSELS = 14;
/** Share of the longer side around a ship that must be water: coarse rasters have coarse shores. */
const SEA_ROOM = 0.06;
/** Minimum distance between ships, as a share of the longer side. */
const BERTH = 0.04;
const BRIGHTNESS = 14_000;

export function listVessels(raster: GeoRaster): Vessel[] {
  const longest = raster.longestPixels;
  const right = Math.max(...raster.outline.map(([x]) => x));
  const bottom = Math.max(...raster.outline.map(([, y]) => y));
  const waters = shrinkOutline(raster.outline, 0.94);
  const random = (at: number, which: number): number => hashToUnit(raster.vesselSeed, at + 101, which);
  const vessels: Vessel[] = [];
  for (let at = 0; at < CANDIDATES && vessels.length < MAX_VESSELS; at += 1) {
    const x = random(at, 0) * right;
    const y = random(at, 1) * bottom;
    if (!isInside(waters, x, y) || !isAtSea(raster, x, y, SEA_ROOM * longest)) continue;
    if (vessels.some((other) => Math.hypot(other.x - x, other.y - y) < BERTH * longest)) continue;
    const lengthMetres = Math.round(28 + 300 * random(at, 2) ** 2.2);
    vessels.push({
      x,
      y,
      lengthMetres,
      beamMetres: Math.round(lengthMetres / (5 + 2 * random(at, 3))),
      headingDegrees: Math.floor(360 * random(at, 4)),
    });
  }
  return vessels;
}

function isAtSea(raster: GeoRaster, x: number, y: number, room: number): boolean {
  for (let turn = 0; turn < 8; turn += 1) {
    const angle = (turn * Math.PI) / 4;
    if (findGround(raster, x + room * Math.cos(angle), y + room * Math.sin(angle)) !== 0) return false;
  }
  return findGround(raster, x, y) === 0;
}

/** Draws the part of the vessel inside the block whose upper left pixel, at that level, is `left`, `top`. */
export function paintVessel(
  raster: GeoRaster,
  vessel: Vessel,
  level: number,
  left: number,
  top: number,
  block: Uint16Array,
): void {
  const side = raster.tile;
  const spacing = raster.spacingMetres * 2 ** level;
  const x = vessel.x / 2 ** level - left - 0.5;
  const y = vessel.y / 2 ** level - top - 0.5;
  // Even a small ship fills its pixel.
  const halfLength = Math.max(vessel.lengthMetres / spacing, 1.5) / 2;
  const halfBeam = Math.max(vessel.beamMetres / spacing, 1.5) / 2;
  const reach = Math.hypot(halfLength, halfBeam);
  const east = Math.sin((vessel.headingDegrees * Math.PI) / 180);
  const north = Math.cos((vessel.headingDegrees * Math.PI) / 180);
  for (let row = Math.max(0, Math.ceil(y - reach)); row <= Math.min(side - 1, y + reach); row += 1) {
    for (
      let column = Math.max(0, Math.ceil(x - reach));
      column <= Math.min(side - 1, x + reach);
      column += 1
    ) {
      const ahead = (column - x) * east - (row - y) * north;
      const abeam = (column - x) * north + (row - y) * east;
      if (Math.abs(ahead) > halfLength || Math.abs(abeam) > halfBeam) continue;
      const at = row * side + column;
      block[at] = Math.min(65_535, BRIGHTNESS + 30 * Math.min(500, block[at]!));
    }
  }
}

/** Returns whether the vessel can touch the tile: a cheap check before drawing. */
export function isNear(
  raster: GeoRaster,
  vessel: Vessel,
  level: number,
  tileX: number,
  tileY: number,
): boolean {
  const side = raster.tile * 2 ** level;
  const reach = vessel.lengthMetres / raster.spacingMetres + 2 ** (level + 1);
  return (
    vessel.x > tileX * side - reach &&
    vessel.x < (tileX + 1) * side + reach &&
    vessel.y > tileY * side - reach &&
    vessel.y < (tileY + 1) * side + reach
  );
}

/** Returns the VS product: a point for each ship in the collect's GEO. Over land it is an empty collection. */
export function detectVessels(scene: Scene, geo: GeoRaster): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: listVessels(geo).map((vessel, at) => ({
      type: "Feature",
      id: `${scene.id}-${at + 1}`,
      geometry: { type: "Point", coordinates: toDegrees(geo, vessel.x, vessel.y).map(toSevenDecimals) },
      properties: {
        collectId: scene.id,
        sourceProduct: "GEO",
        datetime: new Date(scene.datetimeMs).toISOString(),
        lengthMetres: vessel.lengthMetres,
        beamMetres: vessel.beamMetres,
        headingDegrees: vessel.headingDegrees,
        confidence: Math.round(60 + 39 * hashToUnit(geo.vesselSeed, at, 77)) / 100,
      },
    })),
  };
}

/** Rounds to about a centimetre on the ground. */
const toSevenDecimals = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
