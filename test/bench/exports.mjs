/** Exports: the time in which the sandbox makes a file of 50,000 footprints, and the cost of searching one offline. */
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import { cleanEnv, interleave, peakMiB, spread } from "./measure.mjs";
import { startSandbox } from "./start-sandbox.mjs";

const bin = join(import.meta.dirname, "..", "..", "bin", "swath.js");

/** About 5 % of these are held back and in no export. */
const COLLECTS = 53_500;
const ROWS = 50_000;
const FORMATS = ["geoparquet", "gpkg", "shp.zip"];

/** Returns the CPU seconds of a process with all its threads; undefined without /proc. A tick is a hundredth. */
function cpuSeconds(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function rowsIn(path) {
  const { num_rows: rows } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return Number(rows);
}

/** Returns the milliseconds from the request of a new file to its last byte on disk. */
async function firstFetch(sandbox, exportFormat, path) {
  const [{ downloadHref }] = await sandbox.ask("POST", "/catalog/archive-export/presigned", {
    exportType: "full",
    exportFormat,
  });
  const begin = performance.now();
  const file = await fetch(downloadHref);
  await pipeline(Readable.fromWeb(file.body), createWriteStream(path));
  return performance.now() - begin;
}

export async function exportsTable(rounds) {
  const home = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const env = cleanEnv({ HOME: home, CI: "true" });
  const rows = [["exports", "measured", "goal"]];
  try {
    const sandbox = await startSandbox(env, ["--archive-size", String(COLLECTS)]);
    const paths = FORMATS.map((format) => join(home, `full.${format}`));
    try {
      // Draws the archive, which is not part of an export.
      await sandbox.ask("POST", "/catalog/search", { limit: 1 });
      for (const [at, format] of FORMATS.entries()) {
        const before = cpuSeconds(sandbox.pid);
        const ms = await firstFetch(sandbox, format, paths[at]);
        const cpu = cpuSeconds(sandbox.pid) - before;
        const kB = Math.round(statSync(paths[at]).size / 1000);
        rows.push([`${format}: made and fetched (${kB} kB)`, `${(ms / 1000).toFixed(2)} s`, "5 s"]);
        if (!Number.isNaN(cpu))
          rows.push([`${format}: CPU of the sandbox for it`, `${cpu.toFixed(2)} s`, ""]);
      }
    } finally {
      await sandbox.close();
    }
    rows.splice(1, 0, ["footprints in each file", String(await rowsIn(paths[0])), String(ROWS)]);
    const searches = [
      ["a box and a month", ["--bbox", "-12,36,4,44", "--from", "-60d", "--to", "-30d"]],
      ["all of it as ndjson", ["--output", "ndjson"]],
    ];
    const cases = FORMATS.flatMap((format, at) =>
      searches.map(([name, more]) => ({
        name: `query ${format}: ${name}`,
        argv: [bin, "export", "query", paths[at], ...more],
        env,
      })),
    );
    const figures = await interleave(cases, rounds);
    for (const one of cases) {
      const { median, min, max } = spread(figures.get(one.name).wallMs);
      rows.push([one.name, `${median.toFixed(0)} ms (${min.toFixed(0)}-${max.toFixed(0)})`, ""]);
      const MiB = one.name.includes("ndjson") ? await peakMiB(one) : undefined;
      if (MiB !== undefined) rows.push([`${one.name}: peak memory`, `${MiB.toFixed(0)} MiB`, "150 MiB"]);
    }
    return rows;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
