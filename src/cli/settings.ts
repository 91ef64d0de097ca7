/** Settings of one run: flag > environment > profile > default, each with the place it came from. */
import { inputError, type Fault } from "../errors.ts";
import { closest } from "../domain/closest.ts";
import type { GlobalOptions } from "./global-flags.ts";
import type { Profile } from "./profiles.ts";
import { SETTINGS, type SettingName, type SettingRow } from "./settings-table.ts";
import type { Environment } from "./world.ts";

type Value<N extends SettingName> = (typeof SETTINGS)[N]["read"] extends (text: string) => infer R
  ? R extends { ok: true; value: infer V }
    ? (typeof SETTINGS)[N] extends { default: unknown }
      ? V
      : V | undefined
    : never
  : never;

export type Origin = "flag" | "environment" | "profile" | "default" | "none";

export interface Setting<V> {
  value: V;
  origin: Origin;
  /** The flag, variable or key that gave the value. */
  source: string;
}

export type Settings = { readonly [N in SettingName]: Setting<Value<N>> };

const profileValue = (profile: Profile, path: string): unknown => {
  let value: unknown = profile;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
};

export const flagName = (option: string): string =>
  `--${option.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

function resolve(
  name: SettingName,
  options: Partial<GlobalOptions>,
  env: Environment,
  profile: Profile,
  faults: Fault[],
): Setting<unknown> {
  const row: SettingRow = SETTINGS[name];
  const given = row.option === undefined ? undefined : options[row.option];
  if (given !== undefined && row.option !== undefined) {
    return { value: readFlag(row, given, faults), origin: "flag", source: flagName(row.option) };
  }
  const text = row.env === undefined ? undefined : env[row.env];
  if (text !== undefined && text !== "" && row.env !== undefined) {
    return { value: read(row, text, row.env, faults), origin: "environment", source: row.env };
  }
  const stored = row.profileKey === undefined ? undefined : profileValue(profile, row.profileKey);
  if (stored !== undefined && row.profileKey !== undefined) {
    return {
      value: read(row, String(stored), row.profileKey, faults),
      origin: "profile",
      source: row.profileKey,
    };
  }
  return row.default === undefined
    ? { value: undefined, origin: "none", source: "" }
    : { value: row.default, origin: "default", source: "" };
}

/** A flag was already read by the parser, except those whose rule lives in this table (the base URL, say). */
function readFlag(row: SettingRow, given: unknown, faults: Fault[]): unknown {
  if (typeof given !== "string") return given;
  return read(row, given, flagName(row.option ?? ""), faults);
}

function read(row: SettingRow, text: string, source: string, faults: Fault[]): unknown {
  const reading = row.read(text);
  if (reading.ok) return reading.value;
  const code = source.startsWith("--") ? "USAGE" : "CONFIG_INVALID";
  const message = `${source} ${JSON.stringify(text)}: ${reading.rule}`;
  faults.push({ code, path: "", flag: source, value: text, rule: reading.rule, message, hint: reading.hint });
  return row.default;
}

/** Resolves every setting; throws all faults of flags, environment and profile at once. */
export function resolveSettings(
  options: Partial<GlobalOptions>,
  env: Environment,
  profile: Profile,
): Settings {
  const faults: Fault[] = [];
  const names = Object.keys(SETTINGS) as SettingName[];
  const entries = names.map((name) => [name, resolve(name, options, env, profile, faults)] as const);
  if (faults.length > 0) throw inputError(faults);
  return Object.fromEntries(entries) as unknown as Settings;
}

/** The fault for a variable that starts like ours and is none: a slip that would otherwise change nothing, silently. */
export function unknownVariables(env: Environment, known: Iterable<string>): string[] {
  const names = new Set(known);
  return Object.keys(env)
    .filter((name) => name.startsWith("SWATH_") && !names.has(name))
    .map((name) => {
      const meant = closest(name, names);
      return `${name} is not a setting${meant === undefined ? "" : `; did you mean ${meant}?`}`;
    });
}
