import type { Collect } from "../archive/collect.ts";

/** Properties of a collect that determine the bytes of its products. */
export type Scene = Omit<Collect, "bbox" | "productTypes" | "collectionId" | "holdback">;

/**
 * The size of products. `tiny`: some hundred kilobytes. `real`: the sampling of the collection type, up to several
 * gigabytes. A number: maximum bytes of data files, approached as closely as whole tiles and lines allow.
 */
export type ImagerySize = "tiny" | "real" | number;

/** Samples per resolution cell: slightly more than one, as in focused images. */
export const OVERSAMPLING = 1.25;

/** Returns the largest scale of the sides (bytes grow with its square) at which a file has at most that length. */
export function largestScale(mostBytes: number, bytesAt: (scale: number) => number): number {
  let [fits, exceeds] = [1e-4, 1e4];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(fits * exceeds);
    if (bytesAt(middle) <= mostBytes) fits = middle;
    else exceeds = middle;
  }
  return fits;
}
