/**
 * The floors and rooms of the house. A file imports from lower floors and from its own room; a room's door is its top
 * folder, so what lies in a sub-folder is imported by its own room alone.
 */
import { posix } from "node:path";

/** Lowest first. */
export const FLOORS: readonly (readonly string[])[] = [
  ["geo", "time", "disk", "errors.ts", "hint.ts", "version.ts"],
  ["orbit", "places"],
  ["contract"],
  ["domain"],
  ["client", "transfer", "ledger", "footprints", "settings", "sandbox", "render"],
  ["app"],
  ["cli"],
  ["commands"],
  ["main.ts", "program.ts", "start.ts", "compile-cache.ts", "docs"],
];

/** Files that their whole floor, or everybody, may use. */
const SHARED = new Set(["errors.ts", "hint.ts", "version.ts"]);

/** Folders whose sub-folders are rooms of their own. */
const HALLS = new Set(["app", "domain", "commands", "cli"]);

/** The rooms of `app/`, lowest first; those of one line leave each other alone. */
const APP_FLOORS: readonly (readonly string[])[] = [
  ["service"],
  ["short-ids"],
  ["spending", "accounts", "transfers"],
  ["catalog", "passes", "tasking", "exports", "sandbox"],
  ["downloads"],
  ["ordering", "doctor"],
  ["demo", "campaigns"],
];

/** The parts of `cli/`, lowest first. */
const CLI_FLOORS: readonly (readonly string[])[] = [
  ["input"],
  ["ids"],
  ["flags"],
  ["output"],
  ["completion"],
  ["help"],
  ["command"],
];

/** `src/geo/ring.ts` -> `geo`; `src/main.ts` -> `main.ts`. */
export const hallOf = (path: string): string => path.split("/")[1]!;

/** The room of a file: `app/tasking`, `sandbox`, or `app` for a file that stands directly in a hall. */
export function roomOf(path: string): string {
  const [, hall = "", room = ""] = path.split("/");
  return HALLS.has(hall) && !room.includes(".") ? `${hall}/${room}` : hall;
}

export const floorOf = (hall: string): number => FLOORS.findIndex((rooms) => rooms.includes(hall));

/** True for a file in a sub-folder of its room: only its own room may import it. */
export function isPrivate(path: string): boolean {
  const depth = roomOf(path).split("/").length + 1; // src/<room>/file
  return posix.dirname(path).split("/").length > depth;
}

/**
 * What a file counts as where circles are looked for: its sub-folder when that is private to a room (all files of a
 * sub-folder stand on one floor), else the file itself.
 */
export function nodeOf(path: string): string {
  if (!isPrivate(path)) return path;
  const depth = roomOf(path).split("/").length + 2; // src/<room>/<folder>
  return path.split("/").slice(0, depth).join("/");
}

/** Why `from` may not import `to`, or undefined when it may. */
export function climb(from: string, to: string): string | undefined {
  const [here, there] = [hallOf(from), hallOf(to)];
  const [floor, target] = [floorOf(here), floorOf(there)];
  if (target === -1) return `${from} imports ${to}, which stands on no floor`;
  if (isPrivate(to) && roomOf(from) !== roomOf(to))
    return `${from} imports ${to}, which is private to its room`;
  if (here === there) return climbInside(here, from, to);
  if (SHARED.has(there) || target < floor) return undefined;
  // The names of the top floor hand over to each other: start to main, main to program, docs to program.
  if (floor === FLOORS.length - 1 && target === floor) return undefined;
  return target > floor
    ? `${from} (floor ${floor}) imports ${to} (floor ${target}) above it`
    : `${from} imports ${to}, its neighbour on floor ${floor}`;
}

/** The same for two files of one hall. */
function climbInside(hall: string, from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)];
  // A file directly in the hall is the hall's own: its context, or what its rooms share.
  if (!HALLS.has(hall) || here === there || here === hall || there === hall) return undefined;
  const floors = hall === "app" ? APP_FLOORS : hall === "cli" ? CLI_FLOORS : [];
  const level = (room: string): number => floors.findIndex((rooms) => rooms.includes(room.split("/")[1]!));
  if (hall === "app" || hall === "cli") {
    if (level(here) === -1 || level(there) === -1) return `${from} imports ${to}: a room without a floor`;
    if (level(there) < level(here)) return undefined;
    return `${from} imports ${to}, which is not below it in ${hall}/`;
  }
  return `${from} imports ${to}: rooms of ${hall}/ leave each other alone`;
}
