/** package-lock.json as data, and whether it is complete. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../architecture/sources.ts";

export interface LockedPackage {
  version: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Packages by their path: `node_modules/vite/node_modules/rolldown`; the root has the empty path. */
export type LockedTree = Readonly<Record<string, LockedPackage>>;

export async function lockedTree(): Promise<LockedTree> {
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: LockedTree;
  };
  return lock.packages;
}

/**
 * Dependencies without an entry in the lock, or with another version than the required one. `npm ci` refuses such a lock; npm
 * writes it if a registry lacks some platform's package.
 */
export function unresolved(tree: LockedTree): string[] {
  return Object.entries(tree).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies }).flatMap(([name, range]) => {
      const found = nearest(tree, path, name);
      const isExact = /^\d+\.\d+\.\d+$/.test(range);
      return found === undefined || (isExact && found.version !== range) ? [`${path}: ${name} ${range}`] : [];
    }),
  );
}

/** Node's search: below the requiring package, then below each parent. */
function nearest(tree: LockedTree, from: string, name: string): LockedPackage | undefined {
  const found = tree[`${from === "" ? "" : `${from}/`}node_modules/${name}`];
  if (found !== undefined || from === "") return found;
  const cut = from.lastIndexOf("/node_modules/");
  return nearest(tree, cut === -1 ? "" : from.slice(0, cut), name);
}
