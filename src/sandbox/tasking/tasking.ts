import type { Store } from "../store/open-store.ts";
import type { SettingsTable } from "../store/settings-table.ts";
import type { VirtualClock } from "../store/virtual-clock.ts";
import { CollectsTable } from "./collects-table.ts";
import { EventsTable } from "./events-table.ts";
import { RequestsTable } from "./requests-table.ts";
import { RequestSearcher } from "./search-requests.ts";

/** The tables of tasks and repeat requests. */
export interface Tasking {
  readonly requests: RequestsTable;
  readonly events: EventsTable;
  readonly collects: CollectsTable;
  readonly searcher: RequestSearcher;
}

/** The parts of an open sandbox that the life cycle of requests needs. */
export interface TaskingContext {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly settings: SettingsTable;
  readonly tasking: Tasking;
}

/** Tables that a reset empties: referring tables come before those they refer to. */
export const TASKING_TABLES = [
  "request_events",
  "collects",
  "request_records",
  "requests",
  "organizations",
] as const;

export function openTasking({ database }: Store): Tasking {
  return {
    requests: new RequestsTable(database),
    events: new EventsTable(database),
    collects: new CollectsTable(database),
    searcher: new RequestSearcher(database),
  };
}
