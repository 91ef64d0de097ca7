/**
 * `npm run bench -- transfer [rounds] [row ...]`: every row of the goals for downloads, against the installed tools and the
 * prototype, in interleaved rounds (three take a quarter of an hour); a tool that needs very long is measured once. A row is
 * selected by any part of its name. `--place memory|disk`: only there, with or
 * without goals. `--node 24`, `--node <path>`: another Node runs the program and the prototype. `--build <folder>`: the program
 * as built in another checkout is measured too. `--only <tool>`, repeatable: only these tools. `--packets <ms>`: every packet
 * has this round trip, in place of replies that wait.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cleanEnv, spread } from "../measure.mjs";
import { nodeNamed } from "../node-of.mjs";
import { printTable } from "../print-table.mjs";
import { farSide, runAtDistance } from "./distance.mjs";
import { makeFiles } from "./make-files.mjs";
import { runTool } from "./run-tool.mjs";
import { startApi, startData, startDistant } from "./servers.mjs";
import { absent, present, swath } from "./tools.mjs";
import { BEST, WORKLOADS } from "./workloads.mjs";

/** A tool that takes longer is far behind: one round is enough. */
const LONG_SECONDS = 10;

const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export async function benchTransfer(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      place: { type: "string" },
      node: { type: "string" },
      build: { type: "string" },
      only: { type: "string", multiple: true },
      packets: { type: "string" },
    },
  });
  if (values.packets !== undefined && farSide() === undefined) {
    process.exitCode = await runAtDistance(values.packets);
    return;
  }
  const isNumber = /^\d+$/.test(positionals[0] ?? "");
  const rounds = Number(isNumber ? positionals[0] : 5);
  const wanted = positionals.slice(isNumber ? 1 : 0);
  const dir = mkdtempSync(join(memory, "swath-bench-"));
  const disk = mkdtempSync(join(tmpdir(), "swath-bench-"));
  // nginx reads as another user.
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, "www"));
  const stops = [];
  try {
    const node = nodeNamed(values.node, disk);
    const version = execFileSync(node, ["--version"]).toString().trim();
    const data = await startData(dir);
    stops.push(data.stop);
    process.stdout.write(
      `node ${version}, served by ${data.name}; absent: ${absent().join(", ") || "none"}; rounds: ${rounds}\n`,
    );
    if (values.packets !== undefined)
      process.stdout.write(`every packet takes ${values.packets} ms there and back\n`);
    process.stdout.write("\n");
    const rows = WORKLOADS.filter(
      ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
    );
    for (const row of rows) {
      makeFiles(join(dir, "www"), row.files);
      const far = needsOwnServer(row) ? await startDistant(dir, row.distant) : undefined;
      const places = values.place === undefined ? Object.keys(row.goals) : [values.place];
      for (const place of places) {
        await measureRow(row, {
          dir,
          place,
          node,
          build: values.build,
          only: values.only,
          out: join({ memory: dir, disk }[place], "out"),
          origin: (far ?? data)[row.scheme ?? "http"],
          rounds: Math.min(rounds, row.mostRounds ?? rounds),
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

/** If the line itself delays, only a rate of each connection remains to be simulated. */
const needsOwnServer = ({ distant }) =>
  distant !== undefined &&
  (farSide() === undefined ||
    distant.bytesPerSecond !== undefined ||
    distant.lineBytesPerSecond !== undefined);

async function measureRow(row, { dir, place, node, build, only, out, origin, rounds }) {
  const files = row.files.map((file) => ({ ...file, url: `${origin}/${file.name}` }));
  const api = await startApi(() => files);
  const home = mkdtempSync(join(dir, "home-"));
  const env = cleanEnv({ HOME: home, CI: "true", SWATH_BASE_URL: api.url, SWATH_API_KEY: "bench" });
  const job = { files, origin, out, dir, ca: join(dir, "cert.pem"), order: "bench", node };
  const other = build === undefined ? undefined : join(resolve(build), "bin", "swath.js");
  const bySize = swath("--checksum", "size");
  const cases = [
    ["swath", bySize],
    ["swath, default", swath()],
    ...(other === undefined ? [] : [["swath, other build", (words) => bySize({ ...words, bin: other })]]),
    ...present(row.tools.filter((name) => only === undefined || only.includes(name))),
  ];
  const figures = new Map(cases.map(([name]) => [name, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, argv] of cases) {
        if (!name.startsWith("swath") && figures.get(name)[0]?.seconds > LONG_SECONDS) continue;
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
  report(row, { place, figures });
}

function report(row, { place, figures }) {
  const bytes = row.files.reduce((sum, file) => sum + file.bytes, 0);
  const median = (name, key) => spread(figures.get(name).map((figure) => figure[key])).median;
  const quickest = (names) => Math.min(...names.map((name) => median(name, "seconds")));
  const tools = [...figures.keys()].filter((name) => !/^(?:swath|prototype)/.test(name));
  const cpuOf = (name) => median(name, "cpuSeconds") / (bytes / 1e9);
  const lines = [...figures.keys()].map((name) => {
    const seconds = median(name, "seconds");
    return [
      name,
      seconds.toFixed(2),
      (bytes / 1e6 / seconds).toFixed(0),
      (row.files.length / seconds).toFixed(row.files.length > 100 ? 0 : 1),
      tools.length === 0 ? "" : (quickest(tools) / seconds).toFixed(2),
      cpuOf(name).toFixed(2),
      median(name, "peakMiB").toFixed(0),
    ];
  });
  process.stdout.write(`${row.name}, into ${place === "memory" ? "memory" : "a disk"}\n`);
  printTable([["", "s", "MB/s", "files/s", "x best", "CPU s/GB", "MiB"], ...lines]);
  const verdicts = (row.goals[place] ?? []).flatMap(({ of = "swath", against, least }) => {
    const names = against === BEST ? tools : [against].filter((name) => figures.has(name));
    if (names.length === 0) return [];
    const ratio = quickest(names) / median(of, "seconds");
    return [verdict(`speed of ${of} against ${against}`, ratio, least, ratio >= least)];
  });
  const { cpuSecondsPerGB, peakMiB } = place === "memory" ? (row.limits ?? {}) : {};
  const cpu = cpuOf("swath");
  const peak = median("swath", "peakMiB");
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
