/**
 * The reasons why a purchase is not sent without consent. A reason contains the values for a sentence, but no
 * sentence.
 */
import type { Budget, Spend } from "../spending/budget.ts";
import type { Money } from "../spending/money.ts";
import type { Damage, Entry } from "./book.ts";

/** An earlier order, with the wanted pieces that it owns. */
export interface Holder<E extends Entry = Entry> {
  entry: E;
  /** Names of the pieces. */
  held: readonly string[];
  /** The order may own the pieces: its contents are unknown. */
  isGuess: boolean;
}

/** Reasons in the journal. Lists are never empty. */
export type EarlierReason<E extends Entry = Entry> =
  /** An unreadable record, which may be a purchase of anything. */
  | { kind: "recordDamaged"; damaged: readonly Damage[] }
  /** Another process works on the same request. */
  | { kind: "sameInFlight"; entry: E }
  /** An equal request may have been accepted. */
  | { kind: "sameUnknown"; entry: E }
  /** An equal request was accepted within the last ten minutes. */
  | { kind: "sameConfirmed"; entry: E }
  /** Other tasks of this run contain what this task contains. */
  | { kind: "sharedInRun"; taskId: string; shared: readonly { taskId: string; name: string }[] }
  /** An order in flight owns a wanted piece. */
  | { kind: "pieceInFlight"; holders: readonly Holder<E>[] }
  /** An order with an unknown outcome owns a wanted piece. */
  | { kind: "pieceUnknown"; holders: readonly Holder<E>[] }
  /** An order that can be downloaded owns a wanted piece. */
  | { kind: "pieceHeld"; holders: readonly Holder<E>[] }
  /** An order that has expired owns a wanted piece. */
  | { kind: "pieceExpired"; holders: readonly Holder<E>[] };

/** The known cost before a request is sent. */
export type Cost =
  /** A sum, in the service's format or computed for a series; undefined when the service shows none. */
  | { kind: "total"; total: string | undefined }
  /** The price of one image of a series without a bound. */
  | { kind: "unbounded"; perImage: string }
  /** Prices of several requests that cannot be added up: one sum per currency. */
  | { kind: "mixed"; sums: readonly string[] }
  /** The service shows no price before the request costs money; `why` is a sentence. */
  | { kind: "neverShown"; why?: string };

/** Reasons in the price. `bound` is the limit or the budget with which the cost is compared. */
export type PriceReason = { cost: Cost; bound: Bound } & (
  | { kind: "priceNeverShown" | "unbounded" | "currenciesMixed" | "priceUnreadable" }
  /** `isUnknown`: the meaning of `$` is unknown. */
  | { kind: "otherCurrency"; isUnknown: boolean }
  | { kind: "aboveLimit" | "overBudget" }
  /** Earlier requests have no readable price. */
  | { kind: "spendsUnknown"; ids: readonly string[] }
  /** Earlier requests were paid in another currency. */
  | { kind: "spendsForeign"; spends: readonly Spend[] }
);

export type Bound = { kind: "limit"; limit: Money } | { kind: "budget"; budget: Budget; spent: string };

/** Returns the facts of a reason: consent to them does not cover a new record or a changed state. */
export function factsOf(reason: EarlierReason): string[] {
  const fact = (entry: Entry, what: string): string => `${reason.kind} ${entry.id} ${entry.state} ${what}`;
  switch (reason.kind) {
    case "recordDamaged":
      return reason.damaged.map(({ id, problem }) => `${reason.kind} ${id} ${problem}`);
    case "sameInFlight":
    case "sameUnknown":
    case "sameConfirmed":
      return [fact(reason.entry, "")];
    case "sharedInRun":
      // Either of the two tasks may be judged first.
      return reason.shared.map(({ taskId }) => [reason.kind, ...[reason.taskId, taskId].sort()].join(" "));
    default:
      return reason.holders.flatMap(({ entry, held }) => held.map((name) => fact(entry, name)));
  }
}
