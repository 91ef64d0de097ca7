/**
 * A price: what it is for, and what it commits to. The commitment is the most that an approval can cost, which for a
 * series is the price of one image times their number.
 */
import { countText } from "../../counted.ts";
import type { ImageBound } from "./image-bound.ts";
import { amountOf, moneyText, multiplyMoney, parseMoney, priceForPeople, type Amount } from "./money.ts";

export interface Price {
  /** As the service wrote it. */
  text: string;
  /** What this text is for: the whole order or task, or one image of a series. */
  per: "order" | "image";
  /** Of a price per image only: how many images there can be. */
  bound?: ImageBound | undefined;
}

/** The price of a whole order or task. */
export const orderPrice = (text: string | undefined): Price | undefined =>
  text === undefined ? undefined : { text, per: "order" };

/** The price of a series. */
export const imagePrice = (text: string | undefined, bound: ImageBound): Price | undefined =>
  text === undefined ? undefined : { text, per: "image", bound };

/** How many images a price counts; undefined for an order, and where nothing bounds them. */
const imagesOf = ({ per, bound }: Price): number | undefined =>
  per === "order" || bound === undefined || bound.kind === "unbounded" ? undefined : bound.images;

export const isUnbounded = (price: Price | undefined): boolean =>
  price?.per === "image" && imagesOf(price) === undefined;

/**
 * The commitment as text: that of the service where the price is of the whole. Undefined when there is no price,
 * when the price of an image cannot be read, and when nothing bounds the images.
 */
export function commitmentOf(price: Price | undefined): string | undefined {
  if (price === undefined || price.per === "order") return price?.text;
  const [money, images] = [parseMoney(price.text), imagesOf(price)];
  return money && images !== undefined ? moneyText(multiplyMoney(money, images)) : undefined;
}

/** `$1,125.00`, or for a series `3 images x $1,125.00 = $3,375.00`. */
export const commitmentText = (price: Price): string => textOf(price, (images) => countText(images, "image"));

/** The same in the least room: `3 x $1,125.00 = $3,375.00`. */
export const shortCommitmentText = (price: Price): string => textOf(price, String);

function textOf(price: Price, imagesText: (images: number) => string): string {
  const { per, bound } = price;
  const text = priceForPeople(price.text);
  const images = imagesOf(price);
  if (per === "order") return text;
  if (images === undefined) return `${text} per image, without a bound on the number of images`;
  const count = `${bound?.kind === "at-most" ? "at most " : ""}${imagesText(images)}`;
  const whole = commitmentOf(price);
  return whole === undefined ? `${text} per image, ${imagesText(images)}` : `${count} x ${text} = ${whole}`;
}

/** The price beside a column of commitments: `$1,250.00`, `3 x $1,125.00`, `$1,125.00 per image`. */
export function eachText(price: Price): string {
  const { text, per, bound } = price;
  const images = imagesOf(price);
  if (per === "order") return text;
  if (images === undefined) return `${text} per image`;
  return `${bound?.kind === "at-most" ? "up to " : ""}${images} x ${text}`;
}

/** The commitment in a column of its own; `no bound` where nothing bounds the images. */
export const committedText = (price: Price | undefined): string | undefined =>
  isUnbounded(price) ? "no bound" : commitmentOf(price);

/** A price in JSON: `amount` is of one image where it says so, `total` is the commitment. */
export interface PriceForm extends Amount {
  per: "order" | "image";
  /** How many images at most. */
  count?: number;
  total?: number;
}

/** Undefined when the text cannot be read as money. */
export function priceForm(price: Price | undefined, dollar?: string): PriceForm | undefined {
  const money = parseMoney(price?.text ?? "");
  if (price === undefined || money === undefined) return undefined;
  const count = imagesOf(price);
  const total = commitmentAmount(price, dollar)?.amount;
  return {
    ...amountOf(money, dollar),
    per: price.per,
    ...(count !== undefined && { count }),
    ...(total !== undefined && { total }),
  };
}

/** The commitment in JSON; undefined where there is none that can be read. */
export function commitmentAmount(price: Price | undefined, dollar?: string): Amount | undefined {
  const money = parseMoney(commitmentOf(price) ?? "");
  return money && amountOf(money, dollar);
}

/** What the journal keeps of a price. */
export interface RecordedPrice {
  price?: string | undefined;
  /** `image` where the price is of one image; absent for the whole. */
  per?: string | undefined;
  /** How many images at most; absent where nothing bounds them. */
  images?: number | undefined;
}

export function recordOf(price: Price | undefined): RecordedPrice {
  if (price === undefined) return {};
  const images = imagesOf(price);
  return {
    price: price.text,
    ...(price.per === "image" && { per: "image" }),
    ...(images !== undefined && { images }),
  };
}

/** The recorded price. What it is for may be a word of another version, and is then no known commitment. */
export function recordedPrice({ price, per, images = 0 }: RecordedPrice): Price | undefined {
  if (price === undefined || per === undefined) return orderPrice(price);
  const bound: ImageBound = per === "image" && images > 0 ? { kind: "count", images } : { kind: "unbounded" };
  return imagePrice(price, bound);
}
