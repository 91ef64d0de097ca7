import { APPLICATION } from "./radar-xml.ts";
import type { ImageryProduct, Scene } from "./scene.ts";
import type { TiffField } from "./tiff-directory.ts";
import { escapeXml } from "./xml.ts";

/** The fields that say what a TIFF shows: software, acquisition time and GDAL's metadata. */
export function describingFields(scene: Scene, product: ImageryProduct): TiffField[] {
  const items = {
    COLLECT_ID: scene.id,
    PLATFORM: scene.platform,
    PRODUCT_TYPE: product,
    POLARIZATION: scene.polarization,
    COLLECT_MODE: scene.type.collectMode,
    ACQUISITION_TIME: new Date(scene.datetimeMs).toISOString(),
    LOOK_ANGLE_DEGREES: scene.lookAngleDegrees.toFixed(3),
  };
  const lines = Object.entries(items).map(
    ([name, value]) => `  <Item name="${name}">${escapeXml(value)}</Item>`,
  );
  return [
    { tag: 305, type: "ascii", values: APPLICATION },
    { tag: 306, type: "ascii", values: tiffTime(scene.datetimeMs) },
    { tag: 42112, type: "ascii", values: `<GDALMetadata>\n${lines.join("\n")}\n</GDALMetadata>\n` },
  ];
}

/** `YYYY:MM:DD HH:MM:SS`, as TIFF 6.0 wants it. */
function tiffTime(ms: number): string {
  const [day = "", time = ""] = new Date(ms).toISOString().split("T");
  return `${day.replaceAll("-", ":")} ${time.slice(0, 8)}`;
}
