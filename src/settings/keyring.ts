/** The system's keyring, where there is one: optional everywhere, asked only when a key was put there. */
import { AppError } from "../errors.ts";

const SERVICE = "swath";

/** Linux has a second keyring, in the kernel, which forgets at the latest when the machine restarts: not that one. */
const SURVIVING = { linux: { store: "secret-service" as const } };

const account = (origin: string, profileName: string): string => `${profileName}@${origin}`;

async function entry(origin: string, profileName: string) {
  const { Entry } = await import("@napi-rs/keyring");
  return new Entry(SERVICE, account(origin, profileName), SURVIVING);
}

/** The key, or undefined when the keyring has none or cannot be reached. */
export async function readKeyring(origin: string, profileName: string): Promise<string | undefined> {
  try {
    return (await entry(origin, profileName)).getPassword() ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether there is a keyring to speak to: asks it for an entry that nobody has made. */
export async function isKeyringReachable(): Promise<boolean> {
  try {
    (await entry("https://probe.invalid", "probe")).getPassword();
    return true;
  } catch {
    return false;
  }
}

/** Stores the key, or removes it when `key` is undefined; says so when there is no keyring to speak to. */
export async function writeKeyring(
  origin: string,
  profileName: string,
  key: string | undefined,
): Promise<void> {
  try {
    const place = await entry(origin, profileName);
    if (key === undefined) place.deletePassword();
    else place.setPassword(key);
  } catch (error) {
    if (key === undefined) return;
    throw new AppError("io", "DISK_WRITE_FAILED", "the system keyring cannot be reached", {
      hint: "Leave out --keyring: the key then goes into a file that only you can read",
      cause: error,
    });
  }
}
