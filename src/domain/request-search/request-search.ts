/** Builds the body of `POST /tasks/search` and `POST /repeat-requests/search`. */
import { formatPath } from "../../contract/json-path.ts";
import { isJsonObject, toJsonObject } from "../../contract/json-object.ts";
import { HOLDBACKS, REQUEST_STATES, SEEN_STATES } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { findClosest } from "../closest.ts";
import type { Findings } from "../findings.ts";
import { checkName } from "../known-names.ts";
import { toUtcOperands } from "../where.ts";
import { correctFields } from "../correct-fields.ts";
import { joinIntervals, type Condition } from "./request-condition.ts";
import { toField, QUERY_FIELDS, findMeantField, findUnknownField, type SearchNoun } from "./request-names.ts";
import { toConditions, type SearchTerms } from "./search-conditions.ts";
import { flagName, keepOne } from "../../hint.ts";

export interface RequestQuestion {
  noun: SearchNoun;
  terms: SearchTerms;
  /** Paths that this deployment uses in a body. */
  accepted?: ReadonlySet<string>;
  sort?: string;
  order?: string;
  page?: number;
  pageSize?: number;
  /** For tasks only: whether to include those of series; undefined without a flag. */
  includeRepeating?: boolean;
}

export interface RequestSearch extends Findings {
  body: Record<string, unknown>;
  /** The option of each path of the query. */
  options: Record<string, string>;
  /** Second bounds of ranges. The service compares each field once, so this program applies them to the records of the response. */
  local: Condition[];
}

/** Returns a body with the given members only. Options replace members of `base`; one field in two options is a fault. */
export function draftRequestSearch(
  question: RequestQuestion,
  given: Readonly<Record<string, unknown>>,
  nowMs: number,
): RequestSearch {
  const { noun, terms, page, pageSize } = question;
  const search: RequestSearch = { body: {}, faults: [], warnings: [], notes: [], options: {}, local: [] };
  const base = correctBody(question, given, search);
  const conditions = toConditions(noun, terms, nowMs, search).map((condition) =>
    condition.option === "whereString" ? condition : toUtcCondition(noun, condition, search),
  );
  const inBody = Object.entries(toJsonObject(base["query"])).map(([field, wanted]) =>
    toUtcCondition(noun, { field, wanted, option: "data" }, search),
  );
  const query = new Map(inBody.map(({ field, wanted }) => [field, wanted]));
  const options = new Map<string, string>();
  for (const condition of conditions) {
    const { field, wanted, option } = condition;
    const first = options.get(field);
    if (first !== undefined && isOtherBound(query.get(field), wanted)) {
      search.local.push(condition);
      search.notes.push(`the service compares ${field} once; the other bound is applied to what it sends`);
      continue;
    }
    const joined = first === undefined ? undefined : joinIntervals(query.get(field), wanted);
    if (joined !== undefined) {
      query.set(field, joined);
      continue;
    }
    if (first !== undefined) search.faults.push(makeDuplicateFault(field, first, option));
    options.set(field, first ?? option);
    query.set(field, wanted);
  }
  includeRepeating(query, options, question, search);
  checkNames([...inBody.map(({ field }) => [field, "data"] as const), ...options], question, search);
  checkWords(query, options, search);
  const { sort, order } = readSorting(question, search);
  search.options = Object.fromEntries(
    [...options].map(([field, option]) => [formatPath(["query", field]), option]),
  );
  search.body = {
    ...base,
    ...(sort !== undefined && { sort }),
    ...(order !== undefined && { order }),
    ...(page !== undefined && { page }),
    ...(pageSize !== undefined && { limit: pageSize }),
    // A query that is not an object stays unchanged: the rule of the body reports it.
    ...(query.size > 0 && { query: Object.fromEntries(query) }),
  };
  return search;
}

/** Returns the body of a person with each field at its place. */
function correctBody(
  { noun, accepted }: RequestQuestion,
  given: Readonly<Record<string, unknown>>,
  search: RequestSearch,
): Readonly<Record<string, unknown>> {
  const found = correctFields(noun === "task" ? "search" : "search-repeats", given, accepted);
  for (const list of ["faults", "warnings", "notes"] as const) search[list].push(...(found[list] as never[]));
  return found.body;
}

/** A text is compared as it is, even if it looks like a time. */
const toUtcCondition = (noun: SearchNoun, condition: Condition, { notes }: RequestSearch): Condition => {
  const { field, wanted } = condition;
  const isText = (QUERY_FIELDS[noun] as Readonly<Record<string, string>>)[field] === "text";
  return isText ? condition : { ...condition, wanted: toUtcOperands(field, wanted, notes) };
};

/** Reads `windowOpen`, `opens`, `windowOpen:asc`: the service's key, and the direction. */
function readSorting(
  { noun, sort: given, order }: RequestQuestion,
  { faults, warnings }: Pick<RequestSearch, "faults" | "warnings">,
): Pick<RequestQuestion, "sort" | "order"> {
  if (given === undefined) return { ...(order !== undefined && { order }) };
  const [, key = given, direction] = /^(.*):(asc|desc)$/s.exec(given) ?? [];
  const sort = toField(noun, key);
  const about = { path: "sort", option: "sort", value: given } as const;
  if (direction !== undefined && order !== undefined && direction !== order) {
    const message = `the directions ${direction} and ${order} contradict each other`;
    faults.push({ code: "INPUT_AMBIGUOUS", ...about, message });
  }
  if (sort.startsWith("properties.")) {
    const message = `${sort}: keys are looked up below properties already; it is sent as typed`;
    warnings.push({ code: "USAGE", ...about, message });
  } else {
    const slip = /:(\w+)$/.exec(key)?.[1];
    const unknown =
      slip === undefined
        ? findUnknownField(noun, sort)
        : {
            message: `the direction ${JSON.stringify(slip)} is not one of asc, desc`,
            next: `Did you mean ${key.slice(0, -slip.length)}desc?`,
          };
    if (unknown !== undefined) faults.push({ code: "ENUM_INVALID", ...about, ...unknown });
  }
  return { sort, ...((direction ?? order) !== undefined && { order: direction ?? order }) };
}

const LOWER = ["gt", "gte"];
const UPPER = ["lt", "lte"];

/** Returns true for a lower bound with an upper one. */
function isOtherBound(one: unknown, other: unknown): boolean {
  const [first = "", second = ""] = [one, other].map((wanted) =>
    isJsonObject(wanted) ? Object.keys(wanted).join() : "",
  );
  return (
    (LOWER.includes(first) && UPPER.includes(second)) || (UPPER.includes(first) && LOWER.includes(second))
  );
}

function makeDuplicateFault(field: string, first: string, option: string): Fault {
  return {
    code: "QUERY_FIELD_DUPLICATE",
    path: formatPath(["query", field]),
    option,
    value: field,
    rule: "one comparison for each field",
    message: `${field} is compared twice`,
    next: first === option ? `Keep only one ${flagName(first)}` : keepOne(flagName(first), flagName(option)),
  };
}

const SERIES = "repeatrequestId";
const INCLUDE = "includeRepeatingTasks";

// Spec silent: whether a search by series finds its tasks, which are excluded by default. We include them if an option
// selects a series, unless `includeRepeating` is false.
function includeRepeating(
  query: Map<string, unknown>,
  options: Map<string, string>,
  { noun, includeRepeating: wish }: RequestQuestion,
  { notes, warnings, faults }: RequestSearch,
): void {
  if (!Object.hasOwn(QUERY_FIELDS[noun], INCLUDE)) return;
  if (wish === true) {
    const first = options.get(INCLUDE);
    if (first !== undefined) faults.push(makeDuplicateFault(INCLUDE, first, "includeRepeating"));
    query.set(INCLUDE, { eq: true });
    options.set(INCLUDE, "includeRepeating");
  }
  if (wish !== undefined || !query.has(SERIES) || query.has(INCLUDE)) return;
  const source = options.get(SERIES);
  if (source !== undefined) {
    query.set(INCLUDE, { eq: true });
    notes.push("a series is selected, so tasks of series are included");
    return;
  }
  const message = `tasks of series are excluded by default, so ${SERIES} alone finds nothing`;
  warnings.push({
    code: "USAGE",
    path: `query.${SERIES}`,
    option: "data",
    message,
    next: "Add --include-repeating",
  });
}

/** Any path is allowed. A path that is close to a known name is a fault. */
function checkNames(
  options: Iterable<readonly [field: string, option: string]>,
  { noun }: RequestQuestion,
  { faults, warnings }: RequestSearch,
): void {
  for (const [field, option] of options) {
    if (Object.hasOwn(QUERY_FIELDS[noun], field)) continue;
    const path = formatPath(["query", field]);
    const about = { code: "USAGE", path, option, value: field } as const;
    if (field.startsWith("properties.")) {
      const message = `${field}: fields are looked up below properties already; it is sent as typed`;
      warnings.push({ ...about, message });
      continue;
    }
    // A raw query may contain unknown names, but a typing error is a fault there as well.
    const isAsked = ["where", "whereString"].includes(option) || findMeantField(noun, field) !== undefined;
    const unknown = isAsked ? findUnknownField(noun, field) : undefined;
    if (unknown !== undefined) faults.push({ ...about, code: "ENUM_INVALID", ...unknown });
  }
}

/** Fields with known values. Only values outside a closed list are refused. */
const WORDS: Readonly<Record<string, { kind: string; known: readonly string[]; isClosed: boolean }>> = {
  archiveHoldback: { kind: "archive holdback", known: HOLDBACKS, isClosed: true },
  lastStatusCode: { kind: "status", known: [...REQUEST_STATES, ...SEEN_STATES], isClosed: false },
};

/** Checks words: a search for an impossible value would look like an empty result. */
function checkWords(
  query: ReadonlyMap<string, unknown>,
  options: ReadonlyMap<string, string>,
  { faults, warnings }: RequestSearch,
): void {
  for (const [field, { kind, known, isClosed }] of Object.entries(WORDS)) {
    const path = formatPath(["query", field]);
    for (const word of listWords(query.get(field))) {
      // Texts match in any case.
      const { fault, warning = fault } = checkName(word.toLowerCase(), known, { path, kind });
      if (warning === undefined) continue;
      const found: Fault = { ...warning, option: options.get(field) };
      if (isClosed) {
        faults.push(found);
        continue;
      }
      const meant = findClosest(word, known);
      const { next: _next, ...rest } = found;
      const message = `${JSON.stringify(word)} is not a status that the interface names`;
      warnings.push({
        ...rest,
        message: meant === undefined ? message : `${message}; did you mean ${meant}?`,
      });
    }
  }
}

/** Returns the texts with which a condition compares for equality. */
function listWords(wanted: unknown): string[] {
  const values = Array.isArray(wanted) ? wanted : [isJsonObject(wanted) ? wanted["eq"] : wanted];
  return values.filter((value) => typeof value === "string");
}
