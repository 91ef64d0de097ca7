/**
 * The ids in the results of earlier runs: one folder per profile in the cache folder, one file per kind, one id per
 * line, newest first. `swath __complete` reads them. The cache is only a convenience, so its errors are ignored.
 */
import { isJsonObject, toJsonObject } from "../../contract/json-object.ts";
import { mayCacheResults } from "../../settings/environment.ts";
import type { Context } from "../context.ts";
import { toIdPath, isSafeId, readSafeStart, type RememberedKind } from "./id-kinds.ts";
import { isStream, watchPages } from "../output/paged-rows.ts";
import type { View } from "../output/view.ts";

/** Maximum ids of one kind that one run adds, from its first rows. */
const MAX_PER_RUN = 100;

/** Maximum stored ids of one kind; the oldest are dropped first. */
const MAX_KEPT = 200;

/** Maximum rows scanned per run, so that streaming 100,000 rows does not scan rows whose ids are not kept. */
const MAX_SCANNED = 1000;

const KEYS: readonly (readonly [pattern: RegExp, kind: RememberedKind])[] = [
  [/^tasking_?request_?id$/i, "task"],
  [/^repeat_?request_?id$/i, "repeat"],
  [/^([\w-]+:)?collect_?id$/i, "collect"],
];

type FoundIds = Map<RememberedKind, Set<string>>;

/** Collects the ids of a result on its way to the output; `keep` stores them. */
export class IdRecorder {
  private readonly found: FoundIds = new Map();

  /** Returns the same data; rows of a stream are scanned as they pass. */
  watch<Data>(data: Data, { source, rowSource }: Pick<View<Data>, "source" | "rowSource">): Data {
    const scan = (row: unknown): void => addIdsOf(rowSource ? rowSource(row) : row, this.found);
    if (Array.isArray(data)) data.forEach(scan);
    else if (!isStream(data)) addIdsOf(source ? source(data) : data, this.found);
    let left = MAX_SCANNED;
    return watchPages(data, (page) => {
      page.slice(0, left).forEach(scan);
      left = Math.max(0, left - page.length);
    });
  }

  /** Stores the ids, unless SWATH_NO_ID_CACHE is set. */
  async keep({ world, directories, profileName }: Context): Promise<void> {
    if (this.found.size === 0 || !mayCacheResults(world.env, profileName)) return;
    for (const [kind, ids] of this.found)
      await addToFile(toIdPath(directories.cache, profileName, kind), ids, world.uuid());
  }
}

async function addToFile(file: string, ids: Iterable<string>, token: string): Promise<void> {
  const [{ readFile }, { replaceCached }] = await Promise.all([
    import("node:fs/promises"),
    import("../../disk/cache-file.ts"),
  ]);
  const known = await readFile(file, "utf8").catch(() => "");
  const all = [...new Set([...ids, ...known.split("\n").filter(isSafeId)])].slice(0, MAX_KEPT);
  const text = `${all.join("\n")}\n`;
  if (text !== known) await replaceCached(file, text, token).catch(() => {});
}

const NAME_KEYS: readonly (readonly [pattern: RegExp, kind: RememberedKind])[] = [
  [/^tasking_?request_?name$/i, "taskName"],
  [/^repeat_?request_?name$/i, "repeatName"],
];

/** Adds the ids of one row: its own properties and those of its `properties` object, no deeper. */
function addIdsOf(row: unknown, found: FoundIds): void {
  if (!isJsonObject(row)) return;
  const { properties, id, collection } = row;
  for (const members of [row, toJsonObject(properties)]) {
    for (const [key, value] of Object.entries(members)) {
      const kind = KEYS.find(([pattern]) => pattern.test(key))?.[1];
      if (kind !== undefined) add(found, kind, value);
      const named = NAME_KEYS.find(([pattern]) => pattern.test(key))?.[1];
      if (named !== undefined && typeof value === "string") add(found, named, readSafeStart(value));
    }
  }
  // Only catalog items have a collection.
  if (row["type"] !== "Feature" || typeof id !== "string" || typeof collection !== "string") return;
  add(found, "item", id);
  add(found, "collection", collection);
  add(found, "granule", `${collection}/${id}`);
}

function add(found: FoundIds, kind: RememberedKind, value: unknown): void {
  if (typeof value !== "string" || !isSafeId(value)) return;
  const ids = found.get(kind) ?? new Set();
  if (ids.size < MAX_PER_RUN) found.set(kind, ids.add(value));
}
