/** The commitment: the most that an approval can cost, which for a series is the price of one image times their count. */
import { membersOf, type Members } from "../../contract/members.ts";
import { readField } from "../../contract/read-record.ts";
import { DAY_MS } from "../../time/civil.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { moneyText, multiplyMoney, parseMoney } from "./money.ts";

/** How many images a series can bring: an exact count, at most so many until its end, or no bound at all. */
export type ImageBound =
  | { kind: "count"; images: number }
  | { kind: "at-most"; images: number }
  | { kind: "unbounded" };

export interface Priced {
  /** As the service wrote it: of one image for a series, else of the whole. */
  price: string | undefined;
  /** For a series only. */
  bound?: ImageBound | undefined;
}

/** The price of the whole as text; undefined when the price cannot be read, or nothing bounds the images. */
export function commitmentOf({ price, bound }: Priced): string | undefined {
  if (bound === undefined || price === undefined) return price;
  return bound.kind === "unbounded" ? undefined : wholeOfSeries(price, bound.images);
}

/** What so many images of a series cost; undefined when the price of one cannot be read. */
export function wholeOfSeries(perImage: string, images: number): string | undefined {
  const money = parseMoney(perImage);
  return money && moneyText(multiplyMoney(money, images));
}

/** `$1,125.00`, or for a series `3 images x $1,125.00 = $3,375.00`. */
export function commitmentText(price: string, bound: ImageBound | undefined): string {
  if (bound === undefined) return price;
  if (bound.kind === "unbounded") return `${price} per image, without a bound on the number of images`;
  const { kind, images } = bound;
  const whole = wholeOfSeries(price, images);
  const count = `${kind === "at-most" ? "at most " : ""}${images} ${images === 1 ? "image" : "images"}`;
  return whole === undefined ? `${price} per image, ${count}` : `${count} x ${price} = ${whole}`;
}

// Spec silent: what a series without a count may cost. We bound it by the images that its interval allows until its end,
// the opening at the very end included; without an end there is no bound.
/** How many images the record of a series allows. */
export function imageBound(record: unknown): ImageBound {
  const places = repetitionPlaces(record);
  const values = (...names: string[]): unknown[] =>
    places
      .flatMap((place) => names.map((name) => place[name] ?? undefined))
      .filter((value) => value !== undefined);
  if (values("untilCanceled").includes(true)) return { kind: "unbounded" };

  const counts = values("repetitionCount").map(numberOf);
  // Two places that disagree allow the larger number.
  if (counts.length > 0 && counts.every(isCount)) return { kind: "count", images: Math.max(...counts) };

  const starts = values("repeatStart").map(timeOf);
  const ends = values("repeatEnd", "repetitionEnd").map(timeOf);
  const intervals = values("repetitionInterval").map((days) => Math.floor(numberOf(days) * DAY_MS));
  if ([starts, ends, intervals].some((found) => found.length === 0)) return { kind: "unbounded" };
  const spanMs = Math.max(...ends) - Math.min(...starts);
  const images = Math.floor(spanMs / Math.min(...intervals)) + 1;
  const isSound = Math.min(...intervals) > 0 && spanMs >= 0 && isCount(images);
  return isSound ? { kind: "at-most", images } : { kind: "unbounded" };
}

/** Repetition fields stand under `repetitionProperties`, or beside it. */
const repetitionPlaces = (record: unknown): Members[] => [
  membersOf(readField(record, "repetitionProperties")),
  membersOf(membersOf(record)["properties"]),
  membersOf(record),
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
