/** Explains a request, as facts and as sentences. It loads the map of time zones and the places: import it lazily. */
import { countText, firstTexts, groupedText } from "../../counted.ts";
import { readTimestampMs } from "../../contract/body-values.ts";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { CONSTRAINTS } from "../../contract/vocabulary.ts";
import { measureKm2 } from "../../geo/area.ts";
import { computeCentroid } from "../../geo/centroid.ts";
import type { Point, Polygon, Position } from "../../geo/geojson.ts";
import { describePosition } from "../../places/describe-geometry.ts";
import { formatTimestamp, timeForPeople } from "../../time/timestamp.ts";
import { listLocalWindows, formatUtcOffset } from "../../time/zone.ts";
import { findZone } from "../../time/zone-at.ts";
import { formatClockSpans, findRestrictingSpans } from "./local-time.ts";

export interface AcquisitionWindow {
  open: string;
  close: string;
  /** Offset of the local time at the target from UTC at that time, e.g. `+01:00`. */
  utcOffset: string;
}

export interface Explanation {
  target: "Point" | "Polygon";
  /** For a polygon. */
  areaKm2?: number;
  /** Longitude and latitude in degrees: local time refers to this place. */
  centre: [number, number];
  /** Location of the centre: `near Setubal (PT)`. */
  place: string;
  zone: string;
  /** `target`, or the option that gave the zone, as the front end calls it. */
  zoneSource: string;
  windowOpen: string;
  windowClose: string;
  windowHours: number;
  /** `HH:MM-HH:MM` at the target, several with commas; absent for any time. */
  localTime?: string;
  /** The parts of the window in which it may be collected. */
  windows: AcquisitionWindow[];
  openHours: number;
  /** Whether the clocks at the target change within the window. */
  clocksChange: boolean;
  constraints: Record<string, unknown>;
  /** Properties that the service decides. */
  defaults: string[];
  preApproved: boolean;
  /** Present with orbital elements. */
  passes?: PassCount;
}

/** The windows in which a satellite can image a request's centre. */
export interface PassCount {
  windows: number;
  /** Number of satellites with windows, and of all satellites. */
  satellites: number;
  ofSatellites: number;
  /** Start of the first and of the last window. */
  first?: string;
  last?: string;
  remarks: string[];
}

const LEFT = {
  collectionTier: "tier",
  collectionType: "collection type",
  archiveHoldback: "archive holdback",
  processingConfig: "product types",
} as const;

/** Explains a validated task. */
export function explainRequest(body: unknown, given?: Pick<Explanation, "zone" | "zoneSource">): Explanation {
  const geometry = toJsonObject(body)["geometry"] as Point | Polygon;
  const properties = toJsonObject(toJsonObject(body)["properties"]);
  const constraints = toJsonObject(properties["collectConstraints"]);
  const centre = computeCentroid(geometry) as [number, number];
  const { zone, zoneSource } = given ?? { zone: findZone(...centre), zoneSource: "target" };
  const [openMs, closeMs] = [
    readTimestampMs(properties["windowOpen"])!,
    readTimestampMs(properties["windowClose"])!,
  ];
  const spans = findRestrictingSpans(constraints["localTime"]);
  const parts =
    spans === undefined
      ? [{ startMs: openMs, endMs: closeMs }]
      : listLocalWindows(zone, openMs, closeMs, spans);
  const hours = (ms: number): number => Math.round(ms / 36_000) / 100;
  return {
    target: geometry.type,
    ...(geometry.type === "Polygon" && { areaKm2: Math.round(measureKm2(geometry) * 100) / 100 }),
    centre: [Math.round(centre[0] * 1e5) / 1e5, Math.round(centre[1] * 1e5) / 1e5],
    place: describePosition(centre).text,
    zone,
    zoneSource,
    windowOpen: String(properties["windowOpen"]),
    windowClose: String(properties["windowClose"]),
    windowHours: hours(closeMs - openMs),
    ...(spans !== undefined && { localTime: formatClockSpans(spans) }),
    windows: parts.map(({ startMs, endMs }) => ({
      open: formatTimestamp(startMs),
      close: formatTimestamp(endMs),
      utcOffset: formatUtcOffset(zone, startMs),
    })),
    openHours: hours(parts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)),
    clocksChange: formatUtcOffset(zone, openMs) !== formatUtcOffset(zone, closeMs),
    constraints: { ...constraints },
    defaults: [
      ...Object.entries(LEFT).flatMap(([name, word]) => (properties[name] === undefined ? [word] : [])),
      ...CONSTRAINTS.filter((name) => constraints[name] === undefined),
    ],
    preApproved: [body, properties].some((members) => toJsonObject(members)["preApproval"] === true),
  };
}

const MAX_WINDOWS = 40;

/** Returns the explanation in sentences, one per line. `isBrief`: without the limits that it does not have. */
export function formatExplanation(of: Explanation, { isBrief = false } = {}): string[] {
  const [longitude, latitude] = of.centre;
  const limits = dropLocalTime(of.constraints);
  const target =
    of.target === "Point"
      ? `A point at ${longitude},${latitude} (longitude, latitude): ${of.place}.`
      : `An area of ${formatArea(of.areaKm2 ?? 0)} around ${longitude},${latitude} (longitude, latitude): ${of.place}.`;
  return [
    target,
    `To be collected between ${of.windowOpen} and ${of.windowClose} (${formatHours(of.windowHours)}).`,
    ...(isBrief && of.localTime === undefined ? [] : describeLocalTime(of)),
    ...(isBrief && Object.keys(limits).length === 0 ? [] : describeConstraints({ constraints: limits })),
    ...(of.passes === undefined ? [] : describePasses(of.passes)),
    describeDefaults(of.defaults),
    ...(isBrief && !of.preApproved ? [] : [describeCost(of.preApproved)]),
  ];
}

/** Returns `1,400,156 km2`, `3.27 km2`. */
const formatArea = (km2: number): string => `${km2 < 100 ? km2 : groupedText(Math.round(km2))} km2`;

/** Returns `7 days`, `36 hours`. */
function formatHours(hours: number): string {
  const days = hours / 24;
  return Number.isInteger(days) ? countText(days, "day") : `${hours} hours`;
}

/** Names the properties that the service decides; constraints that are not given limit nothing. */
function describeDefaults(names: readonly string[]): string {
  const constraints = names.filter((name) => CONSTRAINTS.some((one) => one === name));
  const left = names.filter((name) => !constraints.includes(name));
  const others = constraints.length === CONSTRAINTS.length ? "all constraints" : "the other constraints";
  if (constraints.length > 0) left.push(others);
  return `Left to the service: ${left.length === 0 ? "nothing" : left.join(", ")}.`;
}

const describeCost = (isPreApproved: boolean): string =>
  isPreApproved
    ? "Pre-approved: it costs money as soon as it is sent, without a cost review."
    : "Asking costs nothing: the estimate comes in review, and nothing is spent until it is approved.";

function describeLocalTime(of: Explanation): string[] {
  const whose = of.zoneSource === "target" ? `the zone of its centre` : `as ${of.zoneSource} says`;
  const change = of.clocksChange ? " Its clocks change within the window." : "";
  const zone = `Local time is that of ${of.zone}, ${whose}.${change}`;
  if (of.localTime === undefined) return [zone, "Any time of day will do."];
  if (of.windows.length === 0)
    return [zone, `There is no ${of.localTime} local time within the window: nothing can be collected.`];
  const windows = of.windows.map(
    ({ open, close, utcOffset }) => `${open} to ${close}  (local time is UTC${utcOffset})`,
  );
  return [
    zone,
    `Only ${of.localTime} local time, which leaves ${of.openHours} of ${of.windowHours} hours (UTC):`,
    ...firstTexts(windows, MAX_WINDOWS).map((line) => `  ${line}`),
  ];
}

function describeConstraints({ constraints }: Pick<Explanation, "constraints">): string[] {
  const given = Object.entries(constraints);
  if (given.length === 0) return ["No constraints."];
  const values = given.map(([name, value]) => `${WORDS[name] ?? name} ${formatConstraint(value)}`);
  return [`Constraints: ${values.join("; ")}.`];
}

/** The constraints in words, before their value. */
const WORDS: Readonly<Record<string, string>> = {
  lookDirection: "look direction",
  ascDesc: "orbit direction",
  orbitalPlanes: "orbital planes",
  offNadirMin: "off-nadir angle from",
  offNadirMax: "off-nadir angle up to",
  azimuthAngleMin: "azimuth from",
  azimuthAngleMax: "azimuth up to",
  localTime: "local time",
  maxSquintAngle: "squint up to",
  grazingAngleMin: "grazing angle from",
  grazingAngleMax: "grazing angle up to",
};

/** The local time has a sentence of its own. */
const dropLocalTime = ({ localTime: _time, ...others }: Explanation["constraints"]): JsonObject => others;

/** Lists of words or numbers are written with commas, other values as JSON. */
function formatConstraint(value: unknown): string {
  if (typeof value === "string") return value;
  const isFlat = Array.isArray(value) && value.every((part) => typeof part !== "object");
  return isFlat ? value.join(",") : JSON.stringify(value);
}

function describePasses({ windows, satellites, ofSatellites, first, last, remarks }: PassCount): string[] {
  const of = `${satellites} of ${countText(ofSatellites, "satellite")}`;
  const [begin, end] = [first, last].map((time) => time && timeForPeople(time));
  if (windows === 0) return ["No satellite passes within these limits.", ...remarks];
  if (windows === 1) return [`One satellite passes within these limits, at ${begin}.`, ...remarks];
  return [
    `Satellites pass ${windows} times within these limits (${of}): first at ${begin}, last at ${end}.`,
    ...remarks,
  ];
}

/** Explains a validated repeat request, in sentences. */
export function explainSeries(body: unknown): string[] {
  const { geometry, properties } = toJsonObject(body);
  const position = toJsonObject(geometry)["coordinates"] as Position;
  const { repetitionProperties, collectConstraints, collectionTier, collectionType, preApproval } =
    toJsonObject(properties);
  const { repeatStart, repeatEnd, repetitionEnd, repetitionInterval, repetitionCount } =
    toJsonObject(repetitionProperties);
  const every = describeInterval(repetitionInterval);
  const until = describeEnd(repetitionCount, repeatEnd ?? repetitionEnd);
  const start = typeof repeatStart === "string" ? `from ${repeatStart} on` : "from when the service chooses";
  const left = [
    ...(collectionTier === undefined ? ["tier"] : []),
    ...(collectionType === undefined ? ["collection type"] : []),
  ];
  return [
    `A series of images of the point at ${position.slice(0, 2).join(",")} (longitude, latitude): ${describePosition(position).text}.`,
    `One is requested ${every}, ${start}, ${until}.`,
    ...describeConstraints({ constraints: { ...toJsonObject(collectConstraints) } }),
    ...(left.length === 0 ? [] : [`Left to the service: ${left.join(", ")}.`]),
    describeCost(preApproval === true || toJsonObject(body)["preApproval"] === true),
  ];
}

function describeInterval(days: unknown): string {
  if (typeof days !== "number") return "as often as the service chooses";
  return days === 1 ? "every day" : `every ${days} days`;
}

function describeEnd(count: unknown, end: unknown): string {
  if (typeof count === "number") return `until ${count} images are collected`;
  return typeof end === "string" ? `until ${end}` : "until it is cancelled";
}
