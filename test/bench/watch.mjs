/**
 * Watches: 40 and 1,000 sites against a catalog of a million scenes, and 1,000 sites against exported footprints. The sandbox
 * and the watch share the machine, so the CPU time of the watch is beside the wall time.
 */
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { cleanEnv, interleave, peakMiB, spread } from "./measure.mjs";
import { startSandbox } from "./start-sandbox.mjs";

const bin = process.env["BENCH_PROGRAM"] ?? join(import.meta.dirname, "..", "..", "bin", "swath.js");

const SCENES = Number(process.env["BENCH_SCENES"] ?? 1_000_000);

/** The same numbers from 0 to 1 in each run. */
let state = 7;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

/** A square of about 40 km. */
function site(at) {
  const [x, y] = [-170 + 340 * random(), -55 + 115 * random()];
  const ring = [
    [x, y],
    [x + 0.4, y],
    [x + 0.4, y + 0.4],
    [x, y + 0.4],
    [x, y],
  ];
  return {
    type: "Feature",
    properties: { name: `site ${at}`, "product-type": "GEO" },
    geometry: { type: "Polygon", coordinates: [ring] },
  };
}

export async function watchTable(rounds) {
  const home = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const env = cleanEnv({ HOME: home, CI: "true" });
  const rows = [["watch", "measured", "goal"]];
  try {
    const sitesIn = (name, count) => {
      const path = join(home, `${name}.geojson`);
      const features = Array.from({ length: count }, (_, at) => site(at));
      writeFileSync(path, JSON.stringify({ type: "FeatureCollection", features }));
      return path;
    };
    const [few, many] = [sitesIn("few", 40), sitesIn("many", 1000)];
    const sandbox = await startSandbox(env, ["--archive-size", String(SCENES)]);
    const footprints = join(home, "full.geoparquet");
    try {
      // Draws the archive, which is not part of a watch.
      await sandbox.ask("POST", "/catalog/search", { limit: 1 });
      const online = { ...env, SWATH_BASE_URL: sandbox.url, SWATH_API_KEY: sandbox.key };
      const watchOf = (name, path, goal, ...more) => ({
        name,
        goal,
        argv: [bin, "watch", path, ...more],
        env: online,
      });
      const cases = [
        watchOf(`40 sites, ${SCENES} scenes: a usual run`, few, "3 s"),
        watchOf(`40 sites, ${SCENES} scenes: a full look`, few, "", "--full"),
        watchOf(`1000 sites, ${SCENES} scenes: a usual run`, many, ""),
        watchOf(`1000 sites, ${SCENES} scenes: a full look`, many, "", "--full"),
      ];
      await measure(cases, rounds, rows);
      const [{ downloadHref }] = await sandbox.ask("POST", "/catalog/archive-export/presigned", {
        exportType: "full",
        exportFormat: "geoparquet",
      });
      await pipeline(Readable.fromWeb((await fetch(downloadHref)).body), createWriteStream(footprints));
    } finally {
      await sandbox.close();
    }
    await measure(
      [
        {
          name: `1000 sites, exports of ${SCENES} scenes`,
          goal: "20 s",
          argv: [bin, "watch", many, "--exports", footprints, "--state", join(home, "exports.json")],
          env,
        },
      ],
      rounds,
      rows,
    );
    return rows;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(cases, rounds, rows) {
  const figures = await interleave(cases, rounds);
  for (const one of cases) {
    const [wall, cpu] = [figures.get(one.name).wallMs, figures.get(one.name).cpuMs].map(spread);
    const seconds = (ms) => (ms / 1000).toFixed(2);
    rows.push([one.name, `${seconds(wall.median)} s (${seconds(wall.min)}-${seconds(wall.max)})`, one.goal]);
    rows.push([`${one.name}: CPU`, `${seconds(cpu.median)} s`, ""]);
    const MiB = await peakMiB(one);
    if (MiB !== undefined) rows.push([`${one.name}: peak memory`, `${MiB.toFixed(0)} MiB`, "150 MiB"]);
  }
}
