/**
 * The collection types that the service last named, a file for each profile in the cache folder: for suggestions without
 * a request. Only a convenience, like remembered ids: whatever goes wrong with it is nobody's concern.
 */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMembers } from "../../contract/members.ts";
import { readCollectionTypes, type CollectionType } from "../../contract/read-collection-types.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import type { Context } from "../../cli/context.ts";

type Keeper = Pick<Context, "world" | "directories" | "profileName" | "settings">;

const FRESH_MS = 24 * 3_600_000;

export interface RememberedTypes {
  /** When the service said so, in milliseconds since 1970. */
  atMs: number;
  types: CollectionType[];
}

/** What the service of this profile said within the last 24 hours, or undefined. */
export async function rememberedTypes(keeper: Keeper): Promise<RememberedTypes | undefined> {
  const file = fileOf(keeper);
  if (file === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(await readFile(file, "utf8"));
    if (!isMembers(kept) || kept["service"] !== serviceOf(keeper)) return undefined;
    const ageMs = keeper.world.clock.now() - Number(kept["atMs"]);
    const types = readCollectionTypes(kept["types"]);
    return types !== undefined && ageMs >= 0 && ageMs < FRESH_MS
      ? { atMs: Number(kept["atMs"]), types }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Their names, for suggestions. */
export async function rememberedTypeNames(keeper: Keeper): Promise<string[] | undefined> {
  const names = (await rememberedTypes(keeper))?.types.map(({ name }) => name) ?? [];
  return names.length === 0 ? undefined : names;
}

export async function rememberTypes(keeper: Keeper, types: readonly CollectionType[]): Promise<void> {
  const file = fileOf(keeper);
  if (file === undefined) return;
  const draft = `${file}.${keeper.world.uuid()}`;
  try {
    await makeFolder(dirname(file), 0o700);
    const kept = { atMs: keeper.world.clock.now(), service: serviceOf(keeper), types };
    await writeFile(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** None where nothing is to be kept, or where the profile's name is no file's name. */
function fileOf({ world, directories, profileName }: Keeper): string | undefined {
  if ((world.env["SWATH_NO_ID_CACHE"] ?? "") !== "" || !/^[\w-][\w.-]*$/.test(profileName)) return undefined;
  return join(directories.cache, "types", `${profileName}.json`);
}

/** A profile may be pointed at another service meanwhile. */
const serviceOf = ({ settings, profileName }: Keeper): string => settings.baseUrl.value ?? profileName;
