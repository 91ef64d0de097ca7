import type { SimpleGeometry } from "./geojson.ts";
import { doPartsMeet, partsOf } from "./shape.ts";

/**
 * Do two geometries share at least one point? Exact on the flat longitude-latitude plane; a place on an edge counts,
 * the inside of a hole does not. Takes valid geometries, cut at the antimeridian where they cross it.
 */
export function intersects(geometry: SimpleGeometry, footprint: SimpleGeometry): boolean {
  return prepareIntersects(geometry)(footprint);
}

/** The same with one side prepared once, for comparing an area with very many footprints. */
export function prepareIntersects(geometry: SimpleGeometry): (footprint: SimpleGeometry) => boolean {
  const parts = partsOf(geometry);
  return (footprint) => {
    const others = partsOf(footprint);
    return others.some((other) => parts.some((part) => doPartsMeet(other, part)));
  };
}
