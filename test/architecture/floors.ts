/** The floors of the house, lowest first. A file imports from lower floors and from its own folder. */
export const FLOORS: readonly (readonly string[])[] = [
  ["geo", "time", "disk", "orbit", "errors.ts", "version.ts"],
  ["contract"],
  ["domain"],
  ["client", "transfer", "ledger", "sandbox", "render", "footprints"],
  ["cli"],
  ["commands"],
  ["main.ts", "program.ts", "launch", "docs"],
];

/** Files that their whole floor, or everybody, may use. */
const SHARED = new Set(["errors.ts", "version.ts"]);

/** Rooms of one floor leave each other alone, except that orbits are computed from the calendar and drawn as GeoJSON. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = { orbit: ["geo", "time"] };

/** `src/geo/ring.ts` -> `geo`; `src/main.ts` -> `main.ts`. */
export const roomOf = (path: string): string => path.split("/")[1]!;

export const floorOf = (room: string): number => FLOORS.findIndex((rooms) => rooms.includes(room));

/** Why `from` may not import `to`, or undefined when it may. */
export function climb(from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)];
  const [floor, target] = [floorOf(here), floorOf(there)];
  if (target === -1) return `${from} imports ${to}, which stands on no floor`;
  if (here === there || SHARED.has(there) || target < floor) return undefined;
  if (MAY_USE[here]?.includes(there) === true) return undefined;
  // The names of the top floor hand over to each other: start to main, main to program, docs to program.
  if (floor === FLOORS.length - 1 && target === floor) return undefined;
  return target > floor
    ? `${from} (floor ${floor}) imports ${to} (floor ${target}) above it`
    : `${from} imports ${to}, its neighbour on floor ${floor}`;
}
