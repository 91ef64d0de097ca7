/**
 * `swath __complete <kind> <arguments typed so far>`: prints ids from the journal and the settings for a shell, one
 * per line. Sends no request, and prints nothing when there are no ids or an error occurs.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import type { Directories } from "../../settings/directories.ts";
import { isSafeId, type ListedKind } from "./id-kinds.ts";
import { configPath, SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { World } from "../world.ts";
import { typedProfile } from "./typed-profile.ts";

/** How many journal records one completion reads: the newest. */
const MOST_RECORDS = 200;

export async function completeIds(
  { env, homeDir, stdout }: Pick<World, "env" | "homeDir" | "stdout">,
  [kind = "", ...typed]: readonly string[],
): Promise<void> {
  try {
    const { directories, profile } = typedProfile({ env, homeDir }, typed);
    const ids = (await LISTS[kind as ListedKind](directories, profile)).filter(isSafeId);
    if (ids.length > 0) await stdout.write(`${ids.join("\n")}\n`);
  } catch {
    // A shell cannot show errors during completion.
  }
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
