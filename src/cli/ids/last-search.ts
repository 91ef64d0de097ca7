/**
 * The items of the last catalog search that a terminal showed: one file per profile.
 * `order place` without an item offers them, and the beginning of one of their ids is accepted for it in a command on a
 * terminal. A script never depends on them. The file is only a convenience, so its errors are ignored.
 */
import { join } from "node:path";
import type { FoundItem } from "../../app/catalog/found-items.ts";
import { toSceneItem, type SceneItem } from "../../app/ids/find-scenes.ts";
import { shareText } from "../../render/quantity-text.ts";
import { mayCacheResults } from "../../settings/environment.ts";
import type { Context } from "../context.ts";

/** An item, with the search's measurements. */
interface ShownItem extends SceneItem {
  /** The share of the requested area, as in the table. */
  covers?: string;
}

interface LastSearch {
  savedMs: number;
  /** The place of the search, such as `at Lisbon (PT)`. */
  where?: string | undefined;
  baseUrl: string;
  /** In the order of the table. */
  items: readonly ShownItem[];
}

/** Maximum number of stored items. */
export const MAX_KEPT = 2000;

/** Replaces the items of the earlier search, unless none of these can be ordered. */
export async function keepLastSearch(
  context: Context,
  found: readonly FoundItem[],
  where?: string,
): Promise<void> {
  const { world, clock, settings } = context;
  const file = findSearchFile(context);
  const items = found.slice(0, MAX_KEPT).flatMap(({ item, cover }): ShownItem[] => {
    const shown = toSceneItem(item);
    return shown === undefined ? [] : [{ ...shown, ...(cover && { covers: shareText(cover) }) }];
  });
  if (file === undefined || items.length === 0) return;
  const last: LastSearch = { savedMs: clock.now(), where, baseUrl: settings.baseUrl.value ?? "", items };
  const { replaceCached } = await import("../../disk/cache-file.ts");
  await replaceCached(file, JSON.stringify(last), world.uuid()).catch(() => {});
}

/** Returns the last search with this profile and service; undefined in a script, and if none is readable. */
export async function readLastSearch(context: Context): Promise<LastSearch | undefined> {
  const { world, settings } = context;
  const file = findSearchFile(context);
  if (file === undefined || !world.stdin.isTTY || !world.stdout.isTTY) return undefined;
  const { readFile } = await import("node:fs/promises");
  try {
    const last = JSON.parse(await readFile(file, "utf8")) as LastSearch;
    const isSound =
      last.baseUrl === (settings.baseUrl.value ?? "") &&
      last.items.every((item) => typeof item.collectionId === "string" && typeof item.granuleId === "string");
    return isSound ? last : undefined;
  } catch {
    return undefined;
  }
}

const findSearchFile = ({ world, directories, profileName }: Context): string | undefined =>
  mayCacheResults(world.env, profileName)
    ? join(directories.cache, "last-search", `${profileName}.json`)
    : undefined;
