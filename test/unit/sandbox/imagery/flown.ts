import { toGroundPoint } from "../../../../src/orbit/ellipsoid.ts";
import { computeLook } from "../../../../src/orbit/look.ts";
import { passInDay, findSquintMoment } from "../../../../src/orbit/passes.ts";
import {
  collectFootprint,
  findImagingType,
  formatPlatform,
  SATELLITES,
} from "../../../../src/sandbox/fleet.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";

const FIRST_DAY = 20_225;

/**
 * A scene over a real place during a real pass of a satellite of the fleet, to that side, with a look of 20 to 45 degrees by
 * default.
 */
export function flownOver(
  place: string,
  center: [longitude: number, latitude: number],
  { type: typeName = "spotlight", side = "right", squint = 0, least = 20, most = 45 } = {},
): Scene {
  const type = findImagingType(typeName);
  if (type === undefined) throw new Error(`no type ${typeName}`);
  const target = toGroundPoint(...center);
  for (let day = FIRST_DAY; day < FIRST_DAY + 60; day += 1) {
    for (const satellite of SATELLITES) {
      for (const ascending of [true, false]) {
        const pass = passInDay(satellite, target.position, day, ascending);
        const exact = pass && findSquintMoment(satellite, target.position, pass.ms, squint);
        if (exact === undefined) continue;
        const look = computeLook(exact.state, target);
        if (look.side !== side || look.lookAngleDegrees < least || look.lookAngleDegrees > most) continue;
        const datetimeMs = Math.round(exact.ms);
        const { azimuthDegrees } = look;
        return {
          id: `0c1d2e3f-0000-4000-8000-${Buffer.from(place.padEnd(6).slice(0, 6)).toString("hex")}`,
          satellite: satellite.index,
          platform: formatPlatform(satellite.index),
          orbitalPlane: satellite.plane,
          datetimeMs,
          startMs: datetimeMs - type.durationSeconds * 500,
          endMs: datetimeMs + type.durationSeconds * 500,
          observationDirection: look.side,
          orbitState: look.ascending ? "ascending" : "descending",
          lookAngleDegrees: look.lookAngleDegrees,
          incidenceAngleDegrees: look.incidenceAngleDegrees,
          azimuthDegrees,
          squintAngleDegrees: look.squintAngleDegrees,
          type,
          polarization: "VV",
          center,
          geometry: collectFootprint({ satellite: satellite.index, timeMs: datetimeMs, center, type })
            .geometry,
        };
      }
    }
  }
  throw new Error(`nobody passes ${place}`);
}
