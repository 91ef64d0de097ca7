/**
 * The program's folders on this machine (XDG base directories; a relative value is ignored, as the standard
 * requires). Errors: CONFIG_INVALID.
 */
import { isAbsolute, join } from "node:path";
import { AppError } from "../errors.ts";
import type { Environment } from "./environment.ts";

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

export function directoriesOf(env: Environment, homeDir: string, configFlag?: string): Directories {
  const base = (variable: string, ...fallback: string[]): string => {
    const value = env[variable];
    if (value !== undefined && isAbsolute(value)) return join(value, "swath");
    if (homeDir !== "") return join(homeDir, ...fallback, "swath");
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `neither HOME nor ${variable} is an absolute path: settings, keys and the spend journal need a folder`,
    );
  };
  return {
    config: configFlag ?? (env["SWATH_CONFIG_DIR"] || base("XDG_CONFIG_HOME", ".config")),
    cache: base("XDG_CACHE_HOME", ".cache"),
    state: base("XDG_STATE_HOME", ".local", "state"),
    data: base("XDG_DATA_HOME", ".local", "share"),
  };
}
