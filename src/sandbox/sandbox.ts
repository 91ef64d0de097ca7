import { AppError } from "../errors.ts";
import type { Clock } from "../time/clock.ts";
import { seedAccounts, type Account } from "./accounts.ts";
import { ExportCache } from "./exports/export-cache.ts";
import { FaultsTable } from "./faults.ts";
import type { SandboxParts } from "./handlers/call.ts";
import { makeHoldings } from "./holdings.ts";
import type { SandboxRequest, SandboxResponse } from "./http/exchange.ts";
import { OrdersTable } from "./orders/orders-table.ts";
import { handle } from "./router.ts";
import { findSettingFault, type SandboxSettings } from "./settings.ts";
import { openStore, type Store } from "./store/open-store.ts";
import { OrganizationsTable } from "./store/organizations-table.ts";
import { SettingsTable } from "./store/settings-table.ts";
import { VirtualClock } from "./store/virtual-clock.ts";
import { openTasking } from "./tasking/tasking.ts";

export interface SandboxOptions {
  /** Folder of the store, shared safely by several processes; `:memory:` loses everything on close. */
  dir: string;
  /**
   * Equal seeds and requests give equal responses. Default `DEFAULT_SEED`; fixed when the store is created.
   */
  seed?: string;
  /** Number of collects in the archive. Default 20,000; fixed when the store is created. */
  archiveSize?: number;
  /** Real time, from which the virtual clock is computed. */
  clock: Clock;
  /** Secret bytes for signatures of a new store; by default computed from the seed. */
  random?: (size: number) => Uint8Array;
  /** Settings for this store, with the effect of `POST /_sandbox/settings`. */
  settings?: Partial<SandboxSettings>;
}

export interface Sandbox {
  handle(request: SandboxRequest): Promise<SandboxResponse>;
  /** Seeded users with their keys: member and manager of organization A, outsider of B. */
  readonly users: readonly Account[];
  /** Returns the virtual time, in milliseconds since 1970. */
  now(): number;
  close(): void;
}

/** Opens the service over its store. Errors: SANDBOX_UNAVAILABLE, SANDBOX_STORE_NEWER, CONFIG_INVALID, DISK_WRITE_FAILED. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dir, seed, archiveSize, clock: realClock, random } = options;
  const store = await openStore({ dir, seed, archiveSize, secret: random?.(32), nowMs: realClock.now() });
  const accounts = seedAccounts(store.meta.need("seed"));
  const clock = new VirtualClock(store, realClock);
  const settings = new SettingsTable(store.database);
  const orders = new OrdersTable(store.database);
  const tasking = openTasking(store);
  if (options.settings !== undefined) settings.write(checked(options.settings, store));
  const holdings = makeHoldings({ store, clock, orders, tasking, accounts });
  const exportCache = new ExportCache({ dir, store, orders, holdings, realClock });
  const sandbox: SandboxParts = {
    store,
    clock,
    realClock,
    settings,
    orders,
    tasking,
    organizations: new OrganizationsTable(store.database),
    accounts,
    faults: new FaultsTable(store.database),
    holdings,
    exports: exportCache,
  };
  return {
    handle: (request) => handle(sandbox, request),
    users: accounts,
    now: () => clock.now(),
    close() {
      exportCache.close();
      store.close();
    },
  };
}

function checked(settings: Partial<SandboxSettings>, store: Store): Partial<SandboxSettings> {
  for (const [name, value] of Object.entries(settings)) {
    const fault = findSettingFault(name, value);
    if (fault === undefined) continue;
    store.close();
    throw new AppError("usage", "CONFIG_INVALID", fault, { next: "Correct the setting" });
  }
  return settings;
}
