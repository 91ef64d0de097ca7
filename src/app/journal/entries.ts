/** The spend journal for people and scripts: list, show, resolve, prune. Only an id given to resolve is read from the service. */
import type { Amount } from "../../domain/price/money.ts";
import { getEndpoint, readPathId } from "../../contract/endpoints.ts";
import { isSameId } from "../../contract/id-key.ts";
import { isApproval, isOrder, readShownKind } from "../../money/purchase.ts";
import { AppError } from "../../errors.ts";
import {
  makeDamagedError,
  toRecordId,
  compareByNewest,
  type DamagedRecord,
  type Journal,
  type JournalEntry,
} from "../../money/journal.ts";
import { type IntentRecord, isFree } from "../../money/record.ts";
import { requireResolvable, type Resolution } from "../../money/outcome.ts";
import { formatTimestamp, timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { findOnlyMatch, type Candidate } from "../full-ids.ts";
import { warnOfUnreadable } from "../../money/history.ts";
import { readCommitments } from "../../money/spend.ts";
import { advice, blank, swath, type Hint } from "../../hint.ts";
import type { Offered } from "../offered.ts";
import { SHOW_MORE } from "../incomplete-list.ts";

/** One intent of the journal as data: the output of `journal list` and `journal show`. */
export interface EntryRow {
  intentId: string;
  /** order, task, repeat request, retask, approval. */
  kind: string;
  /** prepared, sending, confirmed, refused, unknown. */
  state: string;
  /** Whether it blocks an equal request. */
  open: boolean;
  /** Time of writing the intent, UTC. */
  time: string;
  /** The id in the service's response. */
  id?: string;
  /** In the service's format: for one image of a series. */
  price?: string;
  /** `image` for the price of one image, and their maximum number. */
  per?: string;
  images?: number;
  /** The maximum cost: for a series the price of an image times their number. */
  commitment?: Amount;
  profile: string;
  origin: string;
  /** The reason for a refusal or an unknown outcome. */
  reason?: string;
}

/** The parts of an entry in a list. */
interface ListedEntry extends Pick<JournalEntry, "state" | "isOpen"> {
  record: Pick<IntentRecord, Listed>;
}
type Listed = "id" | "kind" | "resultId" | "details" | "reason" | "preparedAt" | "profile" | "origin";

function toRow({ record, state, isOpen }: ListedEntry, commitment: Amount | undefined): EntryRow {
  const { resultId, details, reason } = record;
  return {
    intentId: record.id,
    kind: readShownKind(record.kind),
    state,
    open: isOpen,
    time: formatTimestamp(record.preparedAt),
    ...(resultId !== undefined && { id: resultId }),
    ...(details?.price !== undefined && { price: details.price }),
    ...(details?.per !== undefined && { per: details.per }),
    ...(details?.images !== undefined && { images: details.images }),
    ...(commitment !== undefined && { commitment }),
    profile: record.profile,
    origin: record.origin,
    ...(reason !== undefined && { reason }),
  };
}

async function readRows(context: AppContext, entries: readonly ListedEntry[]): Promise<EntryRow[]> {
  const records = entries.map(({ record }) => record);
  const commitmentOf = await readCommitments(context, records);
  return entries.map((entry) => toRow(entry, isFree(entry.record) ? undefined : commitmentOf(entry.record)));
}

async function readRow(context: AppContext, entry: JournalEntry): Promise<EntryRow> {
  const [row] = await readRows(context, [entry]);
  return row!;
}

interface ListOptions {
  open?: true;
  state?: string;
  limit?: number;
}

/** Lists entries, newest first. Each unreadable file gets a warning; the others are still listed. */
export async function listEntries(
  context: AppContext,
  { open, state, limit = Infinity }: ListOptions,
): Promise<EntryRow[]> {
  const { service, events } = context;
  const journal = await service.journal();
  const isWanted = (one: string): boolean => state === undefined || state === one;
  const isListed = (one: string): boolean => open !== true && isWanted(one);
  const reading = await journal.read({ newest: isListed("confirmed") ? limit : 0 });
  const opened = reading.open.filter((entry) => (open !== true || entry.isOpen) && isWanted(entry.state));
  const refused = isListed("refused") ? reading.refused : [];
  const count = opened.length + refused.length + (isListed("confirmed") ? reading.selected : 0);
  const shown = [
    ...opened,
    ...reading.closed.map((record): ListedEntry => ({ record, state: "confirmed", isOpen: false })),
    ...refused.map((record) => ({ record, state: undefined })),
  ]
    .sort((a, b) => compareByNewest(a.record, b.record))
    .slice(0, limit);
  const entries: ListedEntry[] = [];
  const lost: string[] = [];
  for (const entry of shown) {
    // The index has only the time of a refused record.
    const record = entry.state === undefined ? await journal.record(entry.record.id) : undefined;
    if (entry.state !== undefined) entries.push(entry);
    else if (record === undefined) lost.push(entry.record.id);
    else entries.push({ record, state: record.state, isOpen: false });
  }
  const { damaged, unreadable } = lost.length === 0 ? reading : await journal.read({ newest: 0, lost });
  warnOfUnreadable(events, unreadable);
  if (count > limit) events.note(`showing ${limit} of ${count}`, SHOW_MORE);
  const blocking = opened.find(({ isOpen, state: status }) => isOpen && status === "unknown");
  const blocker = blocking?.record.id ?? damaged.find(({ isOpen }) => isOpen)?.id;
  if (blocker !== undefined) events.hint(advice`An outcome is unknown: ${swath`journal show ${blocker}`}`);
  return readRows(context, entries);
}

/** Maximum number of records to choose from. */
const MAX_OFFERED = 100;

/** Returns the newest records to choose from: `order confirmed, $350.00, 2 Mar 09:00`. */
export async function offerEntries(
  context: AppContext,
  { open }: Pick<ListOptions, "open">,
): Promise<Offered[]> {
  const rows = await listEntries(context, { open, limit: MAX_OFFERED });
  return rows.map(({ intentId, kind, state, price, time, id, reason }) => ({
    id: intentId,
    line: [kind, price, timeForPeople(time, true), id, reason].filter(Boolean).join(", "),
    end: state,
    words: intentId,
  }));
}

export interface ShownEntry extends EntryRow {
  method: string;
  path: string;
  sent?: string;
  ended?: string;
  /** `hand` or `search`, if the outcome was unknown at first. */
  settledBy?: string;
  /** The process that sends it, or sent it. */
  process: number;
  /** Digest of the quote under which it was sent. */
  quote?: string;
  /** The request, without queries in its URLs. */
  body?: unknown;
}

export async function showEntry(context: AppContext, id: string): Promise<ShownEntry> {
  const { service } = context;
  const journal = await service.journal();
  const entry = await findEntry(context, journal, id);
  const { record, state } = entry;
  if (state === "unknown") noteUnknown(context, record);
  return {
    ...(await readRow(context, entry)),
    method: record.method,
    path: record.path,
    ...(record.sendingAt !== undefined && { sent: formatTimestamp(record.sendingAt) }),
    ...(record.closedAt !== undefined && { ended: formatTimestamp(record.closedAt) }),
    ...(record.resolvedBy !== undefined && { settledBy: record.resolvedBy }),
    ...(state === "unknown" &&
      record.reason === undefined && { reason: "the process ended before an answer came" }),
    process: record.pid,
    ...(record.details?.quote !== undefined && { quote: record.details.quote }),
    ...(record.body !== undefined && { body: record.body }),
  };
}

/**
 * Returns the record with this id. Otherwise returns the only record whose own id, or whose result's id, begins with the word. Errors:
 * NOT_FOUND, ID_AMBIGUOUS.
 */
async function findEntry({ events }: AppContext, journal: Journal, word: string): Promise<JournalEntry> {
  const whole = await journal.get(word);
  if (whole !== undefined) return whole;
  const { open, closed, refused } = await journal.read({});
  const intents = [...open.map(({ record }) => record), ...closed, ...refused];
  const results = closed.map(({ resultId, preparedAt }) => ({ id: resultId, preparedAt }));
  const candidates = [...intents, ...results].map(({ id, preparedAt }): Candidate => ({
    id,
    date: formatTimestamp(preparedAt),
  }));
  const meant = findOnlyMatch("journal record", word, candidates);
  const entry = meant && (await journal.get(meant.id));
  if (meant === undefined || entry === undefined) return throwUnknownEntry(journal, word);
  events.note(`${JSON.stringify(word)} is ${meant.id} in the journal`);
  return entry;
}

/** Notes an unknown outcome in every mode, also in a pipe, because it may have cost money. */
function noteUnknown({ events }: AppContext, record: IntentRecord): void {
  const { record: noun = "task", decides } = getEndpoint(record.kind).journal ?? {};
  const next =
    noun === "order"
      ? suggestOrderId(record.id)
      : advice`Record its id: ${swath`journal resolve ${record.id} --id ${(decides === true ? readPathId(record.path) : undefined) ?? blank("id")}`}`;
  const ifNone = swath`journal resolve ${record.id} --not-created`;
  events.note(
    "This request may have been accepted: look for it at the service",
    // The request of an approval exists, whether or not it was approved.
    decides === true ? next : advice`${next}. If the service has none: ${ifNone}`,
  );
}

const suggestOrderId = (intentId: string): Hint =>
  advice`Record the order's id: ${swath`journal resolve ${intentId} --order-id <orderId>`}`;

const findDamaged = async (journal: Journal, id: string): Promise<DamagedRecord | undefined> =>
  (await journal.read({ newest: 0 })).damaged.find((damaged) => damaged.id === toRecordId(id));

async function throwUnknownEntry(journal: Journal, id: string): Promise<never> {
  const damaged = await findDamaged(journal, id);
  if (damaged !== undefined) throw makeDamagedError(damaged);
  throw new AppError("local", "NOT_FOUND", `the journal of this machine has no ${JSON.stringify(id)}`, {
    next: swath`journal list`,
  });
}

interface ResolveOptions {
  orderId?: string;
  id?: string;
  notCreated?: true;
  price?: string;
  /** False: the given id is recorded without a look-up at the service. */
  validate?: boolean | undefined;
}

/** Records an outcome that a person found. An id is looked up first, because a wrong one would count as the purchase. */
export async function resolveEntry(
  context: AppContext,
  journalId: string,
  options: ResolveOptions,
): Promise<EntryRow> {
  const journal = await context.service.journal();
  const damaged = await findDamaged(journal, journalId);
  if (damaged !== undefined) return endDamaged(context, journal, damaged, options);
  const finding = toResolution(journalId, options);
  const entry = await findEntry(context, journal, journalId);
  const { record } = entry;
  if (options.orderId !== undefined && !isOrder(record))
    throw toUsageError(
      `journal ${record.id} is not an order, so it cannot have the order id ${options.orderId}`,
      record.id,
    );
  const givenId = options.orderId ?? options.id;
  if (isApproval(record) && givenId !== undefined && !isSameId(givenId, readPathId(record.path)))
    throw toUsageError(`journal ${record.id} approves ${readPathId(record.path)}, not ${givenId}`, record.id);
  if (context.service.isDryRun) {
    context.events.note("Dry run: nothing was written");
    return readRow(context, entry);
  }
  if (givenId !== undefined) {
    // The journal refuses these without a request.
    requireResolvable(entry);
    await lookUp(context, record, givenId, options);
  }
  let after: JournalEntry = entry;
  if (finding !== undefined)
    after = (await journal.resolve(record.id, finding)) ?? (await throwUnknownEntry(journal, record.id));
  if (options.price !== undefined)
    after =
      (await journal.note(record.id, { price: options.price })) ??
      (await throwUnknownEntry(journal, record.id));
  return readRow(context, after);
}

async function lookUp(
  context: AppContext,
  record: Pick<IntentRecord, "id"> & Partial<IntentRecord>,
  givenId: string,
  { validate }: ResolveOptions,
): Promise<void> {
  if (validate === false) return context.events.warn(`${givenId} was not looked up at the service`);
  const { requireResult } = await import("./require-result.ts");
  await requireResult(context, record, givenId);
}

/** Ends an unreadable record. It has no kind, so only an order that a person found gets a record again. */
async function endDamaged(
  context: AppContext,
  journal: Journal,
  damaged: DamagedRecord,
  options: ResolveOptions,
): Promise<EntryRow> {
  const { orderId, id, notCreated, price } = options;
  const { service, events, profileName, clock } = context;
  if ([orderId, notCreated].filter((value) => value !== undefined).length !== 1 || id !== undefined)
    throw new AppError(
      "usage",
      "USAGE",
      `journal ${damaged.id} cannot be read: its outcome is either an order or nothing`,
      {
        next: suggestOrderId(damaged.id),
      },
    );
  const origin = orderId === undefined ? "" : (await service.connect()).origin;
  const row: EntryRow = {
    intentId: damaged.id,
    kind: orderId === undefined ? "other" : "order",
    state: orderId === undefined ? "refused" : "confirmed",
    open: false,
    time: formatTimestamp(damaged.writtenMs ?? clock.now()),
    ...(orderId !== undefined && { id: orderId }),
    ...(price !== undefined && { price }),
    profile: profileName,
    origin,
    ...(orderId === undefined && { reason: "marked as not created" }),
  };
  if (service.isDryRun) {
    events.note("Dry run: nothing was written");
    return row;
  }
  if (orderId !== undefined) await lookUp(context, { id: damaged.id }, orderId, options);
  const keptAs = await journal.endDamaged(
    damaged,
    orderId === undefined ? undefined : { orderId, origin, price },
  );
  events.note(`The damaged file is kept as ${keptAs}`);
  if (orderId !== undefined)
    events.warn(`the items of order ${orderId} are unknown here: compare them before you order the same`);
  return row;
}

function toResolution(
  intentId: string,
  { orderId, id, notCreated, price }: ResolveOptions,
): Resolution | undefined {
  const given = [orderId, id, notCreated].filter((value) => value !== undefined);
  if (given.length === 0 && price !== undefined) return undefined;
  if (given.length !== 1)
    throw toUsageError(
      given.length === 0 ? "no outcome is given" : "more than one outcome is given",
      intentId,
    );
  return notCreated === true
    ? { notCreated: true, by: "hand" }
    : { resultId: (orderId ?? id) as string, by: "hand" };
}

const toUsageError = (message: string, intentId: string): AppError =>
  new AppError("usage", "USAGE", message, {
    next: advice`See the record and what to check: ${swath`journal show ${intentId}`}`,
  });

export async function pruneEntries(context: AppContext, olderThanMs: number): Promise<EntryRow[]> {
  const { service, clock, events } = context;
  const isTrial = service.isDryRun;
  const journal = await service.journal();
  const removed = await journal.prune(clock.now() - olderThanMs, isTrial);
  if (isTrial) events.note("Dry run: nothing was removed");
  return readRows(
    context,
    removed.map((record) => ({ record, state: record.state, isOpen: false })),
  );
}
