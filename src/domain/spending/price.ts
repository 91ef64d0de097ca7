/**
 * A price: its unit and its commitment. The commitment is the maximum cost of an approval; for a series it is the
 * price of one image times their number.
 */
import type { Estimate } from "../../contract/read-record.ts";
import { readReview } from "../../contract/read-review.ts";
import { countText } from "../../counted.ts";
import type { ImageBound } from "./image-bound.ts";
import {
  amountIn,
  amountOf,
  moneyText,
  mostOf,
  multiplyMoney,
  parseMoney,
  priceForPeople,
  type Amount,
} from "./money.ts";

/** The number of images belongs to a price per image. */
export interface Price extends ImageBound {
  /** In the service's format. */
  text: string;
  /** The unit of the price: the whole order or task, or one image of a series. */
  per: "order" | "image";
}

/**
 * Returns the largest amount of an estimate: its price, or another amount of its cost summary. `price`: of the task, or of one
 * image of a series.
 */
export function mostOfEstimate({ price, order }: Pick<Estimate, "price" | "order">): string | undefined {
  const { total, otherTotals = [], lines = [] } = (order && readReview({ order })) ?? {};
  const others = total === undefined ? otherTotals : [total, ...otherTotals];
  return mostOf({ total: price, others, lines: lines.map(({ cost }) => cost) });
}

/** Returns the price of a whole order or task. */
export const orderPrice = (text: string | undefined): Price | undefined =>
  text === undefined ? undefined : { text, per: "order" };

/** Returns the price of a series. */
export const imagePrice = (text: string | undefined, bound: ImageBound): Price | undefined =>
  text === undefined ? undefined : { text, per: "image", ...bound };

export const isUnbounded = (price: Price | undefined): boolean =>
  price?.per === "image" && price.images === undefined;

/**
 * Returns the commitment as text: the service's own for the price of the whole. Undefined without a price, for an
 * unreadable price per image, and without a bound of the images.
 */
export function commitmentOf(price: Price | undefined): string | undefined {
  if (price === undefined || price.per === "order") return price?.text;
  const money = parseMoney(price.text);
  return money && price.images !== undefined ? moneyText(multiplyMoney(money, price.images)) : undefined;
}

/** Returns `$1,125.00`, or for a series `3 images x $1,125.00 = $3,375.00`. */
export const commitmentText = (price: Price): string => textOf(price, (images) => countText(images, "image"));

/** Returns the short form: `3 x $1,125.00 = $3,375.00`. */
export const shortCommitmentText = (price: Price): string => textOf(price, String);

function textOf(price: Price, imagesText: (images: number) => string): string {
  const { per, images, isAtMost } = price;
  const text = priceForPeople(price.text);
  if (per === "order") return text;
  if (images === undefined) return `${text} per image, without a bound on the number of images`;
  const count = `${isAtMost ? "at most " : ""}${imagesText(images)}`;
  const whole = commitmentOf(price);
  return whole === undefined ? `${text} per image, ${imagesText(images)}` : `${count} x ${text} = ${whole}`;
}

/** Returns the price next to a column of commitments: `$1,250.00`, `3 x $1,125.00`, `$1,125.00 per image`. */
export function eachText({ text, per, images, isAtMost }: Price): string {
  if (per === "order") return text;
  if (images === undefined) return `${text} per image`;
  return `${isAtMost ? "up to " : ""}${images} x ${text}`;
}

/** Returns the commitment for its own column; `no bound` if the number of images is unlimited. */
export const committedText = (price: Price | undefined): string | undefined =>
  isUnbounded(price) ? "no bound" : commitmentOf(price);

/** A price in JSON: `amount` may be for one image, `total` is the commitment. */
export interface PriceForm extends Amount {
  per: "order" | "image";
  /** Maximum number of images. */
  count?: number;
  total?: number;
}

/** Returns undefined when the text is not money. */
export function priceForm(price: Price | undefined, dollar?: string): PriceForm | undefined {
  const money = parseMoney(price?.text ?? "");
  if (price === undefined || money === undefined) return undefined;
  const { per, images: count } = price;
  const total = commitmentAmount(price, dollar)?.amount;
  return {
    ...amountOf(money, dollar),
    per,
    ...(count !== undefined && { count }),
    ...(total !== undefined && { total }),
  };
}

/** Returns the commitment for JSON; undefined if there is none, or it is unreadable. */
export const commitmentAmount = (price: Price | undefined, dollar?: string): Amount | undefined =>
  amountIn(commitmentOf(price), dollar);

/** A price as stored in the journal. */
export interface RecordedPrice {
  price?: string | undefined;
  /** `image` for the price of one image; absent for the whole. */
  per?: string | undefined;
  /** Maximum number of images; absent without a bound. */
  images?: number | undefined;
}

export function recordOf(price: Price | undefined): RecordedPrice {
  if (price === undefined) return {};
  const { text, per, images } = price;
  return { price: text, ...(per === "image" && { per }), ...(images !== undefined && { images }) };
}

/** Returns the recorded price. Its unit may come from another version, and then the commitment is unknown. */
export function recordedPrice({ price, per, images = 0 }: RecordedPrice): Price | undefined {
  if (price === undefined || per === undefined) return orderPrice(price);
  return imagePrice(price, per === "image" && images > 0 ? { images } : {});
}
