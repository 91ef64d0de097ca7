/** A file of other programs with features of any geometry, in one or more layers. Files are untrusted: any fault is a WrongFile. */
import type { Geometry } from "../geo/geojson.ts";
import { listPositions, listSingleParts } from "../geo/polygon.ts";
import { toAttribute } from "./footprint.ts";

export interface LayeredFile {
  layers: readonly FeatureLayer[];
  close: () => Promise<void>;
}

export interface FeatureLayer {
  name: string;
  /** The name of its reference system; undefined for longitude and latitude on WGS 84. */
  system: string | undefined;
  /** Yields every feature, in the order of the file. Throws WrongFile. */
  read: () => AsyncGenerator<LayerFeature>;
}

export interface LayerFeature {
  /** Null without one. Its positions are not checked yet. */
  geometry: Geometry | null;
  /** The cells with a value. */
  properties: Record<string, string | number | boolean>;
}

/** Returns the cells of a row that have a value, by the names of their columns. */
export function toProperties(
  names: readonly string[],
  cellAt: (name: string, at: number) => unknown,
): LayerFeature["properties"] {
  const cells = names.map((name, at) => [name, toAttribute(cellAt(name, at))] as const);
  return Object.fromEntries(
    cells.filter((cell): cell is [string, string | number | boolean] => cell[1] !== null),
  );
}

/** Returns the geometry; null for an empty one, which some programs write for a feature without a place. */
export function dropEmptyGeometry(geometry: Geometry): Geometry | null {
  const positions = listSingleParts(geometry).flatMap(listPositions);
  return positions.every(([x, y]) => Number.isNaN(x) && Number.isNaN(y)) ? null : geometry;
}

/** Reports whether a definition in WKT is longitude and latitude on WGS 84: neither projected, nor on another datum. */
export function isWgs84(definition: string): boolean {
  const isGeographic = /^\s*GEO(?:GCS|DCRS|GCRS|GRAPHICCRS|DETICCRS)\s*\[/i.test(definition);
  return isGeographic && /(?:^\s*GEO\w+|DATUM)\s*\[\s*"[^"]*WGS[ _]?(?:19)?84/i.test(definition);
}
