import { type Access, accessesOf } from "./accesses-of.ts";
import { explain } from "./explain.ts";
import { bookingOf, type Plan } from "./plan.ts";
import type { Prospect } from "./prospect.ts";
import { squintAngles } from "./squint-angles.ts";
import type { Timeline } from "./timeline.ts";
import { countPasses } from "./words.ts";

/** The earliest pass that meets everything and whose satellite is free. */
export function planPoint(prospect: Prospect, timeline: Timeline): Plan {
  const { request, center } = prospect;
  const feasible = feasibleAccesses(prospect);
  for (const access of feasible) {
    const booking = bookingOf(access, center, request, timeline);
    if (booking !== undefined) return { ok: true, collects: [booking.collect], displaced: booking.displaced };
  }
  if (feasible.length === 0) return { ok: false, ...explain(prospect) };
  const passes = countPasses(new Set(feasible.map(({ passMs }) => passMs)).size);
  return {
    ok: false,
    reason: `${passes} would do, but other requests have the satellites then`,
    constraints: [],
  };
}

/** Accesses that meet window and constraints. A squint that is only for need is needed when no other one is left. */
export function feasibleAccesses(prospect: Prospect): Access[] {
  const { request, center, window, constellation, constraints } = prospect;
  const search = (squints: readonly number[]): Access[] =>
    accessesOf(center, window, constellation, squints).filter((access) =>
      constraints.every(({ isMet }) => isMet(access)),
    );
  const { usual, ifNeeded } = squintAngles(request);
  const found = search(usual);
  // Beyond the horizon broadside may still do: then nothing is needed yet.
  return found.length === 0 && ifNeeded.length > 0 && prospect.isWholeWindow ? search(ifNeeded) : found;
}
