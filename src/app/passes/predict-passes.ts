/** Predicts when satellites can image a place: windows from element sets, without a service. */
import { setImmediate } from "node:timers/promises";
import { countText, firstTexts, groupedText, listText } from "../../counted.ts";
import { findPlane, type PassConstraints } from "../../domain/tasking/pass-limits.ts";
import { AppError, inputError } from "../../errors.ts";
import type { AreaSample } from "../../geo/area-samples.ts";
import { computeCentroid } from "../../geo/centroid.ts";
import type { Geometry, LineString, Position, SimpleGeometry } from "../../geo/geojson.ts";
import { readText } from "../../geo/read-text.ts";
import { type Elements, makeSatellite, type Satellite } from "../../orbit/elements.ts";
import { toGeodetic, toGroundPoint } from "../../orbit/ellipsoid.ts";
import type { Look } from "../../orbit/look.ts";
import { type PassWindow, passWindows, type Span } from "../../orbit/pass-windows.ts";
import { computeState, NoOrbit } from "../../orbit/propagation.ts";
import { chooseNearestSets, readElements } from "../../orbit/read-elements.ts";
import type { ElementAges, PassBasis } from "../../render/pass-remarks.ts";
import { DAY_MS } from "../../time/civil.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { findZone } from "../../time/zone-at.ts";
import { makeLocalFormat, listLocalWindows } from "../../time/zone.ts";
import type { AppContext } from "../context.ts";
import type { WaitProgress } from "../surroundings.ts";

/** The source of the orbits: the sandbox's own fleet, or a file of element sets. */
export type ElementsSource =
  | { kind: "sandbox" }
  | {
      kind: "file";
      content: Uint8Array;
      /** For messages: the file, and its flag or setting. */
      name: string;
      flag: string;
    };

export interface PassRequest {
  geometry: Geometry;
  fromMs: number;
  toMs: number;
  constraints: PassConstraints;
  elements: ElementsSource;
  /** Names or catalog numbers; empty for every satellite. */
  satellites?: readonly string[];
  /** The satellite of a scene. Elements without that name are those of its plane, and a note reports this. */
  satelliteLike?: string | undefined;
  /** Angles of a scene, from which each pass gets its difference. */
  anglesLike?: SceneAngles | undefined;
  /** For local time, instead of the zone of the area's centre. */
  timeZone?: string | undefined;
  /** Whether to compute the ground track of each window, for a map. */
  hasTracks?: boolean;
}

/** In degrees. */
export interface SceneAngles {
  offNadir?: number | undefined;
  incidence?: number | undefined;
}

/** Degrees at one end of a window. */
export interface PassAngles {
  offNadir: number;
  incidence: number;
  /** From the place to the satellite, clockwise from north. */
  azimuth: number;
  /** Forward is positive. */
  squint: number;
}

export interface Pass {
  start: string;
  end: string;
  seconds: number;
  satellite: string;
  catalogNumber?: number;
  orbitalPlane?: number;
  orbitState: "ascending" | "descending";
  lookDirection: "left" | "right";
  atStart: PassAngles;
  atEnd: PassAngles;
  /** The smallest angles within the window, reached where the satellite is nearest. */
  least: Pick<PassAngles, "offNadir" | "incidence">;
  /** The smallest difference within the window from the angles of the scene of --like; negative if the scene's angle is larger. */
  fromScene?: SceneAngles;
  /** Percent of the area that can be imaged within the window. */
  share: number;
  /** Local start time at the area's centre. */
  localStart: string;
  zone: string;
  /** Days between the epoch of the elements and the start; absent for elements without drift. */
  elementsAgeDays?: number;
}

export interface PassesFound {
  passes: Pass[];
  /** The ground track of each pass, on request; longitudes may continue past 180. */
  tracks: LineString[];
  basis: PassBasis;
}

export async function predictPasses(context: AppContext, request: PassRequest): Promise<PassesFound> {
  const { geometry, fromMs, toMs, constraints } = request;
  const { fleet, setsRead } = await chooseFleet(context, request);
  const parts = (await sampleGeometry(geometry)).map(
    ({ position: [longitude = 0, latitude = 0], weight }) => ({
      ground: toGroundPoint(longitude, latitude),
      weight,
    }),
  );
  const [longitude = 0, latitude = 0] = computeCentroid(toSimple(geometry));
  const zone = request.timeZone ?? findZone(longitude, latitude);
  const local: Local = { zone, written: makeLocalFormat(zone, fromMs, toMs) };
  const spans: Span[] =
    constraints.localTime === undefined
      ? [{ startMs: fromMs, endMs: toMs }]
      : listLocalWindows(zone, fromMs, toMs, constraints.localTime);
  const found: { startMs: number; pass: Pass; track: LineString | undefined }[] = [];
  const withoutOrbit: Member[] = [];
  await runInTurn(context, fleet, (member) => {
    try {
      const windows = passWindows(member.satellite, parts, spans, constraints.limits);
      for (const window of windows)
        found.push({
          startMs: window.startMs,
          pass: toPass(member, window, local, request.anglesLike),
          track: request.hasTracks === true ? computeGroundTrack(member.satellite, window) : undefined,
        });
    } catch (error) {
      if (!(error instanceof NoOrbit)) throw error;
      withoutOrbit.push(member);
    }
  });
  warnOfMissingOrbits(withoutOrbit, context.events);
  found.sort((a, b) => a.startMs - b.startMs);
  const ages = measureAges(fleet, request);
  return {
    passes: found.map(({ pass }) => pass),
    tracks: found.flatMap(({ track }) => track ?? []),
    basis: {
      satellites: fleet.length,
      ...(request.elements.kind === "file" && {
        file: { name: request.elements.name, setsRead, ...(ages && { ages }) },
      }),
      offNadir: constraints.limits.offNadir,
      squint: constraints.limits.squint,
      places: parts.length,
    },
  };
}

/** Delay before progress is shown on the terminal, and between two updates. */
const SHOWN_EVERY_MS = 250;

/** Runs one satellite after the other. In between, the run can be stopped, and a terminal shows progress. */
async function runInTurn(
  { clock, events, signal }: AppContext,
  fleet: readonly Member[],
  work: (member: Member) => void,
): Promise<void> {
  let progress: WaitProgress | undefined;
  let shownMs = clock.now();
  try {
    for (const [done, member] of fleet.entries()) {
      if (clock.now() - shownMs >= SHOWN_EVERY_MS) {
        progress ??= await events.waiting();
        progress?.update(`Passes: ${groupedText(done)} of ${groupedText(fleet.length)} satellites`);
        shownMs = clock.now();
      }
      await setImmediate();
      signal.throwIfAborted();
      work(member);
    }
  } finally {
    progress?.stop();
  }
}

/** Maximum number of listed satellites; further ones are counted. */
const MAX_NAMED = 5;

function warnOfMissingOrbits(withoutOrbit: readonly Member[], events: AppContext["events"]): void {
  if (withoutOrbit.length > MAX_NAMED) {
    const named = listText(
      withoutOrbit.map(({ name }) => name),
      MAX_NAMED,
    );
    events.warn(`${named} were skipped: their elements give no orbit for all of the time asked for`);
    return;
  }
  for (const { name, satellite } of withoutOrbit)
    events.warn(
      `${name} was skipped: its elements of ${formatTimestamp(Math.round(satellite.epochMs))} give no orbit ` +
        "for all of the time asked for",
    );
}

/** A satellite flies 150 km in this time, which looks straight. */
const TRACK_STEP_MS = 20_000;

/** Returns the ground track from the start of a window to its end. */
function computeGroundTrack(satellite: Satellite, { startMs, endMs }: Span): LineString {
  const steps = Math.ceil((endMs - startMs) / TRACK_STEP_MS);
  const coordinates: Position[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const { position } = computeState(satellite, startMs + ((endMs - startMs) * step) / steps);
    const [longitude, latitude] = toGeodetic(position);
    const before = coordinates.at(-1)?.[0] ?? longitude;
    const turns = Math.round((before - longitude) / 360);
    coordinates.push([longitude + turns * 360, latitude]);
  }
  return { type: "LineString", coordinates };
}

async function sampleGeometry(geometry: Geometry): Promise<AreaSample[]> {
  if (geometry.type === "Point") return [{ position: geometry.coordinates, weight: 1 }];
  const { sampleArea } = await import("../../geo/area-samples.ts");
  return sampleArea(geometry);
}

interface Local {
  zone: string;
  written: (ms: number) => string;
}

/** A satellite with the facts for its row. */
interface Member {
  name: string;
  catalogNumber?: number;
  plane: number | undefined;
  satellite: Satellite;
  /** False when the satellite flies exactly these elements. */
  drifts: boolean;
}

async function chooseFleet(
  { dialect, events }: AppContext,
  { elements, constraints: { planes }, fromMs, satellites = [], satelliteLike }: PassRequest,
): Promise<{ fleet: Member[]; setsRead: number }> {
  const sets =
    elements.kind === "sandbox"
      ? undefined
      : await readElementFile(elements.content, elements.name, elements.flag);
  const all =
    sets === undefined
      ? await loadSandboxFleet(dialect.vendorPrefix)
      : chooseNearestSets(sets, fromMs).map((set, index): Member => ({
          name: set.name,
          catalogNumber: set.catalogNumber,
          plane: findPlane(set.inclination),
          satellite: makeSatellite(index, set),
          drifts: true,
        }));
  const isNamed = ({ name, catalogNumber }: Member, wanted: string): boolean =>
    name.toLowerCase() === wanted.toLowerCase() || String(catalogNumber) === wanted;
  const unknown = satellites.find((wanted) => !all.some((member) => isNamed(member, wanted)));
  if (unknown !== undefined) {
    const names = listText(
      all.map(({ name }) => name),
      20,
    );
    throw new AppError(
      "usage",
      "USAGE",
      `no element set has the name or catalog number ${unknown}; there are ${names}`,
    );
  }
  const isLikeKnown = satelliteLike !== undefined && all.some((member) => isNamed(member, satelliteLike));
  const named = isLikeKnown ? [satelliteLike] : satellites;
  const fleet = all.filter(
    (member) =>
      (named.length === 0 || named.some((wanted) => isNamed(member, wanted))) &&
      (planes.length === 0 || (member.plane !== undefined && planes.includes(member.plane))),
  );
  if (satelliteLike !== undefined && !isLikeKnown)
    events.note(
      `no element set has the name ${satelliteLike}, the satellite of the scene: these are the passes of ` +
        countText(fleet.length, planes.length === 0 ? "satellite" : "satellite of its plane"),
    );
  return { fleet, setsRead: sets?.length ?? all.length };
}

async function loadSandboxFleet(vendorPrefix: string): Promise<Member[]> {
  const { formatPlatform, SATELLITES } = await import("../../sandbox/fleet.ts");
  return SATELLITES.map((satellite) => ({
    name: formatPlatform(satellite.index, vendorPrefix),
    plane: satellite.plane,
    satellite,
    drifts: false,
  }));
}

function toPass(
  { name, catalogNumber, plane, satellite, drifts }: Member,
  window: PassWindow,
  local: Local,
  scene: SceneAngles | undefined,
): Pass {
  const { startMs, endMs, ascending, side, atStart, atEnd, nearest, share } = window;
  const [first, last, lowest] = [atStart, atEnd, nearest].map(toAngles) as [
    PassAngles,
    PassAngles,
    PassAngles,
  ];
  const findLeast = (angle: "offNadir" | "incidence"): number =>
    Math.min(first[angle], last[angle], lowest[angle]);
  const compareWithScene = (angle: "offNadir" | "incidence"): number | undefined =>
    measureDifference(scene?.[angle], findLeast(angle), Math.max(first[angle], last[angle]));
  return {
    start: formatTimestamp(startMs),
    end: formatTimestamp(endMs),
    seconds: (endMs - startMs) / 1000,
    satellite: name,
    ...(catalogNumber !== undefined && { catalogNumber }),
    ...(plane !== undefined && { orbitalPlane: plane }),
    orbitState: ascending ? "ascending" : "descending",
    lookDirection: side,
    atStart: first,
    atEnd: last,
    least: { offNadir: findLeast("offNadir"), incidence: findLeast("incidence") },
    ...(scene !== undefined && {
      fromScene: { offNadir: compareWithScene("offNadir"), incidence: compareWithScene("incidence") },
    }),
    share: Math.round(share * 1000) / 10,
    localStart: local.written(startMs),
    zone: local.zone,
    ...(drifts && {
      elementsAgeDays: Math.round(((startMs - satellite.epochMs) / DAY_MS) * 100) / 100,
    }),
  };
}

/** Returns the smallest difference of an angle from the angles of a window. */
function measureDifference(angle: number | undefined, least: number, most: number): number | undefined {
  if (angle === undefined) return undefined;
  return roundToHundredths(Math.max(least, Math.min(most, angle)) - angle);
}

const toAngles = (look: Look): PassAngles => ({
  offNadir: roundToHundredths(look.lookAngleDegrees),
  incidence: roundToHundredths(look.incidenceAngleDegrees),
  azimuth: roundToHundredths(look.azimuthDegrees) % 360,
  squint: roundToHundredths(look.squintAngleDegrees),
});

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100 + 0;

/** Returns the ages of the elements at the start and the end of the search; undefined without a satellite. */
function measureAges(fleet: readonly Member[], { fromMs, toMs }: PassRequest): ElementAges | undefined {
  if (fleet.length === 0) return undefined;
  const daysTo = (ms: number): number[] =>
    fleet.map(({ satellite: { epochMs } }) => Math.abs(ms - epochMs) / DAY_MS);
  const farthest = (ms: number): number => daysTo(ms).reduce((most, days) => Math.max(most, days));
  return {
    nearestToStart: daysTo(fromMs).reduce((least, days) => Math.min(least, days)),
    farthestFromStart: farthest(fromMs),
    farthestFromEnd: farthest(toMs),
  };
}

/** The first part of a collection sets the centre for the time zone. */
const toSimple = (geometry: Geometry): SimpleGeometry =>
  geometry.type === "GeometryCollection" ? toSimple(geometry.geometries[0]!) : geometry;

/** Reads a file of element sets. All faults are reported at once, each with its place and value. */

/** Maximum number of listed faults; further ones are counted. */
const MAX_FAULTS = 10;

/** Throws ELEMENTS_INVALID. `what` is the input in errors, `flag` the flag or setting that gave it. */
export async function readElementFile(
  input: Uint8Array | string,
  what: string,
  flag: string,
): Promise<Elements[]> {
  const { sets, faults } = await readElements(readText(input, what, "ELEMENTS_INVALID").text);
  if (faults.length === 0) return sets;
  const texts = faults.map(({ place, says }) => `${what}, ${place}: ${says}`);
  const shown = firstTexts(texts, MAX_FAULTS);
  throw inputError(
    shown.map((message) => ({ code: "ELEMENTS_INVALID", path: "", flag, message })),
    { next: "Give a file of orbital elements, OMM or TLE" },
  );
}
