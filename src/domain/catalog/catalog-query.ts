/** Conditions on properties -> the `query` object of a catalog search. */
import { bracketPath } from "../../contract/json-path.ts";
import { isJsonObject, objectOf } from "../../contract/json-object.ts";
import { PRODUCT_TYPES, QUERYABLES } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { checkName, type NamePlace } from "../known-names.ts";
import { advice, Command, instead, typed, type Hint } from "../../hint.ts";
import { clauseText, type WhereClause } from "../where.ts";
import { inInterface, PROPERTY_OF_COLUMN, propertyNamed, valueMeant } from "../item-names.ts";

export interface Conditions {
  where?: readonly WhereClause[];
  /** Properties that have flags of their own, compared for equality. */
  equals?: Readonly<Record<string, string | undefined>>;
  /** The query object as a person wrote it. */
  filter?: Readonly<Record<string, unknown>>;
  /** The operator's own prefix: `acme:squint_angle` is then as good as `vendor:squint_angle`. */
  vendorPrefix?: string;
  /** What to add for an area that can be covered; undefined where no flags add one, or the command has no shares. */
  flagsToCover?: readonly string[] | undefined;
  /** The columns that are no properties and that a flag of this command asks for; all of them by default. */
  columnsWithFlags?: readonly string[] | undefined;
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
const FLAG_OF_COLUMN = {
  collection: "--collection <id>",
  id: "--id <id>",
  datetime: "--from <time> and --to <time>",
  time: "--from <time> and --to <time>",
  scene: "--collect-id <id>",
  covers: "--min-cover <share>",
  price: "--price, and --sort price",
};

type FlaggedColumn = keyof typeof FLAG_OF_COLUMN;

/** The flags that say what the condition says; undefined where none do. */
function flagsFor(
  column: FlaggedColumn,
  { operator, value }: WhereClause,
  flagsToCover: readonly string[] | undefined,
): readonly string[] | undefined {
  const isMore = operator.startsWith(">");
  const isLess = operator.startsWith("<");
  switch (column) {
    case "datetime":
    case "time":
      return [isMore ? "--from" : isLess ? "--to" : "--datetime", String(value)];
    case "covers": {
      const number = Number(String(value).replace(/%$/, ""));
      const percent = number < 1 ? number * 100 : number;
      if (flagsToCover === undefined || !(percent > 0 && percent <= 100)) return undefined;
      return [...flagsToCover, ...(isLess ? ["--sort", "covers"] : ["--min-cover", `${percent}%`])];
    }
    case "price":
      return ["--price", "--sort", isMore ? "price:desc" : "price"];
    default:
      return isMore || isLess ? undefined : [FLAG_OF_COLUMN[column].split(" ")[0]!, String(value)];
  }
}

type Query = Map<string, Record<string, unknown>>;

/** A comparison given by a flag wins over the same one in `base`; given by two flags, it is a fault. */
export function catalogQuery(conditions: Conditions, base: unknown, findings: Findings): unknown {
  const { where = [], equals = {}, filter = {} } = conditions;
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
  const merged = isJsonObject(base)
    ? mergeInto(base, query)
    : query.size > 0
      ? Object.fromEntries(query)
      : base;
  for (const [name, comparison] of Object.entries(objectOf(merged))) {
    checkProperty(name, conditions, findings);
    checkWord(name, comparison, where, findings);
    checkKind(name, comparison, findings);
    checkRange(name, comparison, findings);
  }
  return merged;
}

function mergeInto(base: Readonly<Record<string, unknown>>, query: Query): Record<string, unknown> {
  const merged = new Map(Object.entries(base));
  for (const [name, comparison] of query) {
    const before = merged.get(name);
    const isBoth = isJsonObject(before) && isJsonObject(comparison);
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

function checkProperty(name: string, conditions: Conditions, findings: Findings): void {
  const { vendorPrefix = "vendor" } = conditions;
  const plain = inInterface(name, vendorPrefix);
  const path = bracketPath(["query", name]);
  if (Object.hasOwn(FLAG_OF_COLUMN, plain.toLowerCase())) {
    const column = plain.toLowerCase() as FlaggedColumn;
    const hasFlag = conditions.columnsWithFlags?.includes(column) !== false;
    const isAreaMissing = hasFlag && column === "covers" && conditions.flagsToCover?.length !== 0;
    const message = isAreaMissing
      ? `${JSON.stringify(name)} is the share of an area that a scene covers, and this search has no area with a surface`
      : `${JSON.stringify(name)} is no property that is compared${hasFlag ? ", but has a flag of its own" : ""}`;
    const hint = flagHint(column, name, conditions);
    findings.faults.push({ code: "ENUM_INVALID", path, value: name, message, hint });
    return;
  }
  const clause = conditions.where?.find((one) => propertyNamed(one.name) === name);
  const place = {
    path,
    kind: "queryable property",
    aliases: PROPERTY_OF_COLUMN,
    ...(clause && {
      again: (meant: string) => instead(clauseText(clause), clauseText({ ...clause, name: meant })),
    }),
  };
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

function flagHint(
  column: FlaggedColumn,
  name: string,
  { where = [], flagsToCover, columnsWithFlags }: Conditions,
): Hint {
  const clause = where.find((one) => propertyNamed(one.name) === name);
  const rest = where.flatMap((one) => (one === clause ? [] : ["--where", clauseText(one)]));
  const other = (flags: readonly string[]): Command =>
    new Command(
      [...rest, ...flags].map((text) => ({ text })),
      "again",
      { without: ["--where="] },
    );
  if (columnsWithFlags?.includes(column) === false) return advice`Leave it out${other([])}`;
  const flags = clause && flagsFor(column, clause, flagsToCover);
  if (flags === undefined) return `Say ${FLAG_OF_COLUMN[column]}`;
  return advice`Say ${typed(...flags)}${other(flags)}`;
}

function checkWord(
  name: string,
  comparison: unknown,
  where: readonly WhereClause[],
  findings: Findings,
): void {
  const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  const word = objectOf(comparison)["eq"];
  if (known === undefined || typeof word !== "string") return;
  const clause = where.find((one) => propertyNamed(one.name) === name && one.value === word);
  const again = (meant: string): Command =>
    clause === undefined
      ? instead(word, meant)
      : instead(clauseText(clause), clauseText({ ...clause, value: meant }));
  check(word, known.words, { path: bracketPath(["query", name, "eq"]), kind: known.kind, again }, findings);
}

function checkKind(name: string, comparison: unknown, { warnings }: Findings): void {
  const kind = NUMBERS.test(name) ? "a number" : TIMES.test(name) ? "an RFC 3339 time" : undefined;
  if (kind === undefined) return;
  for (const [operator, operand] of Object.entries(objectOf(comparison))) {
    if (!["string", "number", "boolean"].includes(typeof operand)) continue;
    const fits = kind === "a number" ? typeof operand === "number" : parseTimestamp(String(operand)).ok;
    if (fits) continue;
    const message = `${name} is ${kind}, and ${JSON.stringify(operand)} is not: it may match nothing`;
    const path = bracketPath(["query", name, operator]);
    warnings.push({ code: "QUERY_OPERATOR_INVALID", path, value: operand, message });
  }
}

/** Numbers that no scene can have. */
function checkRange(name: string, comparison: unknown, { warnings }: Findings): void {
  const ends = Object.entries(objectOf(comparison)).filter(([, value]) => typeof value === "number");
  const lowest = ends.filter(([operator]) => /^(?:gte?|eq)$/.test(operator));
  const highest = ends.filter(([operator]) => /^(?:lte?|eq)$/.test(operator));
  for (const [above, low] of lowest)
    for (const [below, high] of highest) {
      const isOpen = above === "gt" || below === "lt";
      if (Number(low) < Number(high) || (low === high && !isOpen)) continue;
      const message = `${name} cannot be ${SIGNS[above]} ${String(low)} and ${SIGNS[below]} ${String(high)} at once: nothing matches`;
      warnings.push({
        code: "QUERY_OPERATOR_INVALID",
        path: bracketPath(["query", name]),
        value: low,
        message,
      });
      return;
    }
}

const SIGNS: Readonly<Record<string, string>> = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" };

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
