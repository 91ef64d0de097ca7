/** Reads the possible number of images of a series from its record. */
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { lettersOf, wordsOf } from "../../contract/read-amounts.ts";
import { readField, type RepeatRecord } from "../../contract/read-record.ts";
import { DAY_MS } from "../../time/civil.ts";
import { parseTimestamp } from "../../time/timestamp.ts";

/** The possible number of images of a series. */
export interface ImageBound {
  /** Absent without a bound. */
  images?: number;
  /** The number is an upper bound, from the end of the series. */
  isAtMost?: true;
}

// Spec silent: the cost of a series without a count, and the names of its end. We bound it by the images that fit between start and
// end; without an end, or with one that depends on a cancellation, there is no bound. Names count by their letters.
/** Returns the number of images that the record of a series allows. */
export function readImageBound(record: unknown): ImageBound {
  const fields = listRepetitionPlaces(record).flatMap((place) =>
    Object.entries(place).map(([name, value]) => ({ name, letters: lettersOf(name), value })),
  );
  const valuesOf = (isNamed: (field: { name: string; letters: string }) => boolean): unknown[] =>
    fields
      .filter((field) => isNamed(field) && (field.value ?? undefined) !== undefined)
      .map(({ value }) => value);
  const named =
    (...names: string[]) =>
    ({ letters }: { letters: string }): boolean =>
      names.includes(letters);
  if (valuesOf(({ letters }) => UNTIL_CANCELED.test(letters)).some((value) => value !== false)) return {};

  const counts = valuesOf(({ name }) => isCountName(name))
    .filter((value) => typeof value !== "object")
    .map(readCount);
  const most = Math.max(...counts);
  // If two counts differ, the largest one applies. A count of 0 is readable: a series may have no images left.
  if (counts.length > 0 && counts.every((count) => count === 0 || isCount(count)) && isCount(most))
    return { images: most };

  const starts = valuesOf(named("repeatstart", "repetitionstart")).map(readTimeMs);
  const ends = valuesOf(named("repeatend", "repetitionend")).map(readTimeMs);
  const intervals = valuesOf(named("repetitioninterval", "repeatinterval")).map((days) =>
    Math.floor(readCount(days) * DAY_MS),
  );
  if ([starts, ends, intervals].some((found) => found.length === 0)) return {};
  const spanMs = Math.max(...ends) - Math.min(...starts);
  const images = Math.floor(spanMs / Math.min(...intervals)) + 1;
  const isSound = Math.min(...intervals) > 0 && spanMs >= 0 && isCount(images);
  return isSound ? { images, isAtMost: true } : {};
}

/** Returns whether the body or the record of a series has an end: a time or a number of images. */
export const hasEnd = (series: unknown): boolean =>
  listRepetitionPlaces(series).some((place) =>
    Object.entries(place).some(
      ([name, value]) =>
        (value ?? undefined) !== undefined &&
        (["repeatend", "repetitionend"].includes(lettersOf(name)) || isCountName(name)),
    ),
  );

const UNTIL_CANCELED = /until(?:it)?(?:is)?cancel|endless|indefinite|unlimited|openended/;

/**
 * Returns whether a name is that of a number of images: `repetitionCount`, `remaining_count`, `repetitions`. `completedCount` is not: it bounds
 * nothing that is still to come.
 */
const isCountName = (name: string): boolean =>
  !/^(?:completed|collected|finished|done|failed)/.test(lettersOf(name)) &&
  (COUNT_WORDS.has(wordsOf(name).at(-1) ?? "") ||
    /(?:repetition|repeat|remaining|image|collect)s?count$/.test(lettersOf(name)));

const COUNT_WORDS: ReadonlySet<string> = new Set([
  "count",
  "repetitions",
  "repeats",
  "occurrences",
  "iterations",
  "remaining",
  "images",
  "collects",
  "acquisitions",
]);

/** Repetition fields are under `repetitionProperties`, or beside it. */
const listRepetitionPlaces = (record: unknown): JsonObject[] => [
  toJsonObject(readField(record, "repetitionProperties")),
  toJsonObject(toJsonObject(record)["properties"]),
  toJsonObject(record),
];

/** Some services write numbers as text. */
const readCount = (value: unknown): number =>
  typeof value === "number"
    ? value
    : typeof value === "string" && /^\d/.test(value)
      ? Number(value)
      : Number.NaN;

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

const readTimeMs = (value: unknown): number => {
  const time = typeof value === "string" ? parseTimestamp(value) : undefined;
  return time?.ok === true ? time.ms : Number.NaN;
};

/** Returns `11` or `at most 11`; undefined without a bound. */
export const formatImages = ({ images, isAtMost }: ImageBound): string | undefined =>
  images === undefined ? undefined : `${isAtMost ? "at most " : ""}${images}`;

/** Returns `4 of at most 11`: the images of a series so far, and those that it allows, as far as its record shows them. */
export const formatCollected = ({ collected, source }: Pick<RepeatRecord, "collected" | "source">): string =>
  [collected, formatImages(readImageBound(source))].filter((part) => part !== undefined).join(" of ");
