/** Looks at all sites in export files: each file is read once. */
import { toJsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { PRODUCT_COLUMNS } from "../../domain/exports/export-attributes.ts";
import type { NamedItem, SiteDelta } from "../../domain/watching/site-delta.ts";
import { holdsAll } from "../../footprints/footprint.ts";
import { toAoiOfParts, type AreaOfInterest } from "../../geo/area-of-interest.ts";
import { measureBounds, type Bounds } from "../../geo/bounds.ts";
import type { SimpleGeometry } from "../../geo/geojson.ts";
import { listPositions, listSingleParts } from "../../geo/polygon.ts";
import { filterCovering } from "../catalog/choose-found.ts";
import { toFoundItems, gatherPages, addCover } from "../catalog/found-items.ts";
import type { AppContext } from "../context.ts";
import { readFootprintsWithItems } from "../exports/query-files.ts";
import { readQueryRequest, type QueryRequest } from "../exports/query-request.ts";
import { withEvents } from "../surroundings.ts";
import type { Site } from "./watch-request.ts";

export interface ExportLooks {
  /** Export files, or a folder of them. */
  folder: string;
  collection: string | undefined;
  looks: readonly { site: Site; delta: SiteDelta }[];
}

/** A site as the files are compared with it. */
interface SiteInFiles {
  site: Site;
  area: AreaOfInterest;
  holds: ReturnType<typeof holdsAll>;
  productTypes: readonly string[];
  /** Items to report. */
  fresh: NamedItem[];
  delta: SiteDelta;
}

/** Returns the items to report of each look. Errors: those of `readQueryRequest`, and of unreadable files. */
export async function lookInExports(
  context: AppContext,
  { folder, collection, looks }: ExportLooks,
): Promise<NamedItem[][]> {
  let request: QueryRequest | undefined;
  const names = new Map<string, QueryRequest["where"][number]>();
  const types = new Set<string>();
  const sites: SiteInFiles[] = [];
  for (const { site, delta } of looks) {
    // The filters of each site are read as those of a query.
    const own = await readQueryRequest(context, {
      files: request === undefined ? [folder] : [],
      search: {},
      where: site.where,
      productTypes: site.productTypes,
      collection,
    });
    request ??= own;
    for (const condition of own.where) names.set(condition.name, condition);
    for (const type of own.productTypes) types.add(type);
    sites.push({
      site,
      area: toAoiOfParts(listSingleParts(site.geometry)),
      holds: holdsAll(own.where),
      productTypes: own.productTypes,
      fresh: [],
      delta,
    });
  }
  if (request === undefined) return [];
  const near = indexSites(sites);
  const all: QueryRequest = {
    ...request,
    where: [...names.values()],
    productTypes: PRODUCT_COLUMNS.filter((type) => types.has(type)),
    area: {
      boxes: sites.flatMap(({ area }) => area.boxes),
      areBoxesExact: false,
      meets: (footprint) => near(footprint).length > 0,
    },
  };
  for await (const { footprint, items } of readFootprintsWithItems(context, all)) {
    const over = near(footprint.geometry).filter(
      ({ area, holds }) => holds(footprint.attributes) && area.meets(footprint.geometry),
    );
    if (over.length === 0) continue;
    const found = items();
    for (const one of over) one.fresh.push(...one.delta.take(await keepMatching(context, one, found)));
  }
  return sites.map(({ fresh }) => fresh);
}

/** Returns the items of a footprint that have the product types of the site, and cover enough of it. */
async function keepMatching(
  context: AppContext,
  { site: { area, least }, productTypes }: SiteInFiles,
  items: readonly StacItem[],
): Promise<readonly StacItem[]> {
  const typed = items.filter(({ properties }) =>
    productTypes.includes(String(toJsonObject(properties)["sar:product_type"])),
  );
  if (area === undefined || least === undefined) return typed;
  const quiet = withEvents(context, { note: () => {}, hint: () => {} });
  const pages = addCover(toFoundItems([typed]), area);
  const covering = await gatherPages(filterCovering(quiet, pages, { least, hasScenes: false }));
  return covering.map(({ item }) => item);
}

/** Side of a cell, which is larger than a footprint. */
const CELL_DEGREES = 4;
/** A site over more cells is compared with every footprint. */
const MAX_CELLS = 200;

/** Returns a function that finds the sites near a footprint, so that a million footprints are not compared with each site. */
function indexSites(sites: readonly SiteInFiles[]): (footprint: SimpleGeometry) => SiteInFiles[] {
  const cells = new Map<string, SiteInFiles[]>();
  const everywhere: SiteInFiles[] = [];
  for (const site of sites) {
    const keys = site.area.boxes.flatMap((box) => listCells(box) ?? "all");
    if (keys.includes("all")) everywhere.push(site);
    else for (const key of new Set(keys)) cells.set(key, [...(cells.get(key) ?? []), site]);
  }
  return (footprint) => {
    const bounds = measureBounds(listPositions(footprint));
    const keys = listCells(bounds);
    if (keys === undefined) return [...sites];
    const found = new Set(keys.flatMap((key) => cells.get(key) ?? []));
    return [...everywhere, ...[...found].filter(({ area }) => area.boxes.some((box) => doMeet(box, bounds)))];
  };
}

/** Returns the cells of a box; undefined if it is large. Longitudes beyond 180 degrees are the same places. */
function listCells([west, south, east, north]: Bounds): string[] | undefined {
  const [left, right] = [Math.floor(west / CELL_DEGREES), Math.floor(east / CELL_DEGREES)];
  const [bottom, top] = [Math.floor(south / CELL_DEGREES), Math.floor(north / CELL_DEGREES)];
  if ((right - left + 1) * (top - bottom + 1) > MAX_CELLS) return undefined;
  const turn = 360 / CELL_DEGREES;
  const keys: string[] = [];
  for (let column = left; column <= right; column += 1)
    for (let row = bottom; row <= top; row += 1) keys.push(`${((column % turn) + turn) % turn} ${row}`);
  return keys;
}

/** Reports whether two boxes meet, on any turn of the globe. */
const doMeet = (box: Bounds, other: Bounds): boolean =>
  box[1] <= other[3] &&
  box[3] >= other[1] &&
  [-360, 0, 360].some((turn) => box[0] + turn <= other[2] && box[2] + turn >= other[0]);
