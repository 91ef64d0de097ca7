import type { GeoRaster } from "./geo-raster.ts";
import { grayPng } from "./gray-png.ts";
import { type Level, levelsOf } from "./mosaic.ts";
import { tileRenderer } from "./render-tile.ts";
import type { Segment } from "./segments.ts";

/** Amplitude that is shown as white; the scale is a square root, as is usual for radar. */
const WHITE_AMPLITUDE = 2600;

/** A PNG of the whole raster, its longer side at most `maxSide` pixels (never more than the raster has). */
export function quicklook(raster: GeoRaster, maxSide: number): Segment {
  const longest = Math.max(raster.width, raster.height);
  const scale = Math.min(1, maxSide / longest);
  const width = Math.max(1, Math.round(raster.width * scale));
  const height = Math.max(1, Math.round(raster.height * scale));
  return grayPng(width, height, () => {
    // The coarsest level that still has every pixel of the picture.
    const level = levelsOf(raster).findLast((each) => each.width >= width && each.height >= height);
    return shrink(drawLevel(raster, level!), level!, width, height);
  });
}

function drawLevel(raster: GeoRaster, { level, width, height, tilesAcross, tilesDown }: Level): Uint16Array {
  const render = tileRenderer(raster);
  const { tile } = raster;
  const image = new Uint16Array(width * height);
  for (let tileY = 0; tileY < tilesDown; tileY += 1) {
    for (let tileX = 0; tileX < tilesAcross; tileX += 1) {
      const block = render(level, tileX, tileY);
      const across = Math.min(tile, width - tileX * tile);
      for (let row = 0; row < Math.min(tile, height - tileY * tile); row += 1) {
        const target = (tileY * tile + row) * width + tileX * tile;
        image.set(block.subarray(row * tile, row * tile + across), target);
      }
    }
  }
  return image;
}

/** Means of the pixels that fall into each pixel of the picture, as gray; 0 stays 0. */
function shrink(image: Uint16Array, from: Level, width: number, height: number): Uint8Array {
  const gray = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * from.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * from.height) / height));
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * from.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * from.width) / width));
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) sum += image[row * from.width + column]!;
      }
      const share = sum / ((bottom - top) * (right - left)) / WHITE_AMPLITUDE;
      gray[y * width + x] = sum === 0 ? 0 : Math.max(1, Math.min(255, Math.round(255 * Math.sqrt(share))));
    }
  }
  return gray;
}
