/**
 * The ids that results of earlier runs carried: a folder for each profile in the cache folder, a file for each kind, an
 * id a line, newest first. Completion scripts read these files by themselves, because starting a program takes longer
 * than a person waits for a completion. Only a convenience: whatever goes wrong with it is nobody's concern.
 */
import { dirname, join } from "node:path";
import type { Context } from "../context.ts";
import { isSafeId, type RememberedKind } from "./id-kinds.ts";
import { PagedRows, pagesOf } from "../output/paged-rows.ts";
import type { View } from "../output/view.ts";
import { addIdsOf, type FoundIds } from "./ids-in-result.ts";

/** Ids kept of one kind; the longest unseen are forgotten first. */
const MOST_KEPT = 200;

/** Rows of one run that are looked at: whoever streams a hundred thousand does not pay for what is not kept. */
const MOST_LOOKED_AT = 1000;

type Keeper = Pick<Context, "world" | "directories" | "profileName">;

/** Collects ids while a result passes by; `keep` writes down what was found. */
export class IdRecorder {
  private readonly found: FoundIds = new Map();

  /** The same result; rows that come one by one are looked at as they pass. */
  watch<Data>(data: Data, view: Pick<View<Data>, "source" | "rowSource">): Data {
    if (typeof data !== "object" || data === null) return data;
    const rowSource = (row: unknown): unknown => (view.rowSource ? view.rowSource(row) : row);
    if (Symbol.asyncIterator in data)
      return new PagedRows(this.watchPages(data as unknown as AsyncIterable<unknown>, rowSource)) as Data;
    if (Array.isArray(data)) for (const row of data as unknown[]) addIdsOf(rowSource(row), this.found);
    else addIdsOf(view.source ? view.source(data) : data, this.found);
    return data;
  }

  private async *watchPages(
    rows: AsyncIterable<unknown>,
    rowSource: (row: unknown) => unknown,
  ): AsyncGenerator<readonly unknown[]> {
    let left = MOST_LOOKED_AT;
    for await (const page of pagesOf(rows)) {
      for (const row of page.slice(0, left)) addIdsOf(rowSource(row), this.found);
      left = Math.max(0, left - page.length);
      yield page;
    }
  }

  /** Writes down what was found, unless the environment says not to. */
  async keep({ world, directories, profileName }: Keeper): Promise<void> {
    if (this.found.size === 0 || (world.env["SWATH_NO_ID_CACHE"] ?? "") !== "") return;
    // A profile's name is a folder's name here.
    if (!/^[\w-][\w.-]*$/.test(profileName)) return;
    for (const [kind, ids] of this.found) {
      await addToFile(idFile(directories.cache, profileName, kind), ids, world.uuid());
    }
  }
}

export const idFile = (cacheDir: string, profile: string, kind: RememberedKind): string =>
  join(cacheDir, "ids", profile, kind);

async function addToFile(file: string, ids: Iterable<string>, draftName: string): Promise<void> {
  const { readFile, rename, rm, writeFile } = await import("node:fs/promises");
  const known = await readFile(file, "utf8").catch(() => "");
  const all = [...new Set([...ids, ...known.split("\n").filter(isSafeId)])].slice(0, MOST_KEPT);
  const text = `${all.join("\n")}\n`;
  if (text === known) return;
  const draft = `${file}.${draftName}`;
  try {
    const { makeFolder } = await import("../../disk/make-folder.ts");
    await makeFolder(dirname(file), 0o700);
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}
