/**
 * Tasking: the built program checks a file of 10,000 features and a ring of 200,000 positions; the scheduler searches for
 * passes and refuses a continent; the sandbox writes tasks to disk. By itself: node test/bench/tasking.mjs
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { cleanEnv, interleave, peakMiB, spread } from "./measure.mjs";
import { printTable } from "./print-table.mjs";
import { spreadPoint } from "./spread-point.mjs";

const root = join(import.meta.dirname, "..", "..");
const bin = join(root, "bin", "swath.js");
const FEATURES = 10_000;
const VERTICES = 200_000;
const TASKS = 1000;
/** Simultaneous requests. */
const CLIENTS = 16;
const WINDOW = "--window-open now --window 7d --tier standard".split(" ");

const sites = () => ({
  type: "FeatureCollection",
  features: Array.from({ length: FEATURES }, (_, index) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: spreadPoint(index) },
    properties: { taskingrequestName: `site ${index}` },
  })),
});

/** A wavy coast around Iceland; near its end two waves are drawn in the wrong order. */
function coast() {
  const ring = Array.from({ length: VERTICES - 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / (VERTICES - 1);
    const reach = 1 + 0.2 * Math.sin(40 * angle) + 0.01 * Math.sin(9000 * angle);
    return [-18.7 + 4 * reach * Math.cos(angle), 65 + 1.5 * reach * Math.sin(angle)];
  });
  const at = VERTICES - 40;
  [ring[at], ring[at + 7]] = [ring[at + 7], ring[at]];
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
}

async function judging(rounds, home) {
  const env = cleanEnv({
    HOME: home,
    CI: "true",
    SWATH_BASE_URL: "http://127.0.0.1:9",
    SWATH_API_KEY: "key",
  });
  const [many, big] = [join(home, "sites.geojson"), join(home, "coast.geojson")];
  writeFileSync(many, JSON.stringify(sites()));
  writeFileSync(big, JSON.stringify(coast()));
  const create = [bin, "task", "create", ...WINDOW, "--dry-run", "--file"];
  const runs = [
    {
      name: `${FEATURES} features`,
      argv: [...create, many, "--each", "--type", "spotlight"],
      env,
      goalMs: 1500,
      goalMiB: 200,
    },
    {
      name: `ring of ${VERTICES}, refused`,
      argv: [...create, big, "--type", "stripmap_100"],
      env,
      exitCode: 3,
      goalMs: 1000,
    },
  ];
  const figures = await interleave(runs, rounds);
  const rows = [];
  for (const run of runs) {
    const { wallMs } = figures.get(run.name);
    rows.push([`${run.name}: wall`, spread(wallMs).median, "ms", run.goalMs]);
    if (run.goalMiB !== undefined)
      rows.push([`${run.name}: peak memory`, await peakMiB(run), "MiB", run.goalMiB]);
  }
  return rows;
}

/** The sources are TypeScript, so they are bundled first, next to the packages that they import. */
async function flying() {
  const built = mkdtempSync(join(root, "node_modules", ".swath-bench-"));
  try {
    const entry = join(built, "entry.ts");
    const from = (path) => JSON.stringify(join(root, "src/sandbox", path));
    writeFileSync(
      entry,
      `export { accessesOf } from ${from("scheduling/accesses-of.ts")};
       export { schedule } from ${from("scheduling/schedule.ts")};
       export { imagingTypeNamed } from ${from("fleet.ts")};
       export { createEphemeris } from ${from("../orbit/propagation.ts")};`,
    );
    const bundle = await rolldown({
      input: entry,
      platform: "node",
      logLevel: "silent",
      external: /^(?!\.|\/|[A-Za-z]:\\)/,
    });
    await bundle.write({ dir: built, format: "esm", entryFileNames: "entry.mjs" });
    await bundle.close();
    const orbit = await import(pathToFileURL(join(built, "entry.mjs")).href);
    const nowMs = Date.parse("2026-03-02T00:00:00Z");
    const window = { fromMs: nowMs, toMs: nowMs + 7 * 86_400_000 };
    const ephemeris = orbit.createEphemeris();
    const timed = (work) => {
      const begin = performance.now();
      work();
      return performance.now() - begin;
    };
    const accesses = (target, squints) => timed(() => orbit.accessesOf(target, window, ephemeris, squints));
    const targets = Array.from({ length: 220 }, (_, index) => [
      ((index * 137.508) % 360) - 180,
      ((index * 61.803) % 160) - 80,
    ]);
    for (const target of targets.slice(0, 20)) accesses(target);
    const times = targets.slice(20).map((target) => accesses(target));
    // A target is slow if it is slow each time; a single slow run is a busy machine.
    const least = (target, squints) => Math.min(...[1, 2, 3, 4, 5].map(() => accesses(target, squints)));
    const slowest = (squints) =>
      Math.max(...[...targets, [0, 90], [0, -90]].map((target) => least(target, squints)));
    const box = (west, south, east, north) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ];
    const planned = (coordinates, constraints = {}) => {
      const geometry = { type: "Polygon", coordinates };
      const type = orbit.imagingTypeNamed("stripmap_100");
      const asked = { id: "a", tier: "standard", submittedMs: nowMs, geometry, type, constraints };
      const one = { ...asked, windowOpenMs: nowMs, windowCloseMs: window.toMs };
      return timed(() => orbit.schedule([one], [], nowMs, ephemeris));
    };
    const areas = [
      box(113, -39, 154, -10),
      box(-180, -90, 180, 90),
      box(-74, -56, -35, 12),
      box(150, -40, -130, 40),
    ];
    return [
      ["7 days of passes, 10 satellites, warm", spread(times).median, "ms", 10],
      ["the same, slowest of 222 targets, best of 5", slowest([0]), "ms", 10],
      ["the same with five squints each", slowest([0, 15, -15, 30, -30]), "ms", 50],
      ["a continent refused, slowest of 4", spread(areas.map((area) => planned(area))).max, "ms", 100],
      ["63 strips planned (120 x 120 km)", planned(box(-9.7, 38.46, -8.3, 39.54)), "ms", 500],
      [
        "300 x 300 km, all squints, refused late",
        planned(box(13.1, 43.65, 16.9, 46.35), { squint: "enabled", maxSquintAngle: 35 }),
        "ms",
        1000,
      ],
    ];
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** Tasks per second over HTTP, each acknowledged after it is on disk. */
async function writing(home) {
  const env = cleanEnv({ HOME: home, CI: "true" });
  const child = spawn(process.execPath, [bin, "sandbox", "start", "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    let text = "";
    for await (const piece of child.stdout.setEncoding("utf8")) {
      text += piece;
      if (text.trimEnd().endsWith("\n}")) break;
    }
    const { url, users } = JSON.parse(text);
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const headers = { authorization: `ApiKey ${users[0].apiKey}`, "content-type": "application/json" };
    const now = Date.now();
    const { features } = sites();
    const create = (index) => {
      const properties = {
        ...features[index].properties,
        windowOpen: new Date(now).toISOString(),
        windowClose: new Date(now + 7 * 86_400_000).toISOString(),
        collectionTier: "standard",
        collectionType: "spotlight",
      };
      return new Promise((resolve, reject) => {
        request(`${url}/task`, { method: "POST", agent, headers }, (reply) => {
          if (reply.statusCode !== 201) reject(new Error(`status ${reply.statusCode}`));
          reply.resume().on("end", resolve);
        })
          .on("error", reject)
          .end(JSON.stringify({ ...features[index], properties }));
      });
    };
    let next = 0;
    const work = async (until) => {
      while (next < until) await create(next++);
    };
    const round = (until) => Promise.all(Array.from({ length: CLIENTS }, () => work(until)));
    await round(100);
    const begin = performance.now();
    await round(100 + TASKS);
    const seconds = (performance.now() - begin) / 1000;
    agent.destroy();
    return [[`${TASKS} tasks created over HTTP, on disk`, TASKS / seconds, "a second", -500]];
  } finally {
    child.kill();
    await once(child, "close");
  }
}

export async function tasking(rounds) {
  const home = mkdtempSync(join(tmpdir(), "swath-bench-"));
  try {
    return [...(await judging(rounds, home)), ...(await flying()), ...(await writing(home))];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A negative goal is a minimum. */
export function taskingTable(rows) {
  const met = (value, goal) => ((goal < 0 ? value >= -goal : value <= goal) ? "ok" : "MISSED");
  return [
    ["tasking", "measured", "goal", ""],
    ...rows
      .filter(([, value]) => value !== undefined)
      .map(([what, value, unit, goal]) => [
        what,
        `${value.toFixed(1)} ${unit}`,
        `${goal < 0 ? ">" : "<"} ${Math.abs(goal)} ${unit}`,
        met(value, goal),
      ]),
  ];
}

if (process.argv[1] === import.meta.filename)
  printTable(taskingTable(await tasking(Number(process.argv[2] ?? 5))));
