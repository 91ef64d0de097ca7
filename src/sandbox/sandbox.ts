import { DAY_MS } from "../time/civil.ts";
import type { Clock } from "../time/clock.ts";
import { seedAccounts, type Account } from "./accounts.ts";
import { ExportCache } from "./exports/export-cache.ts";
import { FaultsTable } from "./faults.ts";
import type { SandboxParts } from "./handlers/call.ts";
import type { Holdings } from "./holdings.ts";
import type { SandboxRequest, SandboxResponse } from "./http/exchange.ts";
import { OrdersTable } from "./orders/orders-table.ts";
import { handle } from "./router.ts";
import { openStore } from "./store/open-store.ts";
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
}

export interface Sandbox {
  handle(request: SandboxRequest): Promise<SandboxResponse>;
  /** Seeded users with their keys: member, manager and buyer of organization A, outsider of B. */
  readonly users: readonly Account[];
  /** Returns the virtual time, in milliseconds since 1970. */
  now(): number;
  close(): void;
}

/** Opens the service over its store. Errors: SANDBOX_STORE_NEWER, CONFIG_INVALID, DISK_WRITE_FAILED. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dir, seed, archiveSize, clock: realClock, random } = options;
  const store = await openStore({ dir, seed, archiveSize, secret: random?.(32), nowMs: realClock.now() });
  const accounts = seedAccounts(store.meta.need("seed"));
  const clock = new VirtualClock(store, realClock);
  const settings = new SettingsTable(store.database);
  const orders = new OrdersTable(store.database);
  const tasking = openTasking(store);
  let current: { day: number; holdings: Promise<Holdings> } | undefined;
  const holdings = (): Promise<Holdings> => {
    const day = Math.floor(clock.now() / DAY_MS);
    if (current?.day !== day) current = { day, holdings: load(day * DAY_MS) };
    return current.holdings;
  };
  // Loaded on the first call: a sandbox that serves no catalog starts faster.
  const load = async (endMs: number): Promise<Holdings> =>
    new (await import("./holdings.ts")).Holdings({ store, orders, tasking, accounts }, endMs);
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
