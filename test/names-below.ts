/** Names below a folder, with `/` on every system, as manifests and tests have them. */
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { escaped } from "./machine-facts.ts";

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

/**
 * Replaces a folder by `<home>`; paths below it get `/` on every system. JSON doubles each backslash, and JSON in JSON has four.
 * A shell needs quotes for a backslash: they go as well.
 */
export function withoutHome(text: string, home: string, separator = sep): string {
  if (separator === "/") return text.replaceAll(home, "<home>");
  const replaced = [4, 2, 1].reduce((rest, times) => {
    const between = `\\\\{${times}}`;
    const start = home.split(separator).map(escaped).join(between);
    const path = new RegExp(`${start}((?:${between}|[^\\s"'?\\\\])*)`, "gu");
    return rest.replaceAll(path, (_all, below: string) => `<home>${below.replaceAll(/\\+/gu, "/")}`);
  }, text);
  return replaced.replaceAll(/'(<home>[^\s']*)'/gu, "$1");
}
