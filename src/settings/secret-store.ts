/**
 * Stored keys and tokens in one 0600 file, by origin and then by profile: a key is used only for its exact scheme,
 * host and port. For a key in the system's keyring, the file contains only a mark.
 */
import { isJsonObject } from "../contract/json-object.ts";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { advice, systemCommand } from "../hint.ts";
import { timeFromMs } from "../time/timestamp.ts";
import { readPrivateFile, replacePrivateFile } from "./private-file.ts";

export interface StoredSecret {
  apiKey?: string;
  /** The key is in the system keyring under this origin and profile. */
  keyring?: true;
  token?: { accessToken: string; expiresAt: number };
}

interface StoreFile {
  version: 1;
  origins: Record<string, Record<string, StoredSecret>>;
}

export const toSecretsPath = (configDir: string): string => join(configDir, "credentials.json");

const STORE = "key store";

async function readStore(path: string): Promise<StoreFile> {
  const text = await readPrivateFile(path, STORE);
  if (text === undefined) return { version: 1, origins: {} };
  try {
    const parsed = JSON.parse(text) as StoreFile | null;
    if (parsed?.version === 1 && isStored(parsed.origins)) return parsed;
  } catch {
    // The file may contain a key, so its text must not appear in a message.
  }
  throw new AppError("usage", "CONFIG_INVALID", `the key store ${path} is damaged`, {
    next: advice`Remove it and log in again: ${systemCommand("removeFile", path)}`,
  });
}

const isStored = (origins: unknown): boolean =>
  isJsonObject(origins) &&
  Object.values(origins).every(
    (byProfile) => isJsonObject(byProfile) && Object.values(byProfile).every(isSecret),
  );

function isSecret(secret: unknown): boolean {
  if (!isJsonObject(secret)) return false;
  const { apiKey = "", token = { accessToken: "", expiresAt: 0 } } = secret;
  if (typeof apiKey !== "string" || !isJsonObject(token)) return false;
  return typeof token["accessToken"] === "string" && isMoment(token["expiresAt"]);
}

const isMoment = (ms: unknown): boolean => typeof ms === "number" && timeFromMs(ms).ok;

export async function readSecret(
  configDir: string,
  origin: string,
  profile: string,
): Promise<StoredSecret | undefined> {
  const { origins } = await readStore(toSecretsPath(configDir));
  const byProfile = Object.hasOwn(origins, origin) ? origins[origin] : undefined;
  return byProfile !== undefined && Object.hasOwn(byProfile, profile) ? byProfile[profile] : undefined;
}

/** The place of a stored secret. */
export interface SecretPlace {
  origin: string;
  profile: string;
  secret: StoredSecret;
}

/** Returns every stored secret with its place. */
export async function listSecrets(configDir: string): Promise<SecretPlace[]> {
  const { origins } = await readStore(toSecretsPath(configDir));
  return Object.entries(origins).flatMap(([origin, byProfile]) =>
    Object.entries(byProfile).map(([profile, secret]) => ({ origin, profile, secret })),
  );
}

/** Stores the secret, or removes it when `secret` is undefined. Errors: those of the file. */
export async function writeSecret(
  configDir: string,
  origin: string,
  profile: string,
  secret: StoredSecret | undefined,
): Promise<void> {
  const path = toSecretsPath(configDir);
  const store = await readStore(path);
  const byProfile = { ...store.origins[origin] };
  if (secret === undefined) delete byProfile[profile];
  else byProfile[profile] = secret;
  const origins = { ...store.origins, [origin]: byProfile };
  if (Object.keys(byProfile).length === 0) delete origins[origin];
  const next: StoreFile = { version: 1, origins };
  await replacePrivateFile(path, STORE, `${JSON.stringify(next, undefined, 2)}\n`);
}
