/** The commitments of a profile in a time span: orders, tasks and series, and the rest of its budget. */
import { endpointOf } from "../contract/endpoints.ts";
import { budgetForm, budgetStanding, periodStartMs, type Period } from "../domain/price/budget.ts";
import {
  amountOf,
  codedText,
  currencyCode,
  moneyText,
  multiplyMoney,
  parseMoney,
  restOf,
  sumsByCurrency,
  type Amount,
  type Money,
  type ShownAmount,
} from "../domain/price/money.ts";
import { groupsOf, type Grouping } from "./spend-rows.ts";
import { AppError } from "../errors.ts";
import { recordedCommitment } from "./details.ts";
import type { IndexRow } from "./store/index-line.ts";
import { formatTimestamp } from "../time/timestamp.ts";
import type { MoneyContext } from "./context.ts";
import { readBook } from "./book.ts";
import { settleCommitments } from "./commitments.ts";
import { dollars } from "./profile-currency.ts";
import { isSpend, paidIn, periodName, spentMs, warnOfUnknown } from "./spend-report.ts";

/** The purchase: an approval of a task counts as the task. */
export type Bought = "order" | "task" | "series" | "other";

export interface SummaryRow {
  profile?: string;
  contract?: string;
  period?: string;
  kind?: Bought;
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

export interface BudgetState extends Amount {
  period: Period;
  spent: number;
  left: number;
  /** For people. */
  text: { limit: string; spent: string; left: string; over?: string };
  /** True when the price of an earlier request is unknown: `left` is then too high. */
  isUncertain: boolean;
}

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

export interface SummaryOptions {
  /** Unix times in milliseconds; default: this month. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** The grouping of rows; default: by kind. With `profile` every profile is counted. */
  by?: readonly Grouping[] | undefined;
}

/** Returns the number of images of each series so far. */
export type CountImages = (seriesIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

type Context = Pick<
  MoneyContext,
  "service" | "events" | "settings" | "dialect" | "directories" | "profileName" | "clock"
>;

/** One purchase of the journal. */
interface Purchase {
  id: string;
  profile: string;
  contract: string;
  period: string;
  kind: Bought;
  committed: Money | undefined;
  used: Money | undefined;
  dollar: string;
}

export async function spendSummary(
  context: Context,
  { fromMs, toMs, by = ["kind"] }: SummaryOptions,
  countImages: CountImages,
): Promise<SpendSummary> {
  const { service, clock, profileName } = context;
  const startMs = fromMs ?? periodStartMs("month", clock.now());
  const span = {
    sinceMs: startMs,
    untilMs: toMs,
    profile: by.includes("profile") ? undefined : profileName,
  };
  const journal = await service.journal();
  let reading = await journal.read({ since: startMs });
  const ours = reading.closed.filter(isSpend({ ...span, profile: profileName }));
  if (!service.isDryRun && (await settleCommitments(context, ours)))
    reading = await journal.read({ since: startMs });
  const { paid, unknown } = paidIn(context, reading, span);
  warnOfUnknown(context, unknown.length);
  const purchases = await purchasesOf(context, paid, countImages);
  return {
    from: formatTimestamp(startMs),
    to: toMs === undefined ? null : formatTimestamp(toMs),
    rows: rowsOf(purchases, by),
    requests: purchases.length,
    unpriced: purchases.filter(({ committed }) => committed === undefined).length,
    total: sumsOf(purchases).map((committed) => ({
      requests: purchases.filter((one) => codeOf(one) === committed.currency).length,
      committed,
    })),
    budget: await budgetState(context),
  };
}

async function purchasesOf(
  context: Context,
  paid: readonly IndexRow[],
  countImages: CountImages,
): Promise<Purchase[]> {
  const dollarOf = await dollars(context, new Set(paid.map(({ profile }) => profile)));
  const images = await imagesOf(context, paid, countImages);
  return paid.map((record): Purchase => {
    const kind = boughtBy(record);
    // A price of the whole, as a person enters it in the journal, does not apply to one image.
    const perImage = record.details?.per === "image" ? parseMoney(record.details.price ?? "") : undefined;
    const count = images.get(record.resultId);
    return {
      id: record.id,
      profile: record.profile,
      contract: record.details?.contractId ?? "",
      period: periodName("month", spentMs(record)),
      kind,
      committed: parseMoney(recordedCommitment(record) ?? ""),
      used:
        kind === "series" && perImage !== undefined && count !== undefined
          ? multiplyMoney(perImage, count)
          : undefined,
      dollar: dollarOf(record.profile),
    };
  });
}

function boughtBy({ kind }: IndexRow): Bought {
  const record = endpointOf(kind).journal?.record;
  return record === "repeat" ? "series" : (record ?? "other");
}

/** Asks the service about the series of this profile. Without a response the number of images so far is unknown. */
async function imagesOf(
  { service, events, profileName }: Context,
  paid: readonly IndexRow[],
  countImages: CountImages,
): Promise<ReadonlyMap<string, number>> {
  const series = paid.filter((record) => boughtBy(record) === "series" && record.profile === profileName);
  if (series.length === 0 || service.isDryRun) return new Map();
  try {
    const { origin } = await service.connect();
    const ids = series.filter((record) => record.origin === origin).map(({ resultId }) => resultId);
    return ids.length === 0 ? new Map() : await countImages([...new Set(ids)]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.note(`could not count the images of the series: ${error.message}`);
    return new Map();
  }
}

/** Money of different currencies is not added up. */
const codeOf = ({ committed, dollar }: Purchase): string | undefined =>
  committed && currencyCode(committed.currency, dollar);

/** Returns one sum per currency. */
function sumsOf(purchases: readonly Purchase[], of: "committed" | "used" = "committed"): ShownAmount[] {
  const prices = purchases.flatMap(({ [of]: money, dollar }) =>
    money === undefined ? [] : [{ price: moneyText(money), dollar }],
  );
  return sumsByCurrency(prices).map((sum) => ({ ...amountOf(sum), text: moneyText(sum) }));
}

const KINDS: readonly (Bought | undefined)[] = ["order", "task", "series", "other"];

function rowsOf(purchases: readonly Purchase[], by: readonly Grouping[]): SummaryRow[] {
  const groups = groupsOf(purchases, (purchase) => [...by.map((name) => purchase[name]), codeOf(purchase)]);
  const rows = groups.map((group): SummaryRow => {
    const [first] = group;
    const [committed] = sumsOf(group);
    const isSeries = by.includes("kind") && first.kind === "series";
    return {
      ...Object.fromEntries(by.map((name) => [name, first[name]])),
      requests: group.length,
      unpriced: committed === undefined ? group.length : 0,
      committed: committed ?? null,
      ...(isSeries && { used: usedIn(group) }),
      ...(committed === undefined && { unpricedIds: group.map(({ id }) => id) }),
    };
  });
  // Rows of kinds have a fixed order; others follow the first purchase of each.
  return by.join() === "kind" ? rows.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)) : rows;
}

/** Known only if it is known for every series. */
function usedIn(group: readonly Purchase[]): ShownAmount | null {
  if (group.some(({ used }) => used === undefined)) return null;
  return sumsOf(group, "used")[0] ?? null;
}

/** Returns the profile's budget in its current period, from the journal; null without one. */
export async function budgetState(
  context: Pick<Context, "service" | "settings" | "dialect" | "clock" | "profileName">,
): Promise<BudgetState | null> {
  const budget = context.settings.budget.value;
  if (budget === undefined) return null;
  const dollar = context.dialect["currency.$"];
  const { spends } = await readBook(context, {});
  const { spent, left, unread } = budgetStanding(budget, spends, dollar);
  // A budget without a currency has that of the payments.
  const currency = budget.limit.currency || spent.currency || "$";
  const limit = { ...budget.limit, currency };
  const text = (money: Money): string => codedText({ ...money, currency }, dollar);
  const over = restOf(spent, limit);
  return {
    ...budgetForm({ ...budget, limit }, dollar),
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
