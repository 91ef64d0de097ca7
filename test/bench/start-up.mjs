/**
 * Start-up of the built program as a multiple of a bare `node -e 0` of the same binary, by CPU time in interleaved pairs, beside
 * its goals. Figures for a report; nothing depends on them.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, pair, peakMiB, spread } from "./measure.mjs";

/** Of another build, to compare with. */
const bin = process.env["BENCH_PROGRAM"] ?? join(import.meta.dirname, "..", "..", "bin", "swath.js");

const ORDER = {
  items: [{ collectionId: "vendor-archive", granuleId: "3f0c2f6e-6f0a-4f6e-9c55-1d1f1c6a7b10" }],
};
const SEARCH = { bbox: [-9.5, 38.4, -8.9, 38.9], limit: 20, datetime: "2025-01-01T00:00:00Z/.." };
const TASK =
  "task create --point -9.14,38.69 --window-open 2030-01-01 --window 7d --tier standard --type spotlight --name tagus";

/** One item: a search that finds none would ask a second time, with longitude and latitude exchanged. */
const ITEM = {
  type: "Feature",
  id: "bench",
  collection: "vendor-archive",
  geometry: { type: "Point", coordinates: [-9.14, 38.71] },
  bbox: [-9.14, 38.71, -9.14, 38.71],
  properties: { datetime: "2025-06-01T00:00:00Z", "sar:product_type": "GEO" },
  assets: {},
};

/** The words of a run, and its goal. */
const CASES = {
  "--version": [["--version"], 1.3],
  "--help": [["--help"], 1.4],
  "order place --help": [["order", "place", "--help"], 2.0],
  "order place --dry-run": [["order", "place", "--data", JSON.stringify(ORDER), "--dry-run"]],
  "task create --dry-run": [[...TASK.split(" "), "--dry-run"]],
  "catalog search": [["catalog", "search", "--data", JSON.stringify(SEARCH)], 4.0],
};

/** `node`: path of the binary that runs both. */
export async function startUpTable(rounds, node) {
  const folder = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const server = createServer((request, reply) => {
    request.resume().on("end", () => {
      reply.writeHead(200, { "content-type": "application/geo+json" });
      reply.end(JSON.stringify({ type: "FeatureCollection", features: [ITEM] }));
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
    const rows = [];
    for (const [name, [words, goal]] of Object.entries(CASES)) {
      const run = { node, argv: [bin, ...words], env };
      const pairs = await pair({ node, argv: ["-e", "0"], env }, run, rounds);
      const of = (values) => spread(values).median;
      rows.push([
        name,
        of(pairs.map(([bare, own]) => own.cpuMs / bare.cpuMs)).toFixed(2),
        goal?.toFixed(1) ?? "-",
        of(pairs.map(([, own]) => own.cpuMs)).toFixed(0),
        of(pairs.map(([bare]) => bare.cpuMs)).toFixed(0),
        (await peakMiB(run))?.toFixed(0) ?? "?",
      ]);
    }
    return [["start-up", "x bare", "goal", "CPU ms", "bare", "peak MiB"], ...rows];
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
