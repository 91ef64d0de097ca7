import type { Clock } from "../time/clock.ts";
import type { Account } from "./accounts.ts";
import type { ExportShelf } from "./exports/export-shelf.ts";
import type { FaultsTable } from "./faults.ts";
import type { Holdings } from "./holdings/holdings.ts";
import type { OrdersTable } from "./orders/orders-table.ts";
import type { Store } from "./store/open-store.ts";
import type { OrganizationsTable } from "./store/organizations-table.ts";
import type { SettingsTable } from "./store/settings-table.ts";
import type { VirtualClock } from "./store/virtual-clock.ts";
import type { Tasking } from "./tasking/tasking.ts";

/** The parts of one open sandbox, shared by its handlers. */
export interface SandboxParts {
  readonly store: Store;
  readonly clock: VirtualClock;
  /** Real time, for waiting. */
  readonly realClock: Clock;
  readonly settings: SettingsTable;
  readonly faults: FaultsTable;
  readonly orders: OrdersTable;
  readonly tasking: Tasking;
  readonly organizations: OrganizationsTable;
  readonly accounts: readonly Account[];
  readonly exports: ExportShelf;
  /** Archive, catalog and images at this moment of the virtual clock; made on the first call. */
  holdings(): Promise<Holdings>;
}
