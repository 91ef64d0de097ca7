import type { Position } from "../../../src/geo/geojson.ts";

/** A star around 0,0 with `points` rays of length 1 and notches at `inner`. */
export function starRing(points: number, inner: number): Position[] {
  const ring: Position[] = [];
  for (let at = 0; at < points * 2; at++) {
    const radius = at % 2 === 0 ? 1 : inner;
    const angle = (at / points) * Math.PI;
    ring.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
  }
  ring.push(ring[0]!);
  return ring;
}

/** A jagged but simple outline around Lake Victoria's place, like a coast at high resolution. */
export function coastRing(vertices: number): Position[] {
  const ring: Position[] = [];
  for (let at = 0; at < vertices; at++) {
    const angle = (at / vertices) * 2 * Math.PI;
    const jag = ((at * 7919) % 101) / 101;
    const radius = 2 + 0.3 * Math.sin(angle * 9) + 1e-4 * jag;
    ring.push([33 + radius * Math.cos(angle), -1 + radius * Math.sin(angle)]);
  }
  ring.push(ring[0]!);
  return ring;
}
