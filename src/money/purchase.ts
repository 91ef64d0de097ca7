/**
 * A request before sending: the pieces that it would own, and the properties by which an equal request is recognised.
 */
import type { SpendKind } from "../contract/endpoint.ts";
import { getEndpoint, type EndpointName } from "../contract/endpoints.ts";
import { toIdKey } from "../contract/id-key.ts";
import { PRODUCT_TYPES } from "../contract/vocabulary.ts";
import { typed, type Command } from "../hint.ts";

/**
 * A part of an order. Two pieces that share a key are the same thing. Keys contain ids in the form of `toIdKey`.
 */
export interface Piece {
  /** Its name for people: `collection/granule`, `GEO=collect`. */
  name: string;
  keys: readonly string[];
}

export interface Purchase {
  kind: EndpointName;
  /** "write" costs nothing until it is approved. */
  effect: "spend" | "write";
  /** Path of a request that owns no products. */
  path?: string;
  /** Scheme, host and port of the service. */
  origin: string;
  /** Equal for two requests that ask for the same thing. */
  identity: string;
  /** Empty for a request that owns no products. */
  pieces: readonly Piece[];
  /** False for an order that may own more than `pieces`. */
  isComplete: boolean;
  /** True if products are generated: only the service knows which of them are items of the archive. */
  isGenerated?: boolean;
  /** The task whose contents are ordered. */
  taskId?: string | undefined;
  /** The collects of this task, as far as they are known. */
  collectIds?: readonly string[] | undefined;
}

/** Reports whether a request orders products. */
export const isOrder = ({ kind }: { kind: EndpointName }): boolean =>
  getEndpoint(kind).journal?.record === "order";

/** Reports whether a request decides on another one. */
export const isApproval = ({ kind }: { kind: EndpointName }): boolean =>
  getEndpoint(kind).journal?.decides === true;

/** Returns its word in lists and reports. */
export const readShownKind = (name: EndpointName): SpendKind => getEndpoint(name).journal?.shownAs ?? "other";

/** Returns its noun in messages. `api` can send a paid request of any kind. */
export const chooseNoun = ({ kind }: { kind: EndpointName }): string =>
  getEndpoint(kind).journal?.noun ?? "tasking request";

/** An element of an order, with its readable fields. */
export interface OrderedItem {
  collectionId?: string;
  granuleId?: string;
  productType?: string;
  collectIds?: readonly string[];
}

/** Returns the flags of an order that name its items and its contract, for a command to type. */
export const toOrderFlags = ({
  items,
  contractId,
}: {
  items: readonly OrderedItem[];
  contractId?: string;
}): Command =>
  typed(
    ...items.flatMap(({ collectionId, granuleId, productType, collectIds = [] }) =>
      granuleId === undefined
        ? ["--generate", `${productType}=${collectIds.join(",")}`]
        : ["--item", `${collectionId}/${granuleId}`],
    ),
    ...(contractId === undefined ? [] : ["--contract", contractId]),
  );

/** Reports whether an item has a name. One without a name may be anything. */
export const isNamed = ({ collectionId, granuleId, productType, collectIds = [] }: OrderedItem): boolean =>
  granuleId === undefined
    ? productType !== undefined && collectIds.length > 0
    : collectionId !== undefined && granuleId !== "";

const formatProduct = (productType: string | undefined, collectId: string): string =>
  `${productType?.toUpperCase()}=${collectId}`;

const makeProductKey = (productType: string | undefined, collectId: string): string =>
  `${toIdKey(`${productType}`)}=${toIdKey(collectId)}`;

const NAMED_BY_COLLECT = new RegExp(`^(.+)_(${PRODUCT_TYPES.join("|")})$`, "i");

/**
 * Returns the pieces of an item. A generated product of two collects is two pieces. An archive product whose id is
 * `<collect>_<type>` is the same piece as `<type>=<collect>`.
 */
export function listPieces({ collectionId, granuleId, productType, collectIds = [] }: OrderedItem): Piece[] {
  if (granuleId === undefined)
    return (collectIds.length === 0 ? [""] : [...new Set(collectIds)]).map((collectId) => ({
      name: formatProduct(productType, collectId),
      keys: [makeProductKey(productType, collectId)],
    }));
  const name = `${collectionId}/${granuleId}`;
  const key = `${toIdKey(`${collectionId}`)}/${toIdKey(granuleId)}`;
  const [, collectId, type] = NAMED_BY_COLLECT.exec(granuleId.trim()) ?? [];
  return [{ name, keys: collectId === undefined ? [key] : [makeProductKey(type, collectId), key] }];
}

const TASK_NAME = "the contents of task";

export const makeTaskKey = (taskId: string): string => `task:${toIdKey(taskId)}`;

/** Returns the key by which the journal's index finds requests that were sent under a quote. */
export const makeQuoteKey = (digest: string): string => `quote:${digest}`;

/** Returns the key by which the journal's index finds requests of this identity that own no products. */
export const makeRequestKey = (identity: string): string => `request:${identity}`;

/** Returns the piece that every order of a task owns, for any contents. */
export const makeTaskPiece = (taskId: string): Piece => ({
  name: `${TASK_NAME} ${taskId}`,
  keys: [makeTaskKey(taskId)],
});

/** Returns whether a piece is everything that a task collected. */
export const isTaskName = (name: string): boolean => name.startsWith(`${TASK_NAME} `);

/** Returns an identity that is equal for two orders of the same pieces. */
export const makeOrderIdentity = (pieces: readonly Piece[]): string =>
  JSON.stringify([...new Set(pieces.map(({ name, keys }) => keys[0] ?? name))].sort());
