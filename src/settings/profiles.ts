/** Stored settings: one JSON file with profiles. Every run reads the file directly; the few writes use conf. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isJsonObject } from "../contract/json-object.ts";
import { findClosest, didYouMean } from "../domain/closest.ts";
import { AppError } from "../errors.ts";
import { readText } from "../geo/read-text.ts";
import { advice, swath } from "../hint.ts";
import type { Environment } from "./environment.ts";

/** A profile as stored in the file: keys of the settings table, `dialect` and `learned`. */
export type Profile = Readonly<Record<string, unknown>>;

/** Names that need no quoting in a file, in messages and in scripts. */
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

interface ConfigFile {
  profiles?: Record<string, Profile>;
  /** The profile of runs without --profile. */
  defaultProfile?: unknown;
}

/** The built-in profile of the sandbox on this machine. */
export const SANDBOX_PROFILE = "sandbox";

/** The default address of `sandbox start`, and that of the sandbox in this process. */
export const SANDBOX_PORT = 7717;
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;

export const toConfigPath = (configDir: string): string => join(configDir, "config.json");

/**
 * Reads the settings file. Every run reads it first. The read is synchronous, since loading
 * `node:fs/promises` takes longer than the disk.
 */
function readConfig(configDir: string): ConfigFile {
  const path = toConfigPath(configDir);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      // Windows has one error for both. With HOME=/dev/null there are no settings.
      if (isFolderOrMissing(configDir)) return {};
      // The user probably gave the settings file itself.
      throw new AppError("usage", "CONFIG_INVALID", `${configDir} is a file, not the folder of the settings`);
    }
    throw new AppError("usage", "CONFIG_INVALID", `cannot read the settings file ${path}: ${code}`, {
      cause: error,
    });
  }
  const { text } = readText(bytes, `the settings file ${path}`, "CONFIG_INVALID");
  let fault = `"profiles" must be an object in it`;
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed) && (isJsonObject(parsed["profiles"]) || Object.keys(parsed).length === 0))
      return parsed;
  } catch (error) {
    fault = (error as Error).message;
  }
  throw new AppError("usage", "CONFIG_INVALID", `the settings file ${path} is not valid: ${fault}`);
}

function isFolderOrMissing(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return true;
  }
}

/** Returns a profile; an unknown name is an error, except for a built-in profile. */
export async function readProfile(configDir: string, name: string): Promise<Profile> {
  const { profiles = {} } = readConfig(configDir);
  if (Object.hasOwn(profiles, name) && isJsonObject(profiles[name])) return profiles[name];
  if (name === "default" || name === SANDBOX_PROFILE) return {};
  const known = [...new Set([...Object.keys(profiles), "default", SANDBOX_PROFILE])].join(", ");
  throw new AppError(
    "usage",
    "CONFIG_INVALID",
    `there is no profile ${JSON.stringify(name)} (known: ${known})`,
    {
      next: advice`Make it: ${swath`auth login --profile ${name} --base-url https://...`}`,
      ...didYouMean(findClosest(name, Object.keys(profiles))),
    },
  );
}

/** Returns the profile as it is in the file; undefined if it is not there. */
export function findStoredProfile(configDir: string, name: string): Profile | undefined {
  const { profiles = {} } = readConfig(configDir);
  return Object.hasOwn(profiles, name) && isJsonObject(profiles[name]) ? profiles[name] : undefined;
}

/** Returns whether the profile is stored (commands that write may create one). */
export async function hasProfile(configDir: string, name: string): Promise<boolean> {
  const { profiles = {} } = readConfig(configDir);
  return Object.hasOwn(profiles, name) || name === "default" || name === SANDBOX_PROFILE;
}

/**
 * Returns the profile of runs without --profile: the stored default, else `default`. Other readers report an
 * unreadable file.
 */
export function readDefaultProfile(configDir: string): string {
  try {
    const { defaultProfile } = readConfig(configDir);
    return typeof defaultProfile === "string" ? defaultProfile : "default";
  } catch {
    return "default";
  }
}

/** Returns the profile of a run: the given one, else that of the environment, else the stored default. */
export function chooseProfile(configDir: string, env: Environment, given: string | undefined): string {
  if (given !== undefined) return given;
  const named = env["SWATH_PROFILE"] ?? "";
  return named === "" ? readDefaultProfile(configDir) : named;
}

/** Returns every available profile as stored, including built-in ones. */
export function listProfiles(configDir: string): ReadonlyMap<string, Profile> {
  const { profiles = {} } = readConfig(configDir);
  const stored = Object.entries(profiles).filter(([, profile]) => isJsonObject(profile));
  return new Map([["default", {}], [SANDBOX_PROFILE, {}], ...stored]);
}

/** Sets one key of a profile, or removes it when `value` is undefined. */
export async function writeProfile(
  configDir: string,
  name: string,
  key: string,
  value: unknown,
): Promise<void> {
  requireProfileName(name);
  const { profiles = {} } = readConfig(configDir);
  const profile = Object.hasOwn(profiles, name) ? profiles[name]! : {};
  await writeConfig(configDir, { profiles: { ...profiles, [name]: withKey(profile, key, value) } });
}

export async function writeDefaultProfile(configDir: string, name: string): Promise<void> {
  const { profiles = {} } = readConfig(configDir);
  await writeConfig(configDir, { profiles, defaultProfile: name === "default" ? undefined : name });
}

/** Removes the profile's settings. If it was the default, `default` becomes the default again. */
export async function removeProfile(configDir: string, name: string): Promise<void> {
  const { profiles = {}, defaultProfile } = readConfig(configDir);
  const others = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name));
  await writeConfig(configDir, {
    profiles: others,
    ...(defaultProfile === name && { defaultProfile: undefined }),
  });
}

function requireProfileName(name: string): void {
  if (!PROFILE_NAME.test(name)) {
    throw new AppError(
      "usage",
      "USAGE",
      `${JSON.stringify(name)} cannot be the name of a profile: only letters, digits, dots, - and _, beginning with a letter or digit`,
    );
  }
}

/** Writes these keys of the file, and removes undefined ones. */
async function writeConfig(configDir: string, keys: Partial<ConfigFile>): Promise<void> {
  const path = toConfigPath(configDir);
  const [{ default: Conf }, { makeFolder }, { explainWriteFault }, { retryWhileHeld }] = await Promise.all([
    import("conf"),
    import("../disk/make-folder.ts"),
    import("../disk/disk-error.ts"),
    import("../disk/held-file.ts"),
  ]);
  try {
    await makeFolder(configDir, 0o700);
    const file = resolveLinks(path);
    // conf itself repeats a write for a second.
    await retryWhileHeld(file, () => {
      const conf = new Conf({
        cwd: dirname(file),
        configName: basename(file),
        fileExtension: "",
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        // conf decodes UTF-8 alone.
        deserialize: () => readConfig(configDir) as Record<string, unknown>,
      });
      for (const [key, value] of Object.entries(keys))
        if (value === undefined) conf.delete(key);
        else conf.set(key, value);
    });
  } catch (error) {
    const { reason, next } = explainWriteFault(error, path);
    const message = `cannot write the settings file ${path}: ${reason}`;
    throw new AppError("io", "DISK_WRITE_FAILED", message, { next, cause: error });
  }
}

/** Returns the target of a symbolic link: the write replaces the target and keeps the link. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * Returns the value of a key. The keys of `dialect` contain dots; a file may write them as one name (`"auth.header"`,
 * as we do) or as nested objects.
 */
export function findProfileValue(profile: Profile, key: string): unknown {
  if (Object.hasOwn(profile, key)) return profile[key];
  const [head, rest] = splitAtDot(key);
  const inner = Object.hasOwn(profile, head) ? profile[head] : undefined;
  return rest !== undefined && isJsonObject(inner) ? findProfileValue(inner, rest) : undefined;
}

function withKey(profile: Profile, key: string, value: unknown): Profile {
  const others = withoutKey(profile, key);
  if (value === undefined) return others;
  const [head, rest] = splitAtDot(key);
  if (rest === undefined) return { ...others, [head]: value };
  const inner = others[head];
  return { ...others, [head]: { ...(isJsonObject(inner) ? inner : {}), [rest]: value } };
}

/** Removes the key in both spellings, and an object that becomes empty. */
function withoutKey(profile: Profile, key: string): Profile {
  const others = Object.fromEntries(Object.entries(profile).filter(([name]) => name !== key));
  const [head, rest] = splitAtDot(key);
  const inner = Object.hasOwn(others, head) ? others[head] : undefined;
  if (rest === undefined || !isJsonObject(inner)) return others;
  const left = withoutKey(inner, rest);
  return Object.keys(left).length > 0 ? { ...others, [head]: left } : withoutKey(others, head);
}

function splitAtDot(key: string): [head: string, rest: string | undefined] {
  const dot = key.indexOf(".");
  return dot === -1 ? [key, undefined] : [key.slice(0, dot), key.slice(dot + 1)];
}
