/** The effective settings of a run: the profile, the table and the dialect together. */
import { DEFAULT_DIALECT, mergeDialect, type Dialect } from "../contract/dialect.ts";
import { AppError, inputError } from "../errors.ts";
import type { GivenOptions } from "./settings.ts";
import type { Profile } from "./profiles.ts";
import { resolveSettings, type Settings } from "./settings.ts";
import type { Environment } from "./environment.ts";

export interface EffectiveSettings {
  /** As stored; empty when it could not be read. */
  profile: Profile;
  settings: Settings;
  dialect: Dialect;
  /** The faults of profile or environment; the faulty values are skipped. */
  fault: AppError | undefined;
}

/**
 * Reads the profile and resolves everything. `isTolerant` is for the commands that show or repair settings: a fault is
 * then returned, and the run continues without the value. An invalid flag ends every run.
 */
export async function effectiveSettings(
  options: GivenOptions,
  env: Environment,
  read: () => Promise<Profile>,
  isTolerant: boolean,
): Promise<EffectiveSettings> {
  let profile: Profile = {};
  try {
    profile = await read();
    return { profile, ...combine(options, env, profile), fault: undefined };
  } catch (error) {
    if (!isTolerant || !(error instanceof AppError)) throw error;
    try {
      return { profile, ...combine(options, env, {}), fault: error };
    } catch {
      return { profile, ...combine(options, {}, {}), fault: error };
    }
  }
}

function combine(
  options: GivenOptions,
  env: Environment,
  profile: Profile,
): Pick<EffectiveSettings, "settings" | "dialect"> {
  const settings = resolveSettings(options, env, profile);
  return { settings, dialect: dialectOf(profile, settings) };
}

function dialectOf(profile: Profile, settings: Settings): Dialect {
  const merged = profile["dialect"] === undefined ? undefined : mergeDialect(profile["dialect"]);
  if (merged !== undefined && !merged.ok) throw inputError(merged.faults);
  const dialect = merged?.dialect ?? DEFAULT_DIALECT;
  const vendorPrefix = settings.vendorPrefix.value;
  return vendorPrefix === undefined ? dialect : { ...dialect, vendorPrefix };
}
