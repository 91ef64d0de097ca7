/** The main job from one end to the other, step by step. */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import { AppError } from "../../errors.ts";
import { searchRows } from "../catalog/search-rows.ts";
import type { DownloadReport } from "../ordering/download-report.ts";
import { placeOrder } from "../ordering/place-order.ts";
import coast from "../../commands/demo/coast.json" with { type: "json" };
import { withPrivateContext } from "../../commands/demo/private-context.ts";
import { makeFolder } from "../../disk/make-folder.ts";

export interface DemoReport {
  /** The search area, a GeoJSON file of a real coast. */
  area: string;
  items: StacItem[];
  /** Price of each item, and of all, as the service writes them. */
  price: { lines: { item: string; cost: string }[]; total: string };
  orderId: string;
  download: DownloadReport;
  /** The same steps, to be typed. */
  commands: { search: string; review: string; order: string };
}

const PRODUCT = "GEO";
const ITEMS = 4;

export async function runDemo(outer: Context, outDir: string): Promise<DemoReport> {
  const area = join(outDir, "area.geojson");
  await writeArea(outer, area);
  return withPrivateContext(outer, async (context) => {
    context.notes.note(`Searching the archive over ${coast.properties.name}`);
    const items = await findItems(context);
    const body = {
      items: items.map(({ id = "", collection = "" }) => fromStac({ id, collection })),
    };
    context.notes.note(`Pricing and ordering ${items.length} ${PRODUCT} products`);
    const review = await context.service.client.reviewOrder({ body });
    const placed = await placeOrder(context, body, { download: outDir });
    if (placed.download === undefined) {
      throw new Error("the sandbox answered with an unknown shape");
    }
    if (context.failure !== undefined) outer.failAfter(context.failure);
    return {
      area,
      items,
      price: {
        lines: review.lines.map(({ label = "", cost = "" }) => ({ item: label, cost })),
        total: review.total ?? "",
      },
      orderId: placed.orderId,
      download: placed.download,
      commands: commandsFor(area, outDir),
    };
  });
}

async function writeArea({ world }: Context, area: string): Promise<void> {
  const path = resolve(world.cwd, area);
  try {
    await makeFolder(resolve(path, ".."));
    await writeFile(path, `${JSON.stringify(coast)}\n`);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new AppError("io", "DISK_WRITE_FAILED", `cannot write ${area}: ${reason}`, {
      hint: "Name another folder: swath demo --out-dir <dir>",
      cause: error,
    });
  }
}

async function findItems(context: Context): Promise<StacItem[]> {
  const { type, coordinates } = coast.geometry;
  const body = {
    intersects: { type: type as "Polygon", coordinates },
    query: { "sar:product_type": { eq: PRODUCT } },
  };
  const items: StacItem[] = [];
  const request = { body, query: {}, limit: ITEMS, pageSize: undefined };
  for await (const item of searchRows(context, request)) items.push(item);
  return items;
}

function commandsFor(area: string, outDir: string): DemoReport["commands"] {
  const search = `swath catalog search --file ${quoted(area)} --product-type ${PRODUCT} --limit ${ITEMS} --sandbox`;
  const items = `${search} --output order-items | swath order`;
  return {
    search,
    review: `${items} review --items - --sandbox`,
    order: `${items} place --items - --yes --max-cost 5000 --download ${quoted(outDir)} --sandbox`,
  };
}

/** As a shell wants it. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
