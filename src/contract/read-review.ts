/** Reads the order review. The interface does not define its field names. */
import { isJsonObject } from "./json-object.ts";
import { findAmounts, lettersOf, pricesNamed, type AmountLine, type FoundAmount } from "./read-amounts.ts";
import { readField } from "./read-record.ts";

export interface OrderReview {
  /** False if the service reports anything but true. */
  authorized: boolean;
  denialReason?: string;
  /** The total as the service formats it, e.g. `$1,250.00`. */
  total?: string;
  subtotal?: string;
  /** All amounts of the response, `total` included; `read-amounts.ts` describes how they are recognised. */
  amounts: readonly FoundAmount[];
  /** The amounts of each list: the sum of one may be the price. */
  lists: readonly (readonly AmountLine[])[];
  /** Cost of each product, in the response's order. */
  lines: ReviewLine[];
  /** The review, unchanged. */
  source: Record<string, unknown>;
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
const LINES = ["lineitems", "items", "products", "costperproduct", "productcosts"];
const LABELS = ["granuleId", "productType", "collectId", "collectIds", "itemId", "taskId", "name", "id"];

// Spec silent: the fields of an order review. We read `orderDetails` with `lineItems`, `summary` with `items`, a denial with its
// reason, and `costPerProduct`. The total is the first field with the name of one; limits apply to the largest amount of the response.
export function readReview(reply: unknown): OrderReview | undefined {
  if (!isJsonObject(reply)) return undefined;
  const details = [reply["orderDetails"], reply["order"], reply["data"], reply].filter(isJsonObject);
  const summary = details.map((level) => memberNamed(level, "summary")).find(isJsonObject);
  const levels = [...(summary ? [summary] : []), ...details];
  const authorized = reply["authorized"] ?? reply["isAuthorized"];
  const pricesOf = (names: readonly string[]): string[] =>
    levels.flatMap((level) => pricesNamed(level, names));
  const { all, lists } = findAmounts(reply);
  return {
    authorized: authorized === undefined || authorized === null || authorized === true,
    denialReason: readDenial(reply),
    total: pricesOf(TOTALS)[0],
    subtotal: pricesOf(SUBTOTALS)[0],
    amounts: all,
    lists,
    lines: linesOf(levels),
    source: reply,
  };
}

const memberNamed = (level: Record<string, unknown>, wanted: string): unknown =>
  Object.entries(level).find(([name]) => lettersOf(name) === wanted)?.[1];

/** Returns the first list that is not empty, or the costs by product. */
function linesOf(levels: readonly Record<string, unknown>[]): ReviewLine[] {
  for (const level of levels)
    for (const name of LINES) {
      const lines = memberNamed(level, name);
      if (Array.isArray(lines) && lines.some(isJsonObject)) return lines.filter(isJsonObject).map(lineOf);
      if (isJsonObject(lines) && name.includes("cost"))
        return Object.entries(lines).map(([label, cost]) => ({
          label,
          cost: pricesNamed({ cost }, COSTS)[0],
          source: { [label]: cost },
        }));
    }
  return [];
}

function lineOf(source: Record<string, unknown>): ReviewLine {
  const summary = memberNamed(source, "summary");
  const places = [source, ...(isJsonObject(summary) ? [summary] : [])];
  return {
    label: labelOf(source),
    cost: places.flatMap((place) => pricesNamed(place, COSTS))[0],
    ...(readField(source, "previouslyOrdered", "previously_ordered") === true && { previouslyOrdered: true }),
    source,
  };
}

function labelOf(line: Record<string, unknown>): string | undefined {
  const first = LABELS.map((name) => readField(line, name)).find((value) => value !== undefined);
  if (Array.isArray(first)) return first.join(", ");
  return typeof first === "string" || typeof first === "number" ? String(first) : undefined;
}

function readDenial(reply: Record<string, unknown>): string | undefined {
  for (const name of ["authorizationDenialReason", "denialReason", "denial_reason", "reason"]) {
    const reason = reply[name];
    if (typeof reason === "string" && reason !== "") return reason;
    if (isJsonObject(reason) && typeof reason["message"] === "string") return reason["message"];
  }
  return undefined;
}
