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
  /** "write" for what costs nothing yet and must all the same not happen twice; "spend" when left out. */
  effect?: "spend" | "write";
  /** What the command knows of the money; no part of the identity. */
  facts?: SpendFacts;
}

/** What is known when the request leaves, of the money and of where it belongs. */
export interface SpendFacts {
  /** What is known to be bought, where the body of the request does not say it. */
  items?: readonly unknown[] | undefined;
  /** As the service wrote it, and as the person saw it. */
  price?: string;
  /** What the price is for when not for the whole: `image`. */
  per?: string;
  /** How many of them at most, where something bounds them. */
  images?: number;
  contractId?: string;
  /** Which member of which batch it is: a rerun finds its earlier record by this, whatever its times say now. */
  batch?: string;
}

/**
 * Runs `go` at most once, with the intent durable on disk before and the outcome after it.
 * `idOf` finds the id in the reply; a reply without one is an unknown outcome.
 * `adopt` makes a reply of a record that was found afterwards, where no reply came; without it the service is not searched.
 */
export type SpendGuard = <T>(
  intent: SpendIntent,
  go: () => Promise<T>,
  idOf: (reply: T) => string | undefined,
  adopt?: (found: unknown) => T,
) => Promise<T>;
