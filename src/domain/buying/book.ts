/** One reading of the spend journal, as the judgement of a purchase needs it. */
import type { EndpointName } from "../../contract/endpoints.ts";
import type { Spend } from "../spending/budget.ts";

/** An earlier request that was accepted, may have been accepted, or is on its way. */
export interface Entry {
  /** Journal id. */
  id: string;
  state: "prepared" | "sending" | "confirmed" | "unknown";
  kind: EndpointName;
  origin: string;
  identity: string;
  isOrder: boolean;
  taskId?: string | undefined;
  /** Keys of the pieces that it owns. */
  keys: ReadonlySet<string>;
  /** False for an order that may own more than `keys`. */
  isComplete: boolean;
  /** Its files cannot be downloaded any more: both clocks say so, or the service did. */
  isExpired: boolean;
  /** When its outcome became known, in milliseconds. */
  settledMs: number;
}

/** A journal file that cannot be read: it may be a purchase of anything. */
export interface Damage {
  id: string;
  path: string;
  problem: string;
  /** When the file was written last, in milliseconds. */
  writtenMs?: number;
}

export interface Book<E extends Entry = Entry> {
  nowMs: number;
  /** Newest first. */
  entries: readonly E[];
  damaged: readonly Damage[];
  /** What this account spent, or may have spent, in the current period of the budget. */
  spends: readonly Spend[];
}
