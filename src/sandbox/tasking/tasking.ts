import { RequestSearcher } from "../request-search/search-requests.ts";
import type { Store } from "../store/open-store.ts";
import { CollectsTable } from "./collects-table.ts";
import { EventsTable } from "./events-table.ts";
import { RequestsTable } from "./requests-table.ts";

/** The tables of the tasking half. */
export interface Tasking {
  /** Stands for the operator in the names of satellites. */
  readonly vendorPrefix: string;
  readonly requests: RequestsTable;
  readonly events: EventsTable;
  readonly collects: CollectsTable;
  readonly searcher: RequestSearcher;
}

/** Tables that a reset empties, in an order that no reference minds. */
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
