/** Describes a request in one line, with which a person decides whether it is worth its price. */
import { readTimestampMs } from "../../contract/body-values.ts";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import type { RepeatRecord, RequestRecord } from "../../contract/read-record.ts";
import { measureKm2 } from "../../geo/area.ts";
import type { Region } from "../../geo/geojson.ts";
import { escapeLine } from "../../render/safe-text.ts";
import { formatSpan } from "../../render/quantity-text.ts";

/** The parts of a request's line as text. Missing fields are skipped. */
export interface RequestWords {
  name?: string;
  /** `268 km2`. */
  size?: string;
  /** `near Setubal (PT)`. */
  place?: string;
  /** `23-30 Nov`, and for a series `every 7 days`. */
  window?: string;
  type?: string;
  tier?: string;
}

/** Returns the location of a geometry as text, such as `near Setubal (PT)`; undefined when unknown. */
export type PlaceText = (geometry: JsonObject) => string | undefined;

const MAX_NAME = 40;

export function describeRequest(record: RequestRecord, nowMs: number, placeText?: PlaceText): RequestWords {
  const { name = "", geometry, tier, collectionType } = record;
  const words: Record<keyof RequestWords, string | undefined> = {
    name: name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 3)}...` : name,
    size: sizeOf(record),
    place: placeText?.(geometry),
    window: formatWindow(record, nowMs),
    type: collectionType,
    tier,
  };
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) =>
      text === undefined || text === "" ? [] : [[key, escapeLine(text)]],
    ),
  );
}

/**
 * Returns `"setubal": 268 km2 near Setubal (PT), stripmap_100 standard, 23-30 Nov`; `title` replaces a missing name.
 */
export function formatRequest(
  { name, size, place, window, type, tier }: RequestWords,
  title: string,
): string {
  // "268 km2 near Setubal (PT)", but "268 km2, 26 km S of Setubal (PT)".
  const where = place?.startsWith("near ") === true ? [joinWords(size, place)] : [size, place];
  const details = [...where, joinWords(type, tier), window].filter((part) => part !== undefined);
  const who = formatLabel(name, title);
  return details.length === 0 ? who : `${who}: ${details.join(", ")}`;
}

/** Returns the line of a request after its title: `"setubal": 268 km2, 23-30 Nov`; undefined if nothing more is known of it. */
export function formatAfterTitle(words: RequestWords, title: string): string | undefined {
  const line = formatRequest(words, title);
  if (line === title) return undefined;
  return line.startsWith(`${title}: `) ? line.slice(title.length + 2) : line;
}

/** A quote ends a name, so a quote within it is escaped, and so is a backslash that would escape a quote. */
const QUOTES = /"|\\(?=\\*(?:"|$))/g;

/** Returns the name in quotes; the title without a name. */
export const formatLabel = (name: string | undefined, title: string): string =>
  name === undefined ? title : `"${name.replaceAll(QUOTES, String.raw`\$&`)}"`;

const joinWords = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined).join(" ") || undefined;

const UNITS_OF_AREA = new Set(["sqkm", "km2", "km^2"]);

/** Returns the size that the service charges for, else that of the area. */
function sizeOf({ estimate, geometry }: RequestRecord): string | undefined {
  const lines = estimate.order?.["lineItems"];
  const charged = (Array.isArray(lines) ? lines : []).map((line) =>
    toJsonObject(toJsonObject(line)["accountingSize"]),
  );
  const isArea = charged.every(
    ({ unit, value }) => UNITS_OF_AREA.has(String(unit)) && typeof value === "number",
  );
  const km2 =
    charged.length > 0 && isArea
      ? charged.reduce((sum, { value }) => sum + (value as number), 0)
      : formatArea(geometry);
  return km2 > 0 ? `${km2 < 10 ? Number(km2.toFixed(1)) : Math.round(km2)} km2` : undefined;
}

function formatArea(geometry: JsonObject): number {
  if (geometry["type"] !== "Polygon" && geometry["type"] !== "MultiPolygon") return 0;
  try {
    return measureKm2(geometry as unknown as Region);
  } catch {
    // An invalid geometry has no size; the record is still shown.
    return 0;
  }
}

function formatWindow(record: RequestRecord, nowMs: number): string | undefined {
  if ("repetition" in record) return formatSeriesWindow(record, nowMs);
  const { windowOpen, windowClose } = record;
  return formatSpan(readTimestampMs(windowOpen), readTimestampMs(windowClose), nowMs);
}

function formatSeriesWindow({ repetition }: RepeatRecord, nowMs: number): string | undefined {
  const { repeatStart, repeatEnd = repetition["repetitionEnd"], repetitionInterval: days } = repetition;
  const span = formatSpan(readTimestampMs(repeatStart), readTimestampMs(repeatEnd), nowMs);
  const every =
    typeof days === "number"
      ? days === 1
        ? "every day"
        : `every ${Number(days.toFixed(2))} days`
      : undefined;
  return [span, every].filter((part) => part !== undefined).join(", ") || undefined;
}
