/** Rings and lines cut to the view. What lies inside is returned as it is. */
import type { Box, FlatRing } from "../flat-shape.ts";

/** Sutherland and Hodgman (1974). Edges along the cut lie outside the view, whose box has a margin. */
export function clipRing(ring: FlatRing, box: Box): ArrayLike<number> {
  let kept: ArrayLike<number> = ring;
  for (const [axis, limit, sign] of sidesOf(box)) {
    if (isWhollyInside(kept, axis, limit, sign)) continue;
    const cut: number[] = [];
    const count = kept.length;
    for (let at = 0; at < count; at += 2) {
      const before = (at + count - 2) % count;
      const [from, to] = [kept[before + axis]!, kept[at + axis]!];
      const [isFromIn, isToIn] = [sign * (from - limit) >= 0, sign * (to - limit) >= 0];
      if (isFromIn !== isToIn) pushCrossing(cut, kept, before, at, (limit - from) / (to - from));
      if (isToIn) cut.push(kept[at]!, kept[at + 1]!);
    }
    kept = cut;
    if (kept.length === 0) break;
  }
  return kept;
}

/** The stretches of a line inside the box. */
export function clipLine(line: FlatRing, box: Box): ArrayLike<number>[] {
  let stretches: ArrayLike<number>[] = [line];
  for (const [axis, limit, sign] of sidesOf(box)) {
    stretches = stretches.flatMap((stretch) => {
      if (isWhollyInside(stretch, axis, limit, sign)) return [stretch];
      const parts: number[][] = [[]];
      for (let at = 0; at < stretch.length; at += 2) {
        const to = stretch[at + axis]!;
        const isToIn = sign * (to - limit) >= 0;
        if (at > 0) {
          const from = stretch[at - 2 + axis]!;
          const isFromIn = sign * (from - limit) >= 0;
          if (isFromIn !== isToIn) {
            if (isToIn) parts.push([]);
            pushCrossing(parts.at(-1)!, stretch, at - 2, at, (limit - from) / (to - from));
          }
        }
        if (isToIn) parts.at(-1)!.push(stretch[at]!, stretch[at + 1]!);
      }
      return parts.filter(({ length }) => length > 2);
    });
  }
  return stretches;
}

const sidesOf = ({ left, right, top, bottom }: Box): readonly [0 | 1, number, 1 | -1][] => [
  [0, left, 1],
  [0, right, -1],
  [1, top, 1],
  [1, bottom, -1],
];

function isWhollyInside(line: ArrayLike<number>, axis: 0 | 1, limit: number, sign: 1 | -1): boolean {
  for (let at = axis; at < line.length; at += 2) if (sign * (line[at]! - limit) < 0) return false;
  return true;
}

function pushCrossing(
  into: number[],
  line: ArrayLike<number>,
  from: number,
  to: number,
  share: number,
): void {
  into.push(
    line[from]! + share * (line[to]! - line[from]!),
    line[from + 1]! + share * (line[to + 1]! - line[from + 1]!),
  );
}
