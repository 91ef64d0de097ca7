/**
 * Node's own cache of compiled code. The folder is in the user's cache folder: Node's own choice is below the temporary folder, where another
 * user can create it first, and cached code is run unchecked. Each version of Node has its own folder inside. A run never fails because
 * of the cache. The library has none: the setting belongs to the whole process, and so to the program that uses the library.
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { readHomeDirectory } from "./disk/home-directory.ts";
import { findUserFolder } from "./disk/user-folders.ts";

/**
 * Keeps compiled code for the next run.
 *
 * @param words as typed: `swath demo` promises to leave nothing behind, so it keeps no cache
 */
export function keepCompiledCode(words: readonly string[]): void {
  const { env } = process;
  if (words.includes("demo")) return;
  if (isSet(env["SWATH_NO_COMPILE_CACHE"]) || isSet(env["NODE_DISABLE_COMPILE_CACHE"])) return;
  const { platform } = process;
  const cache = findUserFolder("cache", env, { homeDir: readHomeDirectory(), platform });
  // Without a home there is no folder of this user.
  if (cache === undefined) return;
  const folder = join(cache, "code");
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

/** Reports whether only this user can write to a folder. */
function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
