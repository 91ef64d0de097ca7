/**
 * The layers and modules of `src/`. A file imports from lower layers and from its own module. The files in a module's top
 * folder are public; those in its sub-folders are imported by the module alone.
 */
import { posix } from "node:path";

/** Lowest first. */
export const LAYERS: readonly (readonly string[])[] = [
  ["time"],
  ["geo", "disk", "counted.ts", "errors.ts", "escape-html.ts", "hint.ts", "partition.ts", "version.ts"],
  ["orbit", "places"],
  ["contract"],
  ["domain"],
  ["client", "transfer", "footprints", "settings", "sandbox", "render"],
  ["money"],
  ["app"],
  ["cli", "mcp"],
  ["commands"],
  [
    "main.ts",
    "program.ts",
    "lib.ts",
    "start.ts",
    "compile-cache.ts",
    "is-alive.ts",
    "transfer-worker.ts",
    "docs",
  ],
];

/** Files that every module may import. */
const SHARED = new Set(["counted.ts", "errors.ts", "hint.ts", "partition.ts", "version.ts"]);

/** Folders whose sub-folders are modules. */
const GROUPS = new Set(["app", "domain", "commands", "cli"]);

/** The modules of `app/`, lowest first; modules of one line do not import each other. */
const APP_LAYERS: readonly (readonly string[])[] = [
  ["service"],
  ["journal", "accounts", "transfers"],
  ["catalog", "passes", "tasking", "exports", "sandbox"],
  ["downloads", "ids"],
  ["ordering", "doctor"],
  ["deliveries", "quotes"],
  ["demo", "status", "watching"],
];

/** The modules of `domain/`, lowest first. */
const DOMAIN_LAYERS: readonly (readonly string[])[] = [
  ["catalog", "exports", "orders", "price", "request-search", "tasking", "watching"],
  ["quotes"],
];

/** The parts of `cli/`, lowest first. */
const CLI_LAYERS: readonly (readonly string[])[] = [
  ["input"],
  ["ids"],
  ["flags"],
  ["output"],
  ["completion"],
  ["help"],
  ["command"],
];

/** The modules of `commands/` that the other ones may import: flags, requests and views of several nouns. */
const SHARED_BY_NOUNS = new Set(["catalog", "files", "request"]);

/** `src/geo/ring.ts` -> `geo`; `src/main.ts` -> `main.ts`. */
export const topOf = (path: string): string => path.split("/")[1]!;

/** The module of a file: `app/tasking`, `sandbox`, or `app` for a file directly in a group. */
export function moduleOf(path: string): string {
  const [, group = "", module = ""] = path.split("/");
  return GROUPS.has(group) && !module.includes(".") ? `${group}/${module}` : group;
}

export const layerOf = (group: string): number => LAYERS.findIndex((modules) => modules.includes(group));

/** Reports whether a file is in a sub-folder of its module: only its own module may import it. */
export function isPrivate(path: string): boolean {
  const depth = moduleOf(path).split("/").length + 1; // src/<module>/file
  return posix.dirname(path).split("/").length > depth;
}

/**
 * Returns the node of a file in the search for import cycles: its sub-folder if that is private to a module (its files are one
 * layer), else the file itself.
 */
export function nodeOf(path: string): string {
  if (!isPrivate(path)) return path;
  const depth = moduleOf(path).split("/").length + 2; // src/<module>/<folder>
  return path.split("/").slice(0, depth).join("/");
}

/** Returns why `from` may not import `to`, or undefined if it may. */
export function climb(from: string, to: string): string | undefined {
  const [here, there] = [topOf(from), topOf(to)];
  const [layer, target] = [layerOf(here), layerOf(there)];
  if (target === -1) return `${from} imports ${to}, which is in no layer`;
  if (isPrivate(to) && moduleOf(from) !== moduleOf(to))
    return `${from} imports ${to}, which is private to its module`;
  if (here === there) return climbInside(here, from, to);
  if (SHARED.has(there) || target < layer) return undefined;
  // Files of the top layer import each other: start imports main, main imports program, docs import program.
  if (layer === LAYERS.length - 1 && target === layer) return undefined;
  return target > layer
    ? `${from} (layer ${layer}) imports ${to} (layer ${target}) above it`
    : `${from} imports ${to}, its neighbour on layer ${layer}`;
}

/** Two files of one group. */
function climbInside(group: string, from: string, to: string): string | undefined {
  const [here, there] = [moduleOf(from), moduleOf(to)];
  // A file directly in the group is shared by its modules.
  if (!GROUPS.has(group) || here === there || here === group || there === group) return undefined;
  if (group === "commands") {
    const isShared = (module: string): boolean => SHARED_BY_NOUNS.has(module.split("/")[1]!);
    if (isShared(there) && !isShared(here)) return undefined;
  }
  const layers = { app: APP_LAYERS, cli: CLI_LAYERS, domain: DOMAIN_LAYERS }[group];
  if (layers !== undefined) {
    const level = (module: string): number =>
      layers.findIndex((modules) => modules.includes(module.split("/")[1]!));
    if (level(here) === -1 || level(there) === -1) return `${from} imports ${to}: a module without a layer`;
    if (level(there) < level(here)) return undefined;
    return `${from} imports ${to}, which is not below it in ${group}/`;
  }
  return `${from} imports ${to}: modules of ${group}/ do not import each other`;
}
