/** Long ids have seconds only, and the archive is drawn at random: one satellite may take two images in one second. */
import { expect, it } from "vitest";
import { Archive } from "../../../../src/sandbox/archive/archive.ts";
import { formatLongItemId } from "../../../../src/sandbox/archive/collect.ts";

/** The archive of a new sandbox. */
const DEFAULTS = { seed: "swath", size: 20_000, stacks: 200 };

it("SBX-05 CATALOG-37 a search lists as many items as it announces: no two of the archive have the same long id", () => {
  const archive = new Archive({ ...DEFAULTS, endMs: Date.parse("2026-11-30T08:00:00Z") });
  const { size, laterEnd } = archive.table().columns;
  const [long, drawn] = [new Set<string>(), new Set<string>()];
  for (let row = 0; row < size; row++) {
    const collect = archive.collectAt(row);
    long.add(formatLongItemId(collect, "GEO"));
    drawn.add(formatLongItemId({ ...collect, endMs: collect.endMs - laterEnd[row]! * 1000 }, "GEO"));
  }
  expect(long.size).toBe(size);
  // Only one of two with the same id ends later, by a second: all other ids are as drawn.
  const later = laterEnd.filter((seconds) => seconds > 0);
  expect(later.length).toBe(size - drawn.size);
  expect(later.length).toBeGreaterThan(0);
  expect(Math.max(...later)).toBe(1);
});
