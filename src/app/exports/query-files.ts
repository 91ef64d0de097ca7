/** Searches items in downloaded export files, without a network. */
import type { StacItem } from "../../contract/read-items.ts";
import { FirstScenes } from "../../domain/catalog/scene.ts";
import { didYouMean, findClosest } from "../../domain/closest.ts";
import { ITEM_ATTRIBUTES, toProperties } from "../../domain/exports/export-attributes.ts";
import type { WhereClause } from "../../domain/where.ts";
import { AppError, inputError } from "../../errors.ts";
import {
  type Attributes,
  type Footprint,
  type FootprintFile,
  holdsAll,
  TIME_COLUMN,
  type Wish,
} from "../../footprints/footprint.ts";
import { openFootprints } from "../../footprints/open-footprints.ts";
import { WrongFile } from "../../footprints/random-access-file.ts";
import { advice, swath } from "../../hint.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { SHOW_MORE } from "../incomplete-list.ts";
import type { Events } from "../surroundings.ts";
import { type QueryRequest, toUnknownName } from "./query-request.ts";

/** Maximum number of sorted items, because all of them are in memory. */
const MAX_SORTED = 10_000;

/**
 * Yields the newest items first, like a catalog search, after reading all files. An item in several files (latest and
 * its week, for example) is returned once.
 */
export async function* queryFiles(
  context: AppContext,
  request: QueryRequest,
): AsyncGenerator<readonly StacItem[]> {
  const { events } = context;
  const { limit } = request;
  const scenes = request.hasScenes ? new FirstScenes(limit) : undefined;
  const conditions = makeAttributeConditions(request.where);
  let shown = 0;
  for await (const page of groupInPages(readNewestFirst(context, request, conditions))) {
    const items = scenes?.take(page) ?? page.slice(0, limit - shown);
    shown += items.length;
    yield items;
    if (scenes?.isFull ?? shown >= limit) break;
  }
  const counted = scenes?.count ?? shown;
  if (counted >= limit) events.note(`showing ${counted}, and there may be more`, SHOW_MORE);
  if (shown === 0) conditions.explainNothing(events);
}

const PAGE_ITEMS = 100;

async function* groupInPages<Item>(items: AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
  let page: Item[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < PAGE_ITEMS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** With a limit, only the newest items are kept while the files are read, and older ones are skipped. */
async function* readNewestFirst(
  context: AppContext,
  request: QueryRequest,
  conditions: AttributeConditions,
): AsyncGenerator<StacItem> {
  // A scene has at most one item of each type.
  const most = request.hasScenes ? request.limit * request.productTypes.length : request.limit;
  if (most > MAX_SORTED) {
    yield* sortAll(
      context,
      findMatches(context, request, conditions, () => undefined),
    );
    return;
  }
  const newest = new NewestItems<StacItem>(most);
  for await (const found of findMatches(context, request, conditions, () => newest.oldestMs))
    newest.add(found);
  for (const { item } of newest.listNewestFirst()) yield item;
}

async function* sortAll(
  { events }: AppContext,
  matches: AsyncIterable<Found<StacItem>>,
): AsyncGenerator<StacItem> {
  let waiting: Found<StacItem>[] | undefined = [];
  for await (const found of matches) {
    if (waiting !== undefined && waiting.length < MAX_SORTED) {
      waiting.push(found);
      continue;
    }
    if (waiting !== undefined) {
      events.note(
        `More than ${MAX_SORTED} items: they come in the order of the files (with a limit of up to ${MAX_SORTED}, the newest first)`,
      );
      for (const { item } of waiting) yield item;
      waiting = undefined;
    }
    yield found.item;
  }
  for (const { item } of sortNewestFirst(waiting ?? [])) yield item;
}

/** An item with its time. */
interface Found<Item> {
  item: Item;
  /** Milliseconds since 1970; items without a time come last. */
  timeMs: number | undefined;
}

/** Sorts the newest first; items with equal times keep their order. */
export const sortNewestFirst = <Item>(found: readonly Found<Item>[]): Found<Item>[] =>
  found.toSorted((a, b) => (b.timeMs ?? EARLIEST) - (a.timeMs ?? EARLIEST));

const EARLIEST = -Number.MAX_VALUE;

/** Keeps the newest items of many, with limited memory. */
export class NewestItems<Item> {
  #kept: Found<Item>[] = [];
  #oldestMs: number | undefined;

  constructor(
    /** The number of items to keep. */
    readonly most: number,
  ) {}

  add(found: Found<Item>): void {
    this.#kept.push(found);
    // Sorting at twice the limit costs a constant number of comparisons per item.
    if (this.#kept.length < 2 * this.most) return;
    this.#kept = sortNewestFirst(this.#kept).slice(0, this.most);
    this.#oldestMs = this.#kept.at(-1)?.timeMs;
  }

  /** Returns the time below which items are not needed; undefined until enough items are found. */
  get oldestMs(): number | undefined {
    return this.#oldestMs;
  }

  listNewestFirst(): Found<Item>[] {
    return sortNewestFirst(this.#kept).slice(0, this.most);
  }
}

/** Yields the matches in the order of the files. Items older than `sinceMs` are not needed. */
async function* findMatches(
  context: AppContext,
  request: QueryRequest,
  conditions: AttributeConditions,
  sinceMs: () => number | undefined,
): AsyncGenerator<Found<StacItem>> {
  const { files } = request;
  const returnedIds = files.length > 1 ? new Set<string>() : undefined;
  for await (const footprint of readFootprints(context, request, conditions, sinceMs))
    for (const item of toItems(footprint, request, context.dialect.vendorPrefix)) {
      if (returnedIds?.has(item.id) === true) continue;
      returnedIds?.add(item.id);
      yield { item, timeMs: footprint.timeMs };
    }
}

/** Yields the footprints of all files that may match, with the items that a query would build. One may be in several files. */
export async function* readFootprintsWithItems(
  context: AppContext,
  request: QueryRequest,
): AsyncGenerator<{ footprint: Footprint; items: () => (StacItem & { id: string })[] }> {
  const all = { holds: () => true };
  for await (const footprint of readFootprints(context, request, all, () => undefined))
    yield { footprint, items: () => [...toItems(footprint, request, context.dialect.vendorPrefix)] };
}

/** Yields the footprints of all files, in their order; errors contain a file's name as given. */
async function* readFootprints(
  { events, signal }: AppContext,
  request: QueryRequest,
  conditions: Pick<AttributeConditions, "holds">,
  sinceMs: () => number | undefined,
): AsyncGenerator<Footprint> {
  let isUntimed = false;
  const about = { ...conditions, events, signal, onUntimed: () => (isUntimed = true) };
  for (const file of request.files) yield* readFootprintsOfFile(file, request, about, sinceMs);
  if (isUntimed && (request.startMs ?? request.endMs) !== undefined)
    events.note("footprints without a datetime cannot be compared with a time, and are not shown");
}

async function* readFootprintsOfFile(
  { name, path }: QueryRequest["files"][number],
  request: QueryRequest,
  {
    holds,
    events,
    signal,
    onUntimed,
  }: Pick<AttributeConditions, "holds"> & { events: Events } & Required<Pick<Wish, "signal" | "onUntimed">>,
  sinceMs: () => number | undefined,
): AsyncGenerator<Footprint> {
  const { area, where, productTypes, isOnlyIds, startMs, endMs } = request;
  let file: FootprintFile | undefined;
  try {
    file = await openFootprints(path);
    const { names } = file;
    if (!productTypes.some((type) => names.includes(type)))
      events.note(
        `${name} has no attribute ${productTypes.join(" or ")}: its footprints have none of these products`,
      );
    if ((startMs ?? endMs) !== undefined && !names.includes(TIME_COLUMN))
      throw new WrongFile(
        `it has no attribute ${TIME_COLUMN}, so its footprints cannot be compared with a time`,
      );
    const unknown = where.find((condition) => !names.includes(condition.name));
    if (unknown !== undefined) throw toUnknownName("where", "attribute", unknown.name, names);
    const wish: Wish = {
      columns: isOnlyIds ? productTypes : [...productTypes, ...ITEM_ATTRIBUTES],
      boxes: area?.boxes,
      get startMs() {
        const since = sinceMs();
        return since === undefined ? startMs : Math.max(since, startMs ?? since);
      },
      endMs,
      signal,
      onUntimed,
      ...(where.length > 0 && {
        where: { columns: where.map((condition) => condition.name), holds },
      }),
    };
    for await (const footprint of file.read(wish)) {
      if (area === undefined || area.meets(footprint.geometry)) yield footprint;
    }
  } catch (error) {
    throw withName(name, error);
  } finally {
    await file?.close();
  }
}

function* toItems(
  { attributes, geometry, timeMs }: Footprint,
  { productTypes, collection }: QueryRequest,
  vendorPrefix: string,
): Generator<StacItem & { id: string }> {
  const { url } = attributes;
  for (const type of productTypes) {
    const id = attributes[type];
    if (typeof id !== "string") continue;
    yield {
      type: "Feature",
      id,
      geometry,
      properties: {
        ...toProperties(attributes, vendorPrefix),
        ...(timeMs !== undefined && { datetime: formatTimestamp(timeMs) }),
        "sar:product_type": type,
      },
      ...(typeof url === "string" && { links: [{ rel: "alternate", type: "text/html", href: url }] }),
      ...(collection !== undefined && { collection }),
    };
  }
}

function withName(name: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const isSystem = !(error instanceof AppError) && typeof code === "string";
  if (!(error instanceof WrongFile) && !isSystem) return error;
  const reason = error instanceof WrongFile ? error.message : code === "ENOENT" ? "no such file" : code;
  return new AppError("usage", "INPUT_NOT_READABLE", `${name}: ${reason}`, {
    ...(!isSystem && {
      next: advice`If the file is damaged, fetch it again: ${swath`export fetch --overwrite`}`,
    }),
    cause: error,
  });
}

interface AttributeConditions {
  /** Throws USAGE when a number is compared with text. */
  holds: (attributes: Attributes) => boolean;
  /**
   * Called after a search without a match: reports a value that no footprint has. Throws FILTER_UNKNOWN for a likely
   * typing error.
   */
  explainNothing: (events: Pick<AppContext["events"], "note">) => void;
}

/** The possible values of attributes with a fixed vocabulary. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  observ_dir: ["left", "right"],
  orbt_state: ["ascending", "descending"],
};

/** An attribute with more distinct values contains free names. */
const MAX_WORDS = 10;

/** Returns the conditions on attributes; testing them records the values of their attributes. */
function makeAttributeConditions(where: readonly WhereClause[]): AttributeConditions {
  const all = holdsAll(where);
  const words = where.filter(({ operator }) => operator.startsWith("="));
  const valuesOf = new Map(words.map(({ name }) => [name, new Set<string>()]));
  return {
    holds: (attributes) => {
      for (const { name, value } of where)
        if (typeof attributes[name] === "number" && typeof value !== "number")
          throw toWhereError("USAGE", `${name} is a number, and ${JSON.stringify(value)} is not`);
      for (const [name, found] of valuesOf)
        if (typeof attributes[name] === "string" && found.size < MAX_WORDS) found.add(attributes[name]);
      return all(attributes);
    },
    explainNothing: (events) => {
      for (const { name, value } of words) {
        const [word, found] = [String(value), [...valuesOf.get(name)!]];
        const known = WORDS[name] ?? [];
        if (found.includes(word) || known.includes(word)) continue;
        const message = `no footprint in the files has ${name} ${JSON.stringify(word)}`;
        const meant =
          found.find((one) => one.toLowerCase() === word.toLowerCase()) ??
          findClosest(word, [...known, ...found.filter((one) => isLikely(word, one))]);
        if (meant !== undefined) throw toWhereError("FILTER_UNKNOWN", message, meant);
        if (found.length > 0 && found.length < MAX_WORDS)
          events.note(`${message}; they have ${found.join(", ")}`);
      }
    },
  };
}

/**
 * Short codes, and names that differ in a number (stripmap_50, stripmap_100), are different values and not typing
 * errors.
 */
const isLikely = (word: string, one: string): boolean =>
  word.length > 4 && word.replaceAll(/\D/g, "") === one.replaceAll(/\D/g, "");

const toWhereError = (code: "USAGE" | "FILTER_UNKNOWN", message: string, meant?: string) =>
  inputError([{ code, path: "", option: "where", message, ...didYouMean(meant) }]);
