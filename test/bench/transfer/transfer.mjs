/**
 * `npm run bench transfer [rounds] [row ...]`: every row of the goals for downloads, against the tools that are here, in
 * interleaved rounds, with the destination in memory and on disk. A row is named by any part of its name.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, spread } from "../measure.mjs";
import { printTable } from "../print-table.mjs";
import { makeFiles } from "./make-files.mjs";
import { runTool } from "./run-tool.mjs";
import { startApi, startData, startDistant } from "./servers.mjs";
import { absent, present, swath } from "./tools.mjs";
import { WORKLOADS } from "./workloads.mjs";

const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export async function benchTransfer([rounds = "5", ...wanted]) {
  const dir = mkdtempSync(join(memory, "swath-bench-"));
  const disk = mkdtempSync(join(tmpdir(), "swath-bench-"));
  // nginx reads as somebody else.
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, "www"));
  const stops = [];
  try {
    const data = await startData(dir);
    stops.push(data.stop);
    process.stdout.write(
      `served by ${data.name}; absent: ${absent().join(", ") || "none"}; rounds: ${rounds}\n\n`,
    );
    const rows = WORKLOADS.filter(
      ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
    );
    for (const row of rows) {
      makeFiles(join(dir, "www"), row.files);
      const far = row.distant === undefined ? undefined : await startDistant(dir, row.distant);
      for (const [place, parent] of Object.entries({ memory: dir, disk })) {
        await measureRow(row, {
          dir,
          place,
          out: join(parent, "out"),
          origin: (far ?? data)[row.scheme ?? "http"],
          rounds: Number(rounds),
        });
      }
      await far?.stop();
    }
  } finally {
    for (const stop of stops) await stop();
    rmSync(dir, { recursive: true, force: true });
    rmSync(disk, { recursive: true, force: true });
  }
}

async function measureRow(row, { dir, place, out, origin, rounds }) {
  const files = row.files.map((file) => ({ ...file, url: `${origin}/${file.name}` }));
  const api = await startApi(() => files);
  const home = mkdtempSync(join(dir, "home-"));
  const env = cleanEnv({ HOME: home, CI: "true", SWATH_BASE_URL: api.url, SWATH_API_KEY: "bench" });
  const job = { files, origin, out, dir, ca: join(dir, "cert.pem"), order: "bench" };
  const cases = [
    ["swath", swath("--checksum", "size")],
    ...(row.isHashed ? [["swath, full", swath("--checksum", "full")]] : []),
    ...present(row.tools),
  ];
  const figures = new Map(cases.map(([name]) => [name, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, argv] of cases) {
        mkdirSync(out, { recursive: true });
        figures.get(name).push(await runTool(argv(job), { env, errors: join(dir, "errors.txt") }));
        for (const file of files) {
          if (statSync(join(out, file.name)).size !== file.bytes)
            throw new Error(`${name}: ${file.name} is not whole`);
        }
        rmSync(out, { recursive: true, force: true });
      }
    }
  } finally {
    api.stop();
  }
  report(row, place, figures);
}

function report(row, place, figures) {
  const bytes = row.files.reduce((sum, file) => sum + file.bytes, 0);
  const median = (name, key) => spread(figures.get(name).map((figure) => figure[key])).median;
  const lines = [...figures.keys()].map((name) => [
    name,
    median(name, "seconds").toFixed(2),
    (bytes / 1e6 / median(name, "seconds")).toFixed(0),
    (row.files.length / median(name, "seconds")).toFixed(row.files.length > 100 ? 0 : 1),
    (median(name, "cpuSeconds") / (bytes / 1e9)).toFixed(2),
    median(name, "peakMiB").toFixed(0),
  ]);
  process.stdout.write(`${row.name}, into ${place === "memory" ? "memory" : "a disk"}\n`);
  printTable([["", "s", "MB/s", "files/s", "CPU s/GB", "MiB"], ...lines]);
  const measured = row.isHashed ? "swath, full" : "swath";
  const others = [...figures.keys()].filter(
    (name) => name !== measured && (row.isHashed || name !== "swath"),
  );
  const goals = place === "disk" && row.diskGoals !== undefined ? row.diskGoals : row.goals;
  const verdicts = goals.flatMap(([against, least]) => {
    const names = against === "best" ? others : others.filter((name) => name === against);
    if (names.length === 0) return [];
    const ratio = Math.min(...names.map((name) => median(name, "seconds"))) / median(measured, "seconds");
    return [verdict(`speed against ${against}`, ratio, least, ratio >= least)];
  });
  const { cpuSecondsPerGB, peakMiB } = row.limits ?? {};
  const cpu = median(measured, "cpuSeconds") / (bytes / 1e9);
  const peak = median(measured, "peakMiB");
  if (cpuSecondsPerGB !== undefined)
    verdicts.push(verdict("CPU s/GB, at most", cpu, cpuSecondsPerGB, cpu <= cpuSecondsPerGB));
  if (peakMiB !== undefined) verdicts.push(verdict("peak MiB, at most", peak, peakMiB, peak <= peakMiB));
  printTable([["goal", "measured", "must", ""], ...verdicts]);
}

const verdict = (what, value, goal, isMet) => [
  what,
  value.toFixed(2),
  String(goal),
  isMet ? "met" : "MISSED",
];
