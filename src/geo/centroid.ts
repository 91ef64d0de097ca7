import { isCutAtAntimeridian } from "./bounds.ts";
import type { Position, SimpleGeometry } from "./geojson.ts";
import { isRegion, positionsOf, ringsOf, signedArea } from "./polygon.ts";
import { wrapLongitude } from "./position.ts";
import { takeShorterWay } from "./antimeridian.ts";

/**
 * Returns the centre of a geometry in degrees, `[longitude, latitude]`: the centre of mass of an area on the flat longitude-latitude plane, the
 * mean position of points and lines. Parts that meet at the antimeridian are first moved side by side, and edges of areas take the shorter way
 * round.
 */
export function centroidOf(written: SimpleGeometry): Position {
  const geometry = isRegion(written) ? takeShorterWay(written) : written;
  const isCut = isCutAtAntimeridian(geometry);
  const unfold = (position: Position): Position =>
    isCut && position[0]! < 0 ? [position[0]! + 360, position[1]!] : position;
  const mean = meanOf(positionsOf(geometry).map(unfold));
  if (!isRegion(geometry)) return [wrapLongitude(mean[0]!), mean[1]!];

  let [weight, x, y] = [0, 0, 0];
  for (const rings of ringsOf(geometry)) {
    for (const [at, ring] of rings.entries()) {
      const unfolded = ring.map(unfold);
      const centre = ringCentroid(unfolded);
      const area = Math.abs(signedArea(unfolded)) * (at === 0 ? 1 : -1);
      weight += area;
      x += area * (centre[0]! - mean[0]!);
      y += area * (centre[1]! - mean[1]!);
    }
  }
  // Without a surface, the mean position is used.
  if (!(weight > 0)) return [wrapLongitude(mean[0]!), mean[1]!];
  return [wrapLongitude(mean[0]! + x / weight), mean[1]! + y / weight];
}

function ringCentroid(ring: readonly Position[]): Position {
  const area = signedArea(ring);
  if (area === 0) return meanOf(ring);
  const [originX, originY] = ring[0] as [number, number];
  let [x, y] = [0, 0];
  for (let at = 1; at < ring.length; at++) {
    const [fromX, fromY] = [ring[at - 1]![0]! - originX, ring[at - 1]![1]! - originY];
    const [toX, toY] = [ring[at]![0]! - originX, ring[at]![1]! - originY];
    const cross = fromX * toY - toX * fromY;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  return [originX + x / (3 * area), originY + y / (3 * area)];
}

function meanOf(positions: readonly Position[]): Position {
  let [x, y] = [0, 0];
  for (const position of positions) {
    x += position[0]! / positions.length;
    y += position[1]! / positions.length;
  }
  return [x, y];
}
