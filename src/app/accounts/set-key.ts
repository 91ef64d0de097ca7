/** Writes one key of a profile, or takes it out. */
import type { Context } from "../../cli/context.ts";
import {
  configPath,
  profileValue,
  readProfile,
  SANDBOX_PROFILE,
  writeProfile,
} from "../../settings/profiles.ts";
import { readSecret } from "../../settings/secret-store.ts";
import { placesOf } from "../../settings/settings.ts";
import { whileWritingSettings } from "../../settings/settings-lock.ts";
import { AppError } from "../../errors.ts";
import type { Change } from "../../commands/config/change-view.ts";
import { CONFIG_KEYS, findKey, type KeyRow } from "./config-keys.ts";
import { readConfigValue } from "../../commands/config/read-config-value.ts";

export async function setKey(context: Context, key: string, text: string): Promise<Change> {
  const row = findKey(key);
  const value = readConfigValue(row, text, context.world.cwd);
  if (row.profileKey === "baseUrl" && context.profileName === SANDBOX_PROFILE) throw sandboxStaysHere();
  const change = await write(context, key, value);
  tellWinner(context, row);
  if (row.profileKey === "baseUrl") await tellLogin(context, String(value));
  return change;
}

/** Takes out unknown keys too: that is how a slip in a hand-written file is mended. */
export async function unsetKey(context: Context, key: string): Promise<Change> {
  const { directories, profileName, notes } = context;
  const profile = await readProfile(directories.config, profileName);
  const isStored = profileValue(profile, key) !== undefined;
  if (!isStored) findKey(key);
  const change = await write(context, key, undefined);
  if (!isStored) notes.note(`Profile ${profileName} did not hold ${key}`);
  const row = CONFIG_KEYS.find(({ profileKey }) => profileKey === key);
  if (row !== undefined) tellWinner(context, row);
  return change;
}

async function write(context: Context, key: string, value: unknown): Promise<Change> {
  const { directories, profileName, profile, options, notes } = context;
  if (options.dryRun === true) notes.note("Nothing was written (--dry-run)");
  else {
    const { config } = directories;
    await whileWritingSettings(context, () => writeProfile(config, profileName, key, value));
  }
  return {
    profile: profileName,
    key,
    value: value ?? null,
    previous: profileValue(profile, key) ?? null,
    file: configPath(directories.config),
  };
}

/** A stored value that something else overrides looks as if it had no effect. */
function tellWinner({ world, notes, profileName }: Context, row: KeyRow): void {
  const [first] = placesOf(row, {}, world.env, {});
  if (first?.origin === "environment")
    notes.warn(`${first.source} is set, and wins over what profile ${profileName} says`);
}

async function tellLogin({ directories, profileName, notes }: Context, baseUrl: string): Promise<void> {
  const { origin } = new URL(baseUrl);
  const isKnown = (await readSecret(directories.config, origin, profileName)) !== undefined;
  if (!isKnown) notes.hint(`swath auth login${profileName === "default" ? "" : ` --profile ${profileName}`}`);
}

const sandboxStaysHere = (): AppError =>
  new AppError("usage", "CONFIG_INVALID", "the sandbox profile always means the sandbox on this machine", {
    hint: "Name another profile: --profile <name>",
  });
