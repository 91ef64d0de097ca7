import { describingFields } from "./describing-fields.ts";
import { projectedKeys } from "./geo-keys.ts";
import type { GeoRaster } from "./geo-raster.ts";
import { levelsOf } from "./mosaic.ts";
import { tileRenderer, type RenderTile } from "./render-tile.ts";
import type { ImageryProduct, Scene } from "./scene.ts";
import type { Segment } from "./segments.ts";
import type { TiffField } from "./tiff-directory.ts";
import { bytesOf, tiledTiff } from "./tiled-tiff.ts";

/** GEO and GEC: 16-bit amplitudes on a map, with overviews; 0 is "no data". */
export function geocodedTiff(scene: Scene, product: ImageryProduct, raster: GeoRaster): Segment[] {
  let renderer: RenderTile | undefined;
  const noData: TiffField = { tag: 42113, type: "ascii", values: "0" };
  const fields = [...placingFields(raster), ...describingFields(scene, product), noData];
  return tiledTiff({
    tile: raster.tile,
    bitsPerSample: 16,
    sampleFormat: 1,
    isCloudOptimised: true,
    levels: levelsOf(raster).map((level) => ({
      ...level,
      fields: level.level === 0 ? fields : [noData],
      render: (tileX, tileY) => bytesOf((renderer ??= tileRenderer(raster))(level.level, tileX, tileY)),
    })),
  });
}

function placingFields({ frame, originX, originY, spacingMetres }: GeoRaster): TiffField[] {
  return [
    { tag: 33550, type: "double", values: [spacingMetres, spacingMetres, 0] },
    { tag: 33922, type: "double", values: [0, 0, 0, originX, originY, 0] },
    ...projectedKeys(frame.epsg, frame.name),
  ];
}
