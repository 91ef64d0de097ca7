import { DAY_MS } from "../../time/civil.ts";
import type { Account } from "../accounts.ts";
import type { Archive } from "../archive/archive.ts";
import type { Collect } from "../archive/collect.ts";
import { type ProductFile, knownChecksums } from "../imagery/product-file.ts";
import type { ImageryProduct, ImagerySize } from "../imagery/scene.ts";
import type { OrdersTable } from "../orders/orders-table.ts";
import type { Store } from "../store/open-store.ts";
import type { VirtualClock } from "../store/virtual-clock.ts";
import type { TaskedCollect } from "../tasking/tasked-collects.ts";
import type { Tasking } from "../tasking/tasking.ts";

/** One product of one collect: of the archive, of a completed task, or brought into being by an order. */
interface Granule {
  collect: Collect;
  productType: ImageryProduct;
  /** Virtual milliseconds from which it exists; the beginning of time for those of the archive. */
  readyMs: number;
}

interface HoldingsOptions {
  store: Store;
  clock: VirtualClock;
  orders: OrdersTable;
  tasking: Tasking;
  accounts: readonly Account[];
  vendorPrefix: string;
}

/** What can be searched, ordered and fetched on one day of the virtual clock. */
export interface Holdings {
  readonly archive: Archive;
  /** The first moment of the archive. */
  readonly firstMs: number;
  /** The collect with that id, of the archive or of a task that is completed at `nowMs`. */
  findCollect(collectId: string, nowMs: number): Collect | undefined;
  /** The collect of a completed task. */
  findTasked(collectId: string, nowMs: number): TaskedCollect | undefined;
  /** Collects of completed tasks. */
  listTasked(nowMs: number): TaskedCollect[];
  /** Id of a product's item; reserved as long as the product does not exist. */
  granuleIdOf(collect: Collect, productType: string): string;
  /** The granule with that id, when it exists at `nowMs`. */
  findGranule(granuleId: string, nowMs: number): Granule | undefined;
  /** Its files at a size, laid out but not drawn. */
  filesOf(granule: Pick<Granule, "collect" | "productType">, size: ImagerySize["size"]): ProductFile[];
}

/** An archive that spans more would only cost memory: the clock may be set to any year. */
const LONGEST_ARCHIVE_DAYS = 1000;

/** Makes the holdings of the clock's day, and again when the clock has moved on to another. Loads nothing before the first call. */
export function makeHoldings(options: HoldingsOptions): () => Promise<Holdings> {
  let current: { day: number; holdings: Promise<Holdings> } | undefined;
  return () => {
    const day = Math.floor(options.clock.now() / DAY_MS);
    if (current?.day !== day) current = { day, holdings: loadHoldings(options, day * DAY_MS) };
    return current.holdings;
  };
}

async function loadHoldings(options: HoldingsOptions, endMs: number): Promise<Holdings> {
  const [{ createArchive }, { itemId }, { productFiles }, { openTaskedCollects }] = await Promise.all([
    import("../archive/archive.ts"),
    import("../archive/collect.ts"),
    import("../imagery/product-files.ts"),
    import("../tasking/tasked-collects.ts"),
  ]);
  const { store, orders, tasking, accounts, vendorPrefix } = options;
  const tasked = openTaskedCollects(tasking.collects, vendorPrefix);
  const bornMs = Number(store.meta.need("archiveStartMs"));
  const startMs = Math.max(Math.min(bornMs, endMs - DAY_MS), endMs - LONGEST_ARCHIVE_DAYS * DAY_MS);
  const archive = createArchive({
    seed: store.meta.need("seed"),
    size: Number(store.meta.need("archiveSize")),
    endMs,
    startMs,
    vendorPrefix,
    organizationIds: [...new Set(accounts.map(({ organizationId }) => organizationId))],
  });
  const remember = knownChecksums();
  const findCollect: Holdings["findCollect"] = (collectId, nowMs) =>
    archive.collectById(collectId) ?? tasked.find(collectId, nowMs)?.collect;
  return {
    archive,
    firstMs: Math.floor(startMs / DAY_MS) * DAY_MS,
    findCollect,
    findTasked: (collectId, nowMs) => tasked.find(collectId, nowMs),
    listTasked: (nowMs) => tasked.list(nowMs),
    granuleIdOf: itemId,
    findGranule(granuleId, nowMs) {
      const archived = archive.granuleById(granuleId);
      if (archived !== undefined) return { ...archived, readyMs: 0 };
      const delivered = tasked.findByShortId(granuleId.slice(-8), nowMs);
      const productType = delivered?.productTypes.find(
        (type) => itemId(delivered.collect, type) === granuleId,
      );
      if (delivered !== undefined && productType !== undefined) {
        const { collect, readyMs } = delivered;
        return { collect, productType: productType as ImageryProduct, readyMs };
      }
      const generated = orders.findGenerated(granuleId);
      if (generated === undefined || generated.readyMs > nowMs) return undefined;
      const collect = findCollect(generated.collectId, nowMs);
      if (collect === undefined) return undefined;
      return { collect, productType: generated.productType as ImageryProduct, readyMs: generated.readyMs };
    },
    filesOf: ({ collect, productType }, size) =>
      productFiles(collect, productType, { size }, itemId(collect, productType)).map(remember),
  };
}
