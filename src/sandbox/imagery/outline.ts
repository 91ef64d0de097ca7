/** A convex outline in a plane, as its corners in order. */
export type Outline = readonly (readonly [x: number, y: number])[];

/** Returns the smallest convex outline around the points (Andrew's monotone chain). */
export function convexOutline(points: Outline): Outline {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

function chain(points: Outline): Outline {
  const kept: (readonly [number, number])[] = [];
  for (const point of points) {
    while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

function turn(
  a: readonly [number, number],
  b: readonly [number, number],
  c: readonly [number, number],
): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Returns the left and right end of the outline on the line at `y`, or undefined outside of it. */
export function spanAt(outline: Outline, y: number): [left: number, right: number] | undefined {
  let left = Infinity;
  let right = -Infinity;
  for (let at = 0; at < outline.length; at += 1) {
    const [fromX, fromY] = outline[at]!;
    const [toX, toY] = outline[(at + 1) % outline.length]!;
    if (fromY === toY || y < Math.min(fromY, toY) || y > Math.max(fromY, toY)) continue;
    const x = fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY);
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return left <= right ? [left, right] : undefined;
}

export function isInside(outline: Outline, x: number, y: number): boolean {
  const span = spanAt(outline, y);
  return span !== undefined && x >= span[0] && x <= span[1];
}

/** Returns whether all of these points are beyond one edge: then their hull is outside. */
export function isBeyondOneEdge(outline: Outline, points: Outline): boolean {
  const middle = middleOf(outline);
  return outline.some((from, at) => {
    const to = outline[(at + 1) % outline.length]!;
    const inside = Math.sign(turn(from, to, middle));
    return points.every((point) => turn(from, to, point) * inside < 0);
  });
}

function middleOf(outline: Outline): readonly [x: number, y: number] {
  const sum = (axis: 0 | 1): number => outline.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / outline.length, sum(1) / outline.length];
}

/** Shrinks the outline towards its centre: 0.9 leaves a margin of a tenth. */
export function shrinkOutline(outline: Outline, share: number): Outline {
  const [middleX, middleY] = middleOf(outline);
  return outline.map(([x, y]) => [middleX + (x - middleX) * share, middleY + (y - middleY) * share]);
}
