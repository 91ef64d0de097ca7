import { takeShorterWay } from "./antimeridian.ts";
import { unfoldAtAntimeridian } from "./bounds.ts";
import type { Position, SimpleGeometry } from "./geojson.ts";
import { isRegion, listPositions, listRings } from "./polygon.ts";
import { wrapLongitude } from "./position.ts";

/**
 * Returns the centre of a geometry in degrees, `[longitude, latitude]`. For an area it is the centre of mass on the flat
 * longitude-latitude plane; for points, lines and areas without a surface, the mean position. Parts that meet at the
 * antimeridian are first moved side by side. Edges of areas take the shorter way round the globe.
 */
export function computeCentroid(written: SimpleGeometry): Position {
  const geometry = unfoldAtAntimeridian(isRegion(written) ? takeShorterWay(written) : written);
  const positions = listPositions(geometry);
  let [meanX, meanY] = [0, 0];
  for (const [x = 0, y = 0] of positions) {
    meanX += x / positions.length;
    meanY += y / positions.length;
  }
  let [weight, sumX, sumY] = [0, 0, 0];
  for (const rings of isRegion(geometry) ? listRings(geometry) : []) {
    for (const [at, ring] of rings.entries()) {
      const moment = computeMoment(ring, meanX, meanY);
      const sign = moment.area < 0 === (at === 0) ? -1 : 1;
      weight += sign * moment.area;
      sumX += sign * moment.x;
      sumY += sign * moment.y;
    }
  }
  if (weight > 0) [meanX, meanY] = [meanX + sumX / (3 * weight), meanY + sumY / (3 * weight)];
  return [wrapLongitude(meanX), meanY];
}

/** Returns twice the signed area of a ring, and six times its moments about a point near it, which saves digits. */
function computeMoment(ring: readonly Position[], originX: number, originY: number) {
  let [area, x, y] = [0, 0, 0];
  for (let at = 1; at < ring.length; at++) {
    const [fromX, fromY] = [ring[at - 1]![0]! - originX, ring[at - 1]![1]! - originY];
    const [toX, toY] = [ring[at]![0]! - originX, ring[at]![1]! - originY];
    const cross = fromX * toY - toX * fromY;
    area += cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  return { area, x, y };
}
