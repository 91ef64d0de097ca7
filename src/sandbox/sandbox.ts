import { TransportError, type Send } from "../contract/send.ts";
import { DAY_MS } from "../time/civil.ts";
import type { Clock } from "../time/clock.ts";
import { waitUntilAborted } from "../time/deadline.ts";
import { seedAccounts, OrganizationsTable, type Account } from "./accounts.ts";
import { ExportCache } from "./exports/export-cache.ts";
import { FaultsTable } from "./faults.ts";
import type { SandboxParts } from "./handlers/call.ts";
import type { Holdings } from "./holdings.ts";
import type { SandboxRequest, SandboxResponse } from "./http/reply.ts";
import { OrdersTable } from "./orders/orders-table.ts";
import { handle } from "./router.ts";
import { openStore } from "./store/open-store.ts";
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

const makeReset = (cause?: unknown): TransportError =>
  new TransportError("reset", "maybe", "the sandbox ended the connection", { cause });

const makeAborted = (delivered: "no" | "maybe"): TransportError =>
  new TransportError("aborted", delivered, "the request was aborted");

/**
 * Sends requests to a sandbox in this process, without a socket. Requests below `baseUrl` reach it; all others are
 * refused. Errors: TransportError, as over a network (`refused` for another origin, `reset` when a fault closes the
 * connection).
 */
export function createSandboxSend(sandbox: Pick<Sandbox, "handle">, baseUrl: string): Send {
  const base = baseUrl.replace(/\/+$/u, "");
  return async ({ method, url, headers, body, signal }) => {
    if (signal?.aborted === true) throw makeAborted("no");
    if (!url.startsWith(`${base}/`)) {
      throw new TransportError("refused", "no", `only the sandbox at ${base} is reachable`);
    }
    const answering = sandbox.handle({
      method,
      path: url.slice(base.length),
      headers,
      baseUrl: base,
      body: typeof body === "string" ? Buffer.from(body) : body,
    });
    const response = await (signal === undefined ? answering : waitUntilAborted(answering, signal)).catch(
      () => {
        throw makeAborted("maybe");
      },
    );
    if (response.isDropped === true) throw makeReset();
    const sent = method === "HEAD" ? new Uint8Array() : response.body;
    return { status: response.status, headers: response.headers, body: read(sent, signal) };
  };
}

async function* read(
  body: SandboxResponse["body"],
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      if (signal?.aborted === true) throw makeAborted("maybe");
      if (chunk.byteLength > 0) yield chunk;
    }
  } catch (error) {
    throw error instanceof TransportError ? error : makeReset(error);
  }
}
