import { RADIANS } from "../../orbit/ellipsoid.ts";
import type { Collect } from "./collect.ts";
import type { ItemProduct } from "./product-types.ts";

/** Resolution, sampling and looks of one product, in metres. */
interface Sampling {
  resolutionRange: number;
  resolutionAzimuth: number;
  pixelSpacingRange: number;
  pixelSpacingAzimuth: number;
  looksAzimuth: number;
  equivalentLooks: number;
}

/** Products in the slant plane with phase: one look, finest sampling. The others are detected and on the ground. */
const COMPLEX_PRODUCTS: ReadonlySet<string> = new Set(["CPHD", "SICD", "SLC"]);

const millimetres = (metres: number): number => Math.round(metres * 1000) / 1000;

export function samplingOf(
  { type, incidenceAngleDegrees }: Pick<Collect, "type" | "incidenceAngleDegrees">,
  productType: ItemProduct,
): Sampling {
  const { resolutionRangeMetres: range, resolutionAzimuthMetres: azimuth, numLooks } = type;
  if (COMPLEX_PRODUCTS.has(productType)) {
    return {
      resolutionRange: range,
      resolutionAzimuth: millimetres(azimuth / numLooks),
      pixelSpacingRange: millimetres(range * 0.8),
      pixelSpacingAzimuth: millimetres((azimuth / numLooks) * 0.8),
      looksAzimuth: 1,
      equivalentLooks: 1,
    };
  }
  const ground = range / Math.sin(incidenceAngleDegrees * RADIANS);
  // Geocoded pixels are square: half the coarser resolution, on a grid of 5 cm.
  const spacing = Math.max(0.1, Math.round(Math.max(ground, azimuth) * 10) / 20);
  return {
    resolutionRange: millimetres(ground),
    resolutionAzimuth: azimuth,
    pixelSpacingRange: spacing,
    pixelSpacingAzimuth: spacing,
    looksAzimuth: numLooks,
    equivalentLooks: millimetres(0.9 * numLooks + 0.1),
  };
}
