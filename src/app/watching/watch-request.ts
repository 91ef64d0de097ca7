/** The input and the rows of a watch. */
import type { ArchiveItem } from "../../contract/order-item.ts";
import { getOriginalItem } from "../../contract/read-items.ts";
import { toArchiveItems } from "../../domain/orders/order-items.ts";
import type { Money } from "../../domain/price/money.ts";
import type { Purpose } from "../../domain/watching/watch-state.ts";
import type { WhereClause } from "../../domain/where.ts";
import type { Geometry, Region } from "../../geo/geojson.ts";
import type { WaitTimes } from "../../time/poll.ts";
import type { FoundFilter, FoundItem } from "../catalog/found-items.ts";
import type { SearchRequest } from "../catalog/search-items.ts";
import type { ExecProgram } from "../downloads/exec-hook.ts";

/** A place with its filters. */
export interface Site {
  name: string;
  /** Equal for the same geometry, filters and source. */
  key: string;
  geometry: Geometry;
  /** The catalog search of the site, without a time. */
  search: Pick<SearchRequest, "body" | "query" | "productTypes">;
  /** The geometry, if it has a surface. */
  area?: Region | undefined;
  /** Minimum share of the area, 0 to 1. */
  least?: number | undefined;
  /** The filters for export files. */
  where: readonly WhereClause[];
  productTypes?: readonly string[] | undefined;
}

export interface WatchRequest {
  /** In the order of the file. */
  sites: readonly Site[];
  /** Path of the state file, as given. */
  state: string;
  lockTimeoutMs: number;
  /** A recent look starts this long before now. */
  lookBackMs: number;
  /** Whether every look is full. */
  isFull: boolean;
  /** Whether the run only shows what it would do: nothing is ordered, run or remembered. */
  isPeek: boolean;
  /** Whether every look is a first look. */
  isReset: boolean;
  /** A first look reports what was acquired within this time. */
  sinceMs?: number | undefined;
  /** Whether prices are requested. */
  isPriced: boolean;
  /** Leaves new items out of the report; they count as seen. */
  filter?: FoundFilter | undefined;
  /** Export files to read in place of the catalog. */
  exports?: { folder: string; collection: string | undefined } | undefined;
  order?: OrderRequest | undefined;
  /** A program that is run once per scene, with the scene as JSON. */
  exec?: ExecProgram | undefined;
}

export interface OrderRequest {
  /** Maximum cost of all orders of the run. */
  maxCost?: Money | undefined;
  downloadTo?: string | undefined;
  times: WaitTimes;
}

/** A scene that is new over a site: a collect with its new items. */
export interface NewScene {
  site: string;
  /** Id of the collect; of the item, if it has no collect. */
  scene: string;
  /** Time of the run that first reported it. */
  firstSeen: string;
  /** At least one. */
  items: readonly FoundItem[];
  order?: SceneOrder | undefined;
}

/** Returns which memory of the state a run has. A run with orders takes no news from a run without. */
export const choosePurpose = ({ order, exec }: Pick<WatchRequest, "order" | "exec">): Purpose =>
  order !== undefined ? "order" : exec !== undefined ? "exec" : "report";

/** The outcome of the order of a scene. */
export type SceneOrder =
  | { status: "ordered"; orderId: string; price?: string }
  /** An earlier order contains the items. */
  | { status: "ordered-before"; orderId?: string }
  /** It does not fit the limits, or the order failed. It stays new. */
  | { status: "not-ordered"; reason: string }
  /** It may have been ordered. It stays new, and is not ordered until the outcome is known. */
  | { status: "unknown"; reason: string };

/** Returns the order items of a scene. Items without a collection cannot be ordered. */
export const toOrderItems = ({ items }: Pick<NewScene, "items">): ArchiveItem[] =>
  toArchiveItems(items.map(({ item }) => item));

/** Returns a scene as JSON, with its items as the service sent them. */
export const toSceneJson = (row: NewScene): Record<string, unknown> => ({
  ...pickNames(row),
  items: row.items.map(({ item, price, owned }) => ({
    ...getOriginalItem(item),
    ...(price && { price: price.amount ?? price.text }),
    ...(owned && { owned }),
  })),
  ...(row.order && { order: row.order }),
});

/** Returns a scene as the argument of a program: short, and without signed links. */
export const toSceneArgument = (row: NewScene): Record<string, unknown> => ({
  ...pickNames(row),
  datetime: row.items[0]?.item.properties?.["datetime"],
  items: row.items.map(({ item: { id = "", collection } }) =>
    collection === undefined ? id : `${collection}/${id}`,
  ),
  ...(row.order && { order: row.order }),
});

const pickNames = ({ site, scene, firstSeen }: NewScene) => ({ site, scene, firstSeen });
