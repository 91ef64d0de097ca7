/**
 * Choices that the interface leaves open and that deployments may make differently: one key each, with our default. A
 * profile's `dialect` object overrides them, flat (`"auth.header": "X-API-Key"`) or nested. A choice that no
 * deployment changes is a `Spec silent:` comment beside its code. Both are listed in docs/.
 */
import type { Fault } from "../errors.ts";
import { isJsonObject } from "./json-object.ts";
import {
  findShownAscDesc,
  findShownLocalTime,
  findShownPrefix,
  findShownRepeatEnd,
  findShownRepeatNames,
  findShownRepetitionCount,
  type ShownReply,
} from "./shown-forms.ts";
import type { Hint } from "../hint.ts";

export interface DialectEntry {
  readonly default: string | boolean;
  readonly choices?: readonly string[];
  /** The pattern of a free text, and its description. */
  readonly pattern?: RegExp;
  readonly expected?: string;
  readonly summary: string;
  /**
   * How the service shows its own value, which a run then uses and its profile keeps: the function returns the value that a
   * response shows. "attempt": another spelling of a free or refused request worked. Without this member, only a person or a file can set
   * the value.
   */
  readonly shownBy?: ((shown: ShownReply) => string | undefined) | "attempt";
  /** The form that is sent once if the service refuses one of these fields. Nothing was done then. */
  readonly ifRefused?: { readonly fields: readonly string[]; readonly form: string };
}

/** A header name. Headers of the connection and the body are excluded, because a key there would change how the request is read. */
const KEY_HEADER =
  /^(?!(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|accept|user-agent|accept-.*|content-.*|proxy-.*)$)[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/**
 * Returns the pattern of a path, with this placeholder in it. Empty segments, dot segments and backslashes are refused, because a proxy
 * may read such a path as another path.
 */
const makePathPattern = (placeholder?: string): RegExp => {
  const rest = placeholder === undefined ? "" : String.raw`\{${placeholder}\}[^\s?#{}]*`;
  return new RegExp(String.raw`^(?!.*(?://|\\|/(?:\.|%2[eE]){1,2}(?:/|$)))/[^\s?#{}]*${rest}$`);
};

export const DIALECT_KEYS = {
  "auth.header": {
    default: "Authorization",
    pattern: KEY_HEADER,
    expected: "the name of a header for a key",
    summary: "Header that carries the API key",
  },
  "auth.scheme": {
    default: "ApiKey",
    pattern: /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)?$/,
    expected: "one word, or empty for the key alone",
    summary: "Scheme word before the API key; empty = the key alone, as in every header but Authorization",
  },
  vendorPrefix: {
    default: "vendor",
    pattern: /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/,
    expected: "at most 64 letters, digits, - _ and ., starting with a letter",
    summary: "Prefix sent in place of `vendor` in `vendor:collect_id`; any prefix is read",
    shownBy: findShownPrefix,
  },
  "paths.orders": {
    default: "/orders",
    pattern: makePathPattern(),
    expected: "a path that begins with /, without empty or dot segments",
    summary: "Path that places an order; the interface writes it with and without a final /",
    shownBy: "attempt",
  },
  "paths.repeatRetask": {
    default: "/repeat-request/{repeatRequestId}/retask",
    pattern: makePathPattern("repeatRequestId"),
    expected: "a path with {repeatRequestId} in it, without empty or dot segments",
    summary: "Path that retasks a repeat request, singular as in the interface",
    shownBy: "attempt",
  },
  "paths.taskUpdate": {
    default: "/tasks/{id}",
    pattern: makePathPattern("id"),
    expected: "a path with {id} in it, without empty or dot segments",
    summary: "Path that sets a task's product types, plural as in the interface",
    shownBy: "attempt",
  },
  "paths.taskCancel": {
    default: "/task/{taskingrequestId}/status",
    pattern: makePathPattern("taskingrequestId"),
    expected: "a path with {taskingrequestId} in it, without empty or dot segments",
    summary: "Path that cancels a task by PATCH",
  },
  "paths.repeatCancel": {
    default: "/repeat-requests/{repeatrequestId}/status",
    pattern: makePathPattern("repeatrequestId"),
    expected: "a path with {repeatrequestId} in it, without empty or dot segments",
    summary: "Path that cancels a repeat request by PATCH",
  },
  "cancel.taskField": {
    default: "status",
    choices: ["status", "code"],
    summary: "Field of the body that cancels a task",
  },
  "cancel.repeatField": {
    default: "code",
    choices: ["code", "status"],
    summary: "Field of the body that cancels a repeat request",
  },
  "cancel.word": {
    default: "canceled",
    choices: ["canceled", "cancelled"],
    summary: "Spelling of the state in the body of a cancellation; both are read",
  },
  "paged.method": {
    default: "get",
    choices: ["get", "post"],
    summary: "Method of the paged task list; the other one is tried once after a 404 or 405",
    shownBy: "attempt",
  },
  placement: {
    default: "both",
    choices: ["both", "root", "properties"],
    summary: "Place of preApproval and the custom attributes in a task, beside or inside `properties`",
  },
  repeatNameCasing: {
    default: "repeatRequestName",
    choices: ["repeatRequestName", "repeatrequestName", "both"],
    summary: "Casing of a new repeat request's name and description; both are read",
    shownBy: findShownRepeatNames,
    ifRefused: { fields: ["repeatRequestName", "repeatRequestDescription"], form: "repeatrequestName" },
  },
  ascDescKey: {
    default: "ascDesc",
    choices: ["ascDesc", "ascDsc"],
    summary: "Key of the orbit direction; both are read",
    shownBy: findShownAscDesc,
    ifRefused: { fields: ["ascDesc"], form: "ascDsc" },
  },
  localTimeStyle: {
    default: "plain",
    choices: ["plain", "nested"],
    summary: "Form of an own local time: [start, end], or a list of such ranges; both are read",
    shownBy: findShownLocalTime,
    ifRefused: { fields: ["localTime"], form: "nested" },
  },
  repeatEndField: {
    default: "repeatEnd",
    choices: ["repeatEnd", "repetitionEnd"],
    summary: "Key of a repeat request's end date; both are read",
    shownBy: findShownRepeatEnd,
    ifRefused: { fields: ["repeatEnd"], form: "repetitionEnd" },
  },
  repetitionCountPath: {
    default: "repetitionProperties",
    choices: ["repetitionProperties", "properties"],
    summary: "Place of repetitionCount",
    shownBy: findShownRepetitionCount,
  },
  retaskEnvelope: {
    default: "feature",
    choices: ["feature", "feature-null-geometry", "flat"],
    summary: "Envelope of the retask bodies",
    shownBy: "attempt",
    ifRefused: { fields: ["type"], form: "flat" },
  },
  retaskRepetitionNested: {
    default: false,
    summary: "Put the repetition fields of a repeat retask under repetitionProperties",
  },
  retaskAnglesAsString: { default: false, summary: "Send the look angles of a collect retask as strings" },
  searchPagingIn: {
    default: "body",
    choices: ["body", "query", "both"],
    summary: "Place of page and limit in a request search",
  },
  repeatSearchKey: {
    default: "query",
    choices: ["query", "filter"],
    summary: "Key of the filters in a repeat search",
  },
  queryIn: {
    default: false,
    summary: "Search for several product types by one request with `in`, not by one request per type",
  },
  bboxCrsIn: { default: "query", choices: ["query", "body"], summary: "Place of bbox-crs" },
  "currency.$": {
    default: "USD",
    pattern: /^(?:[A-Z]{3})?$/,
    expected: "three capital letters, such as USD, or empty if unknown",
    summary: "Currency of a `$` in prices, compared with limits",
  },
  orderTaskBody: {
    default: "none",
    choices: ["none", "empty"],
    summary: "Body of an order by task: none, or an empty object",
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

/** Applies a profile's overrides to the defaults. Every unknown key and every invalid value is a separate fault. */
export function mergeDialect(overrides: unknown): DialectResult {
  const { set, faults } = readDialect(overrides);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, dialect: completeDialect(set) };
}

/** Reads a dialect object, flat or nested: its valid keys, and a fault for every other one. */
export function readDialect(overrides: unknown): { set: Partial<Dialect>; faults: Fault[] } {
  const faults: Fault[] = [];
  const set: Record<string, unknown> = {};
  if (overrides !== undefined && !isJsonObject(overrides))
    return { set, faults: [makeDialectFault("dialect", overrides, "an object of dialect keys")] };
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
    const expected = findExpectedValues(key, value);
    if (expected === undefined) set[key] = value;
    else faults.push(makeDialectFault(`dialect.${key}`, value, expected));
  }
  return { set, faults };
}

/** Returns the dialect with these keys. A header other than Authorization carries the key alone unless a scheme is set. */
export function completeDialect(set: Partial<Dialect>): Dialect {
  const header = set["auth.header"] ?? DEFAULT_DIALECT["auth.header"];
  const isOwnHeader = header.toLowerCase() !== DEFAULT_DIALECT["auth.header"].toLowerCase();
  return { ...DEFAULT_DIALECT, ...(isOwnHeader && { "auth.scheme": "" }), ...set };
}

/** Returns the other form of each key that a refusal of these fields concerns. */
export const listOtherForms = (refused: ReadonlySet<string>, dialect: Dialect): Partial<Dialect>[] =>
  Object.entries<DialectEntry>(DIALECT_KEYS).flatMap(([key, { ifRefused }]) => {
    const isMeant = ifRefused?.fields.some((field) => refused.has(field)) === true;
    return isMeant && dialect[key as DialectKey] !== ifRefused.form ? [{ [key]: ifRefused.form }] : [];
  });

/** Returns whether a refusal of these fields concerns one of the forms: then the other form was not the reason. */
export const refusesForms = (refused: ReadonlySet<string>, forms: Partial<Dialect>): boolean =>
  Object.keys(forms).some((key) => {
    const { fields, form } = (DIALECT_KEYS as Record<string, DialectEntry>)[key]?.ifRefused ?? {};
    return [...(fields ?? []), form ?? ""].some((name) => refused.has(name));
  });

/** Returns the next step after the refusal of a path or a form that differs between deployments. */
export const suggestDialect = (key: DialectKey): Hint =>
  `A deployment may use another form: see the setting dialect.${key}`;

export function isDialectKey(key: string): key is DialectKey {
  return Object.hasOwn(DIALECT_KEYS, key);
}

function* flatten(value: object, prefix = ""): Generator<[string, unknown]> {
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (isJsonObject(member)) yield* flatten(member, `${prefix}${key}.`);
    else yield [prefix + key, member];
  }
}

/** Returns the expected values, or undefined when the value is valid. */
export function findExpectedValues(key: DialectKey, value: unknown): string | undefined {
  const entry: { default: unknown; choices?: readonly unknown[]; pattern?: RegExp; expected?: string } =
    DIALECT_KEYS[key];
  if (entry.choices) return entry.choices.includes(value) ? undefined : `one of ${entry.choices.join(", ")}`;
  if (typeof entry.default === "boolean") return typeof value === "boolean" ? undefined : "true or false";
  const fits = typeof value === "string" && (entry.pattern === undefined || entry.pattern.test(value));
  return fits ? undefined : (entry.expected ?? "a string");
}

function makeDialectFault(path: string, value: unknown, rule: string): Fault {
  return {
    code: "CONFIG_INVALID",
    path,
    value,
    rule,
    message: `${path} ${JSON.stringify(value)} is not ${rule}`,
  };
}
