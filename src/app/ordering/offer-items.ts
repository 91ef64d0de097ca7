/**
 * Products of the archive to choose from: newest first, or as the last search showed them; those of a scene stand together.
 * For an order with the price of each where the service says it.
 */
import { footprintOf } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { scenesOf } from "../../domain/catalog/scene.ts";
import { shortWord } from "../../domain/item-names.ts";
import { amountIn } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import { pad } from "../../render/width.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { reviewedPrices } from "../catalog/item-prices.ts";
import { searchItems } from "../catalog/search-items.ts";
import type { AppContext } from "../context.ts";
import type { Offered } from "../offered.ts";

/** More are found with a search of their own. */
const MOST_OFFERED = 100;

/** Where to look: over a geometry or anywhere, or at these items of rows that are on the screen. */
export type Sought = { over: Point | Polygon | undefined } | { shown: readonly Shown[] };

export interface Shown {
  collectionId: string;
  granuleId: string;
  /** The number of its row. */
  row: number;
  covers?: string | undefined;
}

type Finding = Pick<AppContext, "service" | "events" | "signal" | "dialect">;

type Product = StacItem & { id: string; collection: string };

/** One product, with what is known of it besides. */
interface Found {
  item: Product;
  row?: number;
  covers?: string | undefined;
}

export async function offerItems(
  context: Finding,
  sought: Sought,
  { isForOrder }: { isForOrder: boolean },
): Promise<Offered[]> {
  const quiet = { ...context, events: { ...context.events, note: () => {} } };
  const found =
    "shown" in sought ? await itemsShown(quiet, sought.shown) : await itemsOver(quiet, sought.over);
  const together = scenesOf(found).flatMap(({ items }) => items.toSorted(byProduct));
  const items = together.map(({ item }) => item);
  const [prices, { placeText }] = await Promise.all([
    isForOrder ? pricesOf(context, items) : [],
    import("../../places/describe-geometry.ts"),
  ]);
  const lines = inColumns(together.map(cellsOf));
  return together.map(({ item }, index): Offered => {
    const { id, collection, properties } = item;
    const price = prices[index];
    const isFree = amountIn(price, context.dialect["currency.$"])?.amount === 0;
    const rest = [placeText(footprintOf(item)), properties?.["sat:orbit_state"]];
    return {
      id: isForOrder ? `${collection}/${id}` : id,
      line: [lines[index], rest.filter((part) => typeof part === "string").join(", ")].join("  "),
      end: isFree ? "free" : (price ?? ""),
      words: [id, properties?.["sar:instrument_mode"], "incidence", price].join(" "),
      price,
    };
  });
}

async function itemsOver(context: Finding, over: Point | Polygon | undefined): Promise<Found[]> {
  const body = { ...(over && { intersects: over }), sortby: "-datetime" };
  const found: Found[] = [];
  for await (const page of searchItems(context, { body, limit: MOST_OFFERED }))
    for (const item of page) if (canBeOrdered(item)) found.push({ item });
  return found;
}

/** In the order of their rows; what the catalog does not have any more is left out. */
async function itemsShown(context: Finding, shown: readonly Shown[]): Promise<Found[]> {
  const some = shown.slice(0, MOST_OFFERED);
  const items = new Map<string, Product>();
  const body = { ids: [...new Set(some.map(({ granuleId }) => granuleId))] };
  if (body.ids.length === 0) return [];
  // An id may be that of items of several collections.
  for await (const page of searchItems(context, { body, limit: MOST_OFFERED }))
    for (const item of page) if (canBeOrdered(item)) items.set(`${item.collection}/${item.id}`, item);
  return some.flatMap(({ collectionId, granuleId, row, covers }) => {
    const item = items.get(`${collectionId}/${granuleId}`);
    return item === undefined ? [] : [{ item, row, covers }];
  });
}

const canBeOrdered = (item: StacItem): item is Product =>
  item.id !== undefined && item.collection !== undefined;

const typeOf = ({ item }: Found): unknown => item.properties?.["sar:product_type"];

/** As the rows of a search name the products of a scene. */
function byProduct(left: Found, right: Found): number {
  const [first, second] = [left, right].map((found) => {
    const at = PRODUCT_TYPES.findIndex((type) => type === typeOf(found));
    return at === -1 ? PRODUCT_TYPES.length : at;
  }) as [number, number];
  return first - second;
}

interface Cell {
  text: string;
  align?: "right";
}

/**
 * What decides: the number of the row, time, product, incidence, mode, the share of the area asked for. A terminal of 60
 * columns cuts the last one.
 */
function cellsOf(found: Found): Cell[] {
  const { item, row, covers = "" } = found;
  const { properties = {} } = item;
  const [datetime, type] = [properties["datetime"], typeOf(found)];
  const incidence = Number(properties["view:incidence_angle"] ?? Number.NaN);
  const mode = shortWord(properties["sar:instrument_mode"]);
  return [
    { text: row === undefined ? "" : String(row), align: "right" },
    { text: typeof datetime === "string" ? timeForPeople(datetime, true) : "" },
    { text: typeof type === "string" ? type : "" },
    { text: Number.isFinite(incidence) ? `${incidence.toFixed(1)}°` : "", align: "right" },
    { text: typeof mode === "string" ? mode : "" },
    { text: covers, align: "right" },
  ];
}

/** A column that is empty in all lines takes no room. */
function inColumns(rows: readonly (readonly Cell[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, at) =>
    Math.max(...rows.map((cells) => cells[at]?.text.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .flatMap(({ text, align }, at) => (widths[at] === 0 ? [] : [pad(text, widths[at] ?? 0, align)]))
      .join("  "),
  );
}

/** One review for all of them, which buys nothing. */
async function pricesOf(
  { service, events }: Pick<AppContext, "service" | "events">,
  items: readonly StacItem[],
): Promise<(string | undefined)[]> {
  try {
    return await reviewedPrices({ service }, items);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.warn(`the prices could not be read: ${error.message}`);
    return [];
  }
}
