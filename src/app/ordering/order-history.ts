/** The orders placed from this machine, from the spend journal. */
import { expectedItems } from "../../ledger/history.ts";
import { isOrder } from "../../ledger/subject.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";

export interface OrderHistoryEntry {
  orderId?: string;
  /** `confirmed`, `refused`, `unknown`; `sending` while another process sends it. */
  state: string;
  /** When the request was prepared, UTC. */
  time: string;
  origin: string;
  profile: string;
  items: number;
  price?: string;
  orderStatus?: string;
  expirationDate?: string;
  /** Why it was refused or is unknown. */
  reason?: string;
  intentId: string;
}

/** Orders of the journal, newest first. */
export async function orderHistory(
  { service, events }: Pick<AppContext, "service" | "events">,
  limit = Infinity,
): Promise<OrderHistoryEntry[]> {
  const { entries, unreadable } = await (await service.journal()).list();
  for (const { file, problem } of unreadable) events.warn(`journal file ${file}: ${problem}`);
  const orders = entries.filter(({ record }) => isOrder(record));
  if (orders.length > limit) events.note(`showing ${limit} of ${orders.length} (--limit N for more)`);
  return orders.slice(0, limit).map(({ record, state }) => ({
    ...(record.resultId !== undefined && { orderId: record.resultId }),
    state,
    time: formatTimestamp(record.preparedAt),
    origin: record.origin,
    profile: record.profile,
    items: expectedItems(record).length,
    ...pick(record.details ?? {}, ["price", "orderStatus", "expirationDate"]),
    ...(record.reason !== undefined && { reason: record.reason }),
    intentId: record.id,
  }));
}

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Partial<
    Pick<T, K>
  >;
