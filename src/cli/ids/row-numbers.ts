/**
 * The numbers of the rows of the last catalog search, as arguments of the next command on the same terminal: `3` is
 * row 3, `3:GEO` its GEO product. They are kept for an hour, for each terminal session, in the cache folder, with the
 * profile, the service and the key that the search asked with. A script uses ids: its rows are others tomorrow.
 */
import { timeForPeople } from "../../time/timestamp.ts";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { SceneItem } from "../../app/short-ids/find-scenes.ts";
import type { Credential } from "../../contract/credentials.ts";
import { mayBeginId, withProducts, FEWEST_CHARACTERS } from "../../domain/short-ids.ts";
import { AppError, inputError } from "../../errors.ts";
import { advice, againWithout, Command, instead, swath, typed, type Hint } from "../../hint.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { Context } from "../context.ts";

type Keeper = Pick<
  Context,
  "world" | "directories" | "profileName" | "settings" | "clock" | "service" | "events"
>;

/** An item of a row, with what the search measured of it. */
export interface ShownItem extends SceneItem {
  /** The share of the area asked for, as the table showed it. */
  covers?: string;
}

interface KeptRows {
  savedMs: number;
  /** Where the search looked, such as `at Lisbon (PT)`. */
  where?: string | undefined;
  profile: string;
  baseUrl: string;
  /** Digest of the key or token that the search was sent with, and what was hashed before it. */
  asker: { salt: string; digest: string };
  /** How many rows were shown. */
  shown: number;
  /** By row, the first of which has the number 1; empty where the last search showed rows without numbers. */
  rows: (readonly ShownItem[])[];
}

const KEPT_MS = 3_600_000;

/** So many rows are kept, which bounds the file; further rows have no number. */
export const MOST_NUMBERED = 2000;

/** Without a zero before it, which the beginning of an id may have. */
const NUMBER = /^[1-9]\d{0,5}$/;

export const isRowNumber = (word: string): boolean => NUMBER.test(withProducts(word).id);

/**
 * The rows of this search have no numbers. Once it shows some, a number stands for none of an earlier search either; a
 * search that shows no rows, or fails before, leaves the earlier ones, whose table is still on the screen.
 */
export async function* unnumberedRows<Row>(
  context: Keeper & Pick<Context, "beforeShown">,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let hasRows = false;
  context.beforeShown(async () => {
    if (hasRows) await forgetRows(context);
  });
  for await (const page of pages) {
    hasRows ||= page.length > 0;
    yield page;
  }
}

/** From now on a number stands for no row of this terminal. */
export async function forgetRows(context: Keeper): Promise<void> {
  const file = fileFor(context);
  if (file === undefined) return;
  const failure = isCacheOff(context) ? "" : await write(context, file, { shown: 0, rows: [] });
  if (failure === undefined || (await wipe(file))) return;
  context.events.warn(lastingRows(file, failure));
}

/**
 * Keeps the rows of a table that a person sees, in place of those of an earlier search; false where they are not kept,
 * and then no number stands for a row.
 */
export async function keepRows(
  context: Keeper,
  rows: readonly (readonly ShownItem[])[],
  where?: string,
): Promise<boolean> {
  const file = fileFor(context);
  if (file === undefined || isCacheOff(context)) {
    await forgetRows(context);
    return false;
  }
  const failure = await write(context, file, {
    shown: rows.length,
    rows: rows.slice(0, MOST_NUMBERED),
    where,
  });
  if (failure === undefined) return true;
  if (await wipe(file))
    context.events.warn(
      `the rows have no numbers for the next command, since ${file} cannot be written: ${failure}`,
    );
  else context.events.warn(lastingRows(file, failure));
  return false;
}

const lastingRows = (file: string, failure: string): Hint =>
  advice`the numbers of an earlier search could not be removed${failure === "" ? "" : ` (${failure})`}, and stand for none of these rows. Remove them: ${typed("rm", "-f", file)}`;

/** Why it failed; undefined where the file is written. */
async function write(
  context: Keeper,
  file: string,
  { shown, rows, where }: Pick<KeptRows, "shown" | "rows" | "where">,
): Promise<string | undefined> {
  const { clock, profileName, service, settings, world } = context;
  const salt = world.uuid();
  // Where there are no rows nothing may have been asked, such as by a map of files.
  const digest = async (): Promise<string> =>
    rows.length === 0 ? "" : digestOf(salt, (await service.connection()).credential);
  const draft = `${file}.${salt}`;
  const [{ rename, rm, writeFile }, { makeFolder }] = await Promise.all([
    import("node:fs/promises"),
    import("../../disk/make-folder.ts"),
  ]);
  const kept: KeptRows = {
    savedMs: clock.now(),
    where,
    profile: profileName,
    baseUrl: settings.baseUrl.value ?? "",
    asker: { salt, digest: await digest() },
    shown,
    rows,
  };
  try {
    await makeFolder(dirname(file), 0o700);
    await removeOldest(dirname(file));
    await writeFile(draft, JSON.stringify(kept), { mode: 0o600 });
    await rename(draft, file);
    return undefined;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** A folder may be closed where the file in it is not, and the other way round. */
async function wipe(file: string): Promise<boolean> {
  const { rm, truncate } = await import("node:fs/promises");
  const isNone = ({ code }: NodeJS.ErrnoException): boolean => code === "ENOENT" || code === "ENOTDIR";
  return rm(file).then(
    () => true,
    (error: NodeJS.ErrnoException) =>
      isNone(error) ||
      truncate(file).then(
        () => true,
        () => false,
      ),
  );
}

/** Salted, so that files of several searches do not show that they have one key. */
async function digestOf(salt: string, credential: Credential | undefined): Promise<string> {
  const { secretsOf } = await import("../../contract/credentials.ts");
  return sha256(JSON.stringify([salt, credential?.kind, ...secretsOf(credential)]));
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Terminals come and go; so many are remembered. */
const MOST_SESSIONS = 30;

/** Another run may remove the same files meanwhile. */
async function removeOldest(folder: string): Promise<void> {
  const { readdir, rm, stat } = await import("node:fs/promises");
  const names = await readdir(folder);
  if (names.length < MOST_SESSIONS) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, ms: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  for (const { path } of files.toSorted((a, b) => b.ms - a.ms).slice(MOST_SESSIONS - 1))
    await rm(path, { recursive: true, force: true }).catch(() => {});
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
export const itemsShown = async (context: Keeper): Promise<readonly SceneItem[]> =>
  (await rowsShown(context))?.rows.flat() ?? [];

/** The rows that the last search on this terminal showed; undefined where their numbers would be refused. */
export async function rowsShown(
  context: Keeper,
): Promise<Pick<KeptRows, "rows" | "where" | "savedMs"> | undefined> {
  try {
    return await keptRows({ ...context, options: {} });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function keptRows(context: Keeper & Pick<Context, "options">): Promise<KeptRows> {
  const { world, clock, settings, options, profileName, service } = context;
  if (!world.stdin.isTTY || !world.stdout.isTTY)
    throw refused("the numbers of rows work on a terminal only, not in scripts and pipes", GIVE_IDS);
  if (options.quiet === true)
    throw refused(
      "--quiet would hide what the numbers of rows stand for",
      advice`Give ids with --item, or leave out --quiet${againWithout("--quiet")}`,
    );
  const file = fileFor(context);
  if (file === undefined || isCacheOff(context))
    throw refused("the rows of a search are not kept on this terminal", GIVE_IDS);
  const kept = await readRows(file);
  const age = clock.now() - kept.savedMs;
  if (age < 0)
    throw refused(
      `the rows of the search of ${timeForPeople(kept.savedMs)} lie ahead of this machine's clock, which says ${timeForPeople(clock.now())}`,
      SEARCH,
    );
  if (age > KEPT_MS)
    throw refused(`the rows of the search of ${timeForPeople(kept.savedMs)} are older than an hour`, SEARCH);
  if (kept.rows.length === 0)
    throw refused("the rows of the last catalog search on this terminal have no numbers", SEARCH);
  if (kept.profile !== profileName) throw ofOtherProfile(kept.profile, context);
  if (kept.baseUrl !== (settings.baseUrl.value ?? ""))
    throw refused(`the last catalog search on this terminal asked another service (${kept.baseUrl})`, SEARCH);
  // The key of a dry run may be masked, and it buys nothing.
  if (service.isDryRun) return kept;
  const { credential } = await service.connection();
  if ((await digestOf(kept.asker.salt, credential)) !== kept.asker.digest)
    throw refused(
      "the last catalog search on this terminal was sent with another key, which may see other scenes",
      SEARCH,
    );
  return kept;
}

/** The search that is on the screen was one of another profile: the command is then to be given for it. */
function ofOtherProfile(
  profile: string,
  { options, profileName }: Pick<Context, "options" | "profileName">,
): AppError {
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

/** Errors: USAGE where there are none, and where it is not certain that they are those of the last search. */
async function readRows(file: string): Promise<KeptRows> {
  const { access, constants, readFile } = await import("node:fs/promises");
  let text: string;
  try {
    text = await readFile(file, "utf8");
    // A search that could write nothing here left the rows of an earlier one.
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw noneYet();
    throw refused(
      `the numbers of rows are not certain: ${file} cannot be read and replaced (${code ?? String(error)})`,
      GIVE_IDS,
    );
  }
  const kept = readKept(text);
  if (kept === undefined) throw noneYet();
  return kept;
}

const noneYet = (): AppError =>
  refused("no catalog search on this terminal has shown rows with numbers yet", SEARCH);

const GIVE_IDS = advice`Give ids, as this prints them: ${swath`catalog search --output id`}`;

export const refused = (message: string, hint: Hint): AppError =>
  new AppError("usage", "USAGE", message, { hint });

function itemsOf({ rows, shown }: KeptRows, word: string): readonly SceneItem[] {
  const { id: number, types } = withProducts(word);
  const items = rows[Number(number) - 1];
  const isLong = number.length >= FEWEST_CHARACTERS;
  if (items === undefined && Number(number) <= shown)
    throw refused(
      `row ${number} has no number that is kept: only the first ${rows.length} of ${shown} rows have one`,
      advice`Give its id, as this prints it: ${swath`catalog search --output id`}`,
    );
  if (items === undefined)
    throw refused(
      `there is no row ${number}: the last catalog search showed ${shown}`,
      isLong ? advice`${SEARCH}; the beginning of an id needs 7 digits or more, or a letter` : SEARCH,
    );
  if (items.length === 0)
    throw refused(
      `row ${number} cannot be ordered: the service gave its item no id or no collection`,
      SEARCH,
    );
  const isNamed = ({ granuleId, collectId }: SceneItem): boolean =>
    granuleId === number ||
    collectId === number ||
    (isLong &&
      [granuleId, collectId].some((id) => id !== undefined && mayBeginId(id) && id.startsWith(number)));
  const others = rows.flat().filter((item) => isNamed(item) && !items.includes(item));
  if (others.length > 0) throw numberOrId(number, items, others);
  return types === undefined ? items : productsOf(items, types, { title: `row ${number}`, word: number });
}

/** `sar-images/1a2b3c4d-...`: an item as every command takes it. */
export const fullItemId = ({ collectionId, granuleId }: SceneItem): string => `${collectionId}/${granuleId}`;

/** A row and an item of another row are called the same. */
function numberOrId(number: string, row: readonly SceneItem[], others: readonly SceneItem[]): AppError {
  const message = `${number} may be row ${number} (${row.map(fullItemId).join(", ")}) or an id: ${others.map(fullItemId).join(", ")}`;
  return ambiguous(number, message, row);
}

/** The catalog has several items of one type for a scene, or of one id in several collections. */
export const oneOfSeveral = (word: string, title: string, items: readonly SceneItem[]): AppError =>
  ambiguous(word, `${title} may be any of ${items.length} items: ${items.map(fullItemId).join("; ")}`, items);

const ambiguous = (value: string, message: string, items: readonly SceneItem[]): AppError =>
  inputError([
    {
      code: "ID_AMBIGUOUS",
      path: "",
      value,
      rule: "one item",
      message,
      hint: advice`Give one of them in full${instead(value, items[0] === undefined ? "" : fullItemId(items[0]))}`,
    },
  ]);

/** The products of a scene, such as GEO,GEC. Errors: USAGE for one that it does not have. */
export const productsOf = (
  items: readonly SceneItem[],
  types: string,
  { title, word }: { title: string; word: string },
): SceneItem[] =>
  types.split(",").map((type) => {
    const [item, ...others] = items.filter(
      ({ productType }) => productType?.toUpperCase() === type.toUpperCase(),
    );
    if (item !== undefined && others.length > 0)
      throw oneOfSeveral(`${word}:${type}`, `product ${type} of ${title}`, [item, ...others]);
    if (item !== undefined) return item;
    const known = items.flatMap(({ productType }) => productType ?? []);
    const other = `${word}:${known[0]}`;
    throw refused(
      `${title} has no product ${type}; it has ${known.join(", ")}`,
      advice`For example ${other}${instead(`${word}:${types}`, other)}`,
    );
  });

/** The cache may have been damaged, or written by another version. */
function readKept(text: string): KeptRows | undefined {
  try {
    const kept = JSON.parse(text) as Partial<KeptRows> | null;
    const isSound =
      typeof kept?.savedMs === "number" &&
      typeof kept.profile === "string" &&
      typeof kept.baseUrl === "string" &&
      typeof kept.asker?.salt === "string" &&
      typeof kept.asker.digest === "string" &&
      typeof kept.shown === "number" &&
      (kept.where === undefined || typeof kept.where === "string") &&
      Array.isArray(kept.rows) &&
      kept.rows.every((row) => Array.isArray(row) && row.every(isRowItem));
    return isSound ? (kept as KeptRows) : undefined;
  } catch {
    return undefined;
  }
}

const isRowItem = (item: unknown): boolean =>
  typeof (item as SceneItem | null)?.collectionId === "string" &&
  typeof (item as SceneItem).granuleId === "string" &&
  ["undefined", "string"].includes(typeof (item as ShownItem).covers);

const isCacheOff = ({ world }: Pick<Context, "world">): boolean =>
  (world.env["SWATH_NO_ID_CACHE"] ?? "") !== "";

/** One for a terminal session, whatever the profile: the rows of the last search are on its screen. Undefined off a terminal. */
function fileFor({ world, directories }: Keeper): string | undefined {
  const session = world.terminalSession?.();
  return session === undefined ? undefined : join(directories.cache, "rows", `${sha256(session)}.json`);
}
