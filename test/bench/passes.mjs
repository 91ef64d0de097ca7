/** The cost of a search for passes beyond the start of the program: 10 satellites for 7 days, by CPU time. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, spread } from "./measure.mjs";

const bin = process.env["BENCH_PROGRAM"] ?? join(import.meta.dirname, "..", "..", "bin", "swath.js");

const MAX_MS = 150;

/** Inclination, node and mean anomaly in degrees. */
const ORBITS = [
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

const elements = ORBITS.map(([INCLINATION, RA_OF_ASC_NODE, MEAN_ANOMALY], index) => ({
  OBJECT_NAME: `BENCH ${index + 1}`,
  NORAD_CAT_ID: 90_001 + index,
  EPOCH: "2026-03-01T00:00:00",
  MEAN_MOTION: 15.137,
  ECCENTRICITY: 0.0003,
  INCLINATION,
  RA_OF_ASC_NODE,
  ARG_OF_PERICENTER: 90,
  MEAN_ANOMALY,
  BSTAR: 0.0001,
}));

export async function passesTable(rounds) {
  const folder = mkdtempSync(join(tmpdir(), "swath-bench-"));
  try {
    const file = join(folder, "elements.json");
    writeFileSync(file, JSON.stringify(elements));
    const env = cleanEnv({ HOME: folder, XDG_CACHE_HOME: join(folder, "cache"), CI: "true" });
    const passes = (...place) => [bin, "passes", ...place, "--from", "2026-03-02", "--elements", file];
    const figures = await interleave(
      [
        { name: "--version", argv: [bin, "--version"], env },
        { name: "a point", argv: passes("--point", "-9.14,38.71"), env },
        { name: "a disc of 300 km", argv: passes("--point", "-9.14,38.71", "--radius", "300km"), env },
      ],
      rounds,
    );
    const cpu = (name) => spread(figures.get(name).cpuMs).median;
    return [
      ["passes, 10 satellites x 7 days, CPU ms", "all", "beyond --version", "at most"],
      ...["a point", "a disc of 300 km"].map((name) => [
        name,
        cpu(name).toFixed(0),
        (cpu(name) - cpu("--version")).toFixed(0),
        name === "a point" ? String(MAX_MS) : "",
      ]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
