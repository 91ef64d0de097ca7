/** Start-up of the built program as a multiple of a bare `node -e 0` of the same binary, by CPU time. */
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, peakMiB, spread } from "./measure.mjs";

const bin = join(import.meta.dirname, "..", "..", "bin", "swath.js");

const ORDER = {
  items: [{ collectionId: "vendor-archive", granuleId: "3f0c2f6e-6f0a-4f6e-9c55-1d1f1c6a7b10" }],
};
const SEARCH = { bbox: [-9.5, 38.4, -8.9, 38.9], limit: 20, datetime: "2025-01-01T00:00:00Z/.." };

const oneRequestGoal = Number.parseInt(process.versions.node, 10) < 22 ? 3.5 : 3;

/** Goals as multiples of bare Node. */
const CASES = [
  { name: "--version", words: ["--version"], cpuGoal: 1.25, memoryGoal: 1.1 },
  { name: "--help", words: ["--help"], cpuGoal: 1.5 },
  { name: "order place --help", words: ["order", "place", "--help"], cpuGoal: 1.6 },
  {
    name: "check an order",
    words: ["order", "place", "--data", JSON.stringify(ORDER), "--dry-run"],
    cpuGoal: 2.2,
    memoryGoal: 1.25,
  },
  {
    name: "check a search",
    words: ["catalog", "search", "--data", JSON.stringify(SEARCH), "--dry-run"],
    cpuGoal: 2.2,
  },
  {
    name: "one request",
    words: ["catalog", "search", "--data", JSON.stringify(SEARCH)],
    cpuGoal: oneRequestGoal,
    memoryGoal: 1.5,
  },
];

export async function startUp(rounds) {
  const home = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const server = createServer((request, reply) => {
    request.resume().on("end", () => {
      reply.writeHead(200, { "content-type": "application/geo+json" });
      reply.end('{"type":"FeatureCollection","features":[],"links":[]}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const env = cleanEnv({
      HOME: home,
      XDG_CACHE_HOME: join(home, "cache"),
      CI: "true",
      SWATH_BASE_URL: `http://127.0.0.1:${server.address().port}`,
      SWATH_API_KEY: "bench-key",
    });
    const runs = CASES.map(({ words, ...rest }) => ({ ...rest, argv: [bin, ...words], env }));
    const bare = { name: "node -e 0", argv: ["-e", "0"], env };
    const figures = await interleave([bare, ...runs], rounds);
    const bareCpu = spread(figures.get(bare.name).cpuMs).median;
    const bareMiB = await peakMiB(bare);
    const rows = [];
    for (const run of [bare, ...runs]) {
      const cpu = spread(figures.get(run.name).cpuMs);
      const memory = await peakMiB(run);
      rows.push({
        name: run.name,
        cpuMs: cpu,
        wallMs: spread(figures.get(run.name).wallMs),
        ratio: cpu.median / bareCpu,
        cpuGoal: run.cpuGoal,
        MiB: memory,
        memoryRatio: memory && bareMiB && memory / bareMiB,
        memoryGoal: run.memoryGoal,
      });
    }
    return rows;
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const cell = (value, digits) => (value === undefined ? "" : value.toFixed(digits));
const range = ({ median, min, max }) => `${cell(median, 0)} (${cell(min, 0)}-${cell(max, 0)})`;

export function startUpTable(rows) {
  const header = ["command", "CPU ms", "wall ms", "x bare", "goal", "", "MiB", "x bare", "goal", ""];
  const met = (value, goal) =>
    value === undefined || goal === undefined ? "" : value <= goal ? "ok" : "MISSED";
  return [
    header,
    ...rows.map((row) => [
      row.name,
      range(row.cpuMs),
      range(row.wallMs),
      cell(row.ratio, 2),
      cell(row.cpuGoal, 2),
      met(row.ratio, row.cpuGoal),
      cell(row.MiB, 0),
      cell(row.memoryRatio, 2),
      cell(row.memoryGoal, 2),
      met(row.memoryRatio, row.memoryGoal),
    ]),
  ];
}
