import type { SpendFacts } from "../contract/spend.ts";
import { replaceUrls } from "../contract/urls-in-text.ts";
import { isNamed, type OrderedItem } from "./purchase.ts";
import { commitmentOf, recordedPrice } from "../domain/price/price.ts";

/** Status in the journal of an order whose downloads have expired. */
export const EXPIRED = "expired";

/**
 * Fields of a request in the journal besides its body: price, contract, and for an order its items and dates. Texts are
 * those of the service.
 */
export interface IntentDetails extends SpendFacts {
  /** `free`: it ended without an image and costs nothing. `final`: the service has nothing to add to its price. */
  settled?: string;
  /** The account that an order belongs to, from its result. */
  organizationId?: string;
  orderStatus?: string;
  /** Times as the service wrote them. */
  orderDate?: string;
  expirationDate?: string;
  /** The time when all of its files were downloaded here. */
  downloadedAt?: string;
  items?: readonly OrderedItem[];
  /** The contents of an ordered task, as the service listed them for a later purchase. */
  taskContents?: readonly OrderedItem[];
}

const TEXTS = [
  "price",
  "per",
  "contractId",
  "maxCost",
  "settled",
  "organizationId",
  "batch",
  "asked",
  "quote",
  "orderStatus",
  "orderDate",
  "expirationDate",
  "downloadedAt",
] as const;

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Keeps a numeric time as text: it is unreadable, which differs from missing. */
const asDetail = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : asText(value);

/** Returns the items of an order body or an order result; undefined without a list. */
export function orderedItemsOf(source: unknown): OrderedItem[] | undefined {
  const { items } = (source ?? {}) as { items?: unknown };
  if (!Array.isArray(items)) return undefined;
  return items.map((element: unknown) => {
    const item = (element ?? {}) as Record<keyof OrderedItem, unknown>;
    const kept: OrderedItem = {};
    for (const key of ["collectionId", "granuleId", "productType"] as const) {
      const text = asText(item[key]);
      if (text !== undefined) kept[key] = text;
    }
    if (Array.isArray(item.collectIds)) {
      kept.collectIds = item.collectIds.filter((id): id is string => typeof id === "string");
    }
    return kept;
  });
}

/** A longer order is named by its body. */
const MAX_NAMED = 5;

/** An order that flags can express. */
export interface PlainOrder {
  items: readonly OrderedItem[];
  contractId?: string;
}

/** Returns the items of a short order, and its contract; undefined when flags cannot express its body. */
export function plainOrder(body: unknown, most = MAX_NAMED): PlainOrder | undefined {
  const items = orderedItemsOf(body) ?? [];
  const {
    items: raw = [],
    contractId,
    ...others
  } = (body ?? {}) as { items?: object[]; contractId?: unknown };
  const isPlain =
    Object.keys(others).length === 0 && (contractId === undefined || typeof contractId === "string");
  if (!isPlain || items.length === 0 || items.length > most) return undefined;
  const isWhole = raw.every(
    (item, index) => Object.keys(item).length === Object.keys(items[index] ?? {}).length,
  );
  if (!isWhole || !items.every(isNamed)) return undefined;
  return { items, ...(typeof contractId === "string" && { contractId }) };
}

/** Returns the details of an order result, a review, the facts of a call or earlier details. */
export function intentDetailsOf(source: unknown): IntentDetails {
  const from = (source ?? {}) as Record<string, unknown>;
  const details: IntentDetails = {};
  for (const key of TEXTS) {
    const text = asDetail(from[key]);
    if (text !== undefined) details[key] = text;
  }
  if (Number.isSafeInteger(from["images"])) details.images = from["images"] as number;
  const items = orderedItemsOf(source);
  if (items !== undefined) details.items = items;
  const taskContents = orderedItemsOf({ items: from["taskContents"] });
  if (taskContents !== undefined) details.taskContents = taskContents;
  return withoutSignatures(details) as IntentDetails;
}

/** Returns the maximum cost of a recorded request; undefined if it is unknown, as for a series without a count. */
export const recordedCommitment = ({
  details,
}: {
  details?: IntentDetails | undefined;
}): string | undefined => commitmentOf(recordedPrice(details ?? {}));

/** Returns true if a confirmed request costs nothing: it ended without an image, or the order was rejected. */
export const isFree = ({ details }: { details?: IntentDetails | undefined }): boolean =>
  details?.settled === "free" || details?.orderStatus === "rejected";

const DEEPEST = 64;
/** A parameter that signs a link, in whatever text. */
const SIGNATURE = /([?&#;](?:x-[\w-]*-)?(?:sig|signature|token|security-token|credential)=)[^\s&#"'<>]+/gi;

/**
 * Returns a copy of JSON data without queries, fragments and passwords in URLs of every scheme or none. A body made from search results may contain
 * signed links, and the journal outlives them.
 */
export function withoutSignatures(value: unknown, depth = 0): unknown {
  if (typeof value === "string")
    return replaceUrls(value, ({ start, address }) => start + address).replaceAll(SIGNATURE, "$1");
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((element) => withoutSignatures(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutSignatures(member, depth + 1)]),
  );
}
