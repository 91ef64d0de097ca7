/** Why a purchase is not simply sent. A reason holds the values that a sentence about it needs, and no sentence. */
import type { Budget, Spend } from "../spending/budget.ts";
import type { Money } from "../spending/money.ts";
import type { Damage, Entry } from "./book.ts";

/** An earlier order, with the wanted pieces that it owns. */
export interface Holder<E extends Entry = Entry> {
  entry: E;
  /** Names of the pieces. */
  held: readonly string[];
  /** The order may own the pieces: its contents are not known. */
  isGuess: boolean;
}

/** Reasons in the journal. Lists are never empty. */
export type EarlierReason<E extends Entry = Entry> =
  /** A record cannot be read: it may be a purchase of anything. */
  | { kind: "recordDamaged"; damaged: readonly Damage[] }
  /** Another process works on the same request. */
  | { kind: "sameInFlight"; entry: E }
  /** The same request may have been accepted. */
  | { kind: "sameUnknown"; entry: E }
  /** The same request was accepted within the last ten minutes. */
  | { kind: "sameConfirmed"; entry: E }
  /** An order on its way owns a wanted piece. */
  | { kind: "pieceInFlight"; holders: readonly Holder<E>[] }
  /** An order with an unknown outcome owns a wanted piece. */
  | { kind: "pieceUnknown"; holders: readonly Holder<E>[] }
  /** An order that can be downloaded owns a wanted piece. */
  | { kind: "pieceHeld"; holders: readonly Holder<E>[] }
  /** An order that has expired owns a wanted piece. */
  | { kind: "pieceExpired"; holders: readonly Holder<E>[] };

/** What is known of the cost before a request is sent. */
export type Cost =
  /** A sum, as the service wrote it or as computed for a series; undefined when the service shows none. */
  | { kind: "total"; total: string | undefined }
  /** The price of one image of a series that nothing bounds. */
  | { kind: "unbounded"; perImage: string }
  /** Prices of several requests that cannot be added up: one sum for each currency. */
  | { kind: "mixed"; sums: readonly string[] }
  /** The service shows no price before the request costs money; `why` is a sentence. */
  | { kind: "neverShown"; why?: string };

/** Reasons in the price. `bound` is the limit or the budget that the cost is compared with. */
export type PriceReason = { cost: Cost; bound: Bound } & (
  | { kind: "priceNeverShown" | "unbounded" | "currenciesMixed" | "priceUnreadable" }
  /** `isUnknown`: nothing says which dollar a `$` is. */
  | { kind: "otherCurrency"; isUnknown: boolean }
  | { kind: "aboveLimit" | "overBudget" }
  /** Earlier requests have no price that can be read. */
  | { kind: "spendsUnknown"; ids: readonly string[] }
  /** Earlier requests were paid in another currency. */
  | { kind: "spendsForeign"; spends: readonly Spend[] }
);

export type Bound = { kind: "limit"; limit: Money } | { kind: "budget"; budget: Budget; spent: string };

/** The facts of a reason: who agreed to them has not agreed to a new record or to a changed state. */
export function factsOf(reason: EarlierReason): string[] {
  const fact = (entry: Entry, what: string): string => `${reason.kind} ${entry.id} ${entry.state} ${what}`;
  switch (reason.kind) {
    case "recordDamaged":
      return reason.damaged.map(({ id, problem }) => `${reason.kind} ${id} ${problem}`);
    case "sameInFlight":
    case "sameUnknown":
    case "sameConfirmed":
      return [fact(reason.entry, "")];
    default:
      return reason.holders.flatMap(({ entry, held }) => held.map((name) => fact(entry, name)));
  }
}
