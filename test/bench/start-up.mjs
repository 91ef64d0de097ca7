/**
 * Start-up of the built program on each supported Node, as a multiple of a bare `node -e 0` of the same binary, by CPU time.
 * Figures for a report; nothing depends on them.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, peakMiB, spread } from "./measure.mjs";
import { nodeOf } from "./node-of.mjs";

const MAJORS = ["20", "22", "24"];

/** Of another build, to compare with. */
const bin = process.env["BENCH_PROGRAM"] ?? join(import.meta.dirname, "..", "..", "bin", "swath.js");

const ORDER = {
  items: [{ collectionId: "vendor-archive", granuleId: "3f0c2f6e-6f0a-4f6e-9c55-1d1f1c6a7b10" }],
};
const SEARCH = { bbox: [-9.5, 38.4, -8.9, 38.9], limit: 20, datetime: "2025-01-01T00:00:00Z/.." };
const TASK =
  "task create --point -9.14,38.69 --window-open 2030-01-01 --window 7d --tier standard --type spotlight --name tagus";

const CASES = {
  "--version": ["--version"],
  "--help": ["--help"],
  "order place --help": ["order", "place", "--help"],
  "order place --dry-run": ["order", "place", "--data", JSON.stringify(ORDER), "--dry-run"],
  "task create --dry-run": [...TASK.split(" "), "--dry-run"],
  "catalog search": ["catalog", "search", "--data", JSON.stringify(SEARCH)],
};

export async function startUpTable(rounds) {
  const folder = mkdtempSync(join(tmpdir(), "swath-bench-"));
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
      HOME: folder,
      XDG_CACHE_HOME: join(folder, "cache"),
      CI: "true",
      SWATH_BASE_URL: `http://127.0.0.1:${server.address().port}`,
      SWATH_API_KEY: "bench-key",
    });
    const columns = [];
    for (const major of MAJORS) columns.push(await columnOf(nodeOf(major, folder), env, rounds));
    const names = ["node -e 0", ...Object.keys(CASES)];
    return [
      ["CPU ms (x bare), peak MiB", ...MAJORS.map((major) => `Node ${major}`)],
      ...names.map((name) => [name, ...columns.map((column) => column?.get(name) ?? "no such Node here")]),
    ];
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Command to its cost on this Node. */
async function columnOf(node, env, rounds) {
  if (node === undefined) return undefined;
  const bare = { name: "node -e 0", node, argv: ["-e", "0"], env };
  const runs = [
    bare,
    ...Object.entries(CASES).map(([name, words]) => ({ name, node, argv: [bin, ...words], env })),
  ];
  const figures = await interleave(runs, rounds);
  const median = (name) => spread(figures.get(name).cpuMs).median;
  const column = new Map();
  for (const run of runs) {
    const ratio = (median(run.name) / median(bare.name)).toFixed(2);
    const memory = (await peakMiB(run))?.toFixed(0) ?? "?";
    column.set(run.name, `${median(run.name).toFixed(0)} (${ratio}), ${memory}`);
  }
  return column;
}
