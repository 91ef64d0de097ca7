/** Kinds of values that many bodies share. */
import * as z from "zod/mini";
import { parseTimestamp } from "../../time/timestamp.ts";
import { parseInterval } from "../../time/interval.ts";
import { readTimestampMs } from "../body-values.ts";
import { HOLDBACKS, REPEAT_TIERS, TIERS } from "../vocabulary.ts";
import type { Finding } from "../finding.ts";
import { withExpectation, makeRule } from "./rule.ts";

export const text = z.string();
export const texts = z.array(z.string());
export const flag = z.boolean();
export const number = z.number();

export function makeEnum<const V extends readonly [string, ...string[]]>(
  values: V,
): z.ZodMiniEnum<z.core.util.ToEnum<V[number]>> {
  return withExpectation(z.enum(values), { code: "ENUM_INVALID", expected: `one of ${values.join(", ")}` });
}

/** An empty name is invalid: most likely it comes from an unset variable. */
export const filledText = z.string().check(
  makeRule(function* (value) {
    if (value === "") yield { code: "FIELD_TYPE_INVALID", says: "must not be empty", rule: "a name" };
  }),
);

export const integerFromOne = withExpectation(z.int().check(z.minimum(1)), {
  code: "FIELD_TYPE_INVALID",
  expected: "an integer of at least 1",
});

export const timestamp = z.string().check(
  makeRule(function* (value) {
    if (typeof value !== "string") return;
    const time = parseTimestamp(value);
    if (time.ok) return;
    yield {
      code: "TIMESTAMP_INVALID",
      says: time.reason,
      rule: "an RFC 3339 date-time such as 2026-03-01T12:00:00Z",
    };
  }),
);

export const INTERVAL_RULE = "one RFC 3339 date-time, or an interval <start>/<end>, <start>/.., ../<end>";

/** Returns the fault of a text that must be a date-time or an interval. */
export function findIntervalFault(value: string): Finding | undefined {
  const interval = parseInterval(value);
  if (interval.ok) return undefined;
  return { code: "DATETIME_INTERVAL_INVALID", says: interval.reason, rule: INTERVAL_RULE };
}

export const tier = makeEnum(TIERS);
export const repeatTier = makeEnum(REPEAT_TIERS);
export const holdback = makeEnum(HOLDBACKS);

/** Requires a later time to follow an earlier one; yields nothing unless both are present and valid. */
export function* orderOf(
  earlier: { name: string; value: unknown },
  later: { name: string; value: unknown; path?: readonly (string | number)[] },
): Generator<Finding> {
  const [start, end] = [readTimestampMs(earlier.value), readTimestampMs(later.value)];
  if (start === undefined || end === undefined || end > start) return;
  yield {
    code: "WINDOW_ORDER",
    path: later.path ?? [later.name],
    says: `is not after ${earlier.name} ${JSON.stringify(earlier.value)}`,
    rule: `${later.name} must be later than ${earlier.name}`,
  };
}
