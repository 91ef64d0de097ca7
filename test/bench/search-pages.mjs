/**
 * `search tasks --all` over 100,000 tasks, against a canned service that answers after 20 ms: wall time with pages together
 * and one after another, and peak memory. Run by itself: node test/bench/search-pages.mjs
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, peakMiB, spread } from "./measure.mjs";
import { printTable } from "./print-table.mjs";

const bin = join(import.meta.dirname, "..", "..", "bin", "swath.js");

const TASKS = 100_000;
const LATENCY_MS = 20;
const GOAL_MIB = 150;
const GOAL_SPEEDUP = 3;

const recordOf = (serial) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [-9.14, 38.69] },
  properties: {
    taskingrequestId: `3f0c2a7e-0000-4000-8000-${String(serial).padStart(12, "0")}`,
    taskingrequestName: `task ${serial}`,
    windowOpen: "2026-03-01T00:00:00Z",
    windowClose: "2026-03-08T00:00:00Z",
    submissionTime: "2026-02-28T12:00:00Z",
    collectionTier: "standard",
    collectionType: "spotlight",
    lastStatusCode: "accepted",
    lastStatusTime: "2026-02-28T12:10:00Z",
    statusHistory: [
      { time: "2026-02-28T12:10:00Z", code: "accepted", message: "planned" },
      { time: "2026-02-28T12:00:00Z", code: "submitted", message: "" },
    ],
    collectConstraints: { lookDirection: "either", ascDesc: "either", offNadirMin: 15, offNadirMax: 45 },
  },
});

/** In a separate process, so that it does not share our CPU; pages are made once, so that serving them costs almost nothing. */
async function serve() {
  const pages = new Map();
  const pageOf = (page, limit) => {
    const first = (page - 1) * limit;
    const results = Array.from({ length: Math.min(limit, TASKS - first) }, (_, index) =>
      recordOf(first + index),
    );
    return Buffer.from(JSON.stringify({ results, currentPage: page, totalPages: Math.ceil(TASKS / limit) }));
  };
  const server = createServer(async (request, reply) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const { page = 1, limit = 250 } = JSON.parse(text);
    const key = `${page}/${limit}`;
    if (!pages.has(key)) pages.set(key, pageOf(page, limit));
    setTimeout(() => {
      const body = pages.get(key);
      reply.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
    }, LATENCY_MS);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export async function searchPages(rounds) {
  const home = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const server = await serve();
  try {
    const env = cleanEnv({
      HOME: home,
      XDG_CACHE_HOME: join(home, "cache"),
      CI: "true",
      SWATH_BASE_URL: `http://127.0.0.1:${server.address().port}`,
      SWATH_API_KEY: "bench-key",
    });
    const argv = [bin, "search", "tasks", "--all", "--output", "ndjson"];
    const runs = [
      { name: "one after another", argv: [...argv, "--concurrency", "1"], env },
      { name: "as it comes", argv, env, isJudged: true },
      { name: "--concurrency 4", argv: [...argv, "--concurrency", "4"], env },
    ];
    const figures = await interleave(runs, rounds);
    const rows = [];
    for (const run of runs) {
      const { wallMs, cpuMs } = figures.get(run.name);
      rows.push({ ...run, wallMs: spread(wallMs), cpuMs: spread(cpuMs), MiB: await peakMiB(run) });
    }
    return rows;
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(home, { recursive: true, force: true });
  }
}

export function searchPagesTable(rows) {
  const alone = rows[0].wallMs.median;
  const met = (isMet) => (isMet ? "ok" : "MISSED");
  return [
    [`search tasks --all, ${TASKS} tasks`, "wall ms", "CPU ms", "x faster", "goal", "", "MiB", "goal", ""],
    ...rows.map(({ name, isJudged = false, wallMs, cpuMs, MiB }) => [
      name,
      `${wallMs.median.toFixed(0)} (${wallMs.min.toFixed(0)}-${wallMs.max.toFixed(0)})`,
      cpuMs.median.toFixed(0),
      (alone / wallMs.median).toFixed(2),
      isJudged ? String(GOAL_SPEEDUP) : "",
      isJudged ? met(alone / wallMs.median >= GOAL_SPEEDUP) : "",
      MiB?.toFixed(0) ?? "",
      String(GOAL_MIB),
      MiB === undefined ? "" : met(MiB <= GOAL_MIB),
    ]),
  ];
}

if (process.argv[1] === import.meta.filename)
  printTable(searchPagesTable(await searchPages(Number(process.argv[2] ?? 3))));
