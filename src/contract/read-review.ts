/** Reads the order review. The interface does not define its field names. */
import { isJsonObject } from "./json-object.ts";
import { readField } from "./read-record.ts";

export interface OrderReview {
  /** False if the service reports anything but true. */
  authorized: boolean;
  denialReason?: string;
  /** The total as the service formats it, e.g. `$1,250.00`. */
  total?: string;
  subtotal?: string;
  /** Further totals and subtotals of the response, which may differ from `total`. */
  otherTotals: string[];
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

const TOTALS = ["total", "totalCost", "total_cost", "totalPrice", "price_total", "grandTotal", "cost"];
const SUBTOTALS = ["subtotal", "subTotal", "sub_total"];
const COSTS = ["cost", "price", "total", "totalCost", "total_cost", "price_total", "amount", "subtotal"];
const LABELS = ["granuleId", "productType", "collectId", "collectIds", "itemId", "taskId", "name", "id"];

// Spec silent: the fields of an order review. We read `orderDetails` with `lineItems`, `summary` with `items`, and a
// denial with its reason, and `costPerProduct`, a map. The total is the first field that looks like a price; limits apply to the largest one.
export function readReview(reply: unknown): OrderReview | undefined {
  if (!isJsonObject(reply)) return undefined;
  const details = [reply["orderDetails"], reply["order"], reply["data"], reply].filter(isJsonObject);
  const summary = details.map((level) => level["summary"]).find(isJsonObject);
  const levels = [...(summary ? [summary] : []), ...details];
  const authorized = reply["authorized"] ?? reply["isAuthorized"];
  const [total, ...otherTotals] = costsOf(levels, TOTALS);
  const subtotals = costsOf(levels, SUBTOTALS);
  return {
    authorized: authorized === undefined || authorized === null || authorized === true,
    denialReason: readDenial(reply),
    total,
    subtotal: subtotals[0],
    otherTotals: [...otherTotals, ...subtotals],
    lines: linesOf(levels),
    source: reply,
  };
}

function linesOf(levels: readonly Record<string, unknown>[]): ReviewLine[] {
  for (const level of levels) {
    for (const name of ["lineItems", "line_items", "items", "products"]) {
      const lines = level[name];
      if (!Array.isArray(lines)) continue;
      return lines.filter(isJsonObject).map((source) => ({
        label: labelOf(source),
        cost: costsOf([source, ...(isJsonObject(source["summary"]) ? [source["summary"]] : [])], COSTS)[0],
        ...(readField(source, "previouslyOrdered", "previously_ordered") === true && {
          previouslyOrdered: true,
        }),
        source,
      }));
    }
    const perProduct = level["costPerProduct"] ?? level["cost_per_product"];
    if (isJsonObject(perProduct))
      return Object.entries(perProduct).map(([label, cost]) => ({
        label,
        cost: costsOf([{ cost }], COSTS)[0],
        source: { [label]: cost },
      }));
  }
  return [];
}

function labelOf(line: Record<string, unknown>): string | undefined {
  const first = LABELS.map((name) => readField(line, name)).find((value) => value !== undefined);
  if (Array.isArray(first)) return first.join(", ");
  return typeof first === "string" || typeof first === "number" ? String(first) : undefined;
}

/** Returns costs as text: a text unchanged, a bare number without formatting. */
const costsOf = (levels: readonly Record<string, unknown>[], names: readonly string[]): string[] =>
  levels.flatMap((level) =>
    names.flatMap((name) => {
      const value = level[name];
      if (typeof value === "string" && value !== "") return [value];
      return typeof value === "number" ? [String(value)] : [];
    }),
  );

function readDenial(reply: Record<string, unknown>): string | undefined {
  for (const name of ["authorizationDenialReason", "denialReason", "denial_reason", "reason"]) {
    const reason = reply[name];
    if (typeof reason === "string" && reason !== "") return reason;
    if (isJsonObject(reason) && typeof reason["message"] === "string") return reason["message"];
  }
  return undefined;
}
