/**
 * What the interface leaves open and a deployment may really differ in: one typed key each, with the choice we make.
 * A profile's `dialect` object overrides it, written flat (`"auth.header": "X-API-Key"`) or nested.
 */
import type { Fault } from "../errors.ts";
import { isJsonObject } from "./json-object.ts";

interface DialectEntry {
  readonly default: string | boolean;
  readonly choices?: readonly string[];
  /** For open texts: what they must look like, and the same in words. */
  readonly pattern?: RegExp;
  readonly expected?: string;
  readonly summary: string;
}

const HEADER_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const DIALECT_KEYS = {
  // Spec silent: how the API key is sent. We send `Authorization: ApiKey <key>`.
  "auth.header": {
    default: "Authorization",
    pattern: HEADER_TOKEN,
    expected: "an HTTP header name",
    summary: "Header that carries the API key",
  },
  // Spec silent: the scheme word before the API key. We write `ApiKey`; an empty text sends the key alone.
  "auth.scheme": {
    default: "ApiKey",
    pattern: /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)?$/,
    expected: "one word, or empty for the key alone",
    summary: "Scheme word before the API key",
  },
  // Spec silent: the operator's name behind "vendor" in identifiers. We send the prefix as `vendor` and read any.
  vendorPrefix: {
    default: "vendor",
    pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
    expected: "letters, digits, - _ .",
    summary: "What replaces `vendor` in `vendor:collect_id`",
  },
  // Spec silent: whether orders are placed at /orders or /orders/ (it writes both). We use /orders.
  "paths.orders": {
    default: "/orders",
    pattern: /^\/[^\s?#{}]*$/,
    expected: "a path that begins with /",
    summary: "Path that places an order",
  },
  // Spec silent: whether the singular of the repeat retask's path is meant. We use it as written.
  "paths.repeatRetask": {
    default: "/repeat-request/{repeatRequestId}/retask",
    pattern: /^\/[^\s?#{}]*\{repeatRequestId\}[^\s?#{}]*$/,
    expected: "a path with {repeatRequestId} in it",
    summary: "Path that retasks a repeat request",
  },
  // Spec silent: whether the plural of the task update's path is meant. We use it as written.
  "paths.taskUpdate": {
    default: "/tasks/{id}",
    pattern: /^\/[^\s?#{}]*\{id\}[^\s?#{}]*$/,
    expected: "a path with {id} in it",
    summary: "Path that sets a task's product types",
  },
  // Spec silent: whether tasks/paged is GET or POST (it gives both). We use GET, and POST once when that is refused.
  "paged.method": { default: "get", choices: ["get", "post"], summary: "Method of the paged task list" },
  // Spec silent: one place for preApproval and the custom attributes. We write the same value beside and inside
  // `properties`, since a sample shows each.
  placement: {
    default: "both",
    choices: ["both", "root", "properties"],
    summary: "Where preApproval and the custom attributes stand on a single task",
  },
  // Spec silent: whether a repeat's name is repeatRequestName (create) or repeatrequestName (records). We send the
  // create table's casing and read both.
  repeatNameCasing: {
    default: "repeatRequestName",
    choices: ["repeatRequestName", "repeatrequestName", "both"],
    summary: "Casing of a repeat request's name and description when created",
  },
  // Spec silent: nothing but ascDesc, yet ascDsc is seen in the field. We send ascDesc and read both.
  ascDescKey: { default: "ascDesc", choices: ["ascDesc", "ascDsc"], summary: "Key of the orbit direction" },
  // Spec silent: whether the end date is repeatEnd or repetitionEnd. We send repeatEnd and read both.
  repeatEndField: {
    default: "repeatEnd",
    choices: ["repeatEnd", "repetitionEnd"],
    summary: "Key of a repeat request's end date",
  },
  // Spec silent: where repetitionCount stands. We put it in repetitionProperties.
  repetitionCountPath: {
    default: "repetitionProperties",
    choices: ["repetitionProperties", "properties"],
    summary: "Where repetitionCount stands",
  },
  // Spec silent: the envelope of a retask body. We send a Feature with `properties`.
  retaskEnvelope: {
    default: "feature",
    choices: ["feature", "feature-null-geometry", "flat"],
    summary: "Envelope of the retask bodies",
  },
  // Spec silent: whether a repeat retask nests its repetition fields. We send them flat, as its table shows them.
  retaskRepetitionNested: {
    default: false,
    summary: "Put a repeat retask's repetition fields under repetitionProperties",
  },
  // Spec silent: whether a collect retask's angles are numbers (table) or texts (sample). We send numbers.
  retaskAnglesAsString: { default: false, summary: "Send a collect retask's look angles as texts" },
  // Spec silent: nothing but the body, yet the query string is seen in the field. We send page and limit in the body.
  searchPagingIn: {
    default: "body",
    choices: ["body", "query", "both"],
    summary: "Where page and limit of a request search stand",
  },
  // Spec silent: nothing but `query`, yet `filter` is seen in the field for repeats. We send `query`.
  repeatSearchKey: {
    default: "query",
    choices: ["query", "filter"],
    summary: "Key of a repeat search's filters",
  },
  // Spec silent: where the bbox-crs parameter goes. We put it into the query string.
  bboxCrsIn: { default: "query", choices: ["query", "body"], summary: "Where bbox-crs goes" },
  // Spec silent: whose dollar the `$` of a price is. We take it for USD, so that limits in USD can be held against it.
  "currency.$": {
    default: "USD",
    pattern: /^(?:[A-Z]{3})?$/,
    expected: "three capital letters, such as USD, or empty where it is not known",
    summary: "Currency that a `$` in a price means",
  },
  // Spec silent: the body of an order by task. We send none.
  orderTaskBody: {
    default: "none",
    choices: ["none", "empty"],
    summary: "Body of an order by task: none at all, or an empty object",
  },
} as const satisfies Record<string, DialectEntry>;

export type DialectKey = keyof typeof DIALECT_KEYS;

type Keys = typeof DIALECT_KEYS;
type Widened<T> = T extends boolean ? boolean : T extends string ? string : T;

/** Every key with its value, e.g. `dialect["paths.orders"]`, `dialect.placement`. */
export type Dialect = {
  readonly [K in DialectKey]: Keys[K] extends { choices: readonly (infer C)[] }
    ? C
    : Widened<Keys[K]["default"]>;
};

export const DEFAULT_DIALECT = Object.fromEntries(
  Object.entries(DIALECT_KEYS).map(([key, { default: value }]) => [key, value]),
) as unknown as Dialect;

export type DialectResult = { ok: true; dialect: Dialect } | { ok: false; faults: Fault[] };

/** The default with a profile's overrides; every unknown key and every bad value is a fault of its own. */
export function mergeDialect(overrides: unknown): DialectResult {
  const faults: Fault[] = [];
  const merged: Record<string, unknown> = { ...DEFAULT_DIALECT };
  if (
    overrides !== undefined &&
    (typeof overrides !== "object" || overrides === null || Array.isArray(overrides))
  ) {
    return { ok: false, faults: [fault("dialect", overrides, "an object of dialect keys")] };
  }
  for (const [key, value] of flatten(overrides ?? {})) {
    if (!isDialectKey(key)) {
      faults.push({
        code: "CONFIG_INVALID",
        path: `dialect.${key}`,
        value,
        message: `dialect has no key "${key}"`,
        rule: `a key of ${Object.keys(DIALECT_KEYS).join(", ")}`,
      });
      continue;
    }
    const expected = unmet(key, value);
    if (expected === undefined) merged[key] = value;
    else faults.push(fault(`dialect.${key}`, value, expected));
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, dialect: merged as unknown as Dialect };
}

export function isDialectKey(key: string): key is DialectKey {
  return Object.hasOwn(DIALECT_KEYS, key);
}

function* flatten(value: object, prefix = ""): Generator<[string, unknown]> {
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (isJsonObject(member)) yield* flatten(member, `${prefix}${key}.`);
    else yield [prefix + key, member];
  }
}

/** What the value should have been, or undefined when it is fine. */
function unmet(key: DialectKey, value: unknown): string | undefined {
  const entry: { default: unknown; choices?: readonly unknown[]; pattern?: RegExp; expected?: string } =
    DIALECT_KEYS[key];
  if (entry.choices) return entry.choices.includes(value) ? undefined : `one of ${entry.choices.join(", ")}`;
  if (typeof entry.default === "boolean") return typeof value === "boolean" ? undefined : "true or false";
  const fits = typeof value === "string" && (entry.pattern === undefined || entry.pattern.test(value));
  return fits ? undefined : (entry.expected ?? "a string");
}

function fault(path: string, value: unknown, rule: string): Fault {
  return {
    code: "CONFIG_INVALID",
    path,
    value,
    rule,
    message: `${path} ${JSON.stringify(value)} is not ${rule}`,
  };
}
