/** Reads the order review. The interface does not define its field names. */
import { isJsonObject } from "./json-object.ts";
import {
  findAmounts,
  formatAmount,
  isDiscountName,
  isSurchargeName,
  lettersOf,
  listPrices,
  readCurrency,
  type AmountLine,
  type FoundAmount,
} from "./read-amounts.ts";
import { readField } from "./read-record.ts";

export interface OrderReview {
  /** False if the service reports anything but true. */
  authorized: boolean;
  denialReason?: string;
  /** The total as the service formats it, e.g. `$1,250.00`. */
  total?: string;
  subtotal?: string;
  /** The members that lead from the subtotal to the total; absent without a subtotal beside the total. */
  reduction?: Reduction | undefined;
  /** All amounts of the response, `total` included; `read-amounts.ts` describes how they are recognised. */
  amounts: readonly FoundAmount[];
  /** The amounts of each list: the sum of one may be the price. */
  lists: readonly (readonly AmountLine[])[];
  /** Cost of each product, in the response's order. */
  lines: ReviewLine[];
  /** The review, unchanged. */
  source: Record<string, unknown>;
}

/** A subtotal, with the amounts beside it that are subtracted from it and added to it. */
export interface Reduction {
  subtotal: string;
  /** Without a sign. */
  discounts: readonly string[];
  surcharges: readonly string[];
}

export interface ReviewLine {
  /** The priced object: a granule, a product type, a collect. */
  label?: string;
  cost?: string;
  /** Present only if the service reports it. */
  previouslyOrdered?: true;
  /** The element, unchanged. */
  source: Record<string, unknown>;
}

/** Names as `lettersOf` returns them. */
const TOTALS = ["total", "totalcost", "totalprice", "pricetotal", "grandtotal", "cost"];
const SUBTOTALS = ["subtotal"];
const COSTS = ["cost", "price", "total", "totalcost", "pricetotal", "amount", "subtotal"];
const LINES = ["lineitems", "items", "products"];
/** Names of costs by product: a list, or an object with a member for each product. */
const COSTS_BY_PRODUCT = /^(?:cost|costs|price|prices)?perproducts?$|^products?(?:cost|costs|price|prices)$/;
/** A product type, as services write it. */
const PRODUCT = /^[A-Z]{2,8}$/;
const LABELS = [
  "granuleid",
  "producttype",
  "product",
  "collectid",
  "collectids",
  "itemid",
  "taskid",
  "name",
  "id",
];

// Spec silent: the fields of an order review. We read `orderDetails` with `lineItems`, `summary` with `items`, a denial with its
// reason, and `costPerProduct`. The total is the first field with the name of one; limits apply to the largest amount of the response.
export function readReview(reply: unknown): OrderReview | undefined {
  if (!isJsonObject(reply)) return undefined;
  const details = [reply["orderDetails"], reply["order"], reply["data"], reply].filter(isJsonObject);
  const summary = details.map((level) => findMember(level, "summary")).find(isJsonObject);
  const levels = [...(summary ? [summary] : []), ...details];
  const authorized = reply["authorized"] ?? reply["isAuthorized"];
  const pricesOf = (names: readonly string[]): string[] =>
    levels.flatMap((level) => listPrices(level, names));
  const { all, lists } = findAmounts(reply);
  return {
    authorized: authorized === undefined || authorized === null || authorized === true,
    denialReason: readDenial(reply),
    total: pricesOf(TOTALS)[0],
    subtotal: pricesOf(SUBTOTALS)[0],
    reduction: readReduction(levels.find((level) => listPrices(level, TOTALS).length > 0) ?? {}),
    amounts: all,
    lists,
    lines: linesOf(levels),
    source: reply,
  };
}

/** Reads the members of the object that has the total. */
function readReduction(level: Record<string, unknown>): Reduction | undefined {
  const [subtotal, ...others] = listPrices(level, SUBTOTALS);
  if (subtotal === undefined || others.length > 0) return undefined;
  const currency = readCurrency(level);
  const listAmounts = (isPart: (name: string) => boolean): string[] =>
    Object.entries(level).flatMap(([name, value]) =>
      isPart(name)
        ? (Array.isArray(value) ? value : [value]).flatMap((one) => formatAmount(one, currency) ?? [])
        : [],
    );
  return {
    subtotal,
    discounts: listAmounts(isDiscountName).map((text) => text.replace(/^[-−]\s*/, "")),
    surcharges: listAmounts((name) => isSurchargeName(name) && !isDiscountName(name)),
  };
}

const findMember = (level: Record<string, unknown>, wanted: string): unknown =>
  Object.entries(level).find(([name]) => lettersOf(name) === wanted)?.[1];

/** Returns the lines of the first list with a cost; else those of the first list that is not empty. */
function linesOf(levels: readonly Record<string, unknown>[]): ReviewLine[] {
  const lists = levels
    .flatMap((level) => [
      ...LINES.map((name) => readLines(findMember(level, name))),
      ...Object.entries(level).flatMap(([name, value]) =>
        COSTS_BY_PRODUCT.test(lettersOf(name))
          ? [isJsonObject(value) ? readMap(value) : readLines(value)]
          : [],
      ),
    ])
    .filter((lines) => lines.length > 0);
  return lists.find((lines) => lines.some(({ cost }) => cost !== undefined)) ?? lists[0] ?? [];
}

const readLines = (value: unknown): ReviewLine[] =>
  Array.isArray(value) ? value.filter(isJsonObject).flatMap(linesIn) : [];

const readMap = (costs: Record<string, unknown>): ReviewLine[] =>
  Object.entries(costs).map(([label, cost]) => ({
    label,
    cost: listPrices({ cost }, COSTS)[0],
    source: { [label]: cost },
  }));

/** Returns the line of an element; `{GEO: "$10"}` has a line for each of its members. */
function linesIn(element: Record<string, unknown>): ReviewLine[] {
  const line = readReviewLine(element);
  if (line.label !== undefined || line.cost !== undefined) return [line];
  const map = readMap(element);
  const isOfProducts = map.every(({ label = "", cost }) => PRODUCT.test(label) && cost !== undefined);
  return map.length > 0 && isOfProducts ? map : [line];
}

function readReviewLine(source: Record<string, unknown>): ReviewLine {
  const summary = findMember(source, "summary");
  const places = [source, ...(isJsonObject(summary) ? [summary] : [])];
  return {
    label: labelOf(source),
    cost: places.flatMap((place) => listPrices(place, COSTS))[0],
    ...(readField(source, "previouslyOrdered", "previously_ordered") === true && { previouslyOrdered: true }),
    source,
  };
}

function labelOf(line: Record<string, unknown>): string | undefined {
  for (const name of LABELS) {
    const value = findMember(line, name);
    if (Array.isArray(value)) return value.join(", ");
    if (typeof value === "string" || typeof value === "number") return String(value);
  }
  return undefined;
}

function readDenial(reply: Record<string, unknown>): string | undefined {
  for (const name of ["authorizationDenialReason", "denialReason", "denial_reason", "reason"]) {
    const reason = reply[name];
    if (typeof reason === "string" && reason !== "") return reason;
    if (isJsonObject(reason) && typeof reason["message"] === "string") return reason["message"];
  }
  return undefined;
}
