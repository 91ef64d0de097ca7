/** The folders in which the user's system keeps the files of programs. */
import systemPath, { join } from "node:path";

/** The user of this run: the home folder ("" without one), and the system (`process.platform`). */
export interface SystemUser {
  readonly homeDir: string;
  readonly platform: string;
}

export type FolderKind = "config" | "cache" | "state" | "data";

type Variables = Readonly<Record<string, string | undefined>>;

/** The variable of the XDG standard, which overrides on every system, and the folder below the home folder on Linux and macOS. */
const XDG: Readonly<Record<FolderKind, readonly [variable: string, below: string]>> = {
  config: ["XDG_CONFIG_HOME", ".config"],
  cache: ["XDG_CACHE_HOME", ".cache"],
  state: ["XDG_STATE_HOME", ".local/state"],
  data: ["XDG_DATA_HOME", ".local/share"],
};

/** Returns the folder of `swath`; undefined if neither a variable nor the home folder is known. */
export function findUserFolder(kind: FolderKind, env: Variables, user: SystemUser): string | undefined {
  const [variable, below] = XDG[kind];
  const base = readFolder(env[variable]);
  if (base !== undefined) return join(base, "swath");
  if (user.platform === "win32") return findWindowsFolder(kind, env, user);
  return user.homeDir === "" ? undefined : join(user.homeDir, below, "swath");
}

/**
 * Windows may copy `APPDATA` to every machine of a person: settings and keys belong there, and a journal or a
 * database that two machines write to does not.
 */
function findWindowsFolder(kind: FolderKind, env: Variables, { homeDir }: SystemUser): string | undefined {
  const isRoaming = kind === "config";
  const base =
    readFolder(env[isRoaming ? "APPDATA" : "LOCALAPPDATA"]) ??
    (homeDir === "" ? undefined : join(homeDir, "AppData", isRoaming ? "Roaming" : "Local"));
  if (base === undefined) return undefined;
  return join(base, "swath", ...{ config: [], cache: ["Cache"], state: ["State"], data: ["Data"] }[kind]);
}

/** Returns undefined for a relative folder, which the XDG standard requires to ignore. */
const readFolder = (value: string | undefined): string | undefined =>
  value !== undefined && isFullPath(value) ? value : undefined;

/**
 * Reports whether a path is the same from every current folder. On Windows `\state` is not: it is on the current drive,
 * and a journal on another drive would not know the order of yesterday.
 */
export const isFullPath = (path: string, system = systemPath): boolean =>
  system.isAbsolute(path) && !(system.sep === "\\" && /^[\\/](?![\\/])/.test(path));
