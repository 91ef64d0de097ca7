/** The agreement between the client, which sends spending requests, and the journal, which guards them. */
import type { EndpointName } from "./endpoints.ts";

export interface SpendIntent {
  /** Which endpoint spends; with origin, path and body it identifies the intent. */
  kind: EndpointName;
  /** Scheme, host and port of the base URL. */
  origin: string;
  method: string;
  /** Path as sent, without query. */
  path: string;
  /** The parsed JSON body, or undefined when the request has none. */
  body: unknown;
}

/**
 * Runs `go` at most once, with the intent durable on disk before and the outcome after it.
 * `idOf` finds the id in the reply; a reply without one is an unknown outcome.
 */
export type SpendGuard = <T>(
  intent: SpendIntent,
  go: () => Promise<T>,
  idOf: (reply: T) => string | undefined,
) => Promise<T>;
