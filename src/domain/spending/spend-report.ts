/** Sums of what was paid, grouped. What cannot be read is counted and named, never guessed. */
import { moneyText, parseMoney, sumsByCurrency } from "./money.ts";

export interface PaidRequest {
  /** What to call it: its journal id. */
  id: string;
  profile: string;
  contract: string;
  period: string;
  kind: string;
  /** Of the whole, as the service wrote it; undefined when it is unknown. */
  price: string | undefined;
  /** The currency of a `$` in its price, USD when left out. */
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
  /** One sum for each currency, such as `$875.00`. */
  total: string[];
  /** How many have no price that can be read; they are in no sum. */
  unpriced: number;
  /** Which ones. */
  unpricedIds: string[];
}

/** One row for each combination that occurs, in the order of the requests given. */
export function spendRows(paid: readonly PaidRequest[], by: readonly Grouping[]): SpendRow[] {
  const groups = new Map<string, PaidRequest[]>();
  for (const request of paid) {
    const key = JSON.stringify(by.map((name) => request[name]));
    const group = groups.get(key) ?? [];
    group.push(request);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [PaidRequest];
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
