/**
 * Reads the service's collection types once a day: a file per profile in the cache folder keeps the last response, which
 * also serves for suggestions without a request. The file is only a convenience, so its errors are ignored.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "../../contract/json-object.ts";
import { readCollectionTypes, type CollectionType } from "../../contract/read-collection-types.ts";
import { replaceCached } from "../../disk/cache-file.ts";
import { formatDuration } from "../../time/duration.ts";
import { mayCacheResults } from "../../settings/environment.ts";
import type { AppContext } from "../context.ts";
import { reportStop } from "../incomplete-list.ts";

/** `refresh` asks the service even if its response is cached. */
export async function listCollectionTypes(
  context: AppContext,
  { refresh = false }: { refresh?: boolean | undefined },
): Promise<CollectionType[]> {
  const { clock, events, service } = context;
  // A dry run must show the request.
  const kept = refresh || service.isDryRun ? undefined : await recallTypes(context);
  if (kept !== undefined) {
    const ageMs = Math.floor((clock.now() - kept.atMs) / 60_000) * 60_000;
    const age = ageMs === 0 ? "less than a minute" : formatDuration(ageMs);
    events.note(`The service listed these types ${age} ago`, "--refresh asks again");
    return kept.types;
  }
  const { listAllCollectionTypes } = await import("../../client/request-pages.ts");
  const concurrency = context.settings.concurrency.value;
  const { types, note: problem } = await listAllCollectionTypes(service.client, { concurrency });
  if (problem === undefined) await rememberTypes(context, types);
  else reportStop(events, `the collection types are not complete: ${problem}`);
  return types;
}

/** Returns the names that the service listed within the last 24 hours, or undefined. */
export async function recallTypeNames(cache: AppContext): Promise<string[] | undefined> {
  const names = (await recallTypes(cache))?.types.map(({ name }) => name) ?? [];
  return names.length === 0 ? undefined : names;
}

const FRESH_MS = 24 * 3_600_000;

interface RememberedTypes {
  /** Time of the service's response, in milliseconds since 1970. */
  atMs: number;
  types: CollectionType[];
}

/** Returns the list of the last 24 hours, without a request. */
export async function recallTypes(cache: AppContext): Promise<RememberedTypes | undefined> {
  const file = findCacheFile(cache);
  if (file === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(await readFile(file, "utf8"));
    if (!isJsonObject(kept) || kept["service"] !== nameService(cache)) return undefined;
    const ageMs = cache.clock.now() - Number(kept["atMs"]);
    const types = readCollectionTypes(kept["types"]);
    return types !== undefined && ageMs >= 0 && ageMs < FRESH_MS
      ? { atMs: Number(kept["atMs"]), types }
      : undefined;
  } catch {
    return undefined;
  }
}

async function rememberTypes(cache: AppContext, types: readonly CollectionType[]): Promise<void> {
  const file = findCacheFile(cache);
  if (file === undefined) return;
  const kept = { atMs: cache.clock.now(), service: nameService(cache), types };
  await replaceCached(file, `${JSON.stringify(kept)}\n`, cache.machine.uuid()).catch(() => {});
}

const findCacheFile = ({ directories, profileName, env }: AppContext): string | undefined =>
  mayCacheResults(env, profileName) ? join(directories.cache, "types", `${profileName}.json`) : undefined;

/** Stored with the types, because the profile's base URL may change. */
const nameService = ({ settings, profileName }: AppContext): string => settings.baseUrl.value ?? profileName;
