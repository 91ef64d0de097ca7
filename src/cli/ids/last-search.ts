/**
 * The rows of the last catalog search, kept for the next command on the same terminal: one file per terminal session,
 * in the cache folder, with the profile, the service and the key of the search. `row-numbers.ts` reads numbers from
 * it.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { SceneItem } from "../../app/ids/find-scenes.ts";
import type { Credential } from "../../contract/credentials.ts";
import { advice, typed } from "../../hint.ts";
import { isSet } from "../../settings/environment.ts";
import type { Context } from "../context.ts";

export type Keeper = Pick<
  Context,
  "world" | "directories" | "profileName" | "settings" | "clock" | "service" | "notes"
>;

/** An item of a row, with the search's measurements. */
export interface ShownItem extends SceneItem {
  /** The share of the requested area, as in the table. */
  covers?: string;
}

/** Export files do not contain collections. */
export const UNKNOWN_COLLECTION = "";

export interface LastSearch {
  savedMs: number;
  /** The place of the search, such as `at Lisbon (PT)`. */
  where?: string | undefined;
  profile: string;
  baseUrl: string;
  /** Digest of the key or token of the search, with its salt; absent for rows of export files. */
  asker?: { salt: string; digest: string };
  /** Number of shown rows. */
  shown: number;
  /** By row: the first has the number 1. Empty if the last search showed rows without numbers. */
  rows: (readonly ShownItem[])[];
}

/** Maximum number of stored rows; further rows have no number. */
export const MAX_NUMBERED = 2000;

/**
 * Passes on the rows of a search without numbers. From its first row on, no number refers to an earlier search. A
 * search without rows, or one that fails earlier, keeps the earlier rows, whose table is still on the screen.
 */
export async function* unnumberedRows<Row>(
  context: Keeper & Pick<Context, "outcome">,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let hasRows = false;
  context.outcome.beforeShown.push(async () => {
    if (hasRows) await keepRows(context, []);
  });
  for await (const page of pages) {
    hasRows ||= page.length > 0;
    yield page;
  }
}

/**
 * Stores the rows of a visible table and replaces those of an earlier search; without rows no number is valid.
 * Returns false if they are not stored: then no number refers to a row either.
 */
export async function keepRows(
  context: Keeper,
  rows: readonly (readonly ShownItem[])[],
  about: { where?: string | undefined; isOffline?: boolean } = {},
): Promise<boolean> {
  const file = rowsFile(context);
  if (file === undefined) return false;
  const failure = isCacheOff(context) ? "" : await write(context, file, rows, about);
  if (failure === undefined) return true;
  if (!(await removeOrEmpty(file)))
    context.notes.warn(
      advice`old row numbers remain in ${file}${failure === "" ? "" : ` (${failure})`}. Delete it: ${typed("rm", "-f", file)}`,
    );
  else if (failure !== "" && rows.length > 0)
    context.notes.warn(
      `the rows have no numbers for the next command, since ${file} cannot be written: ${failure}`,
    );
  return false;
}

/** Returns the error code of a failure; undefined when the file is written. */
async function write(
  { clock, profileName, service, settings, world }: Keeper,
  file: string,
  rows: readonly (readonly ShownItem[])[],
  { where, isOffline = rows.length === 0 }: { where?: string | undefined; isOffline?: boolean },
): Promise<string | undefined> {
  const salt = world.uuid();
  // Without a request to the service, as for export files, a connection might fail.
  const asker = isOffline
    ? undefined
    : { salt, digest: await digestOf(salt, (await service.connection()).credential) };
  const kept: LastSearch = {
    savedMs: clock.now(),
    where,
    profile: profileName,
    baseUrl: settings.baseUrl.value ?? "",
    ...(asker && { asker }),
    shown: rows.length,
    rows: rows.slice(0, MAX_NUMBERED),
  };
  const { replaceCached } = await import("../../disk/cache-file.ts");
  try {
    await removeOldest(dirname(file));
    await replaceCached(file, JSON.stringify(kept), salt);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Removes the file, or empties it if its folder is read-only. */
async function removeOrEmpty(file: string): Promise<boolean> {
  const { rm, truncate } = await import("node:fs/promises");
  const isNone = ({ code }: NodeJS.ErrnoException): boolean => code === "ENOENT" || code === "ENOTDIR";
  const isDone = (): boolean => true;
  return rm(file).then(
    isDone,
    (error: NodeJS.ErrnoException) => isNone(error) || truncate(file).then(isDone, () => false),
  );
}

/** Maximum number of stored terminal sessions. */
const MAX_SESSIONS = 30;

/** Another run may remove the same files at the same time. */
async function removeOldest(folder: string): Promise<void> {
  const { readdir, rm, stat } = await import("node:fs/promises");
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length < MAX_SESSIONS) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, ms: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  for (const { path } of files.toSorted((a, b) => b.ms - a.ms).slice(MAX_SESSIONS - 1))
    await rm(path, { recursive: true, force: true }).catch(() => {});
}

/**
 * Reads the file of this terminal; returns undefined when it is missing or damaged. Errors: those of the file system,
 * also when a later search could not have replaced the file.
 */
export async function readLastSearch(file: string): Promise<LastSearch | undefined> {
  const { access, constants, readFile } = await import("node:fs/promises");
  try {
    const text = await readFile(file, "utf8");
    await access(dirname(file), constants.W_OK);
    const kept = JSON.parse(text) as Partial<LastSearch> | null;
    const isSound =
      typeof kept?.savedMs === "number" &&
      typeof kept.profile === "string" &&
      typeof kept.baseUrl === "string" &&
      (kept.asker === undefined ||
        (typeof kept.asker.salt === "string" && typeof kept.asker.digest === "string")) &&
      typeof kept.shown === "number" &&
      ["undefined", "string"].includes(typeof kept.where) &&
      Array.isArray(kept.rows) &&
      kept.rows.every((row) => Array.isArray(row) && row.every(isRowItem));
    return isSound ? (kept as LastSearch) : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

const isRowItem = (item: unknown): boolean =>
  typeof (item as SceneItem | null)?.collectionId === "string" &&
  typeof (item as SceneItem).granuleId === "string" &&
  ["undefined", "string"].includes(typeof (item as ShownItem).covers);

/** Returns whether the search was sent with this key or token. */
export const isAskedWith = async (
  asker: NonNullable<LastSearch["asker"]>,
  credential: Credential | undefined,
): Promise<boolean> => (await digestOf(asker.salt, credential)) === asker.digest;

/** Salted, so that files of several searches do not reveal that they share a key. */
async function digestOf(salt: string, credential: Credential | undefined): Promise<string> {
  const { secretsOf } = await import("../../contract/credentials.ts");
  return sha256(JSON.stringify([salt, credential?.kind, ...secretsOf(credential)]));
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export const isCacheOff = ({ world }: Pick<Context, "world">): boolean =>
  isSet(world.env["SWATH_NO_ID_CACHE"]);

/**
 * Returns one file per terminal session, for all profiles, because the last search is on the screen. Undefined off a
 * terminal.
 */
export function rowsFile({ world, directories }: Keeper): string | undefined {
  const session = world.terminalSession?.();
  return session === undefined ? undefined : join(directories.cache, "rows", `${sha256(session)}.json`);
}
