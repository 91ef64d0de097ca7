/** The contract between the client, which prepares spending requests, and the purchase path, which sends them. */
import type { EndpointName } from "./endpoints.ts";

export interface SpendIntent {
  /** The endpoint; with origin, path and body it identifies the intent. */
  kind: EndpointName;
  /** Scheme, host and port of the base URL. */
  origin: string;
  method: string;
  /** Path as sent, without query. */
  path: string;
  /** The parsed JSON body, or undefined when the request has none. */
  body: unknown;
  /** "write": free, but must not happen twice. Default: "spend". */
  effect?: "spend" | "write";
  /** Facts about the price, which are not part of the identity. */
  facts?: SpendFacts;
}

/** Facts that are known when the request is sent: its price and its origin. */
export interface SpendFacts {
  /** The ordered items, if the body does not contain them. */
  items?: readonly unknown[] | undefined;
  /** The archive items that the price names for generated products. */
  taskContents?: readonly unknown[];
  /** In the service's format, as shown to the person. */
  price?: string;
  /** The unit of the price when it is not the total: `image`. */
  per?: string;
  /** The maximum number of images, if it is limited. */
  images?: number;
  contractId?: string;
  /** The limit that was given for a request whose price comes later: it applies at the approval. */
  maxCost?: string;
  /**
   * A request of `--each`: a key of what was typed. A rerun finds its earlier record by the key in any file, even if `now` is
   * later. A record that was found for a second request has both keys, with a space between them.
   */
  batch?: string;
  /** Digest of an approved request, without its ids and states: a duplicate of it has the same. */
  asked?: string;
  /** The name in the body of a retask, if this program chose it: it does not make another request. */
  chosenName?: string;
  /** Digest of the quote under which the request is sent. */
  quote?: string;
}

/** A request that may cost money, ready to be sent: nothing has left this machine yet. */
export interface PaidRequest<Reply> {
  intent: SpendIntent;
  /** Sends it on a connection of its own, and never again by itself. */
  send: () => Promise<PaidReply<Reply>>;
  /** Returns the response of a request whose own one was lost, from the record of it that a search found. */
  adopt: (found: unknown) => Promise<Reply>;
}

export interface PaidReply<Reply> {
  reply: Reply;
  /** The JSON of the response: the journal keeps parts of it. */
  wire: unknown;
  /** The id that proves the acceptance; without it, the outcome is unknown. */
  id: string | undefined;
}
