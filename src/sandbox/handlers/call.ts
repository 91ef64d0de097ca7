import type { Clock } from "../../time/clock.ts";
import type { Account } from "../accounts.ts";
import type { ExportCache } from "../exports/export-cache.ts";
import type { FaultsTable } from "../faults.ts";
import type { Holdings } from "../holdings/holdings.ts";
import type { Reply } from "../http/exchange.ts";
import type { OrdersTable } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Store } from "../store/open-store.ts";
import type { OrganizationsTable } from "../store/organizations-table.ts";
import type { SettingsTable } from "../store/settings-table.ts";
import type { VirtualClock } from "../store/virtual-clock.ts";
import type { Tasking } from "../tasking/tasking.ts";

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
  readonly exports: ExportCache;
  /** Archive, catalog and images at this moment of the virtual clock; made on the first call. */
  holdings(): Promise<Holdings>;
}

/** One request on its way through a handler: routed, authenticated, its body checked. */
export interface Call {
  readonly sandbox: SandboxParts;
  readonly caller: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Checked against the endpoint's schema; undefined where the endpoint takes none. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Origin and path prefix under which the caller reaches the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly settings: SandboxSettings;
  /** Virtual milliseconds since 1970, the same for the whole request. */
  readonly nowMs: number;
}

/** Answers one endpoint, after authentication and the check of its body. */
export type Handler = (call: Call) => Reply | Promise<Reply>;

export interface EndpointHandler {
  readonly answer: Handler;
  /** A body that a client writes in another way, or with parts that do not count, as the interface's own form. */
  readonly plainBody?: (body: unknown) => unknown;
  /** What the setting `extras` adds to this endpoint; not part of the interface. */
  readonly extra?: ExtraForm;
  /** No event of tasks or series changes the reply, so that due ones need not be carried out first. */
  readonly isTimeless?: true;
}

/** Forms of a request that are seen in the field and are not part of the interface. */
interface ExtraForm {
  /** The body as the interface would spell it. */
  readonly plainBody?: (body: unknown) => unknown;
  /** The part of it that the interface has rules for; the handler gets the whole. */
  readonly ruledBody?: (body: unknown) => unknown;
  /** Answers a request that the interface does not have; undefined when it is none. The body is unchecked. */
  readonly answer?: (call: Call) => Reply | undefined;
}
