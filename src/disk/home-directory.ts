import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/**
 * Returns the user's home: HOME, or the system account's if HOME is empty or relative. A relative one would make settings, keys and the spend
 * journal depend on the current folder. Empty when there is none.
 */
export function homeDirectory(): string {
  const given = homedir();
  if (isAbsolute(given)) return given;
  try {
    const { homedir: own } = userInfo();
    return isAbsolute(own) ? own : "";
  } catch {
    return ""; // this user is unknown
  }
}
