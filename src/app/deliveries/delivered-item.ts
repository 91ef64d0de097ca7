/** Builds the STAC item of a downloaded product from the catalog's record and its files. */
import { toJsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { measureBounds, measureGeometryBounds, type Bounds } from "../../geo/bounds.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { listPositions, listSingleParts } from "../../geo/polygon.ts";
import { describeGeometryFault } from "../../geo/sound-geometry.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import type { ManifestEntry } from "../../transfer/manifest.ts";
import type { GeoTiffHeader } from "./geotiff-header.ts";

const toExtension = (version: string): string => `https://stac-extensions.github.io/${version}/schema.json`;
const FILE = toExtension("file/v2.1.0");
const ORDER = toExtension("order/v1.0.0");
const PROJECTION = toExtension("projection/v1.1.0");

/** A downloaded file of the product that still has its recorded size. */
export interface DeliveredFile {
  entry: ManifestEntry;
  /** The header of a GeoTIFF file, read if the catalog's record lacks a part of the projection. */
  header?: GeoTiffHeader | undefined;
}

/** Returns true if the record has a time, which STAC requires. */
export const hasTime = ({ properties = {} }: StacItem): boolean =>
  typeof properties["datetime"] === "string" ||
  (typeof properties["start_datetime"] === "string" && typeof properties["end_datetime"] === "string");

const PROJECTED_BY = [
  ["proj:epsg", "proj:code", "proj:wkt2", "proj:projjson"],
  ["proj:shape"],
  ["proj:transform"],
];

/** Returns true if the record has the reference system, shape and transform of an asset. */
export const isProjected = ({ properties = {}, assets = {} }: StacItem, asset: string): boolean =>
  PROJECTED_BY.every((names) => names.some((name) => name in properties || name in (assets[asset] ?? {})));

/** An item of the folder. The hrefs of its assets are paths in the folder, and its links lead to its collection only. */
export interface DeliveredItem extends StacItem {
  assets: Record<string, Record<string, unknown>>;
  links: object[];
}

/** Returns the item; only the files that are here are assets. */
export function toDeliveredItem(
  record: StacItem,
  files: readonly DeliveredFile[],
  orderDate: string | undefined,
): DeliveredItem {
  const { id, collection, properties = {}, assets = {}, links, geometry, bbox, ...members } = record;
  const isSound = geometry !== null && describeGeometryFault(geometry) === undefined;
  const extensions = new Set(keepTexts(members["stac_extensions"]));
  const isNewProjection = [...extensions].some((uri) => /\/projection\/v2\./.test(uri));
  const orderId = files.map(({ entry }) => entry.order).findLast((order) => order !== undefined);
  const times = files.map(({ entry }) => entry.time as unknown).filter((time) => typeof time === "string");
  if (orderId !== undefined) extensions.add(ORDER);
  extensions.add(FILE);
  if (!isNewProjection && files.some(({ header }) => header !== undefined)) extensions.add(PROJECTION);
  const toCollection = (Array.isArray(links) ? links : []).filter(
    (link) => toJsonObject(link)["rel"] === "collection" && typeof toJsonObject(link)["href"] === "string",
  ) as object[];
  return {
    type: "Feature",
    stac_version: "1.0.0",
    ...members,
    stac_extensions: [...extensions],
    ...(id !== undefined && { id }),
    // STAC allows `collection` only with a link to the collection.
    ...(toCollection.length > 0 && collection !== undefined && { collection }),
    geometry: isSound ? geometry : null,
    ...(isSound && { bbox: isBox(bbox) ? bbox : computeBox(geometry as Geometry) }),
    properties: {
      ...(properties["datetime"] === undefined && { datetime: null }),
      ...properties,
      ...(properties["created"] === undefined && times.length > 0 && { created: times.toSorted()[0] }),
      ...(orderId !== undefined && { "order:status": "succeeded", "order:id": orderId }),
      ...(orderDate !== undefined && parseTimestamp(orderDate).ok && { "order:date": orderDate }),
    },
    links: toCollection,
    assets: Object.fromEntries(
      files.map(({ entry, header }) => [
        entry.asset,
        {
          ...(header && toProjection(header, isNewProjection)),
          ...assets[entry.asset],
          href: entry.name,
          "file:size": entry.size,
          ...(entry.sha256 !== undefined && { "file:checksum": `1220${entry.sha256}` }),
        },
      ]),
    ),
  };
}

const computeBox = (geometry: Geometry): Bounds =>
  geometry.type === "GeometryCollection"
    ? measureBounds(listSingleParts(geometry).flatMap(listPositions))
    : measureGeometryBounds(geometry);

const isBox = (value: unknown): boolean =>
  Array.isArray(value) && (value.length === 4 || value.length === 6) && value.every(Number.isFinite);

const keepTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

const toProjection = ({ epsg, shape, transform }: GeoTiffHeader, isNew: boolean): object => ({
  ...(epsg !== undefined && (isNew ? { "proj:code": `EPSG:${epsg}` } : { "proj:epsg": epsg })),
  "proj:shape": shape,
  ...(transform !== undefined && { "proj:transform": transform }),
});
