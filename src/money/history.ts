/**
 * Earlier requests for people, and for `--each`: the index selects them, and only the wanted records are read. A purchase is
 * judged by the Book.
 */
import { toIdKey } from "../contract/id-key.ts";
import type { MoneyContext, Reports } from "./context.ts";
import { compareByNewest, type IndexRow, type JournalEntry, type JournalReading } from "./journal.ts";
import { isOrder } from "./purchase.ts";
import type { IntentRecord } from "./record.ts";

interface History extends Pick<JournalReading, "damaged" | "unreadable"> {
  /** Newest first. */
  entries: JournalEntry[];
  /** The number of wanted requests, before the limit. */
  count: number;
}

/** Reads the newest requests that are wanted, whatever their state, in full. */
export async function readEntries(
  { service }: MoneyContext,
  isWanted: (record: IntentRecord | IndexRow) => boolean,
  limit = Infinity,
): Promise<History> {
  const journal = await service.journal();
  const reading = await journal.read();
  const lost: string[] = [];
  const readClosed = async (id: string): Promise<JournalEntry[]> => {
    const record = await journal.record(id);
    if (record === undefined) lost.push(id);
    return record === undefined ? [] : [{ record, state: record.state, isOpen: false, isInFlight: false }];
  };
  const wanted: (JournalEntry | { record: IndexRow })[] = [
    ...reading.open.filter(({ record }) => isWanted(record)),
    ...reading.closed.filter(isWanted).map((record) => ({ record })),
  ];
  // The index has no kind of a refused record.
  for (const { id } of reading.refused)
    wanted.push(...(await readClosed(id)).filter(({ record }) => isWanted(record)));
  const entries: JournalEntry[] = [];
  for (const entry of wanted.sort((a, b) => compareByNewest(a.record, b.record)).slice(0, limit))
    entries.push(...("state" in entry ? [entry] : await readClosed(entry.record.id)));
  const { damaged, unreadable } = lost.length === 0 ? reading : await journal.read({ newest: 0, lost });
  return { entries, count: wanted.length, damaged, unreadable };
}

/** Returns true for a request that was refused, or never sent. */
export const isUnsent = ({ state }: Pick<JournalEntry, "state">): boolean =>
  state === "refused" || state === "prepared";

/** Returns a function that finds the record of an accepted order by its id at the service: the newest one. */
export async function readOrders(
  { service }: MoneyContext,
  orderIds: Iterable<string>,
): Promise<(orderId: string) => IntentRecord | undefined> {
  const ids = new Set(orderIds);
  const records = new Map<string, IntentRecord>();
  if (ids.size > 0) {
    const journal = await service.journal();
    const { listNamed } = await journal.read({ newest: 0 });
    for (const row of listNamed(...ids)) {
      const key = toIdKey(row.resultId);
      const record = isOrder(row) && !records.has(key) ? await journal.record(row.id) : undefined;
      if (record !== undefined) records.set(key, record);
    }
  }
  return (orderId) => records.get(toIdKey(orderId));
}

/** Warns about each file of the journal that cannot be read. `effect` ends the sentence. */
export function warnOfUnreadable(
  { warn }: Pick<Reports, "warn">,
  unreadable: JournalReading["unreadable"],
  effect = "",
): void {
  for (const { file, problem } of unreadable)
    warn(`journal file ${file} cannot be read: ${problem}${effect}`);
}
