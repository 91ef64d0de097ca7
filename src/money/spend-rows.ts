/** Sums of payments, grouped. Unreadable prices are counted and listed, never guessed. */
import { moneyText, parseMoney, sumsByCurrency } from "../domain/price/money.ts";

export interface PaidRequest {
  /** Its journal id. */
  id: string;
  profile: string;
  contract: string;
  period: string;
  kind: string;
  /** The price of the whole, in the service's format; undefined when it is unknown. */
  price: string | undefined;
  /** The currency of `$` in its price; default USD. */
  dollar?: string | undefined;
}

export const GROUPINGS = ["profile", "contract", "period", "kind"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface SpendRow {
  profile?: string;
  contract?: string;
  period?: string;
  kind?: string;
  requests: number;
  /** One sum per currency, such as `$875.00`. */
  total: string[];
  /** Number of requests without a readable price; they are not in the total. */
  unpriced: number;
  /** The ids of those requests. */
  unpricedIds: string[];
}

/** Groups by equal keys, in the order of the first members. */
export function groupsOf<T>(all: readonly T[], keyOf: (one: T) => readonly unknown[]): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = JSON.stringify(keyOf(one));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** Returns one row per combination that occurs, in the order of the given requests. */
export function spendRows(paid: readonly PaidRequest[], by: readonly Grouping[]): SpendRow[] {
  return groupsOf(paid, (request) => by.map((name) => request[name])).map((group) => {
    const [first] = group;
    const unpriced = group.filter(({ price }) => price === undefined || parseMoney(price) === undefined);
    return {
      ...Object.fromEntries(by.map((name) => [name, first[name]])),
      requests: group.length,
      // Money of different currencies is not added up.
      total: sumsByCurrency(group).map(moneyText),
      unpriced: unpriced.length,
      unpricedIds: unpriced.map(({ id }) => id),
    };
  });
}
