/**
 * Offers products of the archive: newest first, or in the order of the last search; products of a scene are adjacent.
 * For an order, with each price if the service reports it.
 */
import { readFootprint } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { ReviewLine } from "../../contract/read-review.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { listItemNames } from "../../domain/catalog/item-name.ts";
import { findCollectId, groupScenes, findShortSceneId } from "../../domain/catalog/scene.ts";
import { shortenWord } from "../../domain/item-names.ts";
import { AppError } from "../../errors.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import { measureWidth, pad } from "../../render/width.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { findInCatalog } from "../catalog/item-places.ts";
import { reviewLines } from "../catalog/item-prices.ts";
import { searchItems } from "../catalog/search-items.ts";
import type { AppContext } from "../context.ts";
import type { Offered, OfferedList } from "../offered.ts";
import { withEvents, withoutNotes } from "../surroundings.ts";
import { readOrderedBeforeIfKnown } from "./owned-items.ts";

/** Further items need a narrower search, or their ids. */
export const MAX_OFFERED = 100;

/** The source: items over a geometry or anywhere, or those of the last search. */
export type Sought = { over: Point | Polygon | undefined } | { shown: readonly Shown[] };

export interface Shown {
  collectionId: string;
  granuleId: string;
  covers?: string | undefined;
}

type Product = StacItem & { id: string; collection: string };

/** One product with its further facts. */
interface Found {
  item: Product;
  covers?: string | undefined;
}

/** A product as one row. */
interface Row extends Found {
  place: string | undefined;
  /** The collection, if the products are of several ones. */
  collection: string | undefined;
}

export async function offerItems(
  context: AppContext,
  sought: Sought,
  { isForOrder, isForScene = false }: { isForOrder: boolean; isForScene?: boolean },
): Promise<OfferedList> {
  const quiet = withoutNotes(context);
  const { found, isCut } =
    "shown" in sought ? await findShownItems(quiet, sought.shown) : await findItemsOver(quiet, sought.over);
  // One product stands for all products of its scene.
  const together = groupScenes(found).flatMap(({ items }) =>
    items.toSorted(compareProducts).slice(0, isForScene ? 1 : undefined),
  );
  const items = together.map(({ item }) => item);
  const body = { items: items.map(({ id, collection }) => ({ collectionId: collection, granuleId: id })) };
  const [before, reviewed, { placeText }] = await Promise.all([
    isForOrder ? readOrderedBeforeIfKnown(context, body) : undefined,
    isForOrder ? readReviewLines(context, items) : [],
    import("../../places/describe-geometry.ts"),
  ]);
  const isOfOneCollection = new Set(items.map(({ collection }) => collection)).size < 2;
  const rows = together.map((found): Row => ({
    ...found,
    place: placeText(readFootprint(found.item)),
    collection: isOfOneCollection ? undefined : found.item.collection,
  }));
  const columns = isForScene ? SCENE_COLUMNS : COLUMNS;
  const [head = "", ...lines] = formatColumns(rows, columns);
  const [baseOfHead = "", ...bases] = formatColumns(
    rows,
    columns.filter(({ canBeDropped }) => canBeDropped !== true),
  );
  const offered = together.map(({ item }, index): Offered => {
    const { id, collection, properties } = item;
    const { cost: price, previouslyOrdered } = reviewed[index] ?? {};
    const owned = before?.markOf(body.items[index]!);
    const wasBought = owned ?? (previouslyOrdered === true ? BOUGHT : "");
    return {
      id: isForScene ? (findCollectId(item) ?? id) : isForOrder ? `${collection}/${id}` : id,
      line: lines[index] ?? "",
      base: bases[index] ?? "",
      end: [wasBought, price ?? ""].filter((part) => part !== "").join("  "),
      words: [id, ...SEARCHED.map((name) => properties?.[name]), "near", "incidence", price].join(" "),
      price,
    };
  });
  return {
    offered,
    head: { line: head, base: baseOfHead, end: offered.some(({ end }) => end !== "") ? "PRICE" : "" },
    isCut,
  };
}

/** Marks a product that was ordered before, by the service's response. */
const BOUGHT = "bought";

interface FoundItems {
  found: Found[];
  isCut: boolean;
}

async function findItemsOver(context: AppContext, over: Point | Polygon | undefined): Promise<FoundItems> {
  const body = { ...(over && { intersects: over }), sortby: "-datetime" };
  const found: Found[] = [];
  let read = 0;
  // An incomplete list can be chosen from; it is no failure of the order.
  const { events } = context;
  const offering = withEvents(context, { failed: ({ message }) => events.warn(message) });
  for await (const page of searchItems(offering, { body, limit: MAX_OFFERED })) {
    read += page.length;
    for (const item of page) if (canBeOrdered(item)) found.push({ item });
  }
  return { found, isCut: read >= MAX_OFFERED };
}

/** Returns items in the order of the search; items that are no longer in the catalog are skipped. */
async function findShownItems(context: AppContext, shown: readonly Shown[]): Promise<FoundItems> {
  const some = shown.slice(0, MAX_OFFERED);
  const find = await findInCatalog(context, some.flatMap(listItemNames));
  const found = some.flatMap(({ collectionId: collection, granuleId: id, covers }) => {
    const item = find({ id, collection });
    return item !== undefined && canBeOrdered(item) ? [{ item, covers }] : [];
  });
  return { found, isCut: shown.length > some.length };
}

const canBeOrdered = (item: StacItem): item is Product =>
  item.id !== undefined && item.collection !== undefined;

const readType = ({ item }: Found): unknown => item.properties?.["sar:product_type"];

/** Sorts products of a scene as in the rows of a search. */
function compareProducts(left: Found, right: Found): number {
  const [first, second] = [left, right].map((found) => {
    const at = PRODUCT_TYPES.findIndex((type) => type === readType(found));
    return at === -1 ? PRODUCT_TYPES.length : at;
  }) as [number, number];
  return first - second;
}

/** Properties whose full words are searched, beside their abbreviations in the row. */
const SEARCHED = ["sar:instrument_mode", "sat:orbit_state", "sar:observation_direction"];

interface Column {
  head: string;
  align?: "right";
  /** A narrow terminal drops it. */
  canBeDropped?: true;
  text: (row: Row) => unknown;
}

/**
 * The deciding values, with headings as in the table of a search, except the look side, which stands beside the orbit
 * direction: `desc R`. A narrow terminal cuts or drops the place.
 */
const COLUMNS: readonly Column[] = [
  { head: "TIME", text: ({ item }) => formatTime(item.properties?.["datetime"]) },
  { head: "PRODUCT", text: formatProduct },
  {
    head: "INC °",
    align: "right",
    text: ({ item }) => formatDegrees(item.properties?.["view:incidence_angle"]),
  },
  { head: "ORBIT", text: formatOrbit },
  { head: "MODE", text: ({ item }) => shortenWord(item.properties?.["sar:instrument_mode"]) },
  { head: "COVERS", align: "right", text: ({ covers }) => covers },
  { head: "PLACE", canBeDropped: true, text: ({ place }) => place?.replace(/^near /, "") },
  { head: "COLLECTION", text: ({ collection }) => collection },
];

/** The columns of scenes. */
const SCENE_COLUMNS: readonly Column[] = COLUMNS.map((column) =>
  column.head === "PRODUCT" ? { head: "SCENE", text: ({ item }) => findShortSceneId(item) } : column,
);

/** Returns `1a2b3c4d:GEO`, as the commands take it; a table of scenes has its first part. */
function formatProduct(row: Row): string {
  return [findShortSceneId(row.item), readType(row)].filter((part) => typeof part === "string").join(":");
}

function formatOrbit({ item: { properties } }: Row): string {
  const words = [properties?.["sat:orbit_state"], properties?.["sar:observation_direction"]];
  return words
    .map(shortenWord)
    .filter((word) => typeof word === "string")
    .join(" ");
}

const formatTime = (datetime: unknown): unknown =>
  typeof datetime === "string" ? timeForPeople(datetime, true) : undefined;

const formatDegrees = (value: unknown): string =>
  Number.isFinite(Number(value ?? Number.NaN)) ? `${Number(value).toFixed(1)}°` : "";

/** Returns headings and rows; a column that is empty in all rows is dropped. */
function formatColumns(rows: readonly Row[], shown: readonly Column[]): string[] {
  const columns = shown.flatMap(({ head, align, text }) => {
    const cells = rows.map(text).map((cell) => (typeof cell === "string" ? cell : ""));
    const width = Math.max(...[head, ...cells].map(measureWidth));
    return cells.every((cell) => cell === "")
      ? []
      : [[head, ...cells].map((cell) => pad(cell, width, align))];
  });
  return [undefined, ...rows].map((_row, at) =>
    columns
      .map((cells) => cells[at])
      .join("  ")
      .trimEnd(),
  );
}

/** Requests one review for all of them, which buys nothing. */
async function readReviewLines(
  context: AppContext,
  items: readonly StacItem[],
): Promise<(ReviewLine | undefined)[]> {
  try {
    return await reviewLines(context, items);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.events.warn(`the prices could not be read: ${error.message}`);
    return [];
  }
}
