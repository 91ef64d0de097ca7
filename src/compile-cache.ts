/** Node's own cache of compiled code (22.8 and later), in the user's cache folder. A run never fails because of it. */
import { existsSync, mkdirSync, statSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { homeDirectory } from "./disk/home-directory.ts";

/** Missing from the types of Node 20, and from Node 20 itself. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

/**
 * Keeps compiled code for the next run.
 *
 * @param words as typed: `swath demo` promises to leave nothing behind, so it keeps no cache
 */
export function keepCompiledCode(words: readonly string[]): void {
  const { env } = process;
  if (enableCompileCache === undefined || words.includes("demo")) return;
  if (isSet(env["SWATH_NO_COMPILE_CACHE"]) || isSet(env["NODE_DISABLE_COMPILE_CACHE"])) return;
  const base = env["XDG_CACHE_HOME"];
  const folder = join(
    base !== undefined && isAbsolute(base) ? base : join(homeDirectory(), ".cache"),
    "swath",
    "code",
  );
  // Without a home there is no folder of this user.
  if (!isAbsolute(folder)) return;
  try {
    makeFolder(folder);
    if (isOwn(folder)) enableCompileCache(folder);
  } catch {
    // The folder cannot be created: code is compiled in each run.
  }
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/**
 * Creates a folder step by step: Node's `recursive` never ends if nothing can be created, for example below
 * /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, 0o700);
}

/** Reports whether only this user can write to a folder: cached code is run unchecked. */
function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
