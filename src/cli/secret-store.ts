/**
 * Stored keys and tokens: one 0600 file, by origin and then by profile, so that a key can only be found for the very
 * scheme, host and port it was stored for. A key kept in the system's keyring leaves only a mark here.
 */
import { constants } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../errors.ts";

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

export const secretsPath = (configDir: string): string => join(configDir, "credentials.json");

async function readStore(path: string): Promise<StoreFile> {
  const empty: StoreFile = { version: 1, origins: {} };
  let text: string;
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      throw new AppError(
        "local",
        "STORE_PERMISSIONS",
        `the key store ${path} can be read by others (mode ${(mode & 0o777).toString(8)})`,
        {
          hint: `Type: chmod 600 ${path}`,
        },
      );
    }
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return empty;
    if (error instanceof AppError) throw error;
    throw new AppError("usage", "CONFIG_INVALID", `cannot read the key store ${path}: ${code}`, {
      cause: error,
    });
  }
  try {
    const parsed = JSON.parse(text) as StoreFile | null;
    if (parsed?.version === 1 && typeof parsed.origins === "object") return parsed;
  } catch {
    // The file may hold a key: its text never reaches a message.
  }
  throw new AppError("usage", "CONFIG_INVALID", `the key store ${path} is damaged`, {
    hint: `Remove it and log in again: rm ${path}`,
  });
}

export async function readSecret(
  configDir: string,
  origin: string,
  profile: string,
): Promise<StoredSecret | undefined> {
  const { origins } = await readStore(secretsPath(configDir));
  const byProfile = Object.hasOwn(origins, origin) ? origins[origin] : undefined;
  return byProfile !== undefined && Object.hasOwn(byProfile, profile) ? byProfile[profile] : undefined;
}

/** Stores, or removes when `secret` is undefined. The file is replaced whole and never readable by others. */
export async function writeSecret(
  configDir: string,
  origin: string,
  profile: string,
  secret: StoredSecret | undefined,
): Promise<void> {
  const path = secretsPath(configDir);
  const store = await readStore(path);
  const byProfile = { ...store.origins[origin] };
  if (secret === undefined) delete byProfile[profile];
  else byProfile[profile] = secret;
  const next: StoreFile = { version: 1, origins: { ...store.origins, [origin]: byProfile } };
  await replaceFile(path, `${JSON.stringify(next, undefined, 2)}\n`);
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rm(draft, { force: true });
    const file = await open(draft, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AppError("io", "DISK_WRITE_FAILED", `cannot write the key store ${path}: ${code}`, {
      cause: error,
    });
  }
}
