import { groundPoint, RADIANS, toGeodetic } from "../../orbit/ellipsoid.ts";
import { lookAt } from "../../orbit/look.ts";
import { squintMoment } from "../../orbit/passes.ts";
import { type Access, MAX_LOOK_DEGREES } from "./accesses-of.ts";
import { type AreaCells, groundBelow } from "./area-cells.ts";
import { meetsAll } from "./constraints.ts";
import type { PassSearch } from "./pass-search.ts";

/** One strip of an area, with the access at its own centre. */
export interface Strip {
  access: Access;
  center: [longitude: number, latitude: number];
  /** The centre in the area's plane, in kilometres. */
  east: number;
  north: number;
}

/** Returns the direction perpendicular to the track, towards the satellite, in radians clockwise from north. */
const acrossTrack = ({ headingDegrees, side }: Access): number =>
  ((headingDegrees + (side === "right" ? 270 : 90)) % 360) * RADIANS;

/**
 * Returns the strip that a pass would image, along its ground track, from the cells that are still open. The strip is at the
 * edge farthest from the satellite, so that later strips are beside it; if one strip covers all cells, it is in the
 * middle. Returns undefined when the pass does not meet the constraints there.
 */
export function stripOf(
  pass: Access,
  open: Uint32Array,
  area: AreaCells,
  search: PassSearch,
): Strip | undefined {
  const { type } = search.request;
  const towards = acrossTrack(pass);
  const [sin, cos] = [Math.sin(towards), Math.cos(towards)];
  const [acrossReach, alongReach] = [type.widthKm, type.lengthKm].map(
    (km) => (km / 2 - area.marginKm) * area.leastScale,
  ) as [number, number];
  const acrossOf = (at: number): number => area.east[at]! * sin + area.north[at]! * cos;
  let [least, most] = [Infinity, -Infinity];
  for (let index = 0; index < open.length; index++) {
    const at = open[index]!;
    const value = acrossOf(at);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const across = middleOf(least, most, acrossReach);
  [least, most] = [Infinity, -Infinity];
  for (let index = 0; index < open.length; index++) {
    const at = open[index]!;
    if (Math.abs(acrossOf(at) - across) > acrossReach) continue;
    const value = area.north[at]! * sin - area.east[at]! * cos;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const along = middleOf(least, most, alongReach);
  const [east, north] = [across * sin - along * cos, across * cos + along * sin];
  const below = toGeodetic(groundBelow(groundPoint(...search.center), east, north));
  const [longitude, latitude] = below.map((degrees) => Math.round(degrees * 1e6) / 1e6);
  const center: Strip["center"] = [longitude ?? 0, latitude ?? 0];
  const ground = groundPoint(...center);
  const moment = squintMoment(pass.satellite, ground.position, pass.ms, pass.squintAngleDegrees);
  if (moment === undefined || moment.ms < search.window.fromMs || moment.ms > search.window.toMs)
    return undefined;
  const access: Access = { ...pass, ...lookAt(moment.state, ground), ms: moment.ms };
  access.squintAngleDegrees = pass.squintAngleDegrees;
  if (access.lookAngleDegrees > MAX_LOOK_DEGREES) return undefined;
  return meetsAll(access, search.constraints) ? { access, center, east, north } : undefined;
}

/**
 * Returns the centre of an interval of half width `reach`: halfway between `least` and `most` if it contains both,
 * else flush with `least`.
 */
const middleOf = (least: number, most: number, reach: number): number =>
  most - least <= 2 * reach ? (least + most) / 2 : least + reach;

/** Centres of strips are rounded to millionths of a degree. */
const ROUNDING_KM = 0.001;

/** Returns a test of whether a strip's footprint contains a whole cell, by the cell's number. */
export function coverOf(
  { access, center, ...middle }: Strip,
  { marginKm, east, north, positions }: AreaCells,
  { widthKm, lengthKm }: { widthKm: number; lengthKm: number },
): (at: number) => boolean {
  const ground = groundPoint(...center);
  const towards = acrossTrack(access);
  const [sin, cos] = [Math.sin(towards), Math.cos(towards)];
  const [across, along] = [widthKm / 2 - marginKm, lengthKm / 2 - marginKm];
  const farthest = Math.hypot(across, along) + ROUNDING_KM;
  const [p, e, n] = [ground.position, ground.east, ground.north];
  return (at) => {
    // Most cells are far away in the plane already, and a distance in the plane is never longer than on the ground.
    const [planeEast, planeNorth] = [east[at]! - middle.east, north[at]! - middle.north];
    if (planeEast * planeEast + planeNorth * planeNorth > farthest * farthest) return false;
    const [x, y, z] = [positions[3 * at]! - p.x, positions[3 * at + 1]! - p.y, positions[3 * at + 2]! - p.z];
    const toEast = x * e.x + y * e.y + z * e.z;
    const toNorth = x * n.x + y * n.y + z * n.z;
    return (
      Math.abs(toEast * sin + toNorth * cos) <= across && Math.abs(toNorth * sin - toEast * cos) <= along
    );
  };
}
