/** The Book: what the judgement of a purchase must know of the past, from one reading of the journal. */
import type { EndpointName } from "../contract/endpoints.ts";
import { isSameId } from "../contract/id-key.ts";
import { chooseLaterMs, computePeriodStartMs, type Spend } from "../domain/price/budget.ts";
import { parseTimestamp } from "../time/timestamp.ts";
import type { MoneyContext, ServiceTime } from "./context.ts";
import {
  type Damage,
  EXPIRED,
  type IntentDetails,
  type IntentRecord,
  isFree,
  findCommitment,
} from "./record.ts";
import {
  compareByNewest,
  type IndexRow,
  type Journal,
  type JournalEntry,
  type JournalReading,
} from "./journal.ts";
import { isOrder, makeQuoteKey, makeRequestKey, type Purchase } from "./purchase.ts";
import {
  isContentKnown,
  makePurchaseIdentity,
  listRecordedKeys,
  findOrderedTask,
} from "./recorded-purchase.ts";

/** An earlier request that was accepted, may have been accepted, or is in flight. */
export interface Entry {
  /** Journal id. */
  id: string;
  record: IntentRecord;
  state: "prepared" | "sending" | "confirmed" | "unknown";
  kind: EndpointName;
  identity: string;
  taskId?: string | undefined;
  /** Keys of the pieces that it owns. */
  keys: ReadonlySet<string>;
  /** False for an order that may own more than `keys`. */
  isComplete: boolean;
  /** True when its files can no longer be downloaded: by both clocks, or by the service's response. */
  isExpired: boolean;
  /** "write" cost nothing when it was accepted. */
  effect: "spend" | "write";
}

/**
 * One reading of the journal, for one account and one purchase. It leaves out requests that were refused or never sent, and
 * confirmed ones that neither equal the purchase nor own a wanted piece. Example: for an order of `geo/etna_GEO` its entries are
 * last week's order of that item, and the order that another process is sending now.
 */
export interface Book {
  nowMs: number;
  /** Newest first. */
  entries: readonly Entry[];
  damaged: readonly Damage[];
  /** Definite and possible spends of this account in the current period of the budget. */
  spends: readonly Spend[];
  /** Rows of this account's confirmed requests: those of the budget's period, equal ones, and owners of wanted pieces. */
  rows: readonly IndexRow[];
  /**
   * True if another order is active or has an unknown outcome: it may own pieces of the purchase that only the
   * service knows.
   */
  hasOtherOrders: boolean;
  /** The service's clock minus ours, by the last response of this run; absent before it. */
  skewMs?: number | undefined;
  /** Id of the journal, for a purchase under a quote; absent if the journal has none yet. */
  journalId?: string | undefined;
  /** Requests of any account that were sent under the quote of the purchase. */
  quoted?: readonly Entry[];
  /** Returns the Book with the confirmed requests that equal this one, for requests that share a Book. */
  addEqual: (purchase: Purchase) => Promise<Book>;
  /** Returns journal ids of the accepted orders with this id at the service, whatever their account. */
  listOrdersNamed: (orderId: string) => string[];
}

/**
 * The account whose records count: those of one origin, unless record and profile have different organizations. Records of
 * the profile itself always count. Without an origin, only they count.
 */
export interface Account {
  origin: string | undefined;
  profile: string;
  organizationId: string | undefined;
}

/** Returns the account of a run; by its base URL where it opens no connection. */
export function readAccount(
  { settings, profileName }: MoneyContext,
  origin = settings.baseUrl.value === undefined ? undefined : new URL(settings.baseUrl.value).origin,
): Account {
  return { origin, profile: profileName, organizationId: settings.organizationId.value };
}

type Owned = Pick<IntentRecord, "origin" | "profile"> & { details?: IntentDetails };

/** Reports whether a record belongs to the account. */
export function isOfAccount({ origin, profile, details }: Owned, account: Account): boolean {
  if (account.origin !== undefined && origin !== account.origin) return false;
  if (profile === account.profile) return true;
  const [theirs, ours] = [details?.organizationId, account.organizationId];
  return account.origin !== undefined && (theirs === undefined || ours === undefined || theirs === ours);
}

interface BookOptions {
  /** Origin of the service. Default: that of the profile's base URL. */
  origin?: string | undefined;
  /**
   * The purchase to judge, or any request that owns no products, for which `addEqual` finds the equal ones. Undefined if only sums
   * are needed.
   */
  purchase?: Purchase | "anyRequest" | undefined;
  /** Digest of the quote under which the run buys. */
  quote?: string | undefined;
  /** The earlier Book of the run: an order that was confirmed since then may own pieces that only the service knows. */
  since?: Pick<Book, "rows"> | undefined;
  /** Returns the service's time. Called after the journal was read: the skew comes from the same reading. */
  readTime?: () => Promise<ServiceTime>;
}

/** Reads the journal once. */
export async function readBook(
  context: MoneyContext,
  { origin, purchase, quote, since, readTime = () => context.service.time() }: BookOptions,
): Promise<Book> {
  const { service, clock } = context;
  const account = readAccount(context, origin);
  const journal = await service.journal();
  // The journal's times are those of this machine.
  const nowMs = clock.now();
  const startMs = findBudgetStartMs(context, nowMs);
  const asked = purchase === "anyRequest" ? undefined : purchase;
  const order = asked !== undefined && isOrder(asked) ? asked : undefined;
  const pieces = [
    ...(asked === undefined ? [] : listPurchaseKeys(asked)),
    ...(quote === undefined ? [] : [makeQuoteKey(quote)]),
  ];
  const reading = await journal.read({
    since: startMs,
    ...((asked ?? quote) !== undefined && { pieces: new Set(pieces) }),
    ...(order && { orders: !order.isComplete || order.isGenerated === true }),
  });
  const time = await readTime();
  const ours = reading.closed.filter((row) => isOfAccount(row, account));
  const relevant = ours.filter(isRelevant(reading, order, since));
  const entries = [
    ...selectOpen(reading.open, account, time),
    ...(await readConfirmed(journal, relevant, time)),
  ];
  const quoted = quote === undefined ? [] : await readSentUnder(journal, reading, quote);
  const book: Book = {
    nowMs,
    skewMs: service.skewMs(),
    journalId: quote === undefined ? undefined : await journal.findId(),
    quoted: quoted.map((entry) => toEntry(entry, time)),
    entries: sortNewestFirst(entries),
    damaged: reading.damaged.filter(({ isOpen }) => isOpen),
    spends: listSpends(reading, ours, account, startMs),
    rows: ours,
    hasOtherOrders: hasOtherOrders(entries, ours, order, time),
    listOrdersNamed: (orderId) => reading.listNamed(orderId).flatMap((row) => (isOrder(row) ? row.id : [])),
    addEqual: async (wanted) => {
      const rows = listPurchaseKeys(wanted).flatMap(reading.listOwning);
      const wantedRows = rows.filter((row) => !isOrder(row) && isOfAccount(row, account));
      const equal = await readConfirmed(journal, wantedRows, time);
      return { ...book, entries: sortNewestFirst([...book.entries, ...equal]) };
    },
  };
  return book;
}

/** Returns the start of the budget's period. A machine whose clock is ahead starts no new one. */
function findBudgetStartMs({ settings, service }: MoneyContext, nowMs: number): number {
  const budget = settings.budget.value;
  return budget === undefined
    ? Infinity
    : computePeriodStartMs(budget.period, Math.min(nowMs, service.now()));
}

/** Returns a test for rows of requests that may stand against the purchase: their records are read. */
function isRelevant(
  { owners }: Pick<JournalReading, "owners">,
  order: Purchase | undefined,
  since: Pick<Book, "rows"> | undefined,
): (row: IndexRow) => boolean {
  const before =
    order?.isComplete === false && since !== undefined ? new Set(since.rows.map(({ id }) => id)) : undefined;
  const isNew = (row: IndexRow): boolean => before !== undefined && isOrder(row) && !before.has(row.id);
  return (row) => (owners.has(row) && isOrder(row) === (order !== undefined)) || isNew(row);
}

/** Returns the account's requests that are in flight or have an unknown outcome. */
export const selectOpen = (open: JournalReading["open"], account: Account, time: ServiceTime): Entry[] =>
  open
    .filter(({ record, isOpen, isInFlight }) => isOfAccount(record, account) && (isOpen || isInFlight))
    .map((entry) => toEntry(entry, time));

/** Reads the records of these rows. An order that the service rejected owns nothing. */
export async function readConfirmed(
  journal: Pick<Journal, "record">,
  rows: readonly IndexRow[],
  time: ServiceTime,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { id } of rows) {
    const record = await journal.record(id);
    if (record?.state === "confirmed" && record.details?.orderStatus !== "rejected")
      entries.push(toEntry({ record, state: record.state }, time));
  }
  return entries;
}

/** Returns what was spent and may be spent since this time. The price of an unreadable record is unknown. */
function listSpends(
  { open, damaged }: Pick<JournalReading, "open" | "damaged">,
  ours: readonly IndexRow[],
  account: Account,
  startMs: number,
): Spend[] {
  const counts = (one: IntentRecord | IndexRow): boolean =>
    one.effect !== "write" &&
    !isFree(one) &&
    isOfAccount(one, account) &&
    chooseLaterMs(one.preparedAt, one.skewMs) >= startMs;
  return [
    ...[...open.map(({ record }) => record), ...ours]
      .filter(counts)
      .map(({ id, details }) => ({ price: findCommitment({ details }), id })),
    ...damaged.map(({ file }) => ({ price: undefined, id: file })),
  ];
}

function hasOtherOrders(
  entries: readonly Entry[],
  ours: readonly IndexRow[],
  order: Purchase | undefined,
  time: ServiceTime,
): boolean {
  const isOther = (record: Pick<IntentRecord, "kind" | "path">): boolean =>
    isOrder(record) &&
    (order?.taskId === undefined || !isOfTask({ taskId: findOrderedTask(record) }, order.taskId));
  return (
    entries.some(({ record, isExpired }) => isOther(record) && !isExpired) ||
    ours.some((row) => isOther(row) && row.details.orderStatus !== "rejected" && !hasExpired(row, time))
  );
}

/** Reports whether an order is that of this task. */
export const isOfTask = (order: Pick<Entry, "taskId">, taskId: string): boolean =>
  order.taskId !== undefined && isSameId(order.taskId, taskId);

/** Returns the keys by which the journal's index finds what equals a purchase, or owns a piece of it. */
const listPurchaseKeys = ({ pieces, identity }: Purchase): string[] =>
  pieces.length === 0 ? [makeRequestKey(identity)] : pieces.flatMap(({ keys }) => keys);

const sortNewestFirst = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => compareByNewest(a.record, b.record));

/**
 * Returns the requests of any account that were sent under the quote, and may have been accepted. `reading` is of the quote's
 * key.
 */
async function readSentUnder(
  journal: Pick<Journal, "record">,
  { open, owners }: Pick<JournalReading, "open" | "owners">,
  quote: string,
): Promise<Pick<JournalEntry, "record" | "state">[]> {
  const sent: Pick<JournalEntry, "record" | "state">[] = open.filter(
    ({ record, state, isInFlight }) =>
      record.details?.quote === quote && (state !== "prepared" || isInFlight),
  );
  for (const { id } of owners) {
    const record = await journal.record(id);
    if (record?.details?.quote === quote) sent.push({ record, state: record.state });
  }
  return sent;
}

/** A record is compared with every purchase of a run, and its body is read once. */
const owned = new WeakMap<IntentRecord, Pick<Entry, "identity" | "keys">>();

function readOwned(record: IntentRecord): Pick<Entry, "identity" | "keys"> {
  const known = owned.get(record) ?? {
    identity: makePurchaseIdentity(record),
    keys: new Set(listRecordedKeys(record)),
  };
  owned.set(record, known);
  return known;
}

function toEntry({ record, state }: Pick<JournalEntry, "record" | "state">, time: ServiceTime): Entry {
  const { id, kind, effect = "spend" } = record;
  const isExpired = hasExpired(record, time);
  return {
    record,
    id,
    kind,
    state: state as Entry["state"],
    taskId: findOrderedTask(record),
    ...readOwned(record),
    isComplete: isExpired || isContentKnown(record),
    isExpired,
    effect,
  };
}

// Spec silent: how long an order without an expiration date can be downloaded. We treat it as active until a download
// reports that it has expired.
/**
 * Returns true if the files of a recorded order can no longer be downloaded. One wrong clock does not make an
 * order expire.
 */
export function hasExpired(
  record: Pick<IntentRecord, "details" | "preparedAt" | "sendingAt" | "skewMs">,
  time: ServiceTime,
): boolean {
  if (record.details?.orderStatus === EXPIRED) return true;
  const expires = parseTimestamp(record.details?.expirationDate ?? "");
  return (
    expires.ok && expires.ms > readOrderedMs(record, time.isTrusted) && expires.ms <= chooseEarlierMs(time)
  );
}

/** Returns the time of the order by the service's clock; by the later clock if the service's is not trusted. */
export const readOrderedMs = (
  {
    preparedAt,
    sendingAt = preparedAt,
    skewMs = 0,
  }: Pick<IntentRecord, "preparedAt" | "sendingAt" | "skewMs">,
  isTrusted: boolean,
): number => (isTrusted ? sendingAt + skewMs : Math.max(sendingAt, sendingAt + skewMs));

/** Returns the service's time by the earlier of two clocks, so that one wrong clock ends nothing. */
export const chooseEarlierMs = ({ nowMs, skewMs, isTrusted }: ServiceTime): number =>
  isTrusted ? nowMs : Math.min(nowMs, nowMs - skewMs);
