/**
 * The report of spending, from the journal: sums by currency, and the rest of the budget. Requests without a readable price
 * are counted and listed, never guessed.
 */
import { mergeDialect } from "../contract/dialect.ts";
import { getEndpoint } from "../contract/endpoints.ts";
import {
  toBudgetForm,
  computeBudgetStanding,
  chooseLaterMs,
  computePeriodStartMs,
  type Grouping,
  type Period,
} from "../domain/price/budget.ts";
import {
  readAmount,
  formatCodedMoney,
  toCurrencyCode,
  DOLLAR,
  formatMoney,
  multiplyMoney,
  parseMoney,
  subtractMoney,
  sumByCurrency,
  type Amount,
  type Money,
  type ShownAmount,
} from "../domain/price/money.ts";
import { AppError } from "../errors.ts";
import { readProfile } from "../settings/profiles.ts";
import { formatTimestamp } from "../time/timestamp.ts";
import { readBook } from "./book.ts";
import { updateCommitments } from "./commitments.ts";
import type { MoneyContext } from "./context.ts";
import { type IntentDetails, type IntentRecord, isFree, findCommitment } from "./record.ts";
import { warnOfUnreadable } from "./history.ts";
import { compareByNewest, type IndexRow, type JournalReading } from "./journal.ts";
import { swath } from "../hint.ts";

/** A confirmed or possible payment, as the report groups it. */
interface PaidRequest {
  /** Its journal id. */
  id: string;
  profile: string;
  contract: string;
  period: string;
  kind: string;
  /** The commitment, in the service's format; undefined when it is unknown. */
  price: string | undefined;
  /** The cost of the images of a series so far; undefined when it is unknown. */
  used?: string | undefined;
  /** The currency of `$` in its price. Default: USD. */
  dollar?: string | undefined;
}

/** The names of a group: those that the rows are grouped by. */
type Names = Partial<Pick<PaidRequest, Grouping>>;

/** A row of `spend`. */
export interface SummaryRow extends Names {
  requests: number;
  /** Number of requests without a known price: all of the row, or none. */
  unpriced: number;
  /**
   * The sum of the commitments, in one currency; null for requests with an unknown price, which have their own row.
   */
  committed: ShownAmount | null;
  /** For a row of series: the cost of the images so far; null when unknown. */
  used?: ShownAmount | null;
  /** The journal ids of requests with an unknown price. */
  unpricedIds?: string[];
}

/** The commitments of a profile in a time span, and the rest of its budget. */
export interface SpendSummary {
  /** RFC 3339, inclusive. */
  from: string;
  /** Exclusive; null for now. */
  to: string | null;
  rows: SummaryRow[];
  /** All requests, in every currency and without a price. */
  requests: number;
  /** Number of requests without a known price; if there are any, the totals are minimums. */
  unpriced: number;
  /** One per currency, for requests with a known price. */
  total: { requests: number; committed: ShownAmount }[];
  /** The budget of this run's profile in its current period; null without one. */
  budget: BudgetState | null;
}

interface SummaryOptions {
  /** Unix times in milliseconds; default: this month. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** The grouping of rows; default: by kind. With `profile` every profile is counted. */
  by?: readonly Grouping[] | undefined;
  /** The length of a period in the grouping; default: a month. */
  period?: Period | undefined;
  /** Counts the requests that may have been accepted as well. */
  unresolved?: true | undefined;
}

/** Returns the number of images of each series so far. */
type CountImages = (seriesIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export async function summariseSpending(
  context: MoneyContext,
  { fromMs, toMs, by = ["kind"], period = "month", unresolved }: SummaryOptions,
  countImages: CountImages,
): Promise<SpendSummary> {
  const { service, clock, profileName } = context;
  const since = fromMs ?? computePeriodStartMs("month", clock.now());
  const span = { sinceMs: since, untilMs: toMs };
  const journal = await service.journal();
  let reading = await journal.read({ since });
  const ours = reading.closed.filter(isPaidIn({ ...span, profile: profileName }));
  if (!service.isDryRun && (await updateCommitments(context, ours))) reading = await journal.read({ since });
  const profile = by.includes("profile") ? undefined : profileName;
  const { paid, unknown } = selectPaid(context, reading, { ...span, profile });
  if (unresolved !== true) warnOfUnknown(context, unknown.length);
  const images = await readImages(context, paid, countImages);
  const records = unresolved === true ? [...paid, ...unknown].sort(compareByOldest) : paid;
  const requests = await toRequests(context, records, period, images);
  return {
    from: formatTimestamp(since),
    to: toMs === undefined ? null : formatTimestamp(toMs),
    rows: toSummaryRows(requests, by),
    requests: requests.length,
    unpriced: requests.filter((request) => findCurrencyCode(request) === undefined).length,
    total: sumPrices(requests).map((committed) => ({
      requests: requests.filter((request) => findCurrencyCode(request) === committed.currency).length,
      committed,
    })),
    budget: await readBudgetState(context),
  };
}

/** Rows of kinds have this order; others follow the first request of each. An approval of a task counts as the task. */
const KINDS: readonly (string | undefined)[] = ["order", "task", "series", "other"];

function classifyBought({ kind }: Pick<IndexRow, "kind">): string {
  const record = getEndpoint(kind).journal?.record;
  return record === "repeat" ? "series" : (record ?? "other");
}

function toSummaryRows(paid: readonly PaidRequest[], by: readonly Grouping[]): SummaryRow[] {
  const rows = groupPaid(paid, by, findCurrencyCode).map(({ names, group }): SummaryRow => {
    const [committed] = sumPrices(group);
    return {
      ...names,
      requests: group.length,
      unpriced: committed === undefined ? group.length : 0,
      committed: committed ?? null,
      ...(names.kind === "series" && { used: sumUsed(group) }),
      ...(committed === undefined && { unpricedIds: group.map(({ id }) => id) }),
    };
  });
  return by.join() === "kind" ? rows.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)) : rows;
}

/** Returns the sum if it is known for every series. */
function sumUsed(group: readonly PaidRequest[]): ShownAmount | null {
  if (group.some(({ used }) => used === undefined)) return null;
  return sumPrices(group.map(({ used, dollar }) => ({ price: used, dollar })))[0] ?? null;
}

/** Returns the number of images so far of each series of this profile; without a response none is known. */
async function readImages(
  { service, events, profileName }: MoneyContext,
  paid: readonly IndexRow[],
  countImages: CountImages,
): ReturnType<CountImages> {
  const series = paid.filter((row) => classifyBought(row) === "series" && row.profile === profileName);
  if (series.length === 0 || service.isDryRun) return new Map();
  try {
    const { origin } = await service.connect();
    const ids = new Set(series.flatMap((row) => (row.origin === origin ? row.resultId : [])));
    return ids.size === 0 ? new Map() : await countImages([...ids]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.note(`could not count the images of the series: ${error.message}`);
    return new Map();
  }
}

/** Returns the price of that many images; undefined for a price of the whole, as a person enters it in the journal. */
function priceOfImages({ details }: PaidRecord, count: number | undefined): string | undefined {
  const each = details?.per === "image" ? parseMoney(details.price ?? "") : undefined;
  return each && count !== undefined ? formatMoney(multiplyMoney(each, count)) : undefined;
}

/** A profile's budget in its current period, for JSON. */
export interface BudgetState extends Amount {
  period: Period;
  spent: number;
  left: number;
  /** For people. */
  text: { limit: string; spent: string; left: string; over?: string };
  /** True when the price of an earlier request is unknown: `left` is then too high. */
  isUncertain: boolean;
}

/** Returns the profile's budget in its current period, from the journal; null without one. */
export async function readBudgetState(context: MoneyContext): Promise<BudgetState | null> {
  const budget = context.settings.budget.value;
  if (budget === undefined) return null;
  const dollar = context.dialect["currency.$"];
  const { spends } = await readBook(context, {});
  const { spent, left, unread } = computeBudgetStanding(budget, spends, dollar);
  // A budget without a currency has that of the payments.
  const currency = budget.limit.currency || spent.currency || "$";
  const limit = { ...budget.limit, currency };
  const text = (money: Money): string => formatCodedMoney({ ...money, currency }, dollar);
  const over = subtractMoney(spent, limit);
  return {
    ...toBudgetForm({ ...budget, limit }, dollar),
    spent: Number(spent.amount),
    left: Number(left.amount),
    text: {
      limit: text(limit),
      spent: text(spent),
      left: text(left),
      ...(Number(over.amount) > 0 && { over: text(over) }),
    },
    isUncertain: unread.length > 0,
  };
}

type PaidRecord = IntentRecord | IndexRow;

interface Span {
  /** Inclusive. */
  sinceMs: number;
  /** Exclusive. */
  untilMs?: number | undefined;
  /** Undefined for all profiles. */
  profile?: string | undefined;
}

/** Returns the requests that cost money, oldest first, and those that may have. Warns about unreadable files. */
function selectPaid(
  { events }: MoneyContext,
  reading: JournalReading,
  span: Span,
): { paid: IndexRow[]; unknown: IntentRecord[] } {
  warnOfUnreadable(events, reading.unreadable, "; its requests are not in the total");
  const unknown = reading.open.flatMap(({ record, state }) => (state === "unknown" ? record : []));
  const isPaid = isPaidIn(span);
  return { paid: reading.closed.filter(isPaid).sort(compareByOldest), unknown: unknown.filter(isPaid) };
}

function warnOfUnknown({ events }: MoneyContext, count: number): void {
  if (count > 0)
    events.warn(
      `${count} more may have been paid, with an unknown outcome`,
      swath`journal list --state unknown`,
    );
}

/** Returns the time of a payment, by the later one of our clock and the service's. */
const readPaidMs = ({ closedAt, preparedAt, skewMs }: PaidRecord): number =>
  chooseLaterMs(closedAt ?? preparedAt, skewMs);

const isPaidIn =
  ({ sinceMs, untilMs = Infinity, profile }: Span) =>
  (record: PaidRecord): boolean => {
    const atMs = readPaidMs(record);
    const isTheirs = profile === undefined || record.profile === profile;
    return record.effect !== "write" && !isFree(record) && isTheirs && atMs >= sinceMs && atMs < untilMs;
  };

const compareByOldest = (a: PaidRecord, b: PaidRecord): number =>
  a.preparedAt - b.preparedAt || compareByNewest(a, b);

/** Returns the requests in groups. Periods are months, or named by their first day. */
async function toRequests(
  context: MoneyContext,
  records: readonly PaidRecord[],
  period: Period,
  images: ReadonlyMap<string, number>,
): Promise<PaidRequest[]> {
  const dollarOf = await readDollars(context, records);
  return records.map((record) => ({
    id: record.id,
    profile: record.profile,
    contract: record.details?.contractId ?? "",
    period: new Date(computePeriodStartMs(period, readPaidMs(record)))
      .toISOString()
      .slice(0, period === "month" ? 7 : 10),
    kind: classifyBought(record),
    price: findCommitment(record),
    used: priceOfImages(record, images.get(record.resultId ?? "")),
    dollar: dollarOf(record),
  }));
}

/** Groups requests that have equal names, and an equal `other`, in the order of the first members. */
function groupPaid(
  paid: readonly PaidRequest[],
  by: readonly Grouping[],
  other: (request: PaidRequest) => unknown = () => undefined,
): { names: Names; group: PaidRequest[] }[] {
  const keyOf = (request: PaidRequest): string =>
    JSON.stringify([...by.map((name) => request[name]), other(request)]);
  return [...Map.groupBy(paid, keyOf).values()].map((group) => ({
    names: Object.fromEntries(by.map((name) => [name, group[0]?.[name]])),
    group,
  }));
}

type Priced = Pick<PaidRequest, "price" | "dollar">;

/** Returns one sum per currency: money of different currencies is not added up. Unreadable prices are not included. */
const sumPrices = (prices: readonly Priced[]): ShownAmount[] =>
  sumByCurrency(prices).map((sum) => ({
    amount: Number(sum.amount),
    currency: sum.code,
    text: formatMoney(sum),
  }));

/** Returns the currency of a price; undefined for an unreadable one. */
function findCurrencyCode({ price, dollar }: Priced): string | undefined {
  const money = parseMoney(price ?? "");
  return money && toCurrencyCode(money.currency, dollar);
}

/** Returns a function that reads the commitment of each of these records as a number. */
export async function readCommitments(
  context: MoneyContext,
  records: readonly Pick<IntentRecord, "profile">[],
): Promise<
  (record: Pick<IntentRecord, "profile"> & { details?: IntentDetails | undefined }) => Amount | undefined
> {
  const dollarOf = await readDollars(context, records);
  return (record) => readAmount(findCommitment(record), dollarOf(record));
}

/**
 * Returns the meaning of `$` in these records: each profile sets it for the prices of its own service. A missing or unreadable
 * profile has the usual one.
 */
async function readDollars(
  { dialect, directories, profileName }: MoneyContext,
  records: readonly Pick<IntentRecord, "profile">[],
): Promise<(record: Pick<IntentRecord, "profile">) => string> {
  const known = new Map([[profileName, dialect["currency.$"]]]);
  for (const name of new Set(records.map(({ profile }) => profile)))
    if (!known.has(name)) known.set(name, await readDollar(directories.config, name));
  return ({ profile }) => known.get(profile) ?? DOLLAR;
}

async function readDollar(configDir: string, profile: string): Promise<string> {
  try {
    const merged = mergeDialect((await readProfile(configDir, profile))["dialect"]);
    return merged.ok ? merged.dialect["currency.$"] : DOLLAR;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return DOLLAR;
  }
}
