import type { Framing, PlannedCollect } from "./request.ts";

/** What later collects of a series with `maintainSceneFraming` keep of the first one. */
export function framingOf(
  first: PlannedCollect,
  tolerances: Pick<Framing, "lookAngleTolerance" | "azimuthAngleTolerance">,
): Framing {
  const { side, ascending, plane, lookAngleDegrees, azimuthDegrees } = first;
  const { lookAngleTolerance, azimuthAngleTolerance } = tolerances;
  return {
    side,
    ascending,
    plane,
    lookAngleDegrees,
    azimuthDegrees,
    ...(lookAngleTolerance !== undefined && { lookAngleTolerance }),
    ...(azimuthAngleTolerance !== undefined && { azimuthAngleTolerance }),
  };
}
