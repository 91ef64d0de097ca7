import type { Clock } from "../../time/clock.ts";
import type { Account, OrganizationsTable } from "../accounts.ts";
import type { ExportCache } from "../exports/export-cache.ts";
import type { FaultsTable } from "../faults.ts";
import type { Holdings } from "../holdings.ts";
import type { Reply } from "../http/reply.ts";
import type { OrdersTable } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import type { TaskingContext } from "../tasking/tasking.ts";

/** The parts of one open sandbox, shared by its handlers. */
export interface SandboxParts extends TaskingContext {
  /** Real time, for waiting. */
  readonly realClock: Clock;
  readonly faults: FaultsTable;
  readonly orders: OrdersTable;
  readonly organizations: OrganizationsTable;
  readonly accounts: readonly Account[];
  readonly exports: ExportCache;
  /** Returns archive, catalog and images at this moment of the virtual clock; created on the first call. */
  holdings(): Promise<Holdings>;
}

/** One request in its handler: routed, authenticated, with a validated body. */
export interface Call {
  readonly sandbox: SandboxParts;
  readonly caller: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Validated by the endpoint's schema; undefined if the endpoint takes no body. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Origin and path prefix under which the caller reaches the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly settings: SandboxSettings;
  /** Virtual milliseconds since 1970, the same for the whole request. */
  readonly nowMs: number;
}

/** Handles one endpoint, after authentication and validation of its body. */
export type Handler = (call: Call) => Reply | Promise<Reply>;

/** The forms of a body that an endpoint takes in addition to the interface's own. */
export interface BodyForms {
  /** Converts a body in another notation, or with ignored parts, to the interface's form. */
  readonly plainBody?: (body: unknown) => unknown;
  /** Handles a body that the interface mentions and does not show; returns undefined for any other. The body is not validated. */
  readonly answerFirst?: (call: Call) => Reply | undefined;
  /** Returns the part of a body that the interface's rules cover; the handler gets the whole body. */
  readonly ruledBody?: (body: unknown, settings: SandboxSettings) => unknown;
}

/** One request to the control plane: no credentials, JSON in and out. */
export interface ControlCall extends Pick<Call, "sandbox" | "params"> {
  /** The parsed body: an object, empty when the request has none. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type Control = (call: ControlCall) => Reply | Promise<Reply>;
