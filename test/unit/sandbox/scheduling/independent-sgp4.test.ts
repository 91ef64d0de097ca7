import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { findAccesses } from "../../../../src/sandbox/scheduling/find-accesses.ts";
import { need } from "../../../need.ts";
import { TARGETS, WEEK } from "./targets.ts";

const run = promisify(execFile);
/** Debian puts python3-sgp4 where its own Python looks; another Python on the PATH may have it too. */
const PYTHONS = ["/usr/bin/python3", "python3"];

/** Inclination, node and mean anomaly of the ten satellites, copied by hand: a changed fleet changes every schedule. */
const ELEMENTS = [
  [45, 12, 5],
  [45, 132, 47],
  [45, 252, 89],
  [53, 33, 21],
  [53, 123, 201],
  [53, 213, 66],
  [53, 303, 246],
  [97.5, 358, 10],
  [97.5, 58, 130],
  [97.5, 118, 250],
];
const SQUINTS = [0, 30];
const MAX_LOOK = 60;

type Row = [
  satellite: number,
  squint: number,
  ms: number,
  offNadir: number,
  incidence: number,
  azimuth: number,
  side: "left" | "right",
  ascending: boolean,
];

let python: string | undefined;

beforeAll(async () => {
  for (const candidate of PYTHONS) {
    const works = await run(candidate, ["-c", "import sgp4.api"]).then(
      () => true,
      () => false,
    );
    if (works) python ??= candidate;
  }
});

async function independentPasses(): Promise<Row[][]> {
  const child = run(python ?? "", [join(import.meta.dirname, "independent_passes.py")], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const targets = TARGETS.map(([, longitude, latitude]) => [longitude, latitude]);
  child.child.stdin?.end(
    JSON.stringify({ elements: ELEMENTS, targets, start: WEEK.fromMs, end: WEEK.toMs, squints: SQUINTS }),
  );
  return JSON.parse((await child).stdout) as Row[][];
}

describe("an independent SGP4", () => {
  it("finds the same passes over ten places in a week, at the same times and angles", async (context) => {
    need(python !== undefined, "python3-sgp4 is not installed (Debian: python3-sgp4)", context);
    const independent = await independentPasses();
    const worst = { ms: 0, offNadir: 0, incidence: 0, azimuth: 0 };
    let compared = 0;
    for (const [number, [name, longitude, latitude]] of TARGETS.entries()) {
      // One search may find a pass exactly at the limit, and the other may not.
      const ours = findAccesses([longitude, latitude], WEEK, SQUINTS)
        .filter(({ lookAngleDegrees }) => lookAngleDegrees < MAX_LOOK - 0.01)
        .toSorted(
          (a, b) =>
            a.satellite.index - b.satellite.index ||
            a.squintAngleDegrees - b.squintAngleDegrees ||
            a.ms - b.ms,
        );
      const theirs = (independent[number] as Row[])
        .filter(([, , , offNadir]) => offNadir < MAX_LOOK - 0.01)
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      const names = (row: readonly unknown[]): string => row.join(" ");
      expect(
        ours.map((a) => names([a.satellite.index, a.squintAngleDegrees, a.side, a.ascending])),
        name,
      ).toEqual(
        theirs.map(([satellite, squint, , , , , side, ascending]) =>
          names([satellite, squint, side, ascending]),
        ),
      );
      for (const [at, access] of ours.entries()) {
        const [, , ms, offNadir, incidence, azimuth] = theirs[at] as Row;
        const turn = Math.abs(access.azimuthDegrees - azimuth);
        worst.ms = Math.max(worst.ms, Math.abs(access.ms - ms));
        worst.offNadir = Math.max(worst.offNadir, Math.abs(access.lookAngleDegrees - offNadir));
        worst.incidence = Math.max(worst.incidence, Math.abs(access.incidenceAngleDegrees - incidence));
        // Near the zenith a tiny shift turns the azimuth; measured across the sight it is stable.
        const across = Math.sin((access.incidenceAngleDegrees * Math.PI) / 180);
        worst.azimuth = Math.max(worst.azimuth, Math.min(turn, 360 - turn) * across);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(3000);
    expect(worst.ms).toBeLessThan(1);
    expect(worst.offNadir).toBeLessThan(5e-4);
    expect(worst.incidence).toBeLessThan(5e-4);
    expect(worst.azimuth).toBeLessThan(5e-4);
  });
});
