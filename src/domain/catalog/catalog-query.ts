/** Conditions on properties -> the `query` object of a catalog search. */
import { bracketPath } from "../../contract/json-path.ts";
import { isMembers, membersOf } from "../../contract/members.ts";
import { PRODUCT_TYPES, QUERYABLES } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { checkName, type NamePlace } from "../known-names.ts";
import type { WhereClause } from "../where.ts";
import { inInterface, PROPERTY_OF_COLUMN, propertyNamed, valueMeant } from "../item-names.ts";

export interface Conditions {
  where?: readonly WhereClause[];
  /** Properties that have flags of their own, compared for equality. */
  equals?: Readonly<Record<string, string | undefined>>;
  /** The query object as a person wrote it. */
  filter?: Readonly<Record<string, unknown>>;
  /** The operator's own prefix: `acme:squint_angle` is then as good as `vendor:squint_angle`. */
  vendorPrefix?: string;
}

export interface Findings {
  faults: Fault[];
  warnings: Fault[];
}

const OPERATORS: Readonly<Record<string, "eq" | "lt" | "lte" | "gt" | "gte">> = {
  "=": "eq",
  "==": "eq",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
};

/** Properties whose words are known: those of the interface, and of the STAC extensions that define the others. */
const WORDS: Readonly<Record<string, { kind: string; words: readonly string[] }>> = {
  "sar:product_type": { kind: "product type", words: PRODUCT_TYPES },
  "sat:orbit_state": { kind: "orbit state", words: ["ascending", "descending"] },
  "sar:observation_direction": { kind: "observation direction", words: ["left", "right"] },
};

/** Properties that hold numbers, and those that hold times: compared with anything else they find nothing. */
const NUMBERS = /^(?:sar:(?:pixel_spacing|looks|resolution)_|vendor:squint_angle$|view:incidence_angle$)/;
const TIMES = /^(?:start|end)_datetime$/;

/** Columns of items that are asked for in another way than by --where. */
const FLAG_OF_MEMBER = {
  collection: "--collection <id>",
  id: "--id <id>",
  datetime: "--from <time> and --to <time>",
  time: "--from <time> and --to <time>",
  scene: "--collect-id <id>",
  covers: "--min-cover <share>",
  price: "--price, and --sort price",
};

type Query = Map<string, Record<string, unknown>>;

/** A comparison given by a flag wins over the same one in `base`; given by two flags, it is a fault. */
export function catalogQuery(conditions: Conditions, base: unknown, findings: Findings): unknown {
  const { where = [], equals = {}, filter = {}, vendorPrefix = "vendor" } = conditions;
  const query: Query = new Map();
  for (const [name, comparison] of Object.entries(filter))
    query.set(name, comparison as Record<string, unknown>);
  for (const { name, operator, value } of where) {
    const property = propertyNamed(name);
    addComparison(query, property, OPERATORS[operator], operator, valueMeant(property, value), findings);
  }
  for (const [name, value] of Object.entries(equals)) {
    if (value !== undefined) addComparison(query, name, "eq", "=", value, findings);
  }
  // A query that is not an object stays as it is: the rule of the body reports it.
  const merged = isMembers(base) ? mergeInto(base, query) : query.size > 0 ? Object.fromEntries(query) : base;
  for (const [name, comparison] of Object.entries(membersOf(merged))) {
    checkProperty(name, vendorPrefix, findings);
    checkWord(name, comparison, findings);
    checkKind(name, comparison, findings);
  }
  return merged;
}

function mergeInto(base: Readonly<Record<string, unknown>>, query: Query): Record<string, unknown> {
  const merged = new Map(Object.entries(base));
  for (const [name, comparison] of query) {
    const before = merged.get(name);
    const isBoth = isMembers(before) && isMembers(comparison);
    merged.set(name, isBoth ? { ...before, ...comparison } : comparison);
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
  const path = bracketPath(["query", name]);
  if (operator === undefined) {
    const rule = "one of = < <= > >=";
    const message = `${name}${typed}${String(value)}: the catalog compares with ${rule}, not ${typed}`;
    faults.push({ code: "QUERY_OPERATOR_INVALID", path, value: typed, rule, message });
    return;
  }
  const before = query.get(name);
  if (before !== undefined && Object.hasOwn(before, operator)) {
    const rule = "one value for each operator of a property";
    const message = `${name} is compared twice with ${typed}`;
    faults.push({ code: "QUERY_FIELD_DUPLICATE", path, value: name, rule, message });
    return;
  }
  query.set(name, { ...before, [operator]: value });
}

function checkProperty(name: string, vendorPrefix: string, findings: Findings): void {
  const plain = inInterface(name, vendorPrefix);
  const path = bracketPath(["query", name]);
  const column = plain.toLowerCase();
  if (Object.hasOwn(FLAG_OF_MEMBER, column)) {
    const message = `${JSON.stringify(name)} is no property that is compared, but has a flag of its own`;
    const hint = `Say ${FLAG_OF_MEMBER[column as keyof typeof FLAG_OF_MEMBER]}`;
    findings.faults.push({ code: "ENUM_INVALID", path, value: name, message, hint });
    return;
  }
  const place = { path, kind: "queryable property", aliases: PROPERTY_OF_COLUMN };
  const { fault, warning } = checkName(plain, QUERYABLES, place);
  if (fault !== undefined) findings.faults.push(fault);
  if (warning === undefined) return;
  // A property of another extension may be new in the service; a plain word is none of any extension.
  if (name.includes(":")) {
    findings.warnings.push(warning);
    return;
  }
  const hint = `Ask for one of ${QUERYABLES.join(", ")} (--no-validate sends it as it is)`;
  findings.faults.push({ ...warning, hint });
}

function checkWord(name: string, comparison: unknown, findings: Findings): void {
  const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  const word = membersOf(comparison)["eq"];
  if (known === undefined || typeof word !== "string") return;
  check(word, known.words, { path: bracketPath(["query", name, "eq"]), kind: known.kind }, findings);
}

function checkKind(name: string, comparison: unknown, { warnings }: Findings): void {
  const kind = NUMBERS.test(name) ? "a number" : TIMES.test(name) ? "an RFC 3339 time" : undefined;
  if (kind === undefined) return;
  for (const [operator, operand] of Object.entries(membersOf(comparison))) {
    if (!["string", "number", "boolean"].includes(typeof operand)) continue;
    const fits = kind === "a number" ? typeof operand === "number" : parseTimestamp(String(operand)).ok;
    if (fits) continue;
    const message = `${name} is ${kind}, and ${JSON.stringify(operand)} is not: it may match nothing`;
    const path = bracketPath(["query", name, operator]);
    warnings.push({ code: "QUERY_OPERATOR_INVALID", path, value: operand, message });
  }
}

function check(
  word: string,
  known: readonly string[],
  place: NamePlace,
  { faults, warnings }: Findings,
): void {
  const { fault, warning } = checkName(word, known, place);
  if (fault !== undefined) faults.push(fault);
  if (warning !== undefined) warnings.push(warning);
}
