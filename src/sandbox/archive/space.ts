import Flatbush from "flatbush";
import type { CollectView } from "./collect-view.ts";

/** West, south, east, north in degrees, west not larger than east. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** Rows by place. A footprint across the antimeridian stands in it twice, once on each side. */
export interface Space {
  /** Rows whose footprint's box meets one of the boxes: each once, oldest first. */
  rowsIn(boxes: readonly Box[], fromRow: number, toRow: number): Uint32Array;
}

export function indexSpace(view: CollectView): Space {
  const boxes: number[] = [];
  const rows: number[] = [];
  for (let row = 0; row < view.columns.size; row++) {
    view.row = row;
    const [west, south, east, north] = view.bbox;
    const halves = west > east ? [west, 180, -180, east] : [west, east];
    for (let half = 0; half < halves.length; half += 2) {
      boxes.push(halves[half] as number, south, halves[half + 1] as number, north);
      rows.push(row);
    }
  }
  const tree = new Flatbush(Math.max(1, rows.length));
  for (let at = 0; at < boxes.length; at += 4) {
    tree.add(...(boxes.slice(at, at + 4) as [number, number, number, number]));
  }
  // Flatbush refuses an empty index; nothing lies at a box outside the map.
  if (rows.length === 0) tree.add(999, 999, 999, 999);
  tree.finish();
  const rowOf = Uint32Array.from(rows);
  return {
    rowsIn(queries, fromRow, toRow) {
      const found = queries.flatMap((box) => tree.search(...box));
      const hits = Uint32Array.from(found, (at) => rowOf[at] ?? toRow).sort();
      return hits.filter((row, at) => row >= fromRow && row < toRow && row !== hits[at - 1]);
    },
  };
}
