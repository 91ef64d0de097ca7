/**
 * `swath __complete <kind> <arguments typed so far>`: prints ids from the journal and the settings for a shell, one
 * per line. Sends no request, and prints nothing when there are no ids or an error occurs.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { directoriesOf, type Directories } from "../../settings/directories.ts";
import { isSafeId, type ListedKind } from "./id-kinds.ts";
import { configPath, readDefaultProfile, SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { World } from "../world.ts";

/** How many journal records one completion reads: the newest. */
const MOST_RECORDS = 200;

export async function completeIds(
  { env, homeDir, stdout }: Pick<World, "env" | "homeDir" | "stdout">,
  [kind = "", ...typed]: readonly string[],
): Promise<void> {
  try {
    const directories = directoriesOf(env, homeDir, valueOf("--config", typed));
    const profile = typed.includes("--sandbox")
      ? SANDBOX_PROFILE
      : (valueOf("--profile", typed) ?? (env["SWATH_PROFILE"] || readDefaultProfile(directories.config)));
    const ids = (await LISTS[kind as ListedKind](directories, profile)).filter(isSafeId);
    if (ids.length > 0) await stdout.write(`${ids.join("\n")}\n`);
  } catch {
    // A shell cannot show errors during completion.
  }
}

/** The value of a flag among the arguments typed so far. */
function valueOf(flag: string, typed: readonly string[]): string | undefined {
  const at = typed.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1) return undefined;
  const word = typed[at]!;
  return (word === flag ? typed[at + 1] : word.slice(flag.length + 1)) || undefined;
}

const LISTS: Readonly<
  Record<ListedKind, (directories: Directories, profile: string) => Promise<readonly string[]>>
> = {
  profile: ({ config }) => profileNames(config),
  intent: async ({ state }) => (await journalRecords(state)).map(({ id }) => id),
  order: async ({ state }, profile) => {
    const { isOrder } = await import("../../ledger/subject.ts");
    return (await journalRecords(state))
      .filter((record) => isOrder(record) && record.profile === profile)
      .flatMap(({ resultId }) => resultId ?? []);
  },
};

async function profileNames(configDir: string): Promise<string[]> {
  const stored = await readFile(configPath(configDir), "utf8").then(
    (text) => JSON.parse(text) as { profiles?: object },
    () => ({ profiles: {} }),
  );
  return [...new Set(["default", SANDBOX_PROFILE, ...Object.keys(stored.profiles ?? {})])];
}

async function journalRecords(stateDir: string): Promise<IntentRecord[]> {
  const { parseRecord, idInFileName } = await import("../../ledger/intent-record.ts");
  const dir = join(stateDir, "journal");
  const ids = (await readdir(dir)).map(idInFileName).filter((id) => id !== undefined);
  const read = await Promise.all(
    (await newest(dir, ids)).map(async (id) =>
      parseRecord(await readFile(join(dir, `${id}.json`), "utf8"), id),
    ),
  );
  return read
    .flatMap(({ record }) => (record === undefined ? [] : [record]))
    .sort((a, b) => b.preparedAt - a.preparedAt);
}

async function newest(dir: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length <= MOST_RECORDS) return ids;
  const dated = await Promise.all(
    ids.map(async (id) => ({ id, at: (await stat(join(dir, `${id}.json`))).mtimeMs })),
  );
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_RECORDS)
    .map(({ id }) => id);
}
