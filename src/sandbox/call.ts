import type { Account } from "./accounts.ts";
import type { SandboxParts } from "./sandbox-parts.ts";
import type { Settings } from "./settings.ts";

/** One request on its way through a handler: routed, authenticated, its body checked. */
export interface Call {
  readonly sandbox: SandboxParts;
  readonly caller: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Checked against the endpoint's schema; undefined where the endpoint takes none. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Origin and prefix under which the caller reaches the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly settings: Settings;
  /** Virtual milliseconds since 1970, the same for the whole request. */
  readonly nowMs: number;
}
