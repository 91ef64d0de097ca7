/**
 * Marks catalog items that this machine has ordered or downloaded: from the spend journal, the log of deliveries and the files
 * themselves. Sends nothing.
 */
import { join } from "node:path";
import type { StacItem } from "../../contract/read-items.ts";
import { exists } from "../../disk/existing.ts";
import { AppError } from "../../errors.ts";
import type { Journal } from "../../money/journal.ts";
import { listRecordedKeys } from "../../money/recorded-purchase.ts";
import { isOrder, listPieces } from "../../money/purchase.ts";
import { readAccount, readConfirmed, isOfAccount, selectOpen, type Account } from "../../money/book.ts";
import { OWNED, toMark, type FoundFilter, type FoundItem, type Owned } from "../catalog/found-items.ts";
import type { AppContext } from "../context.ts";
import { openDeliveryLog, isStillThere, type LoggedDelivery } from "../downloads/delivery-log.ts";

/** Returns a function that adds the marks; none if the journal cannot be read. */
export function markOwned(context: AppContext): FoundFilter {
  let opening: Promise<MarksOf | undefined> | undefined;
  return async function* (pages) {
    // The journal is read while the first page is awaited.
    opening ??= openMarksOrWarn(context);
    opening.catch(() => {});
    for await (const page of pages) {
      const marksOf = await opening;
      yield marksOf === undefined ? page : await addMarks(page, marksOf);
    }
  };
}

/**
 * Returns a filter for the owned items, or for items that are neither owned nor perhaps owned. The filter throws
 * JOURNAL_UNWRITABLE.
 */
export function filterOwned(context: AppContext, wanted: "owned" | "notOwned"): FoundFilter {
  let opening: Promise<MarksOf> | undefined;
  return async function* (pages) {
    const marksOf = await (opening ??= openMarks(context));
    for await (const page of pages)
      yield (await addMarks(page, marksOf)).filter(({ owned }) =>
        wanted === "owned" ? owned === "owned" : owned === undefined || owned === "expired",
      );
  };
}

async function addMarks(page: readonly FoundItem[], marksOf: MarksOf): Promise<FoundItem[]> {
  const marks = await marksOf(page.map(({ item }) => item));
  return page.map((found) => {
    const owned = marks.get(found.item);
    return owned === undefined ? found : { ...found, owned };
  });
}

/** Returns a function that marks items; undefined, with a warning, if the journal cannot be read. */
export const openMarksOrWarn = (context: AppContext): Promise<MarksOf | undefined> =>
  openMarks(context).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    context.events.warn(`owned items are not marked: ${error.message}`);
    return undefined;
  });

type MarksOf = (items: readonly StacItem[]) => Promise<ReadonlyMap<StacItem, Owned>>;

/** Opens the log of deliveries and the journal. Each call of the returned function looks its own items up in the journal. */
async function openMarks(context: AppContext): Promise<MarksOf> {
  const { directories } = context;
  const account = readAccount(context);
  const [hasJournal, deliveriesOf] = await Promise.all([
    exists(join(directories.state, "journal")),
    openDeliveryLog(context),
  ]);
  const orders = hasJournal ? await openOrders(context, account) : undefined;
  return async (items) => {
    const marks = new Map<StacItem, Owned>();
    await Promise.all(
      items.map(async (item) => {
        const logged = item.id === undefined ? [] : deliveriesOf(item.id);
        const ours = logged.filter((one) => isOfAccount(one, account) && isSame(one, item));
        if ((await Promise.all(ours.map(isStillThere))).includes(true)) marks.set(item, "owned");
      }),
    );
    const others = items.filter((item) => !marks.has(item));
    if (orders === undefined || others.length === 0) return marks;
    return new Map([...marks, ...(await orders(others))]);
  };
}

/** An item from an export file may have no collection. */
const isSame = ({ collection }: LoggedDelivery, item: StacItem): boolean =>
  collection === undefined || item.collection === undefined || collection === item.collection;

/**
 * Returns a function that marks items by this account's orders. Orders whose contents only the service knows are left out. Marks are
 * hints: the Book, which decides a purchase, also compares the newest records with their files.
 */
async function openOrders({ service }: AppContext, account: Account): Promise<MarksOf> {
  const journal = await service.journal();
  // The first reading is slow; a later one only lists the folder.
  await journal.read({ newest: 0, isHint: true });
  let known: Promise<string[]> | undefined;
  return async (items) => {
    const keysOf = new Map<StacItem, readonly string[]>();
    for (const item of items) {
      const { id, collection } = item;
      if (id === undefined) continue;
      const collections =
        collection === undefined ? await (known ??= readCollections(journal)) : [collection];
      keysOf.set(
        item,
        collections.flatMap((collectionId) =>
          listPieces({ granuleId: id, collectionId }).flatMap(({ keys }) => keys),
        ),
      );
    }
    const { open, owners } = await journal.read({
      pieces: new Set([...keysOf.values()].flat()),
      isHint: true,
    });
    const keysByMark = { owned: new Set<string>(), unknown: new Set<string>(), expired: new Set<string>() };
    const rows = [...owners].filter((row) => isOrder(row) && isOfAccount(row, account));
    if (open.length > 0 || rows.length > 0) {
      const time = await service.time();
      const entries = [...selectOpen(open, account, time), ...(await readConfirmed(journal, rows, time))];
      for (const entry of entries.filter(isOrder))
        for (const key of entry.keys) keysByMark[toMark(entry)].add(key);
    }
    const marks = new Map<StacItem, Owned>();
    for (const [item, keys] of keysOf) {
      const mark = OWNED.find((one) => keys.some((key) => keysByMark[one].has(key)));
      if (mark !== undefined) marks.set(item, mark);
    }
    return marks;
  };
}

/** Maximum number of recorded orders that are searched for names of collections. A service has few collections. */
const MAX_READ = 50;

/**
 * Returns the collections of recorded orders, for items of an export file, which has no collections. The empty name stands for an order
 * that names a product by collect and type.
 */
async function readCollections(journal: Journal): Promise<string[]> {
  const { listLastWritten } = await journal.read({ newest: 0, isHint: true });
  const records = await Promise.all(listLastWritten(MAX_READ).map((id) => journal.record(id)));
  const keys = records.flatMap((record) =>
    record !== undefined && isOrder(record) ? listRecordedKeys(record) : [],
  );
  const names = keys.filter((key) => key.includes("/")).map((key) => key.slice(0, key.indexOf("/")));
  return [...new Set(["", ...names])];
}
