/** Reads lists of STAC items and of records in every known envelope. */
import { isJsonObject } from "./json-object.ts";

/** Names of the list in an envelope, the most common first. */
const LIST_NAMES = ["features", "results", "items", "tasks"] as const;

export interface StacItem {
  id?: string;
  collection?: string;
  properties?: Record<string, unknown>;
  assets?: Record<string, Record<string, unknown>>;
  [member: string]: unknown;
}

/** The request for the next page, from the link. */
export interface NextLink {
  href?: string;
  method: "GET" | "POST";
  body?: Record<string, unknown>;
  /** Whether `body` is merged into the first request's body instead of replacing it. */
  merge: boolean;
  /** Headers that the service wants with the request. */
  headers?: Record<string, string>;
}

export interface ItemPage {
  items: StacItem[];
  /** Number of list entries that are not objects, and so not items; absent for none. */
  skipped?: number;
  /** Number of items with unreadable assets, which are dropped; absent for none. */
  unreadable?: number;
  next?: NextLink;
  numberMatched?: number;
}

export interface RecordPage<Row> {
  records: Row[];
  /** Number of list entries that are not objects, and so not records; absent for none. */
  skipped?: number;
  currentPage?: number;
  totalPages?: number;
}

/** Returns the list inside a response: a bare array, or an object with a list under a known name. */
export function readList(reply: unknown): unknown[] | undefined {
  if (Array.isArray(reply)) return reply;
  if (!isJsonObject(reply)) return undefined;
  for (const name of LIST_NAMES) {
    const list = reply[name];
    if (Array.isArray(list)) return list;
  }
  return undefined;
}

/**
 * Returns STAC items of a catalog search or an order download; undefined when there is no list, or a list of other
 * values.
 */
// Spec silent: the catalog's envelope and paging. We read a FeatureCollection with links, and bare or wrapped arrays.
export function readItems(reply: unknown): ItemPage | undefined {
  const list = readObjects(reply);
  if (list === undefined) return undefined;
  const items = list.objects.map(readItem);
  const unreadable = list.objects.filter(({ assets }) => !isSound(assets)).length || undefined;
  const page: ItemPage = { items, skipped: list.skipped, unreadable };
  if (!isJsonObject(reply)) return page;
  const context = isJsonObject(reply["context"]) ? reply["context"] : {};
  page.next = readNext(reply["links"]);
  page.numberMatched = count(reply["numberMatched"] ?? context["matched"]);
  return page;
}

const sources = new WeakMap<StacItem, StacItem>();

/** Returns the item for machines, with its properties unchanged. */
export const getOriginalItem = (item: StacItem): StacItem => sources.get(item) ?? item;

/**
 * Returns the item with a textual id and collection, assets that are objects, and properties that are an object; a
 * null counts as missing.
 */
function readItem(found: Record<string, unknown>): StacItem {
  const item = readNames(found);
  if (item.properties === undefined || isJsonObject(item.properties)) return item;
  const read = { ...item, properties: {} };
  sources.set(read, item);
  return read;
}

function readNames(found: Record<string, unknown>): StacItem {
  const { id, collection, assets, ...rest } = found;
  const [idText, collectionText] = [nameIn(id), nameIn(collection)];
  const kept = isJsonObject(assets)
    ? Object.entries(assets).filter(([, asset]) => isJsonObject(asset))
    : undefined;
  const isAsItCame =
    id === idText &&
    collection === collectionText &&
    (assets === undefined || (isJsonObject(assets) && kept?.length === Object.keys(assets).length));
  if (isAsItCame) return found;
  return {
    ...rest,
    ...(idText !== undefined && { id: idText }),
    ...(collectionText !== undefined && { collection: collectionText }),
    ...(kept !== undefined && { assets: Object.fromEntries(kept) as StacItem["assets"] }),
  };
}

/** Returns an id as text. Some services use numbers as ids; any other value that is not a text is ignored. */
const nameIn = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : typeof value === "string" ? value : undefined;

/** Returns whether assets are an object of objects, missing, or null. */
const isSound = (assets: unknown): boolean =>
  assets === undefined ||
  assets === null ||
  (isJsonObject(assets) && Object.values(assets).every((asset) => asset === null || isJsonObject(asset)));

/**
 * Returns one page of a request search or of `tasks/paged`; undefined when there is no list, or a list of other
 * values.
 */
export function readRecordPage<Row>(
  reply: unknown,
  read: (record: Record<string, unknown>) => Row,
): RecordPage<Row> | undefined {
  const list = readObjects(reply);
  if (list === undefined) return undefined;
  return { records: list.objects.map(read), skipped: list.skipped, ...readPageCounts(reply) };
}

/** Returns the position of a page and the number of pages, where the service reports them. */
export function readPageCounts(reply: unknown): Pick<RecordPage<never>, "currentPage" | "totalPages"> {
  if (!isJsonObject(reply)) return {};
  const currentPage = count(reply["currentPage"] ?? reply["current_page"]);
  const totalPages = count(reply["totalPages"] ?? reply["total_pages"]);
  return {
    ...(currentPage !== undefined && { currentPage }),
    ...(totalPages !== undefined && { totalPages }),
  };
}

/** Returns the objects in a list. A list without a single object is not an empty result, but unreadable. */
function readObjects(
  reply: unknown,
): { objects: Record<string, unknown>[]; skipped: number | undefined } | undefined {
  const list = readList(reply);
  if (list === undefined) return undefined;
  const objects = list.filter(isJsonObject);
  if (objects.length === 0 && list.length > 0) return undefined;
  return { objects, skipped: list.length - objects.length || undefined };
}

function readNext(links: unknown): NextLink | undefined {
  if (!Array.isArray(links)) return undefined;
  const link = links.filter(isJsonObject).find(({ rel }) => rel === "next");
  if (link === undefined) return undefined;
  const { href, method, body, merge, headers } = link;
  // Some services write the link of the last page without an address.
  if ((href === null || href === "") && !isJsonObject(body)) return undefined;
  return {
    href: typeof href === "string" ? href : undefined,
    // STAC: a link without a method is a GET.
    method: typeof method === "string" && method.toUpperCase() === "POST" ? "POST" : "GET",
    body: isJsonObject(body) ? { ...body } : undefined,
    merge: merge === true,
    ...(isJsonObject(headers) && { headers: pickTexts(headers) }),
  };
}

/** Returns the members that are texts; STAC also allows a list of texts as the value of a header. */
const pickTexts = (members: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value.join(", ") : value;
      return typeof text === "string" || typeof text === "number" ? [[name, String(text)]] : [];
    }),
  );

function count(given: unknown): number | undefined {
  const value = typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given;
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}
