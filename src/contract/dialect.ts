/**
 * What the interface leaves open and a deployment may really differ in: one typed key each, with the choice we make.
 * A profile's `dialect` object overrides it, written flat (`"auth.header": "X-API-Key"`) or nested.
 */
import { isMembers } from "./members.ts";
import type { Fault } from "../errors.ts";
import { DIALECT_KEYS, type DialectKey } from "./dialect-keys.ts";

export { DIALECT_KEYS, type DialectKey } from "./dialect-keys.ts";

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
    if (isMembers(member)) yield* flatten(member, `${prefix}${key}.`);
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
