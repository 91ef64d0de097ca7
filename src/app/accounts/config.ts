/** Reads and writes the settings of a profile, with the source of each value. */
import { resolve } from "node:path";
import { isDialectKey, type Dialect, type DialectKey } from "../../contract/dialect.ts";
import { readTimeLimit } from "../../domain/readers.ts";
import { toBudgetForm, parseBudget } from "../../domain/price/budget.ts";
import { AppError, inputError, quoteText } from "../../errors.ts";
import type { DialectLearner } from "../../settings/dialect-learner.ts";
import { CONFIG_KEYS, findKey, type KeyRow } from "../../settings/config-keys.ts";
import type { Environment } from "../../settings/environment.ts";
import {
  toConfigPath,
  findProfileValue,
  findStoredProfile,
  readProfile,
  SANDBOX_PROFILE,
  writeProfile,
  type Profile,
} from "../../settings/profiles.ts";
import { forgetLearned, listLearned } from "../../settings/learned.ts";
import { listSecrets } from "../../settings/secret-store.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import {
  listSettingPlaces,
  type GivenOptions,
  type Origin,
  type SettingPlace,
} from "../../settings/settings.ts";
import { formatDuration } from "../../time/duration.ts";
import type { AppContext } from "../context.ts";
import { countText, listText } from "../../counted.ts";
import { advice, swath } from "../../hint.ts";

/** The budget as data. */
export type BudgetValue = ReturnType<typeof toBudgetForm>;

/** One key and one source that gives it a value. */
export interface KeyPlace {
  key: string;
  /** Null when no source gives a value. */
  value: string | number | boolean | BudgetValue | null;
  origin: Origin;
  /** The flag, variable or profile. */
  source: string;
}

/** The sources of a run's settings. */
export interface SettingSources {
  options: GivenOptions;
  env: Environment;
  profile: Profile;
  profileName: string;
  /** The currency of a `$` in the budget. */
  dialect: Dialect;
  learner: Pick<DialectLearner, "getOrigin">;
}

/**
 * Returns every source that gives the key a value, in order of precedence; one row without a value when there is
 * none.
 */
function findKeyPlaces(sources: SettingSources, row: KeyRow): KeyPlace[] {
  const { options, env, profile, profileName, dialect } = sources;
  const key = row.profileKey;
  const isStored = ({ origin }: SettingPlace): boolean => origin === "profile" || origin === "learned";
  const places = withLearned(sources, row, listSettingPlaces(row, options, env, profile)).map(
    (place): KeyPlace => ({
      key,
      value: toShownValue(row, place, dialect["currency.$"]),
      origin: place.origin,
      source: isStored(place) ? `profile ${profileName}` : place.source,
    }),
  );
  return places.length > 0 ? places : [{ key, value: null, origin: "none", source: "" }];
}

/** Returns the sources with what the service has shown before the default, and the default that this header has. */
function withLearned(
  { dialect, learner }: SettingSources,
  { profileKey }: KeyRow,
  places: readonly SettingPlace[],
): SettingPlace[] {
  const key = profileKey.replace(/^dialect\./, "");
  if (key === profileKey || !isDialectKey(key)) return [...places];
  const origin = learner.getOrigin(key);
  const given = dialect[key];
  if (origin === "interface") return places.map((place) => ({ ...place, given }));
  if (origin !== "learned") return [...places];
  return [{ origin, source: profileKey, given }, ...places];
}

/** Returns the value in a form that can be stored again unchanged. */
function toShownValue(
  { read, profileKey }: KeyRow,
  { given, origin }: SettingPlace,
  dollar: string,
): KeyPlace["value"] {
  const budget = profileKey === "budget" ? parseBudget(String(given)) : undefined;
  if (budget !== undefined) return toBudgetForm(budget, dollar);
  if (read === readTimeLimit) return typeof given === "number" ? formatDuration(given) : String(given);
  const reading = typeof given === "string" && origin !== "default" ? read(given) : undefined;
  const isPlain = reading?.ok === true && (typeof reading.value !== "object" || Array.isArray(reading.value));
  const value = isPlain ? reading.value : given;
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}

/** Returns the source of the key's value in this run. Errors: CONFIG_INVALID for an unknown key. */
export const getKey = (sources: SettingSources, key: string): KeyPlace =>
  findKeyPlaces(sources, findKey(key))[0]!;

/**
 * Returns the keys with their effective source; with `showOrigin` also the overridden ones. A key of the dialect is
 * listed once it differs from the interface, or with `all`.
 */
export const listKeys = (
  sources: SettingSources,
  { showOrigin, all }: { showOrigin?: true; all?: true },
): KeyPlace[] =>
  CONFIG_KEYS.flatMap((row) => {
    const places = findKeyPlaces(sources, row);
    const isUsual = row.profileKey.startsWith("dialect.") && places[0]?.origin === "default";
    if (isUsual && all !== true) return [];
    return showOrigin === true ? places : places.slice(0, 1);
  });

type ConfigContext = AppContext & { readonly profile: Profile };

/** One change of a profile. */
export interface Change {
  profile: string;
  key: string;
  /** Null after a removal. */
  value: unknown;
  /** The previous value; null when there was none. */
  previous: unknown;
  /** The profile's file. */
  file: string;
}

/** Stores a value. To a list it is added, so that no value of it is dropped unseen. */
export async function setKey(context: ConfigContext, key: string, text: string): Promise<Change> {
  const row = findKey(key);
  const value = readConfigValue(row, text, context.folder);
  if (row.profileKey === "caFile") await requireCaFile(String(value));
  if (row.profileKey === "baseUrl" && context.profileName === SANDBOX_PROFILE) throw toSandboxAddressError();
  const change = await writeKey(context, key, (stored) =>
    row.isList === true ? joinValues([...listValues(row, stored), ...listValues(row, value)]) : value,
  );
  if (row.isList === true) noteAdded(context, row, change);
  warnOfOverride(context, row);
  if (row.profileKey === "baseUrl") await suggestLogin(context, String(value));
  return change;
}

/** Errors: INPUT_NOT_READABLE, and CONFIG_INVALID for a file without certificates. */
async function requireCaFile(file: string): Promise<void> {
  const [{ loadTrust }, tls] = await Promise.all([import("../../client/trust.ts"), import("node:tls")]);
  const trust = await loadTrust(file, undefined);
  trust(tls);
}

/** Returns the values of a list as it is stored; none if they cannot be read. */
function listValues({ read }: KeyRow, stored: unknown): string[] {
  const text: unknown = Array.isArray(stored) ? stored.join(",") : stored;
  const reading = typeof text === "string" ? read(text) : undefined;
  return reading?.ok === true ? (reading.value as string[]) : [];
}

/** Returns the list in the form in which it is stored; undefined for an empty one. */
const joinValues = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : [...new Set(values)].join(",");

function noteAdded({ events }: ConfigContext, row: KeyRow, { key, value, previous }: Change): void {
  const [before, after] = [listValues(row, previous), listValues(row, value)];
  if (before.length === 0) {
    if (previous !== null) events.warn(`the earlier value of ${key} could not be read, and was replaced`);
    return;
  }
  const added = after.length - before.length;
  events.note(
    added === 0
      ? `${key} already has this value`
      : `Added to ${key}, which now has ${countText(after.length, "value")}`,
    advice`Remove one: ${swath`config unset ${key} <value>`}`,
  );
}

/** Removes one value of a list. Errors: USAGE for a setting that is not a list, CONFIG_INVALID for a value that it does not have. */
export async function removeValue(context: ConfigContext, key: string, value: string): Promise<Change> {
  const row = findKey(key);
  if (row.isList !== true)
    throw new AppError("usage", "USAGE", `${key} has one value`, { next: "Leave out the value" });
  const removed = listValues(row, value);
  return writeKey(context, key, (stored) => {
    const values = listValues(row, stored);
    const [missing] = removed.length === 0 ? [value] : removed.filter((one) => !values.includes(one));
    if (missing !== undefined)
      throw new AppError(
        "usage",
        "CONFIG_INVALID",
        `${key} does not have ${quoteText(missing)}: nothing was removed`,
        {
          next: advice`See its values: ${swath`config get ${key}`}`,
        },
      );
    return joinValues(values.filter((one) => !removed.includes(one)));
  });
}

/** Also removes unknown keys, so that a typing error in a hand-written file can be corrected. */
export async function removeKey(context: ConfigContext, key: string): Promise<Change> {
  const { directories, profileName, events } = context;
  const profile = await readProfile(directories.config, profileName);
  const learned = findLearnedKey(profile, key);
  const isStored = findProfileValue(profile, key) !== undefined || learned !== undefined;
  if (!isStored) findKey(key);
  const change = await writeKey(context, key, () => undefined);
  if (learned !== undefined && !context.service.isDryRun)
    await withSettingsLock(context, () => forgetLearned(directories.config, profileName, learned));
  if (!isStored) events.note(`Profile ${profileName} does not have ${key}`);
  const row = CONFIG_KEYS.find(({ profileKey }) => profileKey === key);
  if (row !== undefined) warnOfOverride(context, row);
  return change;
}

/** Returns the key of the dialect whose value the profile has learned. */
function findLearnedKey(profile: Profile, key: string): DialectKey | undefined {
  const bare = key.replace(/^dialect\./, "");
  return bare !== key && isDialectKey(bare) && listLearned(profile)[bare] !== undefined ? bare : undefined;
}

/** `change` returns the new value of the stored one, under the lock of the settings; undefined removes it. */
async function writeKey(
  context: ConfigContext,
  key: string,
  change: (stored: unknown) => unknown,
): Promise<Change> {
  const { directories, profileName, service, events } = context;
  const { config } = directories;
  const write = async (): Promise<Pick<Change, "value" | "previous">> => {
    const profile = service.isDryRun ? context.profile : (findStoredProfile(config, profileName) ?? {});
    const previous = findProfileValue(profile, key);
    const value = change(previous);
    if (!service.isDryRun) await writeProfile(config, profileName, key, value);
    return { value: value ?? null, previous: previous ?? null };
  };
  if (service.isDryRun) events.note("Dry run: nothing was written");
  const { value, previous } = service.isDryRun ? await write() : await withSettingsLock(context, write);
  return { profile: profileName, key, value, previous, file: toConfigPath(config) };
}

/** Warns when another source overrides the stored value, which would then seem to have no effect. */
function warnOfOverride({ env, events, profileName }: ConfigContext, row: KeyRow): void {
  const [first] = listSettingPlaces(row, {}, env, {});
  if (first?.origin === "environment") events.warn(`${first.source} overrides profile ${profileName}`);
}

async function suggestLogin(
  { directories, profileName, events }: ConfigContext,
  baseUrl: string,
): Promise<void> {
  const { origin } = new URL(baseUrl);
  const keys = (await listSecrets(directories.config)).filter(({ profile }) => profile === profileName);
  if (keys.some((key) => key.origin === origin)) return;
  const others = keys.map((key) => key.origin);
  // A key is sent only to the origin that it was stored for.
  if (others.length > 0)
    events.note(
      `Profile ${profileName} has a key for ${listText(others, MAX_NAMED)}, and none for ${origin}`,
      swath`auth login`,
    );
  else events.hint(swath`auth login`);
}

const MAX_NAMED = 3;

const toSandboxAddressError = (): AppError =>
  new AppError("usage", "CONFIG_INVALID", "the sandbox profile always means the sandbox on this machine", {
    next: "Choose another profile with --profile",
  });

/**
 * Returns the form in which a typed value is stored, checked by the reader that will parse it. A value such as a
 * duration is stored as typed. A path is made absolute, since the next run may have another working folder.
 */
function readConfigValue({ profileKey, read }: KeyRow, text: string, cwd: string): unknown {
  const reading = read(text);
  if (!reading.ok) {
    throw inputError([
      {
        code: "CONFIG_INVALID",
        path: profileKey,
        value: text,
        rule: reading.rule,
        message: `${profileKey} ${quoteText(text)}: ${reading.rule}`,
        next: reading.next,
      },
    ]);
  }
  if (profileKey === "caFile") return resolve(cwd, text);
  if (typeof reading.value === "string") return reading.value;
  return String(reading.value) === text ? reading.value : text;
}
