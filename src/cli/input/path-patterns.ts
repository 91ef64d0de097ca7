/** Patterns in paths. Shells replace them by the names that match, except on Windows, where the program has to. */
import { resolve } from "node:path";
import { matchesGlob } from "../../domain/exports/export-selection.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../context.ts";

/** `*` or `?` in the last part of a path; Windows allows neither in a name. */
const PATTERN = /^(.*[\\/])?([^\\/]*[*?][^\\/]*)$/su;
const MAX_SHOWN = 3;

type Reads = Pick<Context, "world">;

/** Returns the paths, on Windows each pattern replaced by what matches it. `name` is the argument or flag. Errors: INPUT_NOT_READABLE. */
export async function expandPatterns(
  { world }: Reads,
  name: string,
  paths: readonly string[],
): Promise<string[]> {
  if (world.platform !== "win32") return [...paths];
  const found: string[] = [];
  for (const path of paths) {
    const [, folder = "", pattern] = PATTERN.exec(path) ?? [];
    const matches = pattern === undefined ? [path] : await listMatches(world.cwd, folder, pattern);
    if (matches.length === 0)
      throw new AppError("usage", "INPUT_NOT_READABLE", `${name} ${path}: no file matches`, {
        next: "Check the path",
      });
    found.push(...matches);
  }
  return found;
}

/** Returns the path; on Windows the only one that matches a pattern. Errors: INPUT_NOT_READABLE, INPUT_AMBIGUOUS. */
export async function expandPattern(reads: Reads, name: string, path: string): Promise<string> {
  const found = await expandPatterns(reads, name, [path]);
  if (found.length === 1) return found[0]!;
  const shown = found.slice(0, MAX_SHOWN).join(", ") + (found.length > MAX_SHOWN ? " ..." : "");
  throw new AppError("usage", "INPUT_AMBIGUOUS", `${name} ${path} matches ${found.length} files: ${shown}`, {
    next: "Give one of them",
  });
}

/** Returns the matches, sorted. A name that begins with a dot needs a pattern that does, as in shells. Letter case does not count. */
async function listMatches(cwd: string, folder: string, pattern: string): Promise<string[]> {
  const { readdir } = await import("node:fs/promises");
  const names = await readdir(resolve(cwd, folder)).catch(() => []);
  const wanted = pattern.toLowerCase();
  return names
    .filter((name) => wanted.startsWith(".") || !name.startsWith("."))
    .filter((name) => matchesGlob(name.toLowerCase(), wanted))
    .toSorted()
    .map((name) => folder + name);
}
