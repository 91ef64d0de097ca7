/** Reads the journal as the judgement of a purchase needs it. */
import type { Book, Entry } from "./book-types.ts";
import { isOfTask } from "./judge.ts";
import { isOrder, quoteKey, requestKey, type Purchase } from "./purchase.ts";
import { laterMs, periodStartMs } from "../domain/price/budget.ts";
import { newestFirst, type JournalEntry } from "./store/history.ts";
import { EXPIRED, isFree, recordedCommitment, type IntentDetails } from "./details.ts";
import type { IndexRow } from "./store/index-line.ts";
import type { IntentRecord } from "./record.ts";
import type { Journal } from "./journal.ts";
import type { JournalReading } from "./store/read.ts";
import { isContentKnown, purchaseIdentity, recordedKeys, taskIdOf } from "./recorded-purchase.ts";
import { parseTimestamp } from "../time/timestamp.ts";
import type { MoneyContext } from "./context.ts";
import type { ServiceTime } from "./context.ts";

export interface RecordedEntry extends Entry {
  record: IntentRecord;
}

export interface RecordedBook extends Book<RecordedEntry> {
  /**
   * True if another order is active or has an unknown outcome: it may own pieces of the purchase that only the
   * service knows.
   */
  hasOtherOrders: boolean;
  /** Rows of this account's confirmed requests: those of the budget's period, equal ones, and owners of wanted pieces. */
  rows: readonly IndexRow[];
  /** The record of the purchase itself, if this reading found it. */
  own?: IntentRecord | undefined;
  /** Returns the Book with the confirmed requests that equal this one, for requests that share a Book. */
  withEqual: (purchase: Purchase) => Promise<RecordedBook>;
  /** Journal ids of the accepted orders with this id at the service, whatever their account. */
  ordersNamed: (orderId: string) => string[];
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
export function accountOf(
  { settings, profileName }: Pick<MoneyContext, "settings" | "profileName">,
  origin = settings.baseUrl.value === undefined ? undefined : new URL(settings.baseUrl.value).origin,
): Account {
  return { origin, profile: profileName, organizationId: settings.organizationId.value };
}

type Owned = Pick<IntentRecord, "origin" | "profile"> & { details?: IntentDetails };

/** Reports whether a record belongs to the account. */
export function isOf({ origin, profile, details }: Owned, account: Account): boolean {
  if (account.origin !== undefined && origin !== account.origin) return false;
  if (profile === account.profile) return true;
  const [theirs, ours] = [details?.organizationId, account.organizationId];
  return account.origin !== undefined && (theirs === undefined || ours === undefined || theirs === ours);
}

export interface BookOptions {
  /** Origin of the service. Default: that of the profile's base URL. */
  origin?: string | undefined;
  /**
   * The purchase to judge, or any request that owns no products, for which `withEqual` finds the equal ones. Undefined if only sums
   * are needed.
   */
  purchase?: Purchase | "anyRequest" | undefined;
  /** Digest of the quote under which the run buys. */
  quote?: string | undefined;
  /** The record of the purchase itself. */
  except?: string | undefined;
  /** The earlier Book of the run: an order that was confirmed since then may own pieces that only the service knows. */
  since?: Pick<RecordedBook, "rows"> | undefined;
  /** Returns the service's time. Called after the journal was read: the skew comes from the same reading. */
  readTime?: () => Promise<ServiceTime>;
}

/**
 * Reads the journal once, without the record of the purchase itself. Leaves out requests that were refused or never sent, and
 * confirmed ones that neither equal the purchase nor own a wanted piece.
 */
export async function readBook(
  context: Pick<MoneyContext, "service" | "settings" | "profileName" | "clock">,
  { origin, purchase, quote, except, since, readTime = () => context.service.time() }: BookOptions,
): Promise<RecordedBook> {
  const { service, settings, clock } = context;
  const account = accountOf(context, origin);
  const budget = settings.budget.value;
  const journal = await service.journal();
  // The journal's times are those of this machine.
  const nowMs = clock.now();
  // A machine whose clock is ahead starts no new period.
  const startMs =
    budget === undefined ? Infinity : periodStartMs(budget.period, Math.min(nowMs, service.now()));
  const asked = purchase === "anyRequest" ? undefined : purchase;
  const order = asked !== undefined && isOrder(asked) ? asked : undefined;
  const pieces = [
    ...(asked === undefined ? [] : keysOf(asked)),
    ...(quote === undefined ? [] : [quoteKey(quote)]),
  ];
  const reading = await journal.read({
    since: startMs,
    ...((asked ?? quote) !== undefined && { pieces: new Set(pieces) }),
    ...(order && { orders: !order.isComplete || order.isGenerated === true }),
    except,
  });
  const { open, closed, owners, damaged, named, owning, excepted } = reading;
  const time = await readTime();
  const ours = closed.filter((row) => isOf(row, account));
  const confirmedIn = async (rows: readonly IndexRow[]): Promise<RecordedEntry[]> => {
    const records: IntentRecord[] = [];
    for (const { id } of rows) {
      const record = await journal.record(id);
      if (record?.state === "confirmed" && record.details?.orderStatus !== "rejected") records.push(record);
    }
    return records.map((record) => entryOf({ record, state: record.state }, time));
  };
  const before = new Set(order?.isComplete === false ? since?.rows.map(({ id }) => id) : undefined);
  const isNew = (row: IndexRow): boolean =>
    order?.isComplete === false && since !== undefined && isOrder(row) && !before.has(row.id);
  const entries: RecordedEntry[] = [
    ...open
      .filter(({ record, isOpen, isInFlight }) => isOf(record, account) && (isOpen || isInFlight))
      .map((entry) => entryOf(entry, time)),
    ...(await confirmedIn(
      ours.filter((row) => (owners.has(row) && isOrder(row) === (order !== undefined)) || isNew(row)),
    )),
  ];
  const isOther = (record: Pick<IntentRecord, "kind" | "path">): boolean =>
    isOrder(record) && (order?.taskId === undefined || !isOfTask({ taskId: taskIdOf(record) }, order.taskId));
  const paid = [...open.map(({ record }) => record), ...ours];
  const quoted = quote === undefined ? [] : await sentUnder(journal, reading, quote);
  const book: RecordedBook = {
    nowMs,
    skewMs: service.skewMs(),
    journalId: quote === undefined ? undefined : await journal.knownId(),
    quoted: quoted.map((entry) => entryOf(entry, time)),
    entries: inOrder(entries),
    own: excepted,
    damaged: damaged.filter(({ isOpen }) => isOpen),
    spends: [
      ...paid
        .filter(
          (one) =>
            one.effect !== "write" &&
            !isFree(one) &&
            isOf(one, account) &&
            laterMs(one.preparedAt, one.skewMs) >= startMs,
        )
        .map(({ id, details }) => ({ price: recordedCommitment({ details }), id })),
      ...damaged.map(({ file }) => ({ price: undefined, id: file })),
    ],
    rows: ours,
    hasOtherOrders:
      entries.some(({ record, isExpired }) => isOther(record) && !isExpired) ||
      ours.some((row) => isOther(row) && row.details.orderStatus !== "rejected" && !hasExpired(row, time)),
    ordersNamed: (orderId) => named(orderId).flatMap((row) => (isOrder(row) ? row.id : [])),
    withEqual: async (wanted) => {
      const rows = keysOf(wanted).flatMap(owning);
      const equal = await confirmedIn(rows.filter((row) => !isOrder(row) && isOf(row, account)));
      return { ...book, entries: inOrder([...book.entries, ...equal]) };
    },
  };
  return book;
}

/** Returns the keys by which the journal's index finds what equals a purchase, or owns a piece of it. */
const keysOf = ({ pieces, identity }: Purchase): string[] =>
  pieces.length === 0 ? [requestKey(identity)] : pieces.flatMap(({ keys }) => keys);

const inOrder = (entries: readonly RecordedEntry[]): RecordedEntry[] =>
  entries.toSorted((a, b) => newestFirst(a.record, b.record));

/**
 * Returns the requests of any account that were sent under the quote, and may have been accepted. `reading` is of the quote's
 * key.
 */
async function sentUnder(
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

function ownedBy(record: IntentRecord): Pick<Entry, "identity" | "keys"> {
  const known = owned.get(record) ?? {
    identity: purchaseIdentity(record),
    keys: new Set(recordedKeys(record)),
  };
  owned.set(record, known);
  return known;
}

function entryOf(
  { record, state }: Pick<JournalEntry, "record" | "state">,
  time: ServiceTime,
): RecordedEntry {
  const { id, kind, effect = "spend" } = record;
  const isExpired = hasExpired(record, time);
  return {
    record,
    id,
    kind,
    state: state as Entry["state"],
    taskId: taskIdOf(record),
    ...ownedBy(record),
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
  return expires.ok && expires.ms > orderedMs(record, time.isTrusted) && expires.ms <= earlierMs(time);
}

/** Returns the time of the order by the service's clock; by the later clock if the service's is not trusted. */
export const orderedMs = (
  {
    preparedAt,
    sendingAt = preparedAt,
    skewMs = 0,
  }: Pick<IntentRecord, "preparedAt" | "sendingAt" | "skewMs">,
  isTrusted: boolean,
): number => (isTrusted ? sendingAt + skewMs : Math.max(sendingAt, sendingAt + skewMs));

const earlierMs = ({ nowMs, skewMs, isTrusted }: ServiceTime): number =>
  isTrusted ? nowMs : Math.min(nowMs, nowMs - skewMs);
