import { HAZARDS } from "./hazards.ts";
import { PORTS } from "./ports.ts";
import { REGIONS } from "./regions.ts";

/** A place that is imaged often: collects scatter round it. */
export interface ArchivePlace {
  name: string;
  longitude: number;
  latitude: number;
  /** Standard deviation of the scatter in kilometres. */
  spreadKm: number;
}

/** Ports and volcanoes are imaged repeatedly at one spot, wide regions at scattered spots. */
const CATEGORY_SHARES: readonly (readonly [table: string, share: number])[] = [
  [PORTS, 0.42],
  [HAZARDS, 0.25],
  [REGIONS, 0.33],
];

interface Places {
  places: readonly ArchivePlace[];
  /** Cumulative shares of the places: a number from 0 to 1 selects the first place with a larger value. */
  ends: Float64Array;
  /** Places of stacks: ports and moving ground, the most popular first, each repeated by its weight. */
  repeated: readonly ArchivePlace[];
}

let known: Places | undefined;

/** Returns all places; reads the tables once. */
export function allPlaces(): Places {
  known ??= readPlaces();
  return known;
}

export function placeAt({ places, ends }: Places, share: number): ArchivePlace {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > share) high = middle;
    else low = middle + 1;
  }
  return places[low] as ArchivePlace;
}

/** Weights of the tables, the largest first. */
const WEIGHTS = [3, 2, 1];

function readPlaces(): Places {
  const places: ArchivePlace[] = [];
  const shares: number[] = [];
  for (const [table, categoryShare] of CATEGORY_SHARES) {
    const rows = readTable(table);
    const total = rows.reduce((sum, { weight }) => sum + weight, 0);
    for (const { weight, ...place } of rows) {
      places.push(place);
      shares.push((categoryShare * weight) / total);
    }
  }
  let sum = 0;
  const spots = [PORTS, HAZARDS].flatMap(readTable);
  return {
    places,
    ends: Float64Array.from(shares, (share) => (sum += share)),
    repeated: WEIGHTS.flatMap((least) => spots.filter(({ weight }) => weight >= least)),
  };
}

const readTable = (table: string) => table.trim().split("\n").map(readRow);

function readRow(line: string): ArchivePlace & { weight: number } {
  const [name = "", numbers = ""] = line.split("|");
  const [longitude = NaN, latitude = NaN, spreadKm = NaN, weight = NaN] = numbers.split(" ").map(Number);
  return { name, longitude, latitude, spreadKm, weight };
}
