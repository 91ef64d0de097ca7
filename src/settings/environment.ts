/** The environment variables of a run, and the folders that follow from them. */
import { type FolderKind, findUserFolder, isFullPath, type SystemUser } from "../disk/user-folders.ts";
import { AppError, quoteText } from "../errors.ts";
import { flagName } from "../hint.ts";

/** The environment variables of a run. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reports whether a variable has a value; an empty one counts as unset. */
export const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";

/** The program's folders on this machine. All are absolute, since a key must not be stored in whatever folder a command runs in. */
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
export function resolveDirectories(env: Environment, user: SystemUser, configFlag?: string): Directories {
  const find = (kind: FolderKind): string => {
    const folder = findUserFolder(kind, env, user);
    if (folder === undefined) throw makeHomelessError(kind, user);
    return folder;
  };
  const { SWATH_CONFIG_DIR = "" } = env;
  const findConfig = (): string => {
    if (configFlag !== undefined) return requireAbsolute(configFlag, flagName("config"), "USAGE");
    if (SWATH_CONFIG_DIR === "") return find("config");
    return requireAbsolute(SWATH_CONFIG_DIR, "SWATH_CONFIG_DIR", "CONFIG_INVALID");
  };
  const folders = { config: findConfig(), cache: find("cache"), state: find("state"), data: find("data") };
  for (const folder of Object.values(folders))
    if (/\p{Cc}/u.test(folder))
      throw new AppError(
        "usage",
        "CONFIG_INVALID",
        `the folder ${quoteText(folder)} has control characters in its name: settings, keys and the spend journal need another one`,
        {
          next: `Correct ${isWindows(user) ? "USERPROFILE, APPDATA, LOCALAPPDATA" : "HOME"}, XDG_*_HOME or SWATH_CONFIG_DIR, whichever has them`,
        },
      );
  return folders;
}

const isWindows = ({ platform }: SystemUser): boolean => platform === "win32";

function makeHomelessError(kind: FolderKind, user: SystemUser): AppError {
  const [home, folder, example] = isWindows(user)
    ? ["USERPROFILE", kind === "config" ? "APPDATA" : "LOCALAPPDATA", String.raw`C:\Users\ann`]
    : ["HOME", `XDG_${kind.toUpperCase()}_HOME`, "/var/lib/swath"];
  return new AppError(
    "usage",
    "CONFIG_INVALID",
    `neither ${home} nor ${folder} is an absolute path: settings, keys and the spend journal need a folder`,
    { next: `Set ${home} to a folder of this user, such as ${home}=${example}` },
  );
}

function requireAbsolute(folder: string, source: string, code: "USAGE" | "CONFIG_INVALID"): string {
  if (isFullPath(folder)) return folder;
  throw new AppError(
    "usage",
    code,
    `${source} ${quoteText(folder)} is not an absolute path: settings and keys would depend on the current folder`,
    { next: "Write the path in full, from the root on (on Windows: from its drive on)" },
  );
}

/**
 * Reports whether results of a profile may be kept in the cache folder: SWATH_NO_ID_CACHE is not set, and the name of
 * the profile is valid as that of a file.
 */
export const mayCacheResults = (env: Environment, profileName: string): boolean =>
  !isSet(env["SWATH_NO_ID_CACHE"]) && /^[\w-][\w.-]*$/.test(profileName);
