import { cutRing } from "./cut-ring.ts";
import type { MultiPolygon, Polygon, Position } from "./geojson.ts";
import { rewindRing } from "./polygon.ts";

/** A tenth of a millimetre: what reaches this far over the antimeridian is rounding, and would leave a sliver. */
const SNAP_DEGREES = 1e-9;

/**
 * Makes GeoJSON of a simple closed ring that may cross the antimeridian or go around a pole: counter-clockwise parts
 * within -180..180, cut along the antimeridian (RFC 7946 section 3.1.9). Steps of more than 180 degrees of longitude
 * count as crossings; so longitudes may run on past 180 or jump to -180. A ring once around the globe holds the pole
 * that is nearer to its mean latitude.
 */
export function splitAtAntimeridian(ring: readonly Position[]): Polygon | MultiPolygon {
  const unwrapped = unwrapRing(ring).map(snapToAntimeridian);
  const turns = Math.round((unwrapped.at(-1)![0]! - unwrapped[0]![0]!) / 360);
  if (Math.abs(turns) > 1) throw new RangeError(`the ring goes around the globe ${Math.abs(turns)} times`);
  const plane = turns === 0 ? unwrapped : closeOverPole(unwrapped);

  const parts: Position[][] = [];
  const longitudes = plane.map(([longitude]) => longitude!);
  const westernmost = longitudes.reduce((least, longitude) => Math.min(least, longitude));
  const easternmost = longitudes.reduce((most, longitude) => Math.max(most, longitude));
  let rest = [plane];
  for (let turn = Math.floor((westernmost + 180) / 360); turn * 360 - 180 < easternmost; turn++) {
    const cuts = rest.map((piece) => cutRing(piece, turn * 360 + 180));
    for (const piece of cuts.flatMap(({ west }) => west)) parts.push(shift(piece, -360 * turn));
    rest = cuts.flatMap(({ east }) => east);
  }
  const coordinates = parts.map((part) => [rewindRing(part, true)]);
  return coordinates.length === 1
    ? { type: "Polygon", coordinates: coordinates[0]! }
    : { type: "MultiPolygon", coordinates };
}

/** The ring with longitudes that run on past 180 instead of jumping; around a pole its ends lie 360 degrees apart. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  let offset = 0;
  return ring.map((position, at) => {
    const step = at === 0 ? 0 : position[0]! - ring[at - 1]![0]!;
    if (Math.abs(step) > 180) offset -= Math.round(step / 360) * 360;
    return [position[0]! + offset, position[1]!];
  });
}

/**
 * A ring around a pole has no inside on the map's plane. Cut where it meets the antimeridian closest to the pole, and
 * closed along the antimeridian and the map's edge, it has one.
 */
function closeOverPole(path: readonly Position[]): Position[] {
  const mean = path.reduce((sum, [, latitude]) => sum + latitude!, 0) / path.length;
  const pole = mean < 0 ? -90 : 90;
  let [best, cut]: [number, Position | undefined] = [0, undefined];
  for (let at = 1; at < path.length; at++) {
    const passage = passAntimeridian(path[at - 1]!, path[at]!);
    if (
      passage !== undefined &&
      (cut === undefined || Math.abs(pole - passage[1]!) < Math.abs(pole - cut[1]!))
    ) {
      [best, cut] = [at, passage];
    }
  }
  const [meridian, latitude] = cut as [number, number];
  const around = path.at(-1)![0]! - path[0]![0]!;
  const end = meridian + Math.sign(around) * 360;
  const wrapped = path.slice(1, best).map(([x, y]): Position => [x! + Math.sign(around) * 360, y!]);
  const ring: Position[] = [[meridian, latitude], ...path.slice(best), ...wrapped, [end, latitude]];
  return [...ring, [end, pole], [meridian, pole], [meridian, latitude]].filter(
    (position, at, all) => at === 0 || position[0] !== all[at - 1]![0] || position[1] !== all[at - 1]![1],
  );
}

/** Where an edge meets 180 or the same meridian a turn further, its own end included and its start not. */
function passAntimeridian(from: Position, to: Position): Position | undefined {
  const [x, y] = [from[0]!, from[1]!];
  const turn = to[0]! > x ? Math.floor((to[0]! - 180) / 360) : Math.ceil((to[0]! - 180) / 360);
  const meridian = 180 + 360 * turn;
  const isPassed = to[0]! > x ? x < meridian && meridian <= to[0]! : to[0]! <= meridian && meridian < x;
  if (!isPassed) return undefined;
  return [meridian, y + ((to[1]! - y) * (meridian - x)) / (to[0]! - x)];
}

function shift(ring: readonly Position[], degrees: number): Position[] {
  return ring.map(([longitude, latitude]) => [longitude! + degrees, latitude!]);
}

function snapToAntimeridian([longitude, latitude]: Position): Position {
  const nearest = Math.round((longitude! - 180) / 360) * 360 + 180;
  return [Math.abs(longitude! - nearest) < SNAP_DEGREES ? nearest : longitude!, latitude!];
}
