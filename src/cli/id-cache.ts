/**
 * The ids that results of earlier runs carried, a file for each profile in the cache folder. Only a convenience: whatever
 * goes wrong with it is nobody's concern, so nothing here throws.
 */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Context } from "./context.ts";
import { isSafeId, REMEMBERED_KINDS, type RememberedKind } from "./id-kinds.ts";
import { addIdsOf, type FoundIds } from "./ids-in-result.ts";
import { makeFolder } from "../disk/make-folder.ts";

type Ids = Partial<Record<RememberedKind, readonly string[]>>;

/** Ids kept of one kind; the longest unseen are forgotten first. */
const MOST_KEPT = 200;
const LARGEST_BYTES = 512 * 1024;

export const idCacheFile = (cacheDir: string, profile: string): string =>
  join(cacheDir, "ids", `${encodeURIComponent(profile)}.json`);

export async function readIdCache(file: string): Promise<Ids> {
  try {
    const text = await readFile(file, "utf8");
    const stored: unknown = text.length > LARGEST_BYTES ? {} : JSON.parse(text);
    return Object.fromEntries(
      REMEMBERED_KINDS.map((kind) => {
        const ids: unknown = (stored as Record<string, unknown> | null)?.[kind];
        return [kind, Array.isArray(ids) ? ids.filter((id) => typeof id === "string" && isSafeId(id)) : []];
      }),
    );
  } catch {
    return {};
  }
}

type Keeper = Pick<Context, "world" | "directories" | "profileName">;

/** Collects ids while a result passes by; `keep` writes down what was found. */
export class IdRecorder {
  private readonly found: FoundIds = {};

  /** The same result; rows that come one by one are looked at as they pass. */
  watch<Data>(data: Data): Data {
    if (typeof data !== "object" || data === null) return data;
    if (Symbol.asyncIterator in data)
      return this.watchRows(data as unknown as AsyncIterable<unknown>) as Data;
    for (const row of Array.isArray(data) ? (data as unknown[]) : [data]) addIdsOf(row, this.found);
    return data;
  }

  private async *watchRows(rows: AsyncIterable<unknown>): AsyncGenerator {
    for await (const row of rows) {
      addIdsOf(row, this.found);
      yield row;
    }
  }

  /** Writes down what was found, unless the environment says not to. */
  async keep({ world, directories, profileName }: Keeper): Promise<void> {
    if (Object.keys(this.found).length === 0 || (world.env["SWATH_NO_ID_CACHE"] ?? "") !== "") return;
    const file = idCacheFile(directories.cache, profileName);
    const known = await readIdCache(file);
    const merged = Object.fromEntries(
      REMEMBERED_KINDS.map((kind) => {
        const ids = [...new Set([...(this.found[kind] ?? []), ...(known[kind] ?? [])])];
        return [kind, ids.slice(0, MOST_KEPT)];
      }),
    );
    const draft = `${file}.${world.uuid()}`;
    try {
      await makeFolder(dirname(file), 0o700);
      await writeFile(draft, `${JSON.stringify(merged)}\n`, { mode: 0o600 });
      await rename(draft, file);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}
