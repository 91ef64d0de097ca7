/** Names below a folder, with `/` on every system, as manifests and tests have them. */
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

export const withSlashes = (path: string): string => (sep === "/" ? path : path.replaceAll(sep, "/"));

/** Files, folders and links. */
export const namesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).map(withSlashes);

/** Files only, sorted. */
export async function fileNamesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => withSlashes(relative(folder, join(parentPath, name))))
    .sort();
}
