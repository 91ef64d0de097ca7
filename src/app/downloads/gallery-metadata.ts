/** Reads the metadata file of a downloaded item: facts in the usual order, time and place. */
import { tryParseJson, toJsonObject } from "../../contract/json-object.ts";
import { PROPERTY_OF_COLUMN } from "../../domain/item-names.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { readGeometry } from "../../geo/sound-geometry.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import type { ManifestEntry } from "../../transfer/manifest.ts";
import { readBytes } from "./gallery-pictures.ts";

const MAX_METADATA_BYTES = 1_000_000;
const MAX_FACTS = 40;

export type Fact = readonly [name: string, value: string];
export type Metadata = Readonly<Record<string, unknown>>;

/** Returns the JSON object of the metadata file; empty when it is missing or unreadable. */
export async function readMetadata(root: string, entries: readonly ManifestEntry[]): Promise<Metadata> {
  const entry = entries.find(
    ({ asset, name, size }) => asset === "metadata" && /\.json$/i.test(name) && size <= MAX_METADATA_BYTES,
  );
  if (entry === undefined) return {};
  const bytes = await readBytes(root, entry.name, entry.size);
  return "fault" in bytes ? {} : toJsonObject(tryParseJson(bytes.toString("utf8")));
}

/** A link may be signed, and the page may be shared. */
const LINK = /^\s*[a-z][a-z\d+.-]*:\/\//i;

const RANGE = "resolutionRangeMetres";
const AZIMUTH = "resolutionAzimuthMetres";

/** Their names in tables, in the usual order. */
const FACT_NAMES: ReadonlyMap<string, string> = new Map([
  ["startTime", "start"],
  ["endTime", "end"],
  ["datetime", "time"],
  ["productType", "product"],
  ["collectMode", "mode"],
  ["orbitState", "orbit"],
  ["observationDirection", "look"],
  ["incidenceAngleDegrees", "incidence °"],
  ["lookAngleDegrees", "look angle °"],
  ["squintAngleDegrees", "squint °"],
  ["azimuthDegrees", "azimuth °"],
  [RANGE, "resolution m"],
  ["polarization", "polarization"],
  ["platform", "platform"],
  ["orbitalPlane", "plane"],
  ["collectId", "scene"],
  // A STAC item beside the files has the names of the interface.
  ...Object.entries(PROPERTY_OF_COLUMN)
    .filter(([column]) => !["inc", "products"].includes(column))
    .map(([column, property]): [string, string] => [property, column]),
]);

/** Returns texts, numbers and booleans, the most important first. */
export function listFacts(metadata: Metadata): Fact[] {
  const { [RANGE]: range, [AZIMUTH]: azimuth, ...others } = metadata;
  const isPair = typeof range === "number" && typeof azimuth === "number";
  const whole = isPair ? { ...others, [RANGE]: `${range} x ${azimuth}` } : metadata;
  const facts = Object.entries(whole).flatMap(([name, value]) =>
    ["string", "number", "boolean"].includes(typeof value) && !LINK.test(String(value))
      ? [[name, timeForPeople(String(value))] as const]
      : [],
  );
  const names = [...FACT_NAMES.keys()];
  const rank = (name: string): number => (FACT_NAMES.has(name) ? names.indexOf(name) : names.length);
  return facts
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .slice(0, MAX_FACTS)
    .map(([name, value]) => [FACT_NAMES.get(name) ?? name, value]);
}

/** Returns the footprint for the caption of its picture. */
export function findFootprint({ footprint, geometry }: Metadata): { footprint?: Geometry } {
  const reading = readGeometry(footprint ?? geometry);
  return "fault" in reading ? {} : { footprint: reading.geometry };
}

/** Returns the time of a scene as in the catalog's tables: its `datetime`, which is the middle of the collect. */
export function formatSceneTime({ datetime, startTime, endTime }: Metadata): string | undefined {
  const [start, end] = [parseMs(startTime), parseMs(endTime)];
  const middle =
    Number.isNaN(start) || Number.isNaN(end) ? startTime : new Date((start + end) / 2).toISOString();
  const ms = parseMs(datetime ?? middle);
  return Number.isNaN(ms) ? undefined : timeForPeople(ms, true);
}

const parseMs = (value: unknown): number =>
  typeof value === "string" && ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;

export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
