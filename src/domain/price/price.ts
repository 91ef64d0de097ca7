/**
 * Prices of orders, tasks and series. A price has a unit, which is the whole order or one image of a series. Its commitment is the
 * maximum cost of an approval, with which limits and the budget are compared. Three images at $1,125.00 are a commitment
 * of $3,375.00; a series without a bound has no commitment, and exceeds every limit.
 */
import { findPricesOfRecord } from "../../contract/read-amounts.ts";
import type { Estimate, RequestRecord } from "../../contract/read-record.ts";
import { readReview } from "../../contract/read-review.ts";
import { countText } from "../../counted.ts";
import { listBounds } from "./discount.ts";
import { readImageBound, type ImageBound } from "./image-bound.ts";
import {
  readAmount,
  toAmount,
  formatMoney,
  findHighest,
  multiplyMoney,
  parseMoney,
  formatServicePrice,
  type Amount,
} from "./money.ts";

/** The number of images belongs to a price per image. */
export interface Price extends ImageBound {
  /** In the service's format. Limits and the budget are compared with it: the largest amount, if there are several. */
  text: string;
  /** The service's own total, or price of an image, if another amount is higher than it. */
  stated?: string;
  /** A stated total of a series, if it is higher than the price of its images. */
  whole?: string;
  /** The unit of the price: the whole order or task, or one image of a series. */
  per: "order" | "image";
}

/** A record is read once: a batch asks for each of its prices several times. */
const known = new WeakMap<RequestRecord, { price: Price | undefined }>();

const readOnce =
  (read: (record: RequestRecord) => Price | undefined) =>
  (record: RequestRecord): Price | undefined => {
    const { price } = known.get(record) ?? { price: read(record) };
    known.set(record, { price });
    return price;
  };

/** Returns the price of a task: the service's total, and the largest amount of its record. */
export const readTaskPrice = readOnce(({ estimate, source }) => {
  const { whole, perPiece } = findPricesOfRecord(source);
  const most = findHighestOfEstimate(estimate, [...whole, ...perPiece]);
  return most === undefined ? undefined : { ...toStatedPrice(most, estimate.price), per: "order" };
});

/** Returns the price of a series: the price per image, and the series' total if the total is higher. */
export const readSeriesPrice = readOnce(({ estimate, source }) => {
  const beside = findPricesOfRecord(source);
  const text = findHighestOfEstimate(estimate, beside.perPiece);
  if (text === undefined) return undefined;
  const price: Price = { ...toStatedPrice(text, estimate.price), per: "image", ...readImageBound(source) };
  const images = computeCommitment(price);
  const most = images && findHighest({ total: images, amounts: beside.whole, lists: [] });
  return most === undefined || most === images ? price : { ...price, whole: most };
});

/** Returns the largest amount of an estimate: its price, or another amount of its cost summary or its record. */
function findHighestOfEstimate({ price, order }: Estimate, beside: readonly string[]): string | undefined {
  const review = order && readReview({ order });
  const { amounts, lists } = review === undefined ? { amounts: [], lists: [] } : listBounds(review);
  return findHighest({ total: price ?? review?.total, amounts: [...amounts, ...beside], lists });
}

const toStatedPrice = (text: string, own: string | undefined): Pick<Price, "text" | "stated"> => ({
  text,
  ...(own !== undefined && own !== text && { stated: own }),
});

/** Returns the price of a whole order or task. */
export const toOrderPrice = (text: string | undefined): Price | undefined =>
  text === undefined ? undefined : { text, per: "order" };

/** Returns the price of a series. */
export const toImagePrice = (text: string | undefined, bound: ImageBound): Price | undefined =>
  text === undefined ? undefined : { text, per: "image", ...bound };

export const isUnbounded = (price: Price | undefined): boolean =>
  price?.per === "image" && price.images === undefined;

/**
 * Returns the commitment as text: the service's own for the price of the whole. Undefined without a price, for an
 * unreadable price per image, and without a bound of the images.
 */
export function computeCommitment(price: Price | undefined): string | undefined {
  if (price === undefined || price.per === "order") return price?.text;
  const sum = sumOfImages(price);
  return sum === undefined ? undefined : (price.whole ?? sum);
}

function sumOfImages({ text, images }: Price): string | undefined {
  const money = parseMoney(text);
  return money && images !== undefined ? formatMoney(multiplyMoney(money, images)) : undefined;
}

/** Returns `$1,125.00`, or for a series `3 images x $1,125.00 = $3,375.00`. */
export const formatCommitment = (price: Price): string =>
  writePrice(price, (images) => countText(images, "image"));

/** Returns the short form: `3 x $1,125.00 = $3,375.00`. */
export const formatShortCommitment = (price: Price): string => writePrice(price, String);

function writePrice(price: Price, imagesText: (images: number) => string): string {
  const { per, images, isAtMost, stated: own, whole } = price;
  const text = formatServicePrice(price.text);
  if (per === "order")
    return own === undefined ? text : `${formatServicePrice(own)}${formatAtMost(price.text)}`;
  const each = own === undefined ? "" : ` (stated: ${formatServicePrice(own)} per image)`;
  if (images === undefined) return `${text} per image, without a bound on the number of images${each}`;
  const count = `${isAtMost ? "at most " : ""}${imagesText(images)}`;
  const sum = sumOfImages(price);
  const most = whole === undefined ? "" : formatAtMost(whole);
  return sum === undefined
    ? `${text} per image, ${imagesText(images)}${each}`
    : `${count} x ${text} = ${sum}${most}${each}`;
}

/** Returns `, at most $1,300.00`, after a price that another amount exceeds. */
const formatAtMost = (text: string): string =>
  parseMoney(text) === undefined
    ? ", and an amount that cannot be read"
    : `, at most ${formatServicePrice(text)}`;

/** Returns the price next to a column of commitments: `$1,250.00`, `3 x $1,125.00`, `$1,125.00 per image`. */
export function formatEach({ text: most, stated: text = most, per, images, isAtMost }: Price): string {
  if (per === "order") return text;
  if (images === undefined) return `${text} per image`;
  return `${isAtMost ? "up to " : ""}${images} x ${text}`;
}

/** Returns the commitment for its own column; `no bound` if the number of images is unlimited. */
export const formatCommittedColumn = (price: Price | undefined): string | undefined =>
  isUnbounded(price) ? "no bound" : computeCommitment(price);

/** Returns the service's own price: it may be lower than the amount that limits are compared with. */
export const getStatedText = (price: Price | undefined): string | undefined => price?.stated ?? price?.text;

/**
 * Reports that another amount of a price is higher than its total, or cannot be compared. `own`: `the total is $10`. `field`: the
 * name of the other amount in the response.
 */
export function describeHigherAmount(own: string, most: string, field = ""): string {
  const where = field === "" ? "" : ` (${field})`;
  return parseMoney(most) === undefined
    ? `${own}, but the price also has an amount that cannot be compared: ${JSON.stringify(most)}${where} exceeds every limit and budget`
    : `${own}, but limits and the budget are compared with a higher amount of the price, ${formatServicePrice(most)}${where}`;
}

/** A price in JSON: `amount` is the service's own and may be for one image, `total` is the commitment. */
export interface PriceForm extends Amount {
  per: "order" | "image";
  /** Maximum number of images. */
  count?: number;
  total?: number;
}

/** Returns undefined when the text is not money. */
export function toPriceForm(price: Price | undefined, dollar?: string): PriceForm | undefined {
  const money = parseMoney(getStatedText(price) ?? "");
  if (price === undefined || money === undefined) return undefined;
  const { per, images: count } = price;
  const total = computeCommitmentAmount(price, dollar)?.amount;
  return {
    ...toAmount(money, dollar),
    per,
    ...(count !== undefined && { count }),
    ...(total !== undefined && { total }),
  };
}

/** Returns the commitment for JSON; undefined if there is none, or it is unreadable. */
export const computeCommitmentAmount = (price: Price | undefined, dollar?: string): Amount | undefined =>
  readAmount(computeCommitment(price), dollar);

/** A price as stored in the journal. */
interface RecordedPrice {
  price?: string | undefined;
  /** `image` for the price of one image; absent for the whole. */
  per?: string | undefined;
  /** Maximum number of images; absent without a bound. */
  images?: number | undefined;
}

export function toRecordedPrice(price: Price | undefined): RecordedPrice {
  if (price === undefined) return {};
  const { text, per, images, whole } = price;
  if (whole !== undefined) return { price: whole };
  return { price: text, ...(per === "image" && { per }), ...(images !== undefined && { images }) };
}

/** Returns the recorded price. Its unit may come from a newer version, and then the commitment is unknown. */
export function readRecordedPrice({ price, per, images = 0 }: RecordedPrice): Price | undefined {
  if (price === undefined || per === undefined) return toOrderPrice(price);
  return toImagePrice(price, per === "image" && images > 0 ? { images } : {});
}
