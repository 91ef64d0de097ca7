/** The orders placed from this machine, from the spend journal. */
import { amountIn, type Amount } from "../../domain/spending/money.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { dollars } from "../spending/profile-currency.ts";
import { expectedItems } from "../../ledger/history.ts";
import { recordedCommitment, type OrderedItem } from "../../ledger/intent-details.ts";
import { isOrder } from "../../ledger/subject.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";

export interface OrderHistoryEntry {
  orderId?: string;
  /** `confirmed`, `refused`, `unknown`; `sending` while another process sends it. */
  state: string;
  /** Time of preparing the request, UTC. */
  time: string;
  origin: string;
  profile: string;
  items: number;
  /** In the service's format. */
  price?: string;
  /** The price as a number. */
  commitment?: Amount;
  orderStatus?: string;
  expirationDate?: string;
  /** The reason for a refusal or an unknown outcome. */
  reason?: string;
  intentId: string;
}

/** An order as one row, with the items that the catalog of this profile may have. */
export interface HistoryRow {
  entry: OrderHistoryEntry;
  ordered: readonly OrderedItem[];
}

/** Returns the journal's orders, newest first. */
export async function orderHistory(
  context: Pick<AppContext, "service" | "events" | "dialect" | "directories" | "profileName">,
  limit = Infinity,
): Promise<HistoryRow[]> {
  const { service, events, profileName } = context;
  const { entries, unreadable } = await (await service.journal()).list();
  for (const { file, problem } of unreadable) events.warn(`journal file ${file} cannot be read: ${problem}`);
  const orders = entries.filter(({ record }) => isOrder(record));
  if (orders.length > limit) events.note(`showing ${limit} of ${orders.length}`, { do: "showMore" });
  const shown = orders.slice(0, limit);
  // An order with an unknown outcome blocks its items until it is resolved, and its column may not fit.
  const unknown = shown.find(({ isOpen, state }) => isOpen && state === "unknown");
  if (unknown !== undefined) events.hint({ do: "showIntent", intentId: unknown.record.id });
  const dollarOf = await dollars(context, new Set(shown.map(({ record }) => record.profile)));
  return shown.map(({ record, state }) => ({
    // The service of this profile is not asked about items of another profile.
    ordered: record.profile === profileName ? expectedItems(record) : [],
    entry: entryOf(record, state, dollarOf(record.profile)),
  }));
}

function entryOf(record: IntentRecord, state: string, dollar: string): OrderHistoryEntry {
  const { price, orderStatus, expirationDate } = record.details ?? {};
  const commitment = amountIn(recordedCommitment(record), dollar);
  return {
    ...(record.resultId !== undefined && { orderId: record.resultId }),
    state,
    time: formatTimestamp(record.preparedAt),
    origin: record.origin,
    profile: record.profile,
    items: expectedItems(record).length,
    ...(price !== undefined && { price }),
    ...(orderStatus !== undefined && { orderStatus }),
    ...(expirationDate !== undefined && { expirationDate }),
    ...(commitment !== undefined && { commitment }),
    ...(record.reason !== undefined && { reason: record.reason }),
    intentId: record.id,
  };
}
