import { isBeyondOneEdge, isInside, findSpan, type GeoRaster, type Outline } from "./geo-raster.ts";
import { composeTile, composeWholeTile, makeDetectedTextures } from "./textures.ts";
import { isNear, paintVessel, listVessels } from "./vessels.ts";

/** Returns the amplitudes of one tile, row by row. Valid until the next call, and read-only. */
export type RenderTile = (level: number, tileX: number, tileY: number) => Uint16Array;

/** Draws a raster: texture, then ships, then clears the pixels outside of the footprint. */
export function createTileRenderer(raster: GeoRaster): RenderTile {
  const textures = makeDetectedTextures(raster.cell);
  const vessels = listVessels(raster);
  let scratch: Uint16Array | undefined;
  let empty: Uint16Array | undefined;
  return (level, tileX, tileY) => {
    const corners = findTileCorners(raster, level, tileX, tileY);
    if (isBeyondOneEdge(raster.outline, corners)) return (empty ??= new Uint16Array(raster.tile ** 2));
    const near = vessels.filter((vessel) => isNear(raster, vessel, level, tileX, tileY));
    const isWhole = corners.every(([x, y]) => isInside(raster.outline, x, y));
    if (level === 0 && isWhole && near.length === 0) {
      const whole = composeWholeTile(raster, textures, tileX, tileY);
      if (whole !== undefined) return whole as Uint16Array;
    }
    scratch ??= new Uint16Array(raster.tile ** 2);
    composeTile(raster, textures, level, tileX, tileY, scratch);
    for (const vessel of near) {
      paintVessel(raster, vessel, level, tileX * raster.tile, tileY * raster.tile, scratch);
    }
    if (!isWhole) clearOutside(raster, level, tileX, tileY, scratch);
    return scratch;
  };
}

/** Returns the corners of a tile in pixels of the full resolution. */
function findTileCorners({ tile }: GeoRaster, level: number, tileX: number, tileY: number): Outline {
  const side = tile * 2 ** level;
  const [left, top] = [tileX * side, tileY * side];
  return [
    [left, top],
    [left + side, top],
    [left, top + side],
    [left + side, top + side],
  ];
}

/** Zeroes the pixels whose centre is outside of the footprint, and those past the image's edge. */
function clearOutside(
  { outline, tile }: GeoRaster,
  level: number,
  tileX: number,
  tileY: number,
  block: Uint16Array,
): void {
  const scale = 2 ** level;
  for (let row = 0; row < tile; row += 1) {
    const span = findSpan(outline, (tileY * tile + row + 0.5) * scale);
    const first = span === undefined ? tile : Math.ceil(span[0] / scale - 0.5) - tileX * tile;
    const end = span === undefined ? tile : Math.floor(span[1] / scale - 0.5) + 1 - tileX * tile;
    const from = Math.min(tile, Math.max(0, first));
    block.fill(0, row * tile, row * tile + from);
    block.fill(0, row * tile + Math.min(tile, Math.max(from, end)), (row + 1) * tile);
  }
}
