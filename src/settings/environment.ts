/** The environment variables of a run, and the folders that follow from them. */
import { isAbsolute, join } from "node:path";
import { AppError } from "../errors.ts";
import { flagName } from "../hint.ts";

/** The environment variables of a run. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reports whether a variable has a value; an empty one counts as unset. */
export const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";

/**
 * The program's folders on this machine (XDG base directories; a relative value is ignored, as the standard
 * requires). All are absolute, since a key must not be stored in whatever folder a command runs in.
 */
export interface Directories {
  /** Settings, profiles and stored keys. */
  config: string;
  /** Files that can be created again: completion ids, compiled code. */
  cache: string;
  /** The spend journal. */
  state: string;
  /** The sandbox's store. */
  data: string;
}

/** Returns the folders, which --config and environment variables may replace. Errors: CONFIG_INVALID, USAGE. */
export function resolveDirectories(env: Environment, homeDir: string, configFlag?: string): Directories {
  const base = (variable: string, ...fallback: string[]): string => {
    const value = env[variable];
    if (value !== undefined && isAbsolute(value)) return join(value, "swath");
    if (homeDir !== "") return join(homeDir, ...fallback, "swath");
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `neither HOME nor ${variable} is an absolute path: settings, keys and the spend journal need a folder`,
      { next: "Set HOME to a folder of this user, such as HOME=/var/lib/swath" },
    );
  };
  const { SWATH_CONFIG_DIR = "" } = env;
  const configFolder = (): string => {
    if (configFlag !== undefined) return requireAbsolute(configFlag, flagName("config"), "USAGE");
    if (SWATH_CONFIG_DIR === "") return base("XDG_CONFIG_HOME", ".config");
    return requireAbsolute(SWATH_CONFIG_DIR, "SWATH_CONFIG_DIR", "CONFIG_INVALID");
  };
  const folders = {
    config: configFolder(),
    cache: base("XDG_CACHE_HOME", ".cache"),
    state: base("XDG_STATE_HOME", ".local", "state"),
    data: base("XDG_DATA_HOME", ".local", "share"),
  };
  for (const folder of Object.values(folders))
    if (/\p{Cc}/u.test(folder))
      throw new AppError(
        "usage",
        "CONFIG_INVALID",
        `the folder ${JSON.stringify(folder)} has control characters in its name: settings, keys and the spend journal need another one`,
        { next: "Correct HOME, XDG_*_HOME or SWATH_CONFIG_DIR, whichever has them" },
      );
  return folders;
}

function requireAbsolute(folder: string, source: string, code: "USAGE" | "CONFIG_INVALID"): string {
  if (isAbsolute(folder)) return folder;
  throw new AppError(
    "usage",
    code,
    `${source} ${JSON.stringify(folder)} is not an absolute path: settings and keys would depend on the current folder`,
    { next: "Write the path in full, from the root on" },
  );
}

/**
 * Reports whether results of a profile may be kept in the cache folder: SWATH_NO_ID_CACHE is not set, and the name of
 * the profile is valid as that of a file.
 */
export const mayCacheResults = (env: Environment, profileName: string): boolean =>
  !isSet(env["SWATH_NO_ID_CACHE"]) && /^[\w-][\w.-]*$/.test(profileName);
