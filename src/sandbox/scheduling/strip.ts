import { groundPoint, RADIANS, toGeodetic } from "../orbit/ellipsoid.ts";
import { lookAt } from "../orbit/look.ts";
import { squintMoment } from "../orbit/squint-moment.ts";
import { addScaled, dot, subtract } from "../orbit/vector.ts";
import { type Access, MOST_LOOK_DEGREES } from "./accesses-of.ts";
import type { AreaCells, Cell } from "./area-cells.ts";
import { acrossTrack } from "./collect-footprint.ts";
import type { Prospect } from "./prospect.ts";

/** One strip of an area: how it is seen at its own centre. */
export interface Strip {
  access: Access;
  center: [longitude: number, latitude: number];
}

/**
 * The strip that a pass would take of what is still open, flown along its own ground track: at the edge farthest from
 * the satellite, so that later strips lie beside it; in the middle when one strip covers all. Undefined when the pass does
 * not meet the constraints there.
 */
export function stripOf(
  pass: Access,
  open: readonly Cell[],
  area: AreaCells,
  prospect: Prospect,
): Strip | undefined {
  const { type } = prospect.request;
  const towards = acrossTrack(pass) * RADIANS;
  const [sin, cos] = [Math.sin(towards), Math.cos(towards)];
  const acrossOf = ({ east, north }: Cell): number => east * sin + north * cos;
  const across = middle(open.map(acrossOf), type.widthKm, area.marginKm);
  const row = open.filter((cell) => Math.abs(acrossOf(cell) - across) <= type.widthKm / 2 - area.marginKm);
  const along = middle(
    row.map(({ east, north }) => north * sin - east * cos),
    type.lengthKm,
    area.marginKm,
  );
  const origin = groundPoint(...prospect.center);
  const flat = addScaled(
    addScaled(origin.position, origin.east, across * sin - along * cos),
    origin.north,
    across * cos + along * sin,
  );
  const [longitude, latitude] = toGeodetic(flat).map((degrees) => Math.round(degrees * 1e6) / 1e6);
  const center: Strip["center"] = [longitude ?? 0, latitude ?? 0];
  const ground = groundPoint(...center);
  const moment = squintMoment(pass.satellite, ground.position, pass.ms, pass.squintAngleDegrees);
  if (moment === undefined || moment.ms < prospect.window.fromMs || moment.ms > prospect.window.toMs)
    return undefined;
  const access: Access = { ...pass, ...lookAt(moment.state, ground), ms: moment.ms };
  access.squintAngleDegrees = pass.squintAngleDegrees;
  if (access.lookAngleDegrees > MOST_LOOK_DEGREES) return undefined;
  return prospect.constraints.every(({ isMet }) => isMet(access)) ? { access, center } : undefined;
}

/** Middle of a stretch of that length: of all the values when they fit in it, else at their lower end. */
function middle(values: readonly number[], lengthKm: number, marginKm: number): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const reach = lengthKm / 2 - marginKm;
  return most - least <= 2 * reach ? (least + most) / 2 : least + reach;
}

/** Whether the footprint of a strip holds a cell whole. */
export function coverOf(
  { access, center }: Strip,
  marginKm: number,
  { widthKm, lengthKm }: { widthKm: number; lengthKm: number },
): (cell: Cell) => boolean {
  const ground = groundPoint(...center);
  const towards = acrossTrack(access) * RADIANS;
  const [sin, cos] = [Math.sin(towards), Math.cos(towards)];
  const [across, along] = [widthKm / 2 - marginKm, lengthKm / 2 - marginKm];
  return ({ position }) => {
    const way = subtract(position, ground.position);
    const [east, north] = [dot(way, ground.east), dot(way, ground.north)];
    return Math.abs(east * sin + north * cos) <= across && Math.abs(north * sin - east * cos) <= along;
  };
}
