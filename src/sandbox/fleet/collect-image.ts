import { type Footprint, footprintOf } from "../../orbit/footprint.ts";
import { type ImagePlane, imageOutline, imagePlaneOf } from "../../orbit/image-plane.ts";
import { stateAt } from "../../orbit/propagation.ts";
import type { ImagingType } from "./imaging-types.ts";
import { SATELLITES } from "../satellites.ts";

/** Inputs of a collect's image, for the archive and for tasks. */
export interface ImagedCollect {
  /** Position in the constellation. */
  satellite: number;
  /** The moment at which the satellite sees the centre. */
  timeMs: number;
  center: readonly [longitude: number, latitude: number];
  type: ImagingType;
}

/** Share of the collect during which the beam of a sliding spotlight moves over the scene. */
const SLIDING_SHARE = 0.5;

/** Computes the image of a collect, or of a square at its centre. */
export function collectImage(
  { satellite, timeMs, center, type }: ImagedCollect,
  squareKm?: number,
): ImagePlane {
  const flown = SATELLITES[satellite];
  if (flown === undefined) throw new RangeError(`no satellite ${satellite + 1}`);
  const { widthKm, lengthKm, collectMode, durationSeconds } = type;
  const sliding = collectMode === "sliding_spotlight" ? SLIDING_SHARE * durationSeconds : 0;
  return imagePlaneOf(
    {
      center,
      widthKm: squareKm ?? widthKm,
      lengthKm: squareKm ?? lengthKm,
      sweep: collectMode === "stripmap" ? "strip" : ((squareKm ?? lengthKm) / lengthKm) * sliding,
    },
    stateAt(flown, timeMs),
  );
}

/** Returns the footprint of a collect: the outline of its image on the ground. */
export function collectFootprint(collect: ImagedCollect): Footprint {
  return footprintOf(imageOutline(collectImage(collect)), collect.center);
}
