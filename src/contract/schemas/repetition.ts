/** Start, interval and end of a series: the same rules for a repeat request and for its retask. */
import type { Finding, Path } from "../finding.ts";
import * as z from "zod/mini";
import { LIMITS } from "../vocabulary.ts";
import { toJsonObject } from "../json-object.ts";
import { readTimestampMs } from "../body-values.ts";
import { orderOf } from "./fields.ts";

/** A possible place of repetition fields. */
export interface RepetitionPlace {
  path: Path;
  object: unknown;
}

interface Placed {
  path: Path;
  value: unknown;
}

/** Days. */
export const repetitionInterval = z.number();

const END_NAMES = ["repeatEnd", "repetitionEnd"];

export function* checkRepetition(places: readonly RepetitionPlace[]): Generator<Finding> {
  const placed = (...names: string[]): Placed[] =>
    places.flatMap(({ path, object }) =>
      names
        .map((name) => ({ path: [...path, name], value: toJsonObject(object)[name] }))
        .filter(({ value }) => value !== undefined),
    );
  for (const { path, value } of placed("repetitionInterval")) {
    if (typeof value !== "number" || value >= LIMITS.repeatIntervalMinDays) continue;
    yield {
      code: "REPEAT_INTERVAL_TOO_SHORT",
      path,
      says: "is less than 1 day",
      rule: "the minimum repeat cycle is 24 hours",
    };
  }
  const [ends, counts] = [placed(...END_NAMES), placed("repetitionCount")];
  const [start] = placed("repeatStart");
  for (const end of ends) {
    yield* orderOf({ name: "repeatStart", value: start?.value }, { name: "the end", ...end });
  }
  yield* checkAgreement(
    ends,
    (a, b) => a === b || (readTimestampMs(a) !== undefined && readTimestampMs(a) === readTimestampMs(b)),
  );
  yield* checkAgreement(counts, (a, b) => a === b);
  // Spec silent: the meaning of `untilCanceled: false`. We treat it as absent.
  const untilCanceled = placed("untilCanceled").find(({ value }) => value !== false && value !== null);
  const triggers = [ends[0], counts[0], untilCanceled].filter((trigger) => trigger !== undefined);
  const second = triggers[1];
  if (second === undefined) return;
  const names = triggers.map(({ path }) => String(path.at(-1)));
  yield {
    code: "REPEAT_END_CONFLICT",
    path: second.path,
    message: `${names.join(" and ")} both end the series`,
    rule: "a series has one end trigger: a count, an end date, or none until it is cancelled",
  };
}

function* checkAgreement(
  found: readonly Placed[],
  isSame: (a: unknown, b: unknown) => boolean,
): Generator<Finding> {
  const [first, ...others] = found;
  if (first === undefined) return;
  for (const { path, value } of others) {
    if (isSame(first.value, value)) continue;
    yield {
      code: "REPEAT_END_CONFLICT",
      path,
      says: `differs from ${first.path.join(".")} ${JSON.stringify(first.value)}`,
      rule: "the end of a series must have the same value in every place",
    };
  }
}
