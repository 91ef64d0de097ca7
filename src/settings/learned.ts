/**
 * The forms of a service that its responses have shown, in the profile under `learned`, beside the `dialect` that a person or a file
 * has set. They are bound to the service: for another one they do not count.
 */
import { DEFAULT_DIALECT, readDialect, type Dialect, type DialectKey } from "../contract/dialect.ts";
import { isJsonObject } from "../contract/json-object.ts";
import { readProfile, SANDBOX_PROFILE, findStoredProfile, writeProfile, type Profile } from "./profiles.ts";

export const LEARNED = "learned";

/** Returns what was learned of this service. Values that cannot be read are skipped: the next response shows them again. */
export function readLearned(profile: Profile, place: string | undefined): Partial<Dialect> {
  const learned = profile[LEARNED];
  if (!isJsonObject(learned) || place === undefined || learned["baseUrl"] !== place) return {};
  const { baseUrl: _place, ...values } = learned;
  return readDialect(values).set;
}

/**
 * Returns whether the profile keeps what is learned: it is for no other service, and it is stored, or may be made. That of the
 * sandbox always does.
 */
export function keepsLearned(
  configDir: string,
  name: string,
  { place, mayMake }: { place: string; mayMake: boolean },
): boolean {
  if (name === SANDBOX_PROFILE) return true;
  const stored = findStoredProfile(configDir, name);
  return (stored !== undefined || mayMake) && (stored?.["baseUrl"] ?? place) === place;
}

/**
 * Adds values to those that are stored, or removes them if the interface has them. Call it while no one else writes settings.
 */
export async function storeLearned(
  configDir: string,
  name: string,
  place: string,
  news: readonly LearnedValue[],
): Promise<void> {
  const values: Record<string, unknown> = { ...readLearned(await readProfile(configDir, name), place) };
  for (const { key, value } of news)
    if (value === DEFAULT_DIALECT[key]) delete values[key];
    else values[key] = value;
  const isEmpty = Object.keys(values).length === 0;
  await writeProfile(configDir, name, LEARNED, isEmpty ? undefined : { baseUrl: place, ...values });
}

/** Forgets a value. Call it while no one else writes settings. */
export async function forgetLearned(configDir: string, name: string, key: DialectKey): Promise<void> {
  const learned = findStoredProfile(configDir, name)?.[LEARNED];
  if (!isJsonObject(learned) || learned[key] === undefined) return;
  const { [key]: _forgotten, ...others } = learned;
  const { baseUrl: _place, ...values } = others;
  await writeProfile(configDir, name, LEARNED, Object.keys(values).length === 0 ? undefined : others);
}

/** Returns what the profile has learned, of any service. */
export function listLearned(profile: Profile): Record<string, unknown> {
  const learned = profile[LEARNED];
  if (!isJsonObject(learned)) return {};
  const { baseUrl: _place, ...values } = learned;
  return readDialect(values).set;
}

export interface LearnedValue {
  key: DialectKey;
  value: unknown;
}
