import type { MultiPolygon, Polygon, Position } from "./geojson.ts";

/**
 * A polygon whose edges take the shorter way round the globe: longitudes run on past 180 where an edge, as written,
 * jumps more than 180 degrees. An edge from exactly -180 to 180 runs along its parallel, as in a box of the world, for
 * the shorter way would be none. A ring once around the globe holds the pole that is nearer to its mean latitude.
 */
// Spec silent: which way an edge goes that leads from 179 to -179 degrees. We take the shorter way round, across the
// antimeridian, for area, centre, local time zone and coverage alike; the command line warns about such a ring.
export function takeShorterWay<G extends Polygon | MultiPolygon>(geometry: G): G {
  const { type, coordinates } = geometry;
  const rings = type === "Polygon" ? coordinates : coordinates.flat();
  if (!rings.some((ring) => findJump(ring) !== undefined)) return geometry;
  const [origin = 0] = rings[0]?.[0] ?? [];
  const turn = (ring: readonly Position[]): Position[] => turnRing(ring, origin);
  return {
    ...geometry,
    coordinates: type === "Polygon" ? coordinates.map(turn) : coordinates.map((part) => part.map(turn)),
  };
}

/** One ring in the same reading; the ring itself when no edge of it jumps. */
export function ringTheShorterWay(ring: readonly Position[]): readonly Position[] {
  return findJump(ring) === undefined ? ring : turnRing(ring, ring[0]?.[0] ?? 0);
}

const turnRing = (ring: readonly Position[], origin: number): Position[] =>
  closeOverPole(unrollRing(ring, origin));

/** The longitudes of the first edge that, as written, goes more than half around the globe. */
export function findJump(ring: readonly Position[]): [from: number, to: number] | undefined {
  const at = ring.findIndex((position, place) => place > 0 && isJump(position[0]! - ring[place - 1]![0]!));
  return at < 0 ? undefined : [ring[at - 1]![0]!, ring[at]![0]!];
}

const isJump = (degrees: number): boolean => Math.abs(degrees) > 180 && Math.abs(degrees) < 360;

/** Begins within 180 degrees of `origin`, so that rings of one geometry lie side by side. */
function unrollRing(ring: readonly Position[], origin: number): Position[] {
  let offset = Math.round((origin - (ring[0]?.[0] ?? origin)) / 360) * 360;
  return ring.map(([longitude = 0, latitude = 0], at) => {
    const step = at === 0 ? 0 : longitude - ring[at - 1]![0]!;
    if (isJump(step)) offset -= Math.sign(step) * 360;
    return [longitude + offset, latitude];
  });
}

function closeOverPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined || Math.abs(last[0]! - first[0]!) < 180) return ring;
  const mean = ring.reduce((sum, [, latitude = 0]) => sum + latitude, 0);
  const pole = mean < 0 ? -90 : 90;
  return [...ring, [last[0]!, pole], [first[0]!, pole], first];
}
