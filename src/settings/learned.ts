/**
 * The forms of a service that its responses have shown, in the profile under `learned`, beside the `dialect` that a person or a file
 * has set. They are stored with the service's base URL, and are ignored for any other service.
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
 * Returns whether learned values are stored in the profile. The profile must be for this service, and must exist, or `mayMake` allows
 * the run to create it. The sandbox's profile always stores them.
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
 * Stores newly learned values, and removes stored values that are now the interface's own. The caller has locked the settings.
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

/** Forgets a value. The caller has locked the settings. */
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
