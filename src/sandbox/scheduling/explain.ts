import { formatTimestamp } from "../../time/timestamp.ts";
import { type Access, accessesOf, MOST_LOOK_DEGREES } from "./accesses-of.ts";
import {
  type Constraint,
  type ConstraintName,
  ALL_SQUINTS,
  squintAngles,
  describeSquints,
} from "./constraints.ts";
import type { PassSearch } from "./pass-search.ts";

export interface Explanation {
  reason: string;
  constraints: ConstraintName[];
}

/**
 * Explains why no pass meets a request. A constraint is reported when removing it alone would allow a pass. If no
 * single constraint is responsible, the smallest set that leaves no pass is reported.
 */
export function explain(search: PassSearch): Explanation {
  const { window: current, earlier, center, constellation } = search;
  // The last run reports the findings of all runs.
  const window = { fromMs: earlier?.fromMs ?? current.fromMs, toMs: current.toMs };
  const [from, to] = [window.fromMs, window.toMs].map((ms) => formatTimestamp(Math.round(ms)));
  if (window.fromMs > window.toMs) {
    return { reason: `the window leaves no time for a collect (from ${from} to ${to})`, constraints: [] };
  }
  const { ifNeeded } = squintAngles(search.request);
  // Earlier runs did not try these squints, because a usual squint might have worked later.
  const wasTried = ({ ms, squintAngleDegrees }: Access): boolean =>
    ms >= current.fromMs || !ifNeeded.includes(squintAngleDegrees);
  const all = accessesOf(center, window, constellation, ALL_SQUINTS).filter(wasTried);
  const span = `between ${from} and ${to}`;
  if (all.length === 0) {
    const reason = `no satellite comes within ${MOST_LOOK_DEGREES} degrees off nadir of the area ${span}`;
    return { reason, constraints: [] };
  }
  const constraints = [...search.constraints, squintConstraint(search)];
  const alone = constraints
    .map((constraint) => ({
      constraint,
      passes: passesOf(
        meeting(
          all,
          constraints.filter((other) => other !== constraint),
        ),
      ),
    }))
    .filter(({ passes }) => passes > 0);
  if (alone.length > 0) {
    const parts = alone.map(
      ({ constraint, passes }) => `${constraint.label} (${countPasses(passes)} without it)`,
    );
    return {
      reason: `no pass ${span} meets ${joinWords(parts)}`,
      constraints: alone.map(({ constraint }) => constraint.name),
    };
  }
  const together = fewestThatLeaveNone(all, constraints);
  return {
    reason: `none of ${countPasses(passesOf(all))} ${span} meets ${joinWords(together.map(({ label }) => label))}`,
    constraints: together.map(({ name }) => name),
  };
}

function meeting(accesses: readonly Access[], constraints: readonly Constraint[]): Access[] {
  return accesses.filter((access) => constraints.every(({ isMet }) => isMet(access)));
}

function passesOf(accesses: readonly Access[]): number {
  return new Set(accesses.map(({ satellite, passMs }) => `${satellite.index} ${passMs}`)).size;
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

function squintConstraint({ request }: PassSearch): Constraint {
  const { usual, ifNeeded } = squintAngles(request);
  const allowed = [...usual, ...ifNeeded];
  return {
    name: "squint",
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
