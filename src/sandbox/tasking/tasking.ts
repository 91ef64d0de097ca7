import type { Store } from "../store/open-store.ts";
import type { SettingsTable } from "../store/settings-table.ts";
import type { VirtualClock } from "../store/virtual-clock.ts";
import { CollectsTable } from "./collects-table.ts";
import { EventsTable } from "./events-table.ts";
import { RequestsTable } from "./requests-table.ts";
import { RequestSearcher } from "./search-requests.ts";

/** The tables of tasks and repeat requests. */
export interface Tasking {
  /** Stands for the operator in the names of satellites. */
  readonly vendorPrefix: string;
  readonly requests: RequestsTable;
  readonly events: EventsTable;
  readonly collects: CollectsTable;
  readonly searcher: RequestSearcher;
}

/** What the life of requests needs of an open sandbox. */
export interface TaskingContext {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly settings: SettingsTable;
  readonly tasking: Tasking;
}

/** Tables that a reset empties: those that refer to another one come first. */
export const TASKING_TABLES = [
  "request_events",
  "collects",
  "request_records",
  "requests",
  "organizations",
] as const;

export function openTasking({ database }: Store, vendorPrefix: string): Tasking {
  return {
    vendorPrefix,
    requests: new RequestsTable(database),
    events: new EventsTable(database),
    collects: new CollectsTable(database),
    searcher: new RequestSearcher(database),
  };
}
