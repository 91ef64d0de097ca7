/**
 * The numbers of the rows of the last catalog search, as arguments of the next command on the same terminal: `3` is
 * row 3, `3:GEO` its GEO product. They are kept for an hour, for each profile and terminal session, in the cache
 * folder. A script uses ids: its rows are others tomorrow.
 */
import { dirname, join } from "node:path";
import type { ArchiveItem } from "../../contract/order-item.ts";
import { AppError } from "../../errors.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import type { Context } from "../context.ts";

type Keeper = Pick<Context, "world" | "directories" | "profileName" | "settings" | "clock">;

export interface RowItem extends ArchiveItem {
  productType?: string;
}

interface KeptRows {
  savedMs: number;
  baseUrl: string;
  /** By row, the first of which has the number 1. */
  rows: (readonly RowItem[])[];
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
export async function keepRows(context: Keeper, rows: readonly (readonly RowItem[])[]): Promise<boolean> {
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

type Resolver = Keeper & Pick<Context, "options" | "notes">;

/**
 * What the numbers stand for, noted in full. Throws where that is not certain, and where a purchase leaves open which of
 * several products of a row is meant.
 */
export async function itemsOfRows(
  context: Resolver,
  words: readonly string[],
  { isPurchase = false }: { isPurchase?: boolean } = {},
): Promise<RowItem[]> {
  const rows = await rowsCalled(context, words);
  if (isPurchase) rows.forEach((items, index) => requireOneProduct(words[index]!, items));
  for (const [index, items] of rows.entries()) for (const item of items) say(context, words[index]!, item);
  return rows.flat();
}

function requireOneProduct(word: string, items: readonly RowItem[]): void {
  if (items.length < 2 || word.includes(":")) return;
  const types = items.map(({ productType }) => productType ?? "");
  throw refused(
    `row ${word} has ${items.length} products: ${types.join(", ")}`,
    `Name those to order, such as ${word}:${types[0]} or ${word}:${types.join(",")}`,
  );
}

const say = ({ notes }: Resolver, word: string, { collectionId, granuleId }: RowItem): void =>
  notes.note(`${word} is ${collectionId}/${granuleId}`);

/**
 * Ids of items, among which numbers of rows stand for the items of those rows: of several products the one that shows
 * most on a picture. A number is an id where nothing is kept, since some services number their items.
 */
export async function idsOrRows(context: Resolver, words: readonly string[]): Promise<string[]> {
  const numbers = words.filter(isRowNumber);
  if (numbers.length === 0 || !(await hasRows(context))) return [...words];
  const rows = await rowsCalled(context, numbers);
  const pictured = new Map(
    rows.map((items, index) => {
      const [best] = PICTURED.flatMap((type) => items.filter(({ productType }) => productType === type));
      const item = best ?? items[0]!;
      say(context, numbers[index]!, item);
      return [numbers[index]!, item.granuleId];
    }),
  );
  return words.map((word) => pictured.get(word) ?? word);
}

/** Products with the picture of a map come first. */
const PICTURED = ["GEO", "GEC"];

async function hasRows(context: Keeper): Promise<boolean> {
  const file = fileFor(context);
  if (file === undefined || !context.world.stdin.isTTY || !context.world.stdout.isTTY) return false;
  const { access } = await import("node:fs/promises");
  return access(file).then(
    () => true,
    () => false,
  );
}

const SEARCH = advice`Search again: ${swath`catalog search`}`;

/** The items of each of the rows. */
async function rowsCalled(context: Resolver, words: readonly string[]): Promise<(readonly RowItem[])[]> {
  const odd = words.find((word) => !isRowNumber(word));
  if (odd !== undefined)
    throw refused(`${JSON.stringify(odd)} is not the number of a row, such as 3 or 3:GEO`, IDS);
  const kept = await keptRows(context);
  return words.map((word) => itemsOf(kept, word));
}

async function keptRows(
  context: Keeper & Pick<Context, "options">,
): Promise<readonly (readonly RowItem[])[]> {
  const { world, clock, settings, options } = context;
  if (!world.stdin.isTTY || !world.stdout.isTTY)
    throw refused("the numbers of rows work on a terminal only, not in scripts and pipes", IDS);
  if (options.quiet === true)
    throw refused(
      "--quiet would hide what the numbers of rows stand for",
      "Leave --quiet out, or give ids with --item",
    );
  const file = fileFor(context);
  if (file === undefined) throw refused("the rows of a search are not kept on this terminal", IDS);
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

const IDS = advice`Give ids: --item <collection>/<item>, as this prints them: ${swath`catalog search --output order-items`}`;

const refused = (message: string, hint: Hint): AppError => new AppError("usage", "USAGE", message, { hint });

function itemsOf(rows: readonly (readonly RowItem[])[], word: string): readonly RowItem[] {
  const [, number = "", types] = NUMBER.exec(word) ?? [];
  const items = rows[Number(number) - 1];
  if (items === undefined || items.length === 0)
    throw refused(`there is no row ${number}: the last catalog search showed ${rows.length}`, SEARCH);
  if (types === undefined) return items;
  return types.split(",").map((type) => {
    const item = items.find(({ productType }) => productType?.toUpperCase() === type.toUpperCase());
    if (item !== undefined) return item;
    const known = items.flatMap(({ productType }) => productType ?? []);
    throw refused(
      `row ${number} has no product ${type}; it has ${known.join(", ")}`,
      `For example: ${number}:${known[0]}`,
    );
  });
}

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
  typeof (item as RowItem | null)?.collectionId === "string" &&
  typeof (item as RowItem).granuleId === "string";

/** Undefined where nothing is kept: off a terminal, and where the cache is switched off. */
function fileFor({ world, directories, profileName }: Keeper): string | undefined {
  const session = world.terminalSession?.();
  if (session === undefined || (world.env["SWATH_NO_ID_CACHE"] ?? "") !== "") return undefined;
  if (!/^[\w-][\w.-]*$/.test(profileName)) return undefined;
  return join(directories.cache, "rows", profileName, session.replaceAll(/[^\w-]/g, "_").slice(0, 100));
}
