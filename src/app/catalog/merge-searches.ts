/**
 * Merges several searches into one result: for the parts of an area, since a request takes one part, and for product types, since some
 * catalogs do not compare with a list. An item is listed once, the products of a scene stay together, and the total, the count
 * and the end are those of one search.
 */
import { fetchSearchPages, type SearchPage, type SearchPagesOptions } from "../../client/pages.ts";
import { readTimestampMs } from "../../contract/body-values.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { PRODUCT_TYPE } from "../../domain/catalog/catalog-query.ts";
import { findCollectId } from "../../domain/catalog/scene.ts";

type Body = BodyOf<"searchCatalog">;
type Compare = (a: StacItem, b: StacItem) => number;

// Spec silent: the order of a catalog without `sortby`. We ask for the newest first, because a merge needs one order.
const NEWEST_FIRST = [{ field: "properties.datetime", direction: "desc" as const }];

export interface Variants {
  /** The bodies, which differ only in their areas. At least one. */
  parts: readonly Body[];
  types?: readonly string[] | undefined;
}

/**
 * Yields the pages of one search per part and product type, in the order of `sortby`. The next page of a search is fetched only
 * when its items are used up. A failure is thrown after the items that were read before it.
 */
export async function* searchEach(
  options: Omit<SearchPagesOptions, "body">,
  { parts, types }: Variants,
): AsyncGenerator<SearchPage, void, undefined> {
  const given = parts[0]?.sortby;
  const sortby = given === undefined || given.length === 0 ? NEWEST_FIRST : given;
  const withType = (body: Body, type: string): Body => ({
    ...body,
    query: { ...toJsonObject(body.query), [PRODUCT_TYPE]: { eq: type } },
  });
  const bodies = parts.flatMap((body) => types?.map((type) => withType(body, type)) ?? [body]);
  const sources = bodies.map(
    (body) => new Source(fetchSearchPages({ ...options, body: { ...body, sortby } })),
  );
  const merge = new Merge(sources, compareBy(sortby), options.limit, parts.length > 1);
  const { rememberIds } = await import("../../client/seen-ids.ts");
  const seen = rememberIds();
  const isNew = ({ collection, id }: StacItem): boolean =>
    seen.isNew(id === undefined ? id : JSON.stringify([collection, id]));
  for (;;) {
    let failure: { error: unknown } | undefined;
    try {
      for (const source of sources) await source.fill();
    } catch (error) {
      failure = { error };
    }
    const items = merge.take(isNew, failure !== undefined);
    if (failure !== undefined && items.length === 0) throw failure.error;
    yield merge.page(items);
    if (failure !== undefined) throw failure.error;
    if (merge.isDone) return;
  }
}

/** One of the searches, with the items that are not used yet. */
class Source {
  items: StacItem[] = [];
  /** The last page; undefined before the first one. */
  last: SearchPage | undefined;
  isDone = false;
  /** Pages whose counts of entries without a place in the result are not reported yet. */
  read: SearchPage[] = [];

  constructor(private readonly pages: AsyncGenerator<SearchPage, void, undefined>) {}

  /** Fetches pages until there are items, or no more pages. */
  async fill(): Promise<void> {
    while (this.items.length === 0 && !this.isDone) {
      const next = await this.pages.next();
      if (next.done === true) {
        this.isDone = true;
        return;
      }
      this.last = next.value;
      this.read.push(next.value);
      this.items = [...next.value.items];
    }
  }
}

class Merge {
  #left: number;
  #repeated = 0;
  #scene: string | undefined;

  constructor(
    private readonly sources: readonly Source[],
    private readonly compare: Compare,
    limit: number,
    /** Whether an item may be in several searches. Then the sum of their counts is not the number of items. */
    private readonly mayRepeat: boolean,
  ) {
    this.#left = limit;
  }

  get isDone(): boolean {
    return this.#left === 0 || this.sources.every(({ isDone, items }) => isDone && items.length === 0);
  }

  /** Takes items while each search has one to compare; after a failure, all that were read. */
  take(isNew: (item: StacItem) => boolean, isLast: boolean): StacItem[] {
    const taken: StacItem[] = [];
    while (this.#left > 0) {
      const ready = this.sources.filter(({ items }) => items.length > 0);
      const isWaiting = this.sources.some(({ isDone, items }) => !isDone && items.length === 0);
      if (ready.length === 0 || (isWaiting && !isLast)) break;
      const item = ready.reduce((best, other) => (this.#isBefore(other, best) ? other : best)).items.shift()!;
      if (!isNew(item)) {
        this.#repeated += 1;
        continue;
      }
      this.#scene = findCollectId(item);
      this.#left -= 1;
      taken.push(item);
    }
    return taken;
  }

  /** Items that compare equal are often products of one scene. */
  #isBefore({ items: [a] }: Source, { items: [b] }: Source): boolean {
    const order = this.compare(a!, b!);
    if (order !== 0) return order < 0;
    const isOfScene = (item: StacItem): boolean =>
      this.#scene !== undefined && findCollectId(item) === this.#scene;
    return isOfScene(a!) && !isOfScene(b!);
  }

  page(items: StacItem[]): SearchPage {
    const lasts = this.sources.flatMap(({ last }) => last ?? []);
    const read = this.sources.flatMap((source) => source.read.splice(0));
    const counts = this.sources.map(({ last }) => last?.numberMatched);
    const skipped = sumOf(read.map((page) => page.skipped ?? 0));
    const misfits = read.flatMap((page) => page.misfits ?? []);
    const isCounted =
      !this.mayRepeat || this.sources.every(({ isDone, items }) => isDone && items.length === 0);
    const stops = this.isDone ? lasts.filter(({ note }) => note !== undefined) : [];
    return {
      items,
      ...(skipped > 0 && { skipped }),
      ...(misfits.length > 0 && {
        misfits: { count: sumOf(misfits.map(({ count }) => count)), example: misfits[0]!.example },
      }),
      ...(isCounted &&
        counts.every((count) => count !== undefined) && { numberMatched: sumOf(counts) - this.#repeated }),
      hasMore: lasts.some(({ hasMore }) => hasMore) || this.sources.some((source) => source.items.length > 0),
      isFull: lasts.some(({ isFull }) => isFull),
      ...(stops.length > 0 && {
        note: [...new Set(stops.map(({ note }) => note))].join("; "),
        isUncertain: stops.every(({ isUncertain }) => isUncertain === true),
      }),
    };
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Returns the order of `sortby`, in both of its forms. Items without a value come last. */
function compareBy(sortby: NonNullable<Body["sortby"]>): Compare {
  const fields =
    typeof sortby === "string"
      ? sortby.split(",").map((text) => {
          const field = text.trim();
          return { field: field.replace(/^[-+]/, ""), sign: field.startsWith("-") ? -1 : 1 };
        })
      : sortby.map(({ field, direction }) => ({ field, sign: direction === "desc" ? -1 : 1 }));
  return (a, b) => {
    for (const { field, sign } of fields) {
      const [one, other] = [readValue(a, field), readValue(b, field)];
      if (one === other) continue;
      if (one === undefined) return 1;
      if (other === undefined) return -1;
      return one < other ? -sign : sign;
    }
    return 0;
  };
}

/** Returns a number, or the JSON text of another value; times are numbers. */
function readValue(item: StacItem, field: string): number | string | undefined {
  const name = field.replace(/^properties\./, "");
  const value = name === "id" || name === "collection" ? item[name] : item.properties?.[name];
  if (value === undefined || value === null) return undefined;
  return typeof value === "number" ? value : (readTimestampMs(value) ?? JSON.stringify(value));
}
