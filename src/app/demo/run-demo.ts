/** Runs the main workflow from search to verification, step by step, on its own sandbox. */
import { writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { StacItem } from "../../contract/read-items.ts";
import { toArchiveItems } from "../../domain/orders/order-items.ts";
import type { AppContext } from "../context.ts";
import { gatherPages } from "../catalog/found-items.ts";
import { searchItems } from "../catalog/search-items.ts";
import type { DownloadReport } from "../downloads/download-order.ts";
import { placeOrder } from "../ordering/place-order.ts";
import coast from "./coast.json" with { type: "json" };
import { onDisk } from "../../disk/disk-error.ts";
import { makeFolder } from "../../disk/make-folder.ts";

export interface DemoReport {
  /** The search area, a GeoJSON file of a real coast. */
  area: string;
  items: StacItem[];
  /** The price of each item and the total, in the service's format. */
  price: { lines: { item: string; cost: string }[]; total: string };
  orderId: string;
  download: DownloadReport;
}

const PRODUCT = "GEO";
const ITEMS = 4;

/** `context` is that of the demo's sandbox. Free of charge, so consent must be given beforehand. */
export async function runDemo(context: AppContext, outDir: string): Promise<DemoReport> {
  const { events, service } = context;
  const area = join(outDir, "area.geojson");
  await writeArea(context, area);
  events.note(`Searching the archive over ${coast.properties.name}`);
  const items = await findItems(context);
  const body = { items: toArchiveItems(items) };
  events.note(`Pricing and ordering ${items.length} ${PRODUCT} products`);
  const review = await service.client.reviewOrder({ body });
  const placed = await placeOrder(context, body, { downloadTo: outDir });
  const { orderId, download } = placed;
  if (download === undefined) throw new Error("the order of the demo was not downloaded");
  return {
    area,
    items,
    price: {
      lines: review.lines.map(({ label = "", cost = "" }) => ({ item: label, cost })),
      total: review.total ?? "",
    },
    orderId,
    download,
  };
}

async function writeArea({ folder }: AppContext, area: string): Promise<void> {
  const path = resolve(folder, area);
  await onDisk(path, async () => {
    await makeFolder(dirname(path));
    await writeFile(path, `${JSON.stringify(coast)}\n`);
  });
}

function findItems(context: AppContext): Promise<StacItem[]> {
  const { type, coordinates } = coast.geometry;
  const body = {
    intersects: { type: type as "Polygon", coordinates },
    query: { "sar:product_type": { eq: PRODUCT } },
  };
  return gatherPages(searchItems(context, { body, limit: ITEMS }));
}
