/** Reads the possible number of images of a series from its record. */
import { objectOf, type JsonObject } from "../../contract/json-object.ts";
import { readField } from "../../contract/read-record.ts";
import { DAY_MS } from "../../time/civil.ts";
import { parseTimestamp } from "../../time/timestamp.ts";

/** The possible number of images of a series. */
export interface ImageBound {
  /** Absent without a bound. */
  images?: number;
  /** The number is an upper bound, from the end of the series. */
  isAtMost?: true;
}

// Spec silent: the cost of a series without a count. We bound it by the images that fit between start and end; without
// an end there is no bound.
/** Returns the number of images that the record of a series allows. */
export function imageBound(record: unknown): ImageBound {
  const places = repetitionPlaces(record);
  const values = (...names: string[]): unknown[] =>
    places
      .flatMap((place) => names.map((name) => place[name] ?? undefined))
      .filter((value) => value !== undefined);
  if (values("untilCanceled").some((value) => value !== false)) return {};

  const counts = values("repetitionCount").map(numberOf);
  // If two counts differ, the larger one applies.
  if (counts.length > 0 && counts.every(isCount)) return { images: Math.max(...counts) };

  const starts = values("repeatStart").map(timeOf);
  const ends = values("repeatEnd", "repetitionEnd").map(timeOf);
  const intervals = values("repetitionInterval").map((days) => Math.floor(numberOf(days) * DAY_MS));
  if ([starts, ends, intervals].some((found) => found.length === 0)) return {};
  const spanMs = Math.max(...ends) - Math.min(...starts);
  const images = Math.floor(spanMs / Math.min(...intervals)) + 1;
  const isSound = Math.min(...intervals) > 0 && spanMs >= 0 && isCount(images);
  return isSound ? { images, isAtMost: true } : {};
}

/** Repetition fields are under `repetitionProperties`, or beside it. */
const repetitionPlaces = (record: unknown): JsonObject[] => [
  objectOf(readField(record, "repetitionProperties")),
  objectOf(objectOf(record)["properties"]),
  objectOf(record),
];

/** Some services write numbers as text. */
const numberOf = (value: unknown): number =>
  typeof value === "number"
    ? value
    : typeof value === "string" && /^\d/.test(value)
      ? Number(value)
      : Number.NaN;

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

const timeOf = (value: unknown): number => {
  const time = typeof value === "string" ? parseTimestamp(value) : undefined;
  return time?.ok === true ? time.ms : Number.NaN;
};

/** Returns `11` or `at most 11`; undefined without a bound. */
export const imagesText = ({ images, isAtMost }: ImageBound): string | undefined =>
  images === undefined ? undefined : `${isAtMost ? "at most " : ""}${images}`;
