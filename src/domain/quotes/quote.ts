/**
 * A quote: a purchase that was priced and saved, for a person to approve and a later run to buy. It has no key and no link. Its
 * digest covers everything but the approvals, which sign the digest.
 */
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { parseTimestamp } from "../../time/timestamp.ts";
import { toCanonicalJson } from "../canonical-json.ts";
import { parseMoney } from "../price/money.ts";
import { MAX_QUOTE_MS } from "./quote-rules.ts";
import { isPublicKey } from "./public-key.ts";

const VERSION = 1;

const filled = z.string().check(z.minLength(1), z.maxLength(1000));
const time = z.string().check(z.refine((text) => parseTimestamp(text).ok));
const publicKey = z.string().check(z.refine(isPublicKey));

const Approval = z.strictObject({
  by: filled,
  at: time,
  key: publicKey,
  /** Base64url. */
  signature: filled,
});

const MAX_REQUESTS = 1000;
const MAX_APPROVALS = 20;

const Quote = z.strictObject({
  swathQuote: z.literal(VERSION),
  /** The body of an order of items, or the requests to approve. */
  order: z.optional(z.looseObject({ items: z.array(z.looseObject({})).check(z.minLength(1)) })),
  approve: z.optional(
    z
      .array(z.strictObject({ noun: z.enum(["task", "repeat"]), id: filled }))
      .check(z.minLength(1), z.maxLength(MAX_REQUESTS)),
  ),
  /** Prices of its parts, and words about a request, as the service showed them. */
  lines: z.array(
    z.strictObject({ of: filled, words: z.optional(z.string()), price: z.optional(z.string()) }),
  ),
  /** The whole price, in the service's format. */
  price: filled.check(z.refine((text) => parseMoney(text) !== undefined)),
  profile: filled,
  /** Scheme, host and port. */
  service: filled,
  organizationId: z.optional(filled),
  /** The person or the program that asked for the price, and the public key of its machine, if it has one. */
  askedBy: z.strictObject({ name: filled, key: z.optional(publicKey) }),
  /** By the clock of the machine that made it. */
  made: time,
  ends: time,
  /** The service's clock minus that one, in milliseconds. */
  skewMs: z.optional(z.int()),
  /** Id of the journal that may buy it. */
  journal: filled,
  digest: filled,
  approvals: z.array(Approval).check(z.maxLength(MAX_APPROVALS)),
});

export type Approval = z.infer<typeof Approval>;
export type Quote = z.infer<typeof Quote>;

/** Returns the quote of these terms, without an approval. */
export function sealQuote(terms: Omit<Quote, "swathQuote" | "digest" | "approvals">): Quote {
  const sealed = { swathQuote: VERSION as typeof VERSION, ...terms };
  return { ...sealed, digest: computeDigest(sealed), approvals: [] };
}

/** Returns the digest of a quote without its approvals. */
export function computeDigest(quote: Partial<Quote>): string {
  const { digest: _digest, approvals: _approvals, ...terms } = quote;
  return `sha256:${createHash("sha256").update(toCanonicalJson(terms)).digest("hex")}`;
}

export const isEdited = (quote: Quote): boolean => computeDigest(quote) !== quote.digest;

/** A part of the purchase. */
export interface QuotedPart {
  /** Its name as in the request: an item, a product, a task. */
  name: string;
  words?: string | undefined;
  price?: string | undefined;
}

/**
 * Returns the parts of the request that will be sent, each with the words and the price of its line. A line without such a part is not
 * shown, because it is not bought. Other fields of an order are parts as well.
 */
export function listQuotedParts({
  order,
  approve = [],
  lines,
}: Pick<Quote, "order" | "approve" | "lines">): QuotedPart[] {
  const { items = [], ...others } = order ?? {};
  const lineOf = new Map(lines.map((line) => [line.of, line]));
  const partOf = (name: string, of: string): QuotedPart => {
    const { words, price } = lineOf.get(of) ?? {};
    return { name, ...(words !== undefined && { words }), ...(price !== undefined && { price }) };
  };
  return [
    ...items.map((item) => partOf(nameItem(item), nameItem(item))),
    ...approve.map(({ noun, id }) => partOf(`${noun === "task" ? "task" : "repeat request"} ${id}`, id)),
    ...Object.entries(others).map(([name, value]) => ({ name: `${name}: ${toCanonicalJson(value)}` })),
  ];
}

/** Returns the name of an item of an order: `collection/granule`, `GEO=collect`, else the item itself. */
export function nameItem(item: object): string {
  const { collectionId, granuleId, productType, collectIds, ...others } = item as Record<string, unknown>;
  const isAlone = (...members: unknown[]): boolean =>
    [...members, ...Object.values(others)].every((member) => member === undefined);
  if (typeof collectionId === "string" && typeof granuleId === "string" && isAlone(productType, collectIds))
    return `${collectionId}/${granuleId}`;
  if (typeof productType === "string" && isAlone(collectionId, granuleId) && isTexts(collectIds))
    return `${productType}=${collectIds.join(",")}`;
  return toCanonicalJson(item);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

export const writeQuote = (quote: Quote): string => `${JSON.stringify(quote, undefined, 2)}\n`;

/** Reads the data of a quote; the problem completes the sentence `the file ...`. A newer version is refused. */
export function readQuote(data: unknown): { quote: Quote } | { problem: string } {
  const version = (data as { swathQuote?: unknown } | null)?.swathQuote;
  if (typeof version !== "number") return { problem: "is not a quote" };
  if (version > VERSION) return { problem: "was written by a newer version of swath" };
  const read = z.safeParse(Quote, data);
  if (!read.success) {
    const place = read.error.issues[0]?.path.join(".") ?? "";
    return { problem: `is not a complete quote${place === "" ? "" : ` (see ${place})`}` };
  }
  const quote = read.data;
  const [made, ends] = [toTimeMs(quote.made), toTimeMs(quote.ends)];
  if (
    (quote.order === undefined) === (quote.approve === undefined) ||
    ends <= made ||
    ends - made > MAX_QUOTE_MS
  )
    return { problem: "is not a complete quote" };
  return { quote };
}

/** `text` is a time of a quote that was read. */
export function toTimeMs(text: string): number {
  const parsed = parseTimestamp(text);
  return parsed.ok ? parsed.ms : Number.NaN;
}
