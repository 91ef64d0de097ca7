/**
 * The numbers of the rows of the last catalog search, as arguments of the next command on the same terminal: `3` is
 * row 3, `3:GEO` its GEO product. They are kept for an hour, for each profile and terminal session, in the cache
 * folder. A script uses ids: its rows are others tomorrow.
 */
import { dirname, join } from "node:path";
import type { SceneItem } from "../../app/catalog/find-scenes.ts";
import { AppError } from "../../errors.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import type { Context } from "../context.ts";

type Keeper = Pick<Context, "world" | "directories" | "profileName" | "settings" | "clock">;

interface KeptRows {
  savedMs: number;
  baseUrl: string;
  /** By row, the first of which has the number 1. */
  rows: (readonly SceneItem[])[];
}

const KEPT_MS = 3_600_000;

/** So many rows are kept, which bounds the file. */
const MOST_ROWS = 2000;

const NUMBER = /^(\d{1,6})(?::([A-Za-z][\w-]*(?:,[A-Za-z][\w-]*)*))?$/;

export const isRowNumber = (word: string): boolean => NUMBER.test(word);

/** Forgets the rows of this terminal: a number stands for a row of the last search or for none. */
export async function forgetRows(context: Keeper): Promise<void> {
  const file = fileFor(context);
  if (file === undefined) return;
  const { rm } = await import("node:fs/promises");
  await rm(file, { force: true }).catch(() => {});
}

/** Keeps the rows of a table that a person sees; false where they are not kept. Only a convenience: no error ends the run. */
export async function keepRows(context: Keeper, rows: readonly (readonly SceneItem[])[]): Promise<boolean> {
  const file = fileFor(context);
  if (file === undefined || rows.length === 0) return false;
  const kept: KeptRows = {
    savedMs: context.clock.now(),
    baseUrl: context.settings.baseUrl.value ?? "",
    rows: rows.slice(0, MOST_ROWS),
  };
  const draft = `${file}.${context.world.uuid()}`;
  const [{ rename, rm, writeFile }, { makeFolder }] = await Promise.all([
    import("node:fs/promises"),
    import("../../disk/make-folder.ts"),
  ]);
  try {
    await makeFolder(dirname(file), 0o700);
    await removeOldest(dirname(file));
    await writeFile(draft, JSON.stringify(kept), { mode: 0o600 });
    await rename(draft, file);
    return true;
  } catch {
    await rm(draft, { force: true }).catch(() => {});
    return false;
  }
}

/** Terminals come and go; so many are remembered. */
const MOST_SESSIONS = 30;

async function removeOldest(folder: string): Promise<void> {
  const { readdir, rm, stat } = await import("node:fs/promises");
  const names = await readdir(folder);
  if (names.length < MOST_SESSIONS) return;
  const files = await Promise.all(
    names.map(async (name) => ({ name, ms: (await stat(join(folder, name))).mtimeMs })),
  );
  for (const { name } of files.toSorted((a, b) => b.ms - a.ms).slice(MOST_SESSIONS - 1))
    await rm(join(folder, name), { force: true });
}

const SEARCH = advice`Search again: ${swath`catalog search`}`;

/** The items of each of the rows. Throws where that is not certain. */
export async function itemsOfRows(
  context: Keeper & Pick<Context, "options">,
  words: readonly string[],
): Promise<(readonly SceneItem[])[]> {
  if (words.length === 0) return [];
  const kept = await keptRows(context);
  return words.map((word) => itemsOf(kept, word));
}

/** The items of the rows that the last search on this terminal showed; none where their numbers would be refused. */
export async function itemsShown(context: Keeper): Promise<readonly SceneItem[]> {
  try {
    return (await keptRows({ ...context, options: {} })).flat();
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

async function keptRows(
  context: Keeper & Pick<Context, "options">,
): Promise<readonly (readonly SceneItem[])[]> {
  const { world, clock, settings, options } = context;
  if (!world.stdin.isTTY || !world.stdout.isTTY)
    throw refused("the numbers of rows work on a terminal only, not in scripts and pipes", GIVE_IDS);
  if (options.quiet === true)
    throw refused(
      "--quiet would hide what the numbers of rows stand for",
      "Leave --quiet out, or give ids with --item",
    );
  const file = fileFor(context);
  if (file === undefined) throw refused("the rows of a search are not kept on this terminal", GIVE_IDS);
  const { readFile } = await import("node:fs/promises");
  const kept = readKept(await readFile(file, "utf8").catch(() => ""));
  if (kept === undefined)
    throw refused("no catalog search on this terminal has shown rows with numbers yet", SEARCH);
  const age = clock.now() - kept.savedMs;
  if (age > KEPT_MS || age < 0)
    throw refused(
      `the rows of the search of ${new Date(kept.savedMs).toISOString()} are older than an hour`,
      SEARCH,
    );
  if (kept.baseUrl !== (settings.baseUrl.value ?? ""))
    throw refused(`the last catalog search on this terminal asked another service (${kept.baseUrl})`, SEARCH);
  return kept.rows;
}

const GIVE_IDS = advice`Give ids, as this prints them: ${swath`catalog search --output id`}`;

export const refused = (message: string, hint: Hint): AppError =>
  new AppError("usage", "USAGE", message, { hint });

function itemsOf(rows: readonly (readonly SceneItem[])[], word: string): readonly SceneItem[] {
  const [, number = "", types] = NUMBER.exec(word) ?? [];
  const items = rows[Number(number) - 1];
  if (items === undefined || items.length === 0)
    throw refused(`there is no row ${number}: the last catalog search showed ${rows.length}`, SEARCH);
  return types === undefined ? items : productsOf(items, types, { title: `row ${number}`, word: number });
}

/** The products of a scene, such as GEO,GEC. Errors: USAGE for one that it does not have. */
export const productsOf = (
  items: readonly SceneItem[],
  types: string,
  { title, word }: { title: string; word: string },
): SceneItem[] =>
  types.split(",").map((type) => {
    const item = items.find(({ productType }) => productType?.toUpperCase() === type.toUpperCase());
    if (item !== undefined) return item;
    const known = items.flatMap(({ productType }) => productType ?? []);
    throw refused(
      `${title} has no product ${type}; it has ${known.join(", ")}`,
      `For example: ${word}:${known[0]}`,
    );
  });

/** The cache may have been damaged, or written by another version. */
function readKept(text: string): KeptRows | undefined {
  try {
    const kept = JSON.parse(text) as Partial<KeptRows> | null;
    const isSound =
      typeof kept?.savedMs === "number" &&
      typeof kept.baseUrl === "string" &&
      Array.isArray(kept.rows) &&
      kept.rows.every((row) => Array.isArray(row) && row.every(isRowItem));
    return isSound ? (kept as KeptRows) : undefined;
  } catch {
    return undefined;
  }
}

const isRowItem = (item: unknown): boolean =>
  typeof (item as SceneItem | null)?.collectionId === "string" &&
  typeof (item as SceneItem).granuleId === "string";

/** Undefined where nothing is kept: off a terminal, and where the cache is switched off. */
function fileFor({ world, directories, profileName }: Keeper): string | undefined {
  const session = world.terminalSession?.();
  if (session === undefined || (world.env["SWATH_NO_ID_CACHE"] ?? "") !== "") return undefined;
  if (!/^[\w-][\w.-]*$/.test(profileName)) return undefined;
  return join(directories.cache, "rows", profileName, session.replaceAll(/[^\w-]/g, "_").slice(0, 100));
}
