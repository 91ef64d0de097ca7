import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/**
 * The person's home: HOME, or what the system's accounts say when HOME is empty or relative (else settings, keys and the
 * spend journal would depend on the folder that a job happens to start in). Empty when there is none.
 */
export function homeDirectory(): string {
  const given = homedir();
  if (isAbsolute(given)) return given;
  try {
    const { homedir: own } = userInfo();
    return isAbsolute(own) ? own : "";
  } catch {
    return ""; // nobody knows this user
  }
}
