import { formatTimestamp } from "../../time/timestamp.ts";
import { type Access, accessesOf, countFlights, MAX_LOOK_DEGREES } from "./accesses-of.ts";
import { type Constraint, ALL_SQUINTS, describeSquints, meetsAll } from "./constraints.ts";
import type { PassSearch } from "./pass-search.ts";

/**
 * Returns the reason why no pass meets a request. A constraint is reported when removing it alone would allow a pass. If no
 * single constraint is responsible, the smallest set that leaves no pass is reported.
 */
export function explain(search: PassSearch): string {
  const { window: current, earlier, center, squints } = search;
  // The last run reports the findings of all runs.
  const window = { fromMs: earlier?.fromMs ?? current.fromMs, toMs: current.toMs };
  const [from, to] = [window.fromMs, window.toMs].map((ms) => formatTimestamp(Math.round(ms)));
  if (window.fromMs > window.toMs) {
    return `the window leaves no time for a collect (from ${from} to ${to})`;
  }
  // Earlier runs did not try these squints, because a usual squint might have worked later.
  const wasTried = ({ ms, squintAngleDegrees }: Access): boolean =>
    ms >= current.fromMs || !squints.ifNeeded.includes(squintAngleDegrees);
  const all = accessesOf(center, window, ALL_SQUINTS).filter(wasTried);
  const span = `between ${from} and ${to}`;
  if (all.length === 0) {
    return `no satellite comes within ${MAX_LOOK_DEGREES} degrees off nadir of the area ${span}`;
  }
  const constraints = [...search.constraints, squintConstraint(search)];
  const alone = constraints.flatMap((constraint) => {
    const others = constraints.filter((other) => other !== constraint);
    const passes = countFlights(meeting(all, others));
    return passes === 0 ? [] : [`${constraint.label} (${countPasses(passes)} without it)`];
  });
  if (alone.length > 0) return `no pass ${span} meets ${joinWords(alone)}`;
  const together = fewestThatLeaveNone(all, constraints).map(({ label }) => label);
  return `none of ${countPasses(countFlights(all))} ${span} meets ${joinWords(together)}`;
}

function meeting(accesses: readonly Access[], constraints: readonly Constraint[]): Access[] {
  return accesses.filter((access) => meetsAll(access, constraints));
}

/** Removes one constraint after the other while the rest still leave no pass. */
function fewestThatLeaveNone(all: readonly Access[], constraints: readonly Constraint[]): Constraint[] {
  let kept = [...constraints];
  for (const constraint of constraints) {
    const fewer = kept.filter((other) => other !== constraint);
    if (meeting(all, fewer).length === 0) kept = fewer;
  }
  return kept;
}

function squintConstraint({ squints }: PassSearch): Constraint {
  const allowed = [...squints.usual, ...squints.ifNeeded];
  return {
    label: describeSquints(allowed),
    isMet: ({ squintAngleDegrees }) => allowed.includes(squintAngleDegrees),
  };
}

/** Returns `a`, `a and b`, or `a, b and c`. */
function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** Returns `1 pass`, `12 passes`. */
export function countPasses(passes: number): string {
  return passes === 1 ? "1 pass" : `${passes} passes`;
}
