/** Stored settings: one JSON file with profiles. Read directly (every run does), written through conf (few do). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";

/** A profile as it stands in the file: keys of the settings table, and `dialect`. */
export type Profile = Readonly<Record<string, unknown>>;

interface ConfigFile {
  profiles?: Record<string, Profile>;
}

/** The built-in profile that means the sandbox on this machine. */
export const SANDBOX_PROFILE = "sandbox";

export const configPath = (configDir: string): string => join(configDir, "config.json");

async function readConfig(configDir: string): Promise<ConfigFile> {
  const path = configPath(configDir);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    throw new AppError("usage", "CONFIG_INVALID", `cannot read the settings file ${path}: ${code}`, {
      cause: error,
    });
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed) && (parsed["profiles"] === undefined || isRecord(parsed["profiles"]))) return parsed;
  } catch {
    // Falls through to the one message: the file is not what conf wrote.
  }
  throw new AppError("usage", "CONFIG_INVALID", `the settings file ${path} is not valid JSON settings`, {
    hint: `Mend or remove it: ${path}`,
  });
}

const isRecord = (value: unknown): value is Record<string, Profile> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The named profile; an unknown name is an error unless it is one that everybody has. */
export async function readProfile(configDir: string, name: string): Promise<Profile> {
  const { profiles = {} } = await readConfig(configDir);
  if (Object.hasOwn(profiles, name) && isRecord(profiles[name])) return profiles[name];
  if (name === "default" || name === SANDBOX_PROFILE) return {};
  const known = [...new Set([...Object.keys(profiles), "default", SANDBOX_PROFILE])].join(", ");
  throw new AppError(
    "usage",
    "CONFIG_INVALID",
    `there is no profile ${JSON.stringify(name)} (known: ${known})`,
    {
      hint: `Make it with: swath config set baseUrl https://... --profile ${name}`,
    },
  );
}

/** True when the profile is stored (writing commands may name one that is new). */
export async function hasProfile(configDir: string, name: string): Promise<boolean> {
  const { profiles = {} } = await readConfig(configDir);
  return Object.hasOwn(profiles, name) || name === "default" || name === SANDBOX_PROFILE;
}

/** Sets one key (a dotted path) of a profile, or removes it when `value` is undefined. */
export async function writeProfile(
  configDir: string,
  name: string,
  key: string,
  value: unknown,
): Promise<void> {
  await readConfig(configDir);
  const { default: Conf } = await import("conf");
  try {
    const conf = new Conf({
      cwd: configDir,
      configName: "config",
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
    const profiles = { ...(conf.get("profiles") as Record<string, Profile> | undefined) };
    conf.set("profiles", { ...profiles, [name]: withKey(profiles[name] ?? {}, key.split("."), value) });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new AppError(
      "io",
      "DISK_WRITE_FAILED",
      `cannot write the settings file ${configPath(configDir)}: ${reason}`,
      {
        cause: error,
      },
    );
  }
}

function withKey(record: Profile, [first = "", ...rest]: string[], value: unknown): Profile {
  const copy: Record<string, unknown> = { ...record };
  const inner = copy[first];
  const next = rest.length === 0 ? value : withKey(isRecord(inner) ? inner : {}, rest, value);
  if (next === undefined) delete copy[first];
  else copy[first] = next;
  return copy;
}
