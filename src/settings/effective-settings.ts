/** The effective settings of a run: the profile, the table and the dialect together. */
import { readDialect, type Dialect } from "../contract/dialect.ts";
import { AppError, inputError } from "../errors.ts";
import type { GivenOptions } from "./settings.ts";
import { DialectLearner } from "./dialect-learner.ts";
import { LEARNED, readLearned } from "./learned.ts";
import type { Profile } from "./profiles.ts";
import { resolveSettings, type Settings } from "./settings.ts";
import type { Environment } from "./environment.ts";

export interface EffectiveSettings {
  /** As stored; empty when it could not be read. */
  profile: Profile;
  settings: Settings;
  dialect: Dialect;
  /** Changes `dialect` by what the service shows. */
  learner: DialectLearner;
  /** The faults of profile or environment; the faulty values are skipped. */
  fault: AppError | undefined;
}

export interface SettingsSources {
  /** Values of flags. */
  options: GivenOptions;
  env: Environment;
  readProfile: () => Promise<Profile>;
  /** Returns the service by which its learned forms are stored; undefined without a base URL. */
  placeOf: (settings: Settings) => Promise<string | undefined>;
}

/**
 * Reads the profile and resolves everything. `isTolerant` is for the commands that show or repair settings: a fault is
 * then returned, and the run continues without the value. An invalid flag ends every run.
 */
export async function loadSettings(
  sources: SettingsSources,
  isTolerant: boolean,
): Promise<EffectiveSettings> {
  let profile: Profile = {};
  try {
    profile = await sources.readProfile();
    return { profile, ...(await combine(sources, profile)), fault: undefined };
  } catch (error) {
    if (!isTolerant || !(error instanceof AppError)) throw error;
    try {
      return { profile, ...(await combine(sources, {})), fault: error };
    } catch {
      return { profile, ...(await combine({ ...sources, env: {} }, {})), fault: error };
    }
  }
}

async function combine(
  { options, env, placeOf }: SettingsSources,
  profile: Profile,
): Promise<Pick<EffectiveSettings, "settings" | "dialect" | "learner">> {
  const settings = resolveSettings(options, env, profile);
  const { set, faults } = readDialect(profile["dialect"]);
  if (faults.length > 0) throw inputError(faults);
  // Few profiles have learned anything, and the place of a sandbox is in a file.
  const learned = profile[LEARNED] === undefined ? {} : readLearned(profile, await placeOf(settings));
  const { value, origin } = settings.vendorPrefix;
  const given = value === undefined ? {} : { vendorPrefix: value };
  const learner = new DialectLearner({
    learned,
    profile: set,
    ...(origin === "environment" && { environment: given }),
    ...(origin === "flag" && { flag: given }),
  });
  return { settings, dialect: learner.dialect, learner };
}
