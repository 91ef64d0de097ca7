/** Settings of one run: flag > environment > profile > default, each with its source. */
import { type Dialect, readDialect } from "../contract/dialect.ts";
import { findClosest } from "../domain/closest.ts";
import { AppError, type Fault, inputError, quoteText } from "../errors.ts";
import { advice, flagName, swath } from "../hint.ts";
import { DialectLearner } from "./dialect-learner.ts";
import type { Environment } from "./environment.ts";
import { LEARNED, readLearned } from "./learned.ts";
import { findProfileValue, type Profile } from "./profiles.ts";
import { ENVIRONMENT, type SettingName, type SettingRow, SETTINGS } from "./settings-table.ts";

type Value<N extends SettingName> = (typeof SETTINGS)[N]["read"] extends (text: string) => infer R
  ? R extends { ok: true; value: infer V }
    ? (typeof SETTINGS)[N] extends { default: unknown }
      ? V
      : V | undefined
    : never
  : never;

export type Origin = "flag" | "environment" | "profile" | "learned" | "default" | "none";

export interface Setting<V> {
  value: V;
  origin: Origin;
  /** The flag, variable or key that gave the value. */
  source: string;
}

export type Settings = { readonly [N in SettingName]: Setting<Value<N>> };

/** Values of flags by option name; already parsed where the flag has a reader of its own. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** The effective settings of a run: the profile, the table and the dialect together. */
interface EffectiveSettings {
  /** As stored; empty when it could not be read. */
  profile: Profile;
  settings: Settings;
  dialect: Dialect;
  /** Changes `dialect` by what the service shows. */
  learner: DialectLearner;
  /** The faults of profile or environment; the faulty values are skipped. */
  fault: AppError | undefined;
}

interface SettingsSources {
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

/** One source of a setting's value. */
export interface SettingPlace {
  origin: Exclude<Origin, "none">;
  /** The flag, variable or key; empty for a default. */
  source: string;
  /** The value as given: parsed by the flag's reader, else the text or the profile's value. */
  given: unknown;
}

/** Returns every source that gives the setting a value, in order of precedence. */
export function listSettingPlaces(
  { option, env: variable, profileKey, default: preset }: SettingRow,
  options: GivenOptions,
  env: Environment,
  profile: Profile,
): SettingPlace[] {
  const text = variable === undefined ? undefined : env[variable];
  const candidates: SettingPlace[] = [
    {
      origin: "flag",
      source: flagName(option ?? ""),
      given: option === undefined ? undefined : options[option],
    },
    { origin: "environment", source: variable ?? "", given: text === "" ? undefined : text },
    {
      origin: "profile",
      source: profileKey ?? "",
      given: profileKey === undefined ? undefined : findProfileValue(profile, profileKey),
    },
    { origin: "default", source: "", given: preset },
  ];
  return candidates.filter(({ given }) => given !== undefined);
}

function resolve(row: SettingRow, places: readonly SettingPlace[], faults: Fault[]): Setting<unknown> {
  const [place] = places;
  if (place === undefined) return { value: undefined, origin: "none", source: "" };
  const { origin, source, given } = place;
  // The parser already parsed the flag, except flags whose rule is in the table (such as the base URL).
  const isRead = origin === "default" || (origin === "flag" && typeof given !== "string");
  return { value: isRead ? given : read(row, String(given), place, faults), origin, source };
}

function read(row: SettingRow, text: string, { source, origin }: SettingPlace, faults: Fault[]): unknown {
  const reading = row.read(text);
  if (reading.ok) return reading.value;
  const shown = text.replace(/\/\/[^/\s]*@/, "//***@");
  faults.push({
    code: origin === "flag" ? "USAGE" : "CONFIG_INVALID",
    path: "",
    flag: source,
    value: shown,
    rule: reading.rule,
    message: `${source} ${quoteText(shown)}: ${reading.rule}`,
    next:
      reading.next ??
      (origin === "profile" ? advice`Correct it: ${swath`config set ${source} <value>`}` : undefined),
  });
  return row.default;
}

/** Keys that a profile may have. */
const PROFILE_KEYS = [
  ...new Set([
    ...Object.values<SettingRow>(SETTINGS).flatMap(({ profileKey }) => profileKey?.split(".", 1) ?? []),
    "dialect",
    "learned",
  ]),
];

/**
 * Returns faults for unknown keys of a profile. Without this check, a typing error in a hand-written file
 * would have no effect. Values are not shown: they may be keys.
 */
const listUnknownKeys = (profile: Profile): Fault[] =>
  Object.keys(profile)
    .filter((key) => !PROFILE_KEYS.includes(key))
    .map((key) => {
      const meant = findClosest(key, PROFILE_KEYS);
      return {
        code: "CONFIG_INVALID",
        path: key,
        message: `the profile has a key ${JSON.stringify(key)}, which is not a setting${meant === undefined ? "" : `; did you mean ${meant}?`}`,
        rule: `a key of ${PROFILE_KEYS.join(", ")}`,
        next: advice`Remove it: ${swath`config unset ${key}`}`,
      };
    });

/** Resolves every setting; throws all faults of flags, environment and profile at once. */
export function resolveSettings(options: GivenOptions, env: Environment, profile: Profile): Settings {
  const faults = listUnknownKeys(profile);
  const entries = Object.entries<SettingRow>(SETTINGS).map(
    ([name, row]) => [name, resolve(row, listSettingPlaces(row, options, env, profile), faults)] as const,
  );
  if (faults.length > 0) throw inputError(faults);
  return Object.fromEntries(entries) as unknown as Settings;
}

const VARIABLES: readonly string[] = [
  ...Object.values<SettingRow>(SETTINGS).flatMap(({ env }) => env ?? []),
  ...Object.keys(ENVIRONMENT),
];

/** Returns warnings of unknown variables with our prefix: a typing error would otherwise have no effect. */
export const listUnknownVariables = (env: Environment): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith("SWATH_") && !VARIABLES.includes(name))
    .map((name) => {
      const meant = findClosest(name, VARIABLES);
      return `${name} is not a setting${meant === undefined ? "" : `; did you mean ${meant}?`}`;
    });
