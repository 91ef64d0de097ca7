/**
 * Stacks: scenes of one place in similar geometry, for change detection. Interferometric baselines are not
 * computed, because they require orbits that the catalog does not have; look angles only limit them roughly.
 */
import { readFootprint } from "../../contract/item-footprint.ts";
import { readVendorMember } from "../../contract/vendor-prefix.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { SHARE_ROUNDING } from "../../geo/area.ts";
import type { Region } from "../../geo/geojson.ts";
import { MeasuredArea, overlapShare } from "../../geo/overlay.ts";
import { isRegion } from "../../geo/polygon.ts";
import { simplifyGeometry } from "../../geo/sound-geometry.ts";
import { measureAngleBetween } from "../../orbit/look.ts";
import { DAY_MS } from "../../time/civil.ts";
import { sortPairs } from "./pairs.ts";
import { findCollectId, groupScenes } from "./scene.ts";

/** Scenes closer together in time belong to one pass: nothing on the ground has changed between them. */
const ONE_PASS_MS = 3_600_000;

/** Required similarity of two scenes. */
export interface Likeness {
  lookDegrees: number;
  /** Difference of the squint, or of the azimuth for scenes without a squint. */
  squintDegrees: number;
  /** Intersection of two footprints as a share of the larger one, 0 to 1. */
  overlap: number;
  /** Maximum days between a pair within the year, so that both are of one season. */
  seasonDays?: number | undefined;
  /** Maximum days between a pair: the temporal baseline. */
  maxDays?: number | undefined;
}

export const USUAL_LIKENESS: Likeness = { lookDegrees: 1, squintDegrees: 3, overlap: 0.6 };

/** A scene with the compared values. */
export interface Collect {
  id: string;
  items: readonly StacItem[];
  timeMs: number;
  satellite?: string | undefined;
  plane?: number | undefined;
  orbitState?: unknown;
  lookDirection?: unknown;
  mode?: unknown;
  polarization: string;
  /** Off-nadir angle; if it is missing, the incidence angle is used for both scenes of a pair. */
  lookAngle?: number | undefined;
  incidence?: number | undefined;
  squint?: number | undefined;
  azimuth?: number | undefined;
  footprint: Region;
  measured: MeasuredArea;
}

export interface Pair {
  first: Collect;
  second: Collect;
  days: number;
  lookDegrees: number;
  squintDegrees: number;
  overlap: number;
}

export interface Stack {
  /** The scene with which all others are compared. */
  reference: Collect;
  /** Sorted by time, including the reference. */
  collects: readonly Collect[];
  medianGapDays: number;
  /** Pairs of similar scenes, the shortest interval first. */
  pairs: readonly Pair[];
  /** Scenes connected by pairs; more than one group means that no chain of pairs connects them. */
  groups: readonly (readonly Collect[])[];
}

/**
 * Maximum corners of a footprint: every pair of scenes is intersected, in a time that grows with the product of their
 * corners.
 */
const MAX_COMPARED = 200;

/** Returns the scenes of a list that can be compared: those with a time and a footprint. */
export function readCollects(items: Iterable<StacItem>): Collect[] {
  const found = [...items].map((item) => ({ item }));
  return groupScenes(found).flatMap(({ items: [first, ...others] }) => {
    const { properties = {}, id = "" } = first.item;
    const whole = readFootprint(first.item);
    const footprint = whole && simplifyGeometry(whole, MAX_COMPARED);
    const timeMs = Date.parse(String(properties["datetime"]));
    if (!isRegion(footprint) || Number.isNaN(timeMs)) return [];
    const number = (...values: unknown[]): number | undefined =>
      values.find((value): value is number => typeof value === "number");
    const { platform } = properties;
    return {
      id: findCollectId(first.item) ?? id,
      items: [first, ...others].map(({ item }) => item),
      timeMs,
      satellite: typeof platform === "string" ? platform : undefined,
      plane: number(readVendorMember(properties, "orbital_plane")),
      orbitState: properties["sat:orbit_state"],
      lookDirection: properties["sar:observation_direction"],
      mode: properties["sar:instrument_mode"],
      polarization: [properties["sar:polarizations"] ?? []].flat().map(String).sort().join(","),
      lookAngle: number(properties["view:off_nadir"], properties["view:look_angle"]),
      incidence: number(properties["view:incidence_angle"]),
      squint: number(readVendorMember(properties, "squint_angle")),
      azimuth: number(properties["view:azimuth"], readVendorMember(properties, "target_azimuth_angle")),
      footprint,
      measured: new MeasuredArea(footprint),
    };
  });
}

/**
 * Returns the similarity of two scenes, or undefined if they differ too much. Both must have the same satellite, or the
 * same orbital plane where a satellite is unknown. Unknown planes and angles are never equal, so a scene without
 * satellite and plane is similar to no other. Two scenes of one pass are not similar either.
 */
export function findPair(a: Collect, b: Collect, likeness: Likeness): Pair | undefined {
  const isOneSatellite = a.satellite !== undefined && a.satellite === b.satellite;
  const isOnePlane = a.plane !== undefined && a.plane === b.plane;
  const arePlanesKnown = a.plane !== undefined && b.plane !== undefined;
  const areSatellitesKnown = a.satellite !== undefined && b.satellite !== undefined;
  if (areSatellitesKnown ? !isOneSatellite || (arePlanesKnown && !isOnePlane) : !isOnePlane) return undefined;
  if (a.orbitState !== b.orbitState || a.lookDirection !== b.lookDirection) return undefined;
  if (a.mode !== b.mode || a.polarization !== b.polarization) return undefined;
  if (Math.abs(a.timeMs - b.timeMs) < ONE_PASS_MS) return undefined;
  const lookDegrees =
    measureDifference(a.lookAngle, b.lookAngle) ?? measureDifference(a.incidence, b.incidence);
  const squintDegrees = measureDifference(a.squint, b.squint) ?? measureTurn(a.azimuth, b.azimuth);
  if (lookDegrees === undefined || squintDegrees === undefined) return undefined;
  if (lookDegrees > likeness.lookDegrees) return undefined;
  if (squintDegrees > likeness.squintDegrees) return undefined;
  const share = overlapShare(a.measured, b.measured);
  if (share < likeness.overlap - SHARE_ROUNDING) return undefined;
  const [first, second] = a.timeMs <= b.timeMs ? [a, b] : [b, a];
  return {
    first,
    second,
    days: (second.timeMs - first.timeMs) / DAY_MS,
    lookDegrees,
    squintDegrees,
    overlap: share,
  };
}

/** Returns the angles that a scene lacks, without which it is similar to no other. */
export function listUnknownAngles({ lookAngle, incidence, squint, azimuth }: Collect): string[] {
  return [
    ...((lookAngle ?? incidence) === undefined ? ["look angle"] : []),
    ...((squint ?? azimuth) === undefined ? ["squint and azimuth"] : []),
  ];
}

const measureDifference = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : Math.round(Math.abs(a - b) * 1e6) / 1e6;

const measureTurn = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : measureAngleBetween(a, b);

/**
 * Returns stacks: repeatedly the scene with the most similar scenes outside of all stacks, together with these. So
 * each scene is similar to its reference and is in one stack only. With `around`, only the stack of that scene.
 */
export function buildStacks(
  given: readonly Collect[],
  likeness: Likeness,
  { least = 2, around }: { least?: number | undefined; around?: Collect | undefined } = {},
): Stack[] {
  // The stacks do not depend on the order of the service's list.
  const collects = given.toSorted((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1));
  const pairs = new Map(collects.map((collect) => [collect, new Map<Collect, Pair>()]));
  for (const some of groupComparable(collects)) {
    for (let at = 0; at < some.length; at += 1) {
      for (let next = at + 1; next < some.length; next += 1) {
        const [a, b] = [some[at]!, some[next]!];
        const pair = findPair(a, b, likeness);
        if (pair === undefined) continue;
        pairs.get(a)!.set(b, pair);
        pairs.get(b)!.set(a, pair);
      }
    }
  }
  const left = new Set(collects);
  const open = (collect: Collect): Collect[] =>
    [...pairs.get(collect)!.keys()].filter((other) => left.has(other));
  const stacks: Stack[] = [];
  for (;;) {
    const counted = [...left].map((collect) => ({ collect, count: open(collect).length }));
    const best = counted.reduce<(typeof counted)[number] | undefined>(
      (most, one) => (most === undefined || one.count > most.count ? one : most),
      undefined,
    );
    const reference = around ?? best?.collect;
    if (reference === undefined) break;
    const alike = [reference, ...open(reference)].sort((a, b) => a.timeMs - b.timeMs);
    if (alike.length < Math.max(2, least)) break;
    for (const collect of alike) left.delete(collect);
    stacks.push(buildStack(reference, alike, pairs, likeness));
    if (around !== undefined) break;
  }
  return stacks;
}

/**
 * Splits scenes into lists such that only scenes of one list can be similar: thousands of them are then compared in
 * seconds.
 */
function groupComparable(collects: readonly Collect[]): Iterable<Collect[]> {
  // If some scenes have no satellite, a scene may be similar to others by its plane as well as by its satellite.
  const areNamed = collects.every(({ satellite }) => satellite !== undefined);
  return Map.groupBy(collects, ({ orbitState, lookDirection, mode, polarization, satellite }) =>
    JSON.stringify([orbitState, lookDirection, mode, polarization, areNamed && satellite]),
  ).values();
}

function buildStack(
  reference: Collect,
  collects: readonly Collect[],
  all: ReadonlyMap<Collect, ReadonlyMap<Collect, Pair>>,
  { seasonDays, maxDays = Number.POSITIVE_INFINITY }: Likeness,
): Stack {
  const pairs = collects.flatMap((first, at) =>
    collects.slice(at + 1).flatMap((second) => {
      const pair = all.get(first)?.get(second);
      return pair !== undefined && pair.days <= maxDays && isOneSeason(pair, seasonDays) ? [pair] : [];
    }),
  );
  return {
    reference,
    collects,
    medianGapDays: computeMedianGapDays(collects),
    pairs: sortPairs(pairs, "days"),
    groups: connectCollects(collects, pairs),
  };
}

/**
 * Returns the pairs of neighbours in time: of each scene, those with the `count` nearest scenes before it and after it. A
 * count of 1 is a chain, larger ones are the networks of small baselines in interferometry. All scenes of a stack stay connected unless
 * their pairs were limited by days or season: each is similar to the reference, so links lead to it from both sides.
 */
export function keepNeighbours(pairs: readonly Pair[], count: number): Pair[] {
  const listNearest = (side: "first" | "second"): Pair[] =>
    [...Map.groupBy(pairs, (pair) => pair[side]).values()].flatMap((some) =>
      some.toSorted((a, b) => a.days - b.days).slice(0, count),
    );
  const kept = new Set([...listNearest("first"), ...listNearest("second")]);
  return pairs.filter((pair) => kept.has(pair));
}

const YEAR_DAYS = 365.25;

function isOneSeason({ days }: Pair, most: number | undefined): boolean {
  if (most === undefined) return true;
  const intoYear = days % YEAR_DAYS;
  return Math.min(intoYear, YEAR_DAYS - intoYear) <= most;
}

/** Returns scenes that are connected by pairs, directly or through others, sorted by their first scenes. */
export function connectCollects(collects: readonly Collect[], pairs: readonly Pair[]): Collect[][] {
  const groupOf = new Map<Collect, Set<Collect>>(collects.map((collect) => [collect, new Set([collect])]));
  for (const { first, second } of pairs) {
    const [one, other] = [groupOf.get(first)!, groupOf.get(second)!];
    if (one === other) continue;
    for (const member of other) groupOf.set(member, one.add(member));
  }
  return [...new Set(groupOf.values())].map((group) => [...group].sort((a, b) => a.timeMs - b.timeMs));
}

/** Returns the median of the days between consecutive scenes of a stack. */
function computeMedianGapDays(collects: readonly Collect[]): number {
  const gaps = collects.slice(1).map(({ timeMs }, at) => (timeMs - collects[at]!.timeMs) / DAY_MS);
  gaps.sort((a, b) => a - b);
  const middle = gaps.length >> 1;
  return gaps.length % 2 === 1 ? gaps[middle]! : (gaps[middle - 1]! + gaps[middle]!) / 2;
}
