import { type Footprint, footprintOf } from "../../orbit/footprint.ts";
import type { ImagingType } from "../fleet/imaging-types.ts";
import type { PlannedCollect } from "./request.ts";

/** From the scene square to the track on the satellite's side, clockwise from north: broadside it is the azimuth. */
export function acrossTrack({
  headingDegrees,
  side,
}: Pick<PlannedCollect, "headingDegrees" | "side">): number {
  return (headingDegrees + (side === "right" ? 270 : 90)) % 360;
}

/** What a planned collect will show: of its type's size, along the flight, whatever the squint. */
export function collectFootprint(
  collect: Pick<PlannedCollect, "center" | "headingDegrees" | "side">,
  { widthKm, lengthKm }: ImagingType,
): Footprint {
  return footprintOf({ center: collect.center, azimuthDegrees: acrossTrack(collect), widthKm, lengthKm });
}
