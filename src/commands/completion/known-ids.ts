/** Returns the ids that this machine knows: from earlier results, the spend journal and the settings. Sends no request. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { IntentRecord } from "../../money/record.ts";
import { type Directories, resolveDirectories } from "../../settings/environment.ts";
import { chooseProfile, toConfigPath, SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { readTypedValues } from "../../cli/write-command.ts";
import { toIdPath, isSafeId, type IdKind, type RememberedKind } from "../../cli/completion/id-kinds.ts";
import type { World } from "../../cli/world.ts";

/** Maximum number of journal records that one completion reads: the newest. */
const MAX_RECORDS = 200;

/** `typed`: the words of the line, which may select the profile. */
export async function listKnownIds(
  world: Pick<World, "env" | "homeDir" | "platform">,
  kind: IdKind,
  typed: readonly string[],
): Promise<string[]> {
  const { directories, profile } = readTypedProfile(world, typed);
  const readKept = async (one: RememberedKind): Promise<string[]> =>
    (await readFile(toIdPath(directories.cache, profile, one), "utf8")).split("\n");
  const list = async (): Promise<readonly string[]> => {
    switch (kind) {
      case "profile":
        return readProfileNames(directories.config);
      case "intent":
        return (await readJournalRecords(directories.state)).map(({ id }) => id);
      case "order": {
        const { isOrder } = await import("../../money/purchase.ts");
        return (await readJournalRecords(directories.state))
          .filter((record) => isOrder(record) && record.profile === profile)
          .flatMap(({ resultId }) => resultId ?? []);
      }
      case "task":
      case "repeat":
        return [...(await readKept(`${kind}Name`).catch(() => [])), ...(await readKept(kind))];
      default:
        return readKept(kind);
    }
  };
  return (await list()).filter(isSafeId);
}

/** Reads the profile from a line that is still being typed: none of its flags has been parsed. */
function readTypedProfile(
  world: Pick<World, "env" | "homeDir" | "platform">,
  typed: readonly string[],
): { directories: Directories; profile: string } {
  const { env } = world;
  const directories = resolveDirectories(env, world, readTypedValues(typed, "--config").at(-1) || undefined);
  const named = typed.includes("--sandbox")
    ? SANDBOX_PROFILE
    : readTypedValues(typed, "--profile").at(-1) || undefined;
  return { directories, profile: chooseProfile(directories.config, env, named) };
}

async function readProfileNames(configDir: string): Promise<string[]> {
  const stored = await readFile(toConfigPath(configDir), "utf8").then(
    (text) => JSON.parse(text) as { profiles?: object },
    () => ({ profiles: {} }),
  );
  return [...new Set(["default", SANDBOX_PROFILE, ...Object.keys(stored.profiles ?? {})])];
}

async function readJournalRecords(stateDir: string): Promise<IntentRecord[]> {
  const { parseRecord, findIdInName } = await import("../../money/record.ts");
  const dir = join(stateDir, "journal");
  const ids = (await readdir(dir)).map(findIdInName).filter((id) => id !== undefined);
  const read = await Promise.all(
    (await listNewest(dir, ids)).map(async (id) =>
      parseRecord(await readFile(join(dir, `${id}.json`), "utf8"), id),
    ),
  );
  return read
    .flatMap(({ record }) => (record === undefined ? [] : [record]))
    .sort((a, b) => b.preparedAt - a.preparedAt);
}

async function listNewest(dir: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length <= MAX_RECORDS) return ids;
  const dated = await Promise.all(
    ids.map(async (id) => ({ id, at: (await stat(join(dir, `${id}.json`))).mtimeMs })),
  );
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_RECORDS)
    .map(({ id }) => id);
}
