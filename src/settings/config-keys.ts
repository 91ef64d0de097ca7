/** The keys of a profile, each with the reader that validates its value. */
import { findClosest, didYouMean } from "../domain/closest.ts";
import { DIALECT_KEYS, mergeDialect, type DialectKey } from "../contract/dialect.ts";
import { AppError } from "../errors.ts";
import type { Reader } from "../domain/readers.ts";
import { SETTINGS, type SettingRow } from "./settings-table.ts";
import { advice, flagName, swath, type Hint } from "../hint.ts";

export type KeyRow = SettingRow & { profileKey: string };

function createDialectReader(key: DialectKey): Reader<unknown> {
  const { default: preset, choices = [] }: { default: unknown; choices?: readonly string[] } =
    DIALECT_KEYS[key];
  return (text) => {
    const isBoolean = typeof preset === "boolean" && (text === "true" || text === "false");
    const merged = mergeDialect({ [key]: isBoolean ? text === "true" : text });
    if (merged.ok) return { ok: true, value: merged.dialect[key] };
    return {
      ok: false,
      rule: `must be ${merged.faults[0]?.rule}`,
      ...didYouMean(findClosest(text, choices)),
    };
  };
}

function createDialectRow(key: DialectKey): KeyRow {
  const profileKey = `dialect.${key}`;
  const { default: preset, summary } = DIALECT_KEYS[key];
  const setting = Object.values<SettingRow>(SETTINGS).find((row) => row.profileKey === profileKey);
  return { read: createDialectReader(key), default: preset, summary, ...setting, profileKey };
}

const PLAIN_ROWS = Object.values<SettingRow>(SETTINGS).flatMap((row): KeyRow[] =>
  row.profileKey === undefined || row.profileKey.startsWith("dialect.")
    ? []
    : [{ ...row, profileKey: row.profileKey }],
);

/** Every key, settings first, then the dialect. */
export const CONFIG_KEYS: readonly KeyRow[] = [
  ...PLAIN_ROWS,
  ...(Object.keys(DIALECT_KEYS) as DialectKey[]).map(createDialectRow),
];

/** Returns the row of a typed key. An unknown key is an error with the closest known key. */
export function findKey(typed: string): KeyRow {
  const row = CONFIG_KEYS.find(({ profileKey }) => profileKey === typed);
  if (row !== undefined) return row;
  throw new AppError("usage", "CONFIG_INVALID", `there is no setting ${JSON.stringify(typed)}`, {
    next: suggestKey(typed),
  });
}

const SECRETS = ["apiKey", "key", "token", "password", "auth.apiKey"];

function suggestKey(typed: string): Hint {
  const elsewhere = Object.entries<SettingRow>(SETTINGS).find(
    ([name, { profileKey }]) => name === typed && profileKey === undefined,
  )?.[1];
  if (elsewhere !== undefined)
    return `Give it as ${elsewhere.option === undefined ? elsewhere.env : flagName(elsewhere.option)}`;
  if (findClosest(typed, SECRETS) !== undefined) return swath`auth login`;
  const names = CONFIG_KEYS.map(({ profileKey }) => profileKey);
  const bare = names
    .filter((name) => name.startsWith("dialect."))
    .map((name) => name.slice("dialect.".length));
  const meant = findClosest(typed, names);
  const meantBare = findClosest(typed, bare);
  const value = meant ?? (meantBare && `dialect.${meantBare}`);
  return value === undefined ? advice`List the settings: ${swath`config list`}` : `Did you mean ${value}?`;
}
