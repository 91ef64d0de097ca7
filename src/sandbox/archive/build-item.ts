import type { MultiPolygon, Polygon } from "../../geo/geojson.ts";
import type { Asset, AssetsOf } from "./asset.ts";
import type { Collect } from "./collect.ts";
import { itemId } from "./item-id.ts";
import { itemPropertyTable } from "./item-properties.ts";
import type { ItemProduct } from "./product-types.ts";

interface Link {
  rel: string;
  href: string;
  type: string;
  title?: string;
}

/** A STAC 1.0.0 item. */
export interface StacItem {
  type: "Feature";
  stac_version: "1.0.0";
  stac_extensions: string[];
  id: string;
  collection: string;
  geometry: Polygon | MultiPolygon;
  bbox: Collect["bbox"];
  properties: Record<string, unknown>;
  assets: Record<string, Asset>;
  links: Link[];
}

export interface ItemContext {
  vendorPrefix: string;
  /** Base URL of the service as the caller reaches it, without a slash at the end. */
  baseUrl: string;
  assetsOf: AssetsOf;
}

/** Extensions whose fields the items carry, at the versions that belong to STAC 1.0.0. */
export const STAC_EXTENSIONS = [
  "sar/v1.0.0",
  "sat/v1.0.0",
  "view/v1.0.0",
  "projection/v1.1.0",
  "file/v2.1.0",
].map((name) => `https://stac-extensions.github.io/${name}/schema.json`);

/** The STAC item of one product of a collect. */
export function buildItem(collect: Collect, productType: ItemProduct, context: ItemContext): StacItem {
  const properties: Record<string, unknown> = {};
  for (const [name, property] of itemPropertyTable(context.vendorPrefix)) {
    properties[name] = property.value(collect, productType);
  }
  return {
    type: "Feature",
    stac_version: "1.0.0",
    stac_extensions: [...STAC_EXTENSIONS],
    id: itemId(collect, productType),
    collection: collect.collectionId,
    geometry: collect.geometry,
    bbox: collect.bbox,
    properties,
    assets: context.assetsOf(collect, productType),
    // STAC wants a collection link on every item of a collection. The interface has no route that answers it.
    links: [
      {
        rel: "collection",
        href: `${context.baseUrl}/collections/${collect.collectionId}`,
        type: "application/json",
      },
    ],
  };
}
