/** Windows compared with python3-sgp4: another SGP4, other formulas, and a search of each second. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { expect } from "vitest";
import type { Satellite } from "../../../src/orbit/elements.ts";
import { toGroundPoint } from "../../../src/orbit/ellipsoid.ts";
import type { Look } from "../../../src/orbit/look.ts";
import { type PassLimits, type PassWindow, passWindows } from "../../../src/orbit/pass-windows.ts";

const run = promisify(execFile);

export const NOT_INSTALLED = "python3-sgp4 is not installed (Debian: python3-sgp4)";

interface Independent {
  windows: [satellite: number, startMs: number, endMs: number][][][];
  edges: [offNadir: number, incidence: number, azimuth: number, squint: number][];
}

/** Debian puts python3-sgp4 where its own Python looks; another Python on the PATH may have it too. */
async function pythonWithSgp4(): Promise<string | undefined> {
  for (const python of ["/usr/bin/python3", "python3"]) {
    const works = await run(python, ["-c", "import sgp4.omm"]).then(
      () => true,
      () => false,
    );
    if (works) return python;
  }
  return undefined;
}

async function independent(python: string, asked: object): Promise<Independent> {
  const script = join(import.meta.dirname, "independent_windows.py");
  const child = run(python, [script], { maxBuffer: 64 * 1024 * 1024 });
  child.child.stdin?.end(JSON.stringify(asked));
  return JSON.parse((await child).stdout) as Independent;
}

interface Fleet {
  /** OMM in JSON, of the same satellites. */
  elements: readonly object[];
  satellites: readonly Satellite[];
  places: readonly (readonly [name: string, longitude: number, latitude: number])[];
  /** Off-nadir from 5 degrees and squint of at most 30 degrees: the values of the script. */
  limits: PassLimits;
}

/**
 * Compares edges to 0.1 seconds and angles to 0.05 degrees, for each largest off-nadir angle. Returns the number of compared
 * windows; undefined without python3-sgp4.
 */
export async function compareWithIndependent(
  { elements, satellites, places, limits }: Fleet,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  thresholds: readonly number[],
): Promise<number | undefined> {
  const python = await pythonWithSgp4();
  if (python === undefined) return undefined;
  const limit = pLimit(PROCESSES);
  const counts = await Promise.all(
    satellites.map((satellite, index) =>
      limit(async () => {
        const ours = thresholds.map((most) =>
          places.map(([, longitude, latitude]) =>
            passWindows(
              satellite,
              [{ ground: toGroundPoint(longitude, latitude), weight: 1 }],
              [{ startMs: fromMs, endMs: toMs }],
              { ...limits, offNadir: [5, most] },
            ),
          ),
        );
        const edges = ours.flatMap((ofPlaces) =>
          ofPlaces.flatMap((windows, at) => {
            const [, ...place] = places[at]!;
            return windows.flatMap(({ startMs, endMs, atStart, atEnd }) => [
              { look: atStart, row: [0, ...place, startMs] },
              { look: atEnd, row: [0, ...place, endMs] },
            ]);
          }),
        );
        const theirs = await independent(python, {
          elements: [elements[index]],
          targets: places.map(([, ...place]) => place),
          start: fromMs,
          end: toMs,
          thresholds,
          edges: edges.map(({ row }) => row),
        });
        for (const [at, { look }] of edges.entries()) expectSameAngles(look, theirs.edges[at]!);
        let compared = 0;
        for (const [which, most] of thresholds.entries()) {
          for (const [at, [name]] of places.entries()) {
            const titled = `satellite ${index + 1}, ${name}, ${most} degrees`;
            compared += expectSameWindows(ours[which]![at]!, theirs.windows[which]![at]!, titled);
          }
        }
        return compared;
      }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One for each core of a small machine. */
const PROCESSES = 2;

/** A second is promised; equal computations are closer, and a fault of the search is larger. */
const MAX_APART_MS = 100;

function expectSameWindows(
  ours: readonly PassWindow[],
  theirs: readonly (readonly [satellite: number, startMs: number, endMs: number])[],
  titled: string,
): number {
  const brute = theirs.toSorted((a, b) => a[1] - b[1]);
  // A search at steps of a second misses windows between two of them.
  const found = ours.filter(({ startMs, endMs }) => Math.floor(endMs / 1000) * 1000 >= startMs);
  expect(found.length, titled).toBe(brute.length);
  for (const [row, { startMs, endMs }] of found.entries()) {
    expect(Math.abs(startMs - brute[row]![1]), titled).toBeLessThanOrEqual(MAX_APART_MS);
    expect(Math.abs(endMs - brute[row]![2]), titled).toBeLessThanOrEqual(MAX_APART_MS);
  }
  return found.length;
}

function expectSameAngles(
  look: Look,
  [offNadir, incidence, azimuth, squint]: readonly [number, number, number, number],
): void {
  expect(Math.abs(look.lookAngleDegrees - offNadir)).toBeLessThan(0.05);
  expect(Math.abs(look.incidenceAngleDegrees - incidence)).toBeLessThan(0.05);
  expect(Math.abs(look.squintAngleDegrees - squint)).toBeLessThan(0.05);
  const turn = Math.abs(look.azimuthDegrees - azimuth);
  expect(Math.min(turn, 360 - turn)).toBeLessThan(0.05);
}
