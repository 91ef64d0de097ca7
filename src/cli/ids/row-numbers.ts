/**
 * Resolves row numbers of the last catalog search on this terminal, as arguments of the next command: `3` is row 3,
 * `3:GEO` its GEO product, `1-12:GEO` those of twelve rows. They are valid for an hour. A script uses ids, because its
 * search has other rows tomorrow.
 */
import type { SceneItem } from "../../app/ids/find-scenes.ts";
import { FEWEST_CHARACTERS, mayBeginId, withProducts } from "../../domain/short-ids.ts";
import { AppError, inputError } from "../../errors.ts";
import { advice, swath, typed } from "../../hint.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import type { Context } from "../context.ts";
import { usageError } from "../input/usage.ts";
import {
  isAskedWith,
  isCacheOff,
  readLastSearch,
  rowsFile,
  type Keeper,
  type LastSearch,
} from "./last-search.ts";

const KEPT_MS = 3_600_000;

/** No leading zero, because ids may begin with one. */
const NUMBER = /^[1-9]\d{0,5}$/;

export const isRowNumber = (word: string): boolean => NUMBER.test(withProducts(word).id);

const RANGE = /^([1-9]\d{0,3})-([1-9]\d{0,3})$/;

/** Returns `1:GEO`, `2:GEO` and `3:GEO` for `1-3:GEO`; any other word unchanged. */
export function rowsOfRange(word: string): string[] {
  const { id, types } = withProducts(word);
  const [, first, last] = RANGE.exec(id) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (!(count > 0)) return [word];
  const end = types === undefined ? "" : `:${types}`;
  return Array.from({ length: count }, (_row, at) => `${Number(first) + at}${end}`);
}

const SEARCH = advice`Search again: ${swath`catalog search`}`;
const GIVE_IDS = advice`Give ids, as this prints them: ${swath`catalog search --output id`}`;

/** Returns the items of each of the rows. Errors: USAGE when the rows are uncertain, ID_AMBIGUOUS. */
export async function itemsOfRows(
  context: Keeper & Pick<Context, "options">,
  words: readonly string[],
): Promise<(readonly SceneItem[])[]> {
  if (words.length === 0) return [];
  if (context.options.quiet === true)
    throw usageError("--quiet would hide the items of row numbers", "Leave out --quiet");
  const last = await requireLastSearch(context);
  return words.map((word) => itemsOf(context, last, word));
}

/** Returns the items of the last search on this terminal; none if its row numbers are invalid. */
export const itemsShown = async (context: Keeper): Promise<readonly SceneItem[]> =>
  (await rowsShown(context))?.rows.flat() ?? [];

/** Returns the rows of the last search of the catalog on this terminal; undefined if their numbers are invalid. */
export async function rowsShown(context: Keeper): Promise<LastSearch | undefined> {
  try {
    const last = await requireLastSearch(context);
    return last.asker === undefined ? undefined : last;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function requireLastSearch(context: Keeper): Promise<LastSearch> {
  const { world, clock, settings, profileName, service } = context;
  if (!world.stdin.isTTY || !world.stdout.isTTY)
    throw usageError("row numbers work on a terminal only, not in scripts and pipes", GIVE_IDS);
  const file = rowsFile(context);
  if (file === undefined || isCacheOff(context))
    throw usageError("the rows of a search are not kept on this terminal", GIVE_IDS);
  const last = await readLastSearch(file).catch((error: NodeJS.ErrnoException) => {
    const code = error.code ?? String(error);
    throw usageError(`cannot read the row numbers in ${file} (${code})`, GIVE_IDS);
  });
  if (last === undefined)
    throw usageError("no catalog search on this terminal has shown rows with numbers yet", SEARCH);
  const age = clock.now() - last.savedMs;
  if (age < 0 || age > KEPT_MS) {
    const when = age < 0 ? "ahead of the clock of this machine" : "older than an hour";
    throw usageError(`the rows of the search of ${timeForPeople(last.savedMs)} are ${when}`, SEARCH);
  }
  if (last.rows.length === 0)
    throw usageError("the rows of the last catalog search on this terminal have no numbers", SEARCH);
  if (last.profile !== profileName) {
    const flags = last.profile === SANDBOX_PROFILE ? ["--sandbox"] : ["--profile", last.profile];
    throw usageError(
      `the last catalog search on this terminal showed rows of profile ${last.profile}, and this run is of profile ${profileName}`,
      advice`Use ${typed(...flags)}`,
    );
  }
  if (last.asker !== undefined && last.baseUrl !== (settings.baseUrl.value ?? ""))
    throw usageError(
      `the last catalog search on this terminal asked another service (${last.baseUrl})`,
      SEARCH,
    );
  // The key of a dry run may be masked, and a dry run buys nothing.
  if (
    last.asker !== undefined &&
    !service.isDryRun &&
    !(await isAskedWith(last.asker, (await service.connection()).credential))
  )
    throw usageError(
      "the last catalog search on this terminal was sent with another key, which may see other scenes",
      SEARCH,
    );
  return last;
}

function itemsOf(context: Keeper, { rows, shown }: LastSearch, word: string): readonly SceneItem[] {
  const { id: number, types } = withProducts(word);
  const items = rows[Number(number) - 1];
  if (items === undefined)
    throw Number(number) <= shown
      ? usageError(
          `row ${number} has no number: only the first ${rows.length} of ${shown} rows have one`,
          GIVE_IDS,
        )
      : usageError(`there is no row ${number}: the last catalog search showed ${shown}`, SEARCH);
  if (items.length === 0)
    throw usageError(
      `row ${number} cannot be ordered: the service gave its item no id or no collection`,
      SEARCH,
    );
  const isLong = number.length >= FEWEST_CHARACTERS;
  const isNamed = ({ granuleId, collectId }: SceneItem): boolean =>
    [granuleId, collectId].some(
      (id) => id === number || (isLong && id !== undefined && mayBeginId(id) && id.startsWith(number)),
    );
  const others = rows.flat().filter((item) => isNamed(item) && !items.includes(item));
  if (others.length > 0)
    throw ambiguous(
      number,
      `${number} may be row ${number} (${items.map(fullItemId).join(", ")}) or an id: ${others.map(fullItemId).join(", ")}`,
    );
  return types === undefined ? items : productsOfRow(context, items, types, number);
}

/** Returns the items of a row by scene: a stack has several. */
export function scenesOfRow(items: readonly SceneItem[]): SceneItem[][] {
  const scenes = new Map<string, SceneItem[]>();
  for (const item of items) {
    const key = item.collectId ?? item.granuleId;
    scenes.set(key, [...(scenes.get(key) ?? []), item]);
  }
  return [...scenes.values()];
}

/** Returns these products of each scene of a row; a note counts the scenes without one. */
function productsOfRow(
  { notes }: Keeper,
  items: readonly SceneItem[],
  types: string,
  number: string,
): SceneItem[] {
  const scenes = scenesOfRow(items);
  const title = `row ${number}`;
  return types.split(",").flatMap((type) => {
    const having = scenes.filter((scene) => scene.some((item) => isOfType(item, type)));
    const without = scenes.length - having.length;
    if (having.length > 0 && without > 0)
      notes.note(`${without} of the ${scenes.length} scenes of ${title} have no product ${type}`);
    const from = having.length === 0 ? [items] : having;
    return from.flatMap((scene) => productsOf(scene, type, { title, word: number }));
  });
}

const isOfType = ({ productType }: SceneItem, type: string): boolean =>
  productType?.toUpperCase() === type.toUpperCase();

/** Returns `sar-images/1a2b3c4d-...`: an item in the form that every command accepts. */
export const fullItemId = ({ collectionId, granuleId }: SceneItem): string => `${collectionId}/${granuleId}`;

/** Returns the error for several items of one type in a scene, or with one id in several collections. */
export const oneOfSeveral = (word: string, title: string, items: readonly SceneItem[]): AppError =>
  ambiguous(word, `${title} may be any of ${items.length} items: ${items.map(fullItemId).join("; ")}`);

const ambiguous = (value: string, message: string): AppError =>
  inputError([
    { code: "ID_AMBIGUOUS", path: "", value, rule: "one item", message, next: "Give one of them in full" },
  ]);

/** Returns the products of a scene, such as GEO,GEC. Errors: USAGE for a missing product, ID_AMBIGUOUS. */
export const productsOf = (
  items: readonly SceneItem[],
  types: string,
  { title, word }: { title: string; word: string },
): SceneItem[] =>
  types.split(",").map((type) => {
    const [item, ...others] = items.filter((each) => isOfType(each, type));
    if (item !== undefined && others.length > 0)
      throw oneOfSeveral(`${word}:${type}`, `product ${type} of ${title}`, [item, ...others]);
    if (item !== undefined) return item;
    const known = [...new Set(items.flatMap(({ productType }) => productType ?? []))];
    throw usageError(
      `${title} has no product ${type}; it has ${known.join(", ")}`,
      `For example ${word}:${known[0]}`,
    );
  });
