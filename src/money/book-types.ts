/** One reading of the spend journal, for the judgement of a purchase. */
import type { EndpointName } from "../contract/endpoints.ts";
import type { Spend } from "../domain/price/budget.ts";

/** An earlier request that was accepted, may have been accepted, or is in flight. */
export interface Entry {
  /** Journal id. */
  id: string;
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

/** An unreadable journal file, which may be a purchase of anything. */
export interface Damage {
  id: string;
  path: string;
  problem: string;
  /** Time of the file's last change, in milliseconds. */
  writtenMs?: number;
}

export interface Book<E extends Entry = Entry> {
  nowMs: number;
  /** The service's clock minus ours, by the last response of this run; absent before it. */
  skewMs?: number | undefined;
  /** Newest first. */
  entries: readonly E[];
  /** Id of the journal, for a purchase under a quote; absent if the journal has none yet. */
  journalId?: string | undefined;
  /** Requests of any account that were sent under the quote of the purchase. */
  quoted?: readonly E[];
  damaged: readonly Damage[];
  /** Definite and possible spends of this account in the current period of the budget. */
  spends: readonly Spend[];
}
