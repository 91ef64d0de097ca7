/** package-lock.json as data, and whether it is whole. */
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
 * Dependencies that the lock has no entry for, or one of another version than the exact one that is asked for. `npm ci`
 * refuses such a lock; npm writes it all the same where a registry lacks some platform's package.
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

/** As Node looks for it: below the package that asks, then below each that holds it. */
function nearest(tree: LockedTree, from: string, name: string): LockedPackage | undefined {
  const found = tree[`${from === "" ? "" : `${from}/`}node_modules/${name}`];
  if (found !== undefined || from === "") return found;
  const cut = from.lastIndexOf("/node_modules/");
  return nearest(tree, cut === -1 ? "" : from.slice(0, cut), name);
}
