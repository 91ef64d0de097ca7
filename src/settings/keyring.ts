/** The system's keyring, where one exists. It is optional, and used only when a key was stored in it. */
import { AppError } from "../errors.ts";
import { advice, swath } from "../hint.ts";

const SERVICE = "swath";

/** Linux also has a keyring in the kernel, which is lost at the latest on restart, so it is not used. */
const SURVIVING = { linux: { store: "secret-service" as const } };

const formatAccount = (origin: string, profileName: string): string => `${profileName}@${origin}`;

/** Opens the place of a key. Errors: KEYRING_UNAVAILABLE without the optional package, as in a single executable. */
async function openEntry(origin: string, profileName: string) {
  const { Entry } = await import("@napi-rs/keyring").catch((error: unknown) => {
    throw makeUnavailable("this installation of swath has no part for the system keyring", error);
  });
  return new Entry(SERVICE, formatAccount(origin, profileName), SURVIVING);
}

/** Returns the key; undefined when the keyring has none. Errors: KEYRING_UNAVAILABLE. */
export async function readKeyring(origin: string, profileName: string): Promise<string | undefined> {
  try {
    return (await openEntry(origin, profileName)).getPassword() ?? undefined;
  } catch (error) {
    const key = `the key of profile ${profileName} is in the system keyring`;
    throw error instanceof AppError
      ? error.restated(`${key}: ${error.message}`)
      : makeUnavailable(`${key}, which cannot be reached or is locked`, error);
  }
}

const makeUnavailable = (message: string, cause: unknown): AppError =>
  new AppError("local", "KEYRING_UNAVAILABLE", message, {
    next: advice`Store the key in a file: ${swath`auth login`}`,
    cause,
  });

/** Finds out whether the keyring works, by reading an entry that does not exist. */
export async function checkKeyring(): Promise<"reachable" | "unreachable" | "missing"> {
  try {
    (await openEntry("https://probe.invalid", "probe")).getPassword();
    return "reachable";
  } catch (error) {
    return error instanceof AppError ? "missing" : "unreachable";
  }
}

/**
 * Stores the key, or removes it when `key` is undefined. Errors: KEYRING_UNAVAILABLE when it cannot be stored; a
 * failed removal is ignored.
 */
export async function writeKeyring(
  origin: string,
  profileName: string,
  key: string | undefined,
): Promise<void> {
  try {
    const place = await openEntry(origin, profileName);
    if (key === undefined) place.deletePassword();
    else place.setPassword(key);
  } catch (error) {
    if (key === undefined) return;
    throw error instanceof AppError
      ? error.restated(`${error.message}: the key was not stored`)
      : makeUnavailable("the system keyring cannot be reached, or is locked: the key was not stored", error);
  }
}
