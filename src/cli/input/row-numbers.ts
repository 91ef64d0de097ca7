/**
 * The numbers of the rows of the last catalog search, as arguments of the next command on the same terminal: `3` is
 * row 3, `3:GEO` its GEO product. They are kept for an hour, for each profile and terminal session, in the cache
 * folder. A script uses ids: its rows are others tomorrow.
 */
import { dirname, join } from "node:path";
import type { SceneItem } from "../../app/catalog/find-scenes.ts";
import { AppError } from "../../errors.ts";
import { advice, Command, swath, typed, type Hint } from "../../hint.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { Context } from "../context.ts";

type Keeper = Pick<Context, "world" | "directories" | "profileName" | "settings" | "clock">;

interface KeptRows {
  savedMs: number;
  baseUrl: string;
  /** By row, the first of which has the number 1; empty where the last search showed rows without numbers. */
  rows: (readonly SceneItem[])[];
}

const KEPT_MS = 3_600_000;

/** So many rows are kept, which bounds the file. */
const MOST_ROWS = 2000;

const NUMBER = /^(\d{1,6})(?::([A-Za-z][\w-]*(?:,[A-Za-z][\w-]*)*))?$/;

export const isRowNumber = (word: string): boolean => NUMBER.test(word);

/**
 * The rows of this search have no numbers. Once it has shown some, a number stands for none of an earlier search either;
 * a search that shows no rows leaves the earlier ones, whose table is still on the screen.
 */
export async function* unnumberedRows<Row>(
  context: Keeper,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let isForgotten = false;
  for await (const page of pages) {
    yield page;
    if (page.length > 0 && !isForgotten) await forgetRows(context);
    isForgotten ||= page.length > 0;
  }
}

/** From now on a number stands for no row of this terminal. */
export async function forgetRows(context: Keeper): Promise<void> {
  await save(context, []);
}

/** Keeps the rows of a table that a person sees; false where they are not kept. Only a convenience: no error ends the run. */
export const keepRows = async (context: Keeper, rows: readonly (readonly SceneItem[])[]): Promise<boolean> =>
  rows.length > 0 && save(context, rows);

async function save(context: Keeper, rows: readonly (readonly SceneItem[])[]): Promise<boolean> {
  const file = fileFor(context);
  if (file === undefined) return false;
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
  const kept = await readRows(file);
  if (kept === undefined) throw (await ofOtherProfile(context)) ?? noneYet();
  const age = clock.now() - kept.savedMs;
  if (age > KEPT_MS || age < 0)
    throw refused(
      `the rows of the search of ${new Date(kept.savedMs).toISOString()} are older than an hour`,
      SEARCH,
    );
  if (kept.baseUrl !== (settings.baseUrl.value ?? ""))
    throw refused(`the last catalog search on this terminal asked another service (${kept.baseUrl})`, SEARCH);
  if (kept.rows.length === 0)
    throw refused("the rows of the last catalog search on this terminal have no numbers", SEARCH);
  return kept.rows;
}

const noneYet = (): AppError =>
  refused("no catalog search on this terminal has shown rows with numbers yet", SEARCH);

/** Another profile may have the rows that are on the screen: the command is then to be given for it. */
async function ofOtherProfile(context: Keeper & Pick<Context, "options">): Promise<AppError | undefined> {
  const { clock, directories, options, profileName } = context;
  const { readdir } = await import("node:fs/promises");
  const folders = await readdir(join(directories.cache, "rows")).catch(() => []);
  const now = clock.now();
  let latest: { profile: string; savedMs: number } | undefined;
  for (const profile of folders) {
    const file = profile === profileName ? undefined : fileFor({ ...context, profileName: profile });
    const kept = file === undefined ? undefined : await readRows(file);
    if (kept === undefined || kept.rows.length === 0) continue;
    const isFresh = kept.savedMs <= now && now - kept.savedMs <= KEPT_MS;
    if (isFresh && kept.savedMs >= (latest?.savedMs ?? 0)) latest = { profile, savedMs: kept.savedMs };
  }
  if (latest === undefined) return undefined;
  const { profile } = latest;
  const flags = profile === SANDBOX_PROFILE ? ["--sandbox"] : ["--profile", profile];
  const isChosen = options.sandbox === true || options.profile !== undefined;
  const without = isChosen ? { without: ["--sandbox", "--profile="] } : {};
  const command = new Command(
    flags.map((text) => ({ text })),
    "again",
    without,
  );
  return refused(
    `the last catalog search on this terminal showed rows of profile ${profile}, and this run is of profile ${profileName}`,
    advice`Add ${typed(...flags)}${isChosen ? " instead" : ""}${command}`,
  );
}

async function readRows(file: string): Promise<KeptRows | undefined> {
  const { readFile } = await import("node:fs/promises");
  return readKept(await readFile(file, "utf8").catch(() => ""));
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
