/** Converts conditions on properties to the `query` object of a catalog search. */
import { formatPath } from "../../contract/json-path.ts";
import { isJsonObject, toJsonObject } from "../../contract/json-object.ts";
import { PRODUCT_TYPES, QUERYABLES, SEEN_QUERYABLES, TYPE_OF_FORMAT } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { flagBound } from "../../time/interval.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { checkName } from "../known-names.ts";
import { toUtcOperands, type WhereClause } from "../where.ts";
import {
  toInterfaceName,
  PROPERTY_OF_COLUMN,
  toProperty,
  toInterfaceValue,
  listLongWords,
} from "../item-names.ts";
import type { Hint } from "../../hint.ts";

export interface Conditions {
  where?: readonly WhereClause[];
  /** Properties with their own flags, compared for equality. */
  equals?: Readonly<Record<string, string | undefined>>;
  /** Items of any of these. */
  productTypes?: readonly string[] | undefined;
  /** The operator's own prefix: `acme:squint_angle` then equals `vendor:squint_angle`. */
  vendorPrefix?: string;
  /** The columns that are not properties and that the command filters by other flags. Default: all of them. */
  columnsWithFlags?: readonly string[] | undefined;
  /** For dates and relative times in `where`. */
  nowMs: number;
}

export interface Findings {
  faults: Fault[];
  warnings: Fault[];
  /** Changes that keep the meaning. */
  notes: string[];
}

const OPERATORS: Readonly<Record<string, "eq" | "lt" | "lte" | "gt" | "gte">> = {
  "=": "eq",
  "==": "eq",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
};

export const PRODUCT_TYPE = "sar:product_type";

const INSTRUMENT_MODE = "sar:instrument_mode";

interface KnownWords {
  kind: string;
  words: readonly string[];
  source?: string;
  aliases?: Readonly<Record<string, string>>;
}

/** Properties with known values, from the interface and from the STAC extensions that define the others. */
const WORDS: Readonly<Record<string, KnownWords>> = {
  [PRODUCT_TYPE]: { kind: "product type", words: PRODUCT_TYPES, aliases: TYPE_OF_FORMAT },
  "sat:orbit_state": { kind: "orbit state", words: ["ascending", "descending"] },
  "sar:observation_direction": { kind: "observation direction", words: ["left", "right"] },
  // Spec silent: the values of `sar:instrument_mode`. We know those of samples; any other word is sent with a warning.
  [INSTRUMENT_MODE]: { kind: "instrument mode", words: listLongWords(INSTRUMENT_MODE), source: "known here" },
};

/** Properties with numbers, and properties with times: a comparison with another kind matches nothing. */
const NUMBERS = /^(?:sar:(?:pixel_spacing|looks|resolution)_|vendor:squint_angle$|view:incidence_angle$)/;
const TIMES = /^(?:(?:start|end)_)?datetime$/;

/** Columns of items that the catalog does not compare as properties. */
const STEP_OF_COLUMN: Readonly<Record<string, Hint>> = {
  collection: "Use --collection <id>",
  id: "Use --id <id>",
  datetime: "Use --from <time>",
  time: "Use --from <time>",
  scene: "Use --collect-id <id>",
  covers: "Use --min-cover <share>",
  price: "Use --sort price",
};

type Query = Map<string, Record<string, unknown>>;

/**
 * Returns the query. A flag's comparison replaces the same comparison in `base`; two flags for one comparison are a
 * fault.
 */
export function draftCatalogQuery(conditions: Conditions, base: unknown, findings: Findings): unknown {
  const { where = [] } = conditions;
  const [type, ...otherTypes] = conditions.productTypes ?? [];
  const hasTypes = otherTypes.length > 0;
  const equals = { ...conditions.equals, ...(!hasTypes && { [PRODUCT_TYPE]: type }) };
  const query: Query = new Map();
  for (const { name, operator, value } of where) {
    const property = toProperty(name);
    const meant = readRelativeTime(
      property,
      operator,
      toInterfaceValue(property, value),
      conditions.nowMs,
      findings,
    );
    addComparison(query, property, OPERATORS[operator], operator, meant, findings);
  }
  for (const [name, value] of Object.entries(equals)) {
    if (value !== undefined) addComparison(query, name, "eq", "=", toInterfaceValue(name, value), findings);
  }
  if (hasTypes) addTypes(query, [type!, ...otherTypes], findings);
  // A query that is not an object stays unchanged: the rule of the body reports it.
  const merged = isJsonObject(base)
    ? mergeInto(base, query)
    : query.size > 0
      ? Object.fromEntries(query)
      : base;
  const sent = isJsonObject(merged) ? withTimesInUtc(merged, findings.notes) : merged;
  for (const [name, comparison] of Object.entries(toJsonObject(sent))) {
    checkProperty(name, conditions, findings);
    if (isAnyOf(comparison) && !(hasTypes && name === PRODUCT_TYPE))
      findings.notes.push(`${name}: the interface has no operator in; this service may know it`);
    checkWord(name, comparison, findings);
    checkKind(name, comparison, findings);
    checkRange(name, comparison, findings);
  }
  return sent;
}

// Spec silent: the operator `in` of a catalog query, which some services take. We send it as typed, with a note.
/** Returns whether a comparison is `{ in: [...] }` with texts, numbers, true or false. */
const isAnyOf = (comparison: unknown): boolean => {
  const { in: choices, ...others } = toJsonObject(comparison);
  const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
  return (
    Object.keys(others).length === 0 &&
    Array.isArray(choices) &&
    choices.length > 0 &&
    choices.every(isScalar)
  );
};

/** Reports whether a rule of the interface refuses the operator `in`. */
export const isRefusalOfIn = ({ code, value }: Fault): boolean =>
  code === "QUERY_OPERATOR_INVALID" && isAnyOf(value);

const withTimesInUtc = (query: Readonly<Record<string, unknown>>, notes: string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, comparison]) => [name, toUtcOperands(name, comparison, notes)]),
  );

/** The timestamp of a date or a relative time beside `<` or `>`, as in request searches; any other value unchanged. */
function readRelativeTime(
  property: string,
  operator: string,
  value: unknown,
  nowMs: number,
  { notes }: Findings,
): unknown {
  if (!TIMES.test(property) || !/[<>]/.test(operator) || parseTimestamp(String(value)).ok) return value;
  const bound = flagBound(String(value), operator, nowMs);
  if (!bound.ok) return value;
  notes.push(`${property}${operator}${String(value)} was taken as ${bound.iso}`);
  return bound.iso;
}

function mergeInto(base: Readonly<Record<string, unknown>>, query: Query): Record<string, unknown> {
  const merged = new Map(Object.entries(base));
  for (const [name, comparison] of query) {
    const before = merged.get(name);
    const isBoth = isJsonObject(before) && isJsonObject(comparison);
    const hasList = isAnyOf(before) || isAnyOf(comparison);
    merged.set(name, isBoth && !hasList ? { ...before, ...comparison } : comparison);
  }
  return Object.fromEntries(merged);
}

function addComparison(
  query: Query,
  name: string,
  operator: string | undefined,
  typed: string,
  value: unknown,
  { faults }: Findings,
): void {
  const path = formatPath(["query", name]);
  if (operator === undefined) {
    const rule = "one of = < <= > >=";
    const message = `${name}${typed}${String(value)}: the catalog compares with ${rule}, not ${typed}`;
    faults.push({ code: "QUERY_OPERATOR_INVALID", path, value: typed, rule, message });
    return;
  }
  const before = query.get(name);
  // Spec silent: whether "an object with one of" allows a range. We send both bounds, and warn if an item of the response does
  // not meet them.
  if (before !== undefined && Object.hasOwn(before, operator)) {
    const rule = "one value for each operator of a property";
    const message = `${name} is compared twice with ${typed}`;
    faults.push({ code: "QUERY_FIELD_DUPLICATE", path, value: name, rule, message });
    return;
  }
  query.set(name, { ...before, [operator]: value });
}

function addTypes(query: Query, types: readonly string[], { faults }: Findings): void {
  if (query.has(PRODUCT_TYPE)) {
    const path = formatPath(["query", PRODUCT_TYPE]);
    const rule = "a list of product types, or another condition on them";
    const message = `${PRODUCT_TYPE} is compared with the list ${types.join(", ")} and by another condition`;
    faults.push({ code: "QUERY_FIELD_DUPLICATE", path, value: PRODUCT_TYPE, rule, message });
    return;
  }
  query.set(PRODUCT_TYPE, { in: [...types] });
}

function checkProperty(name: string, conditions: Conditions, findings: Findings): void {
  const { vendorPrefix = "vendor" } = conditions;
  const plain = toInterfaceName(name, vendorPrefix);
  const path = formatPath(["query", name]);
  if (SEEN_QUERYABLES.includes(plain)) {
    findings.notes.push(`${name} is not a queryable property of the interface: this service may know it`);
    return;
  }
  const column = Object.keys(STEP_OF_COLUMN).find((other) => other === plain.toLowerCase());
  if (column !== undefined) {
    const message = `${JSON.stringify(name)} is not a property that the catalog compares`;
    const isSelectable = conditions.columnsWithFlags?.includes(column) !== false;
    findings.faults.push({
      code: "ENUM_INVALID",
      path,
      value: name,
      message,
      ...(isSelectable && { next: STEP_OF_COLUMN[column]! }),
    });
    return;
  }
  const place = {
    path,
    kind: "queryable property",
    aliases: PROPERTY_OF_COLUMN,
  };
  const { fault, warning } = checkName(plain, QUERYABLES, place);
  if (fault !== undefined) findings.faults.push(fault);
  if (warning === undefined) return;
  // A property with a prefix may be new in the service; a name without one belongs to no extension.
  if (name.includes(":")) {
    findings.warnings.push(warning);
    return;
  }
  findings.faults.push({ ...warning, message: `${JSON.stringify(name)} is not ${warning.rule}` });
}

function checkWord(name: string, comparison: unknown, { faults, warnings }: Findings): void {
  const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (known === undefined) return;
  const { eq, in: choices } = toJsonObject(comparison);
  const operator = eq === undefined ? "in" : "eq";
  const { words, ...about } = known;
  const place = { path: formatPath(["query", name, operator]), ...about };
  for (const word of [eq, ...(Array.isArray(choices) ? choices : [])]) {
    if (typeof word !== "string") continue;
    const { fault, warning } = checkName(word, words, place);
    if (fault !== undefined) faults.push(fault);
    if (warning !== undefined) warnings.push(warning);
  }
}

function checkKind(name: string, comparison: unknown, { warnings }: Findings): void {
  const kind = NUMBERS.test(name) ? "a number" : TIMES.test(name) ? "an RFC 3339 time" : undefined;
  if (kind === undefined) return;
  for (const [operator, operand] of Object.entries(toJsonObject(comparison))) {
    if (!["string", "number", "boolean"].includes(typeof operand)) continue;
    const fits = kind === "a number" ? typeof operand === "number" : parseTimestamp(String(operand)).ok;
    if (fits) continue;
    const message = `${name} is ${kind}, and ${JSON.stringify(operand)} is not: it may match nothing`;
    const path = formatPath(["query", name, operator]);
    warnings.push({ code: "QUERY_OPERATOR_INVALID", path, value: operand, message });
  }
}

/** Warns about numbers that no scene can have. */
function checkRange(name: string, comparison: unknown, { warnings }: Findings): void {
  const ends = Object.entries(toJsonObject(comparison)).filter(([, value]) => typeof value === "number");
  const lowest = ends.filter(([operator]) => /^(?:gte?|eq)$/.test(operator));
  const highest = ends.filter(([operator]) => /^(?:lte?|eq)$/.test(operator));
  for (const [above, low] of lowest)
    for (const [below, high] of highest) {
      const isOpen = above === "gt" || below === "lt";
      if (Number(low) < Number(high) || (low === high && !isOpen)) continue;
      const message = `${name} cannot be ${SIGNS[above]} ${String(low)} and ${SIGNS[below]} ${String(high)} at once: nothing matches`;
      warnings.push({
        code: "QUERY_OPERATOR_INVALID",
        path: formatPath(["query", name]),
        value: low,
        message,
      });
      return;
    }
}

const SIGNS: Readonly<Record<string, string>> = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" };
