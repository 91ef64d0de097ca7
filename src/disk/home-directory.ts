import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/**
 * Returns the user's home: HOME, or the system account's if HOME is empty or relative. A relative one would make settings, keys and the spend
 * journal depend on the current folder. Empty when there is none.
 */
export function readHomeDirectory(): string {
  return [homedir, () => userInfo().homedir].map(tryRead).find((folder) => isAbsolute(folder)) ?? "";
}

/** Returns "" where Node throws, as for a user whom the system does not know. */
function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
