type Point = [longitude: number, latitude: number];

/**
 * A ring whose longitudes run past 180 or -180, as one part or as two that meet there: the western hemisphere's end of the
 * box (the part that begins west) comes first.
 */
export function cutAtAntimeridian(ring: Point[]): Point[][] {
  const longitudes = ring.map(([lon]) => lon);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  if (east > 180) {
    return [keep(ring, (lon) => 180 - lon, 180, 0), keep(ring, (lon) => lon - 180, 180, -360)];
  }
  if (west < -180) {
    return [keep(ring, (lon) => -180 - lon, -180, 360), keep(ring, (lon) => lon + 180, -180, 0)];
  }
  return [ring];
}

/** The side of the meridian `cut` where `inside` is not negative, moved by `shift` degrees. */
function keep(ring: Point[], inside: (longitude: number) => number, cut: number, shift: number): Point[] {
  const kept: Point[] = [];
  for (const [at, point] of ring.entries()) {
    const next = ring[(at + 1) % ring.length] as Point;
    const [here, there] = [inside(point[0]), inside(next[0])];
    if (here >= 0) kept.push([point[0] + shift, point[1]]);
    if (here * there < 0) {
      const share = here / (here - there);
      kept.push([cut + shift, point[1] + (next[1] - point[1]) * share]);
    }
  }
  return kept;
}

/** A ring round a pole (`side` 1 north, -1 south), opened along the antimeridian so that a flat map can hold it. */
export function roundPole(ring: Point[], side: 1 | -1): Point[] {
  const points = ring
    .map(([lon, lat]): Point => [((((lon + 180) % 360) + 360) % 360) - 180, lat])
    .sort((a, b) => a[0] - b[0]);
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const gap = first[0] + 360 - last[0];
  const crossing = last[1] + ((first[1] - last[1]) * (180 - last[0])) / gap;
  const eastward: Point[] = [[-180, crossing], ...points.filter(([lon]) => lon > -180), [180, crossing]];
  // Counter-clockwise: eastward with the north pole on the left, westward with the south pole there.
  const open = side === 1 ? eastward : eastward.reverse();
  return [...open, [180 * side, 90 * side], [-180 * side, 90 * side]];
}
