/**
 * Work that grows by decades: time, CPU and memory of the built program for each size, against a service of any size. The last
 * column compares the CPU of a piece of work with the size before: above 1, a command grows faster than its work.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { cleanEnv, interleave, peakMiB, spread } from "../measure.mjs";
import { startSandbox } from "../start-sandbox.mjs";
import { startCannedService } from "./canned-service.mjs";

const bin = join(import.meta.dirname, "..", "..", "..", "bin", "swath.js");
const FILES_OF_AN_ITEM = 4;
const EXPORTED = 10_000;

const words = (text) => text.split(" ");

/** Writes exports of growing size: the footprints of the first are repeated under other ids, which keeps their structure. */
async function makeExports(env, folder, counts) {
  const first = join(folder, "export-0.geoparquet");
  await fetchExport(env, first);
  const duck = await (await DuckDBInstance.create()).connect();
  const text = async (sql) => (await duck.runAndReadAll(sql)).getRowObjects();
  const [{ rows }] = await text(`SELECT count(*)::INT AS rows FROM read_parquet('${first}')`);
  const keys = await text(
    `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${first}')`,
  );
  const geo = keys.find(({ key }) => key === "geo").value;
  return Promise.all(
    counts.map(async (count) => {
      const path = join(folder, `vendor_archive_export_full_${count}.geoparquet`);
      await text(`COPY (
        SELECT archive.* REPLACE (archive.id || '_' || copy AS id)
        FROM range(${Math.ceil(count / rows)}) AS copies(copy), read_parquet('${first}') AS archive LIMIT ${count}
      ) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 10000, KV_METADATA { geo: '${geo.replaceAll("'", "''")}' })`);
      return path;
    }),
  );
}

async function fetchExport(env, path) {
  const sandbox = await startSandbox(env, ["--archive-size", String(EXPORTED)]);
  try {
    const [{ downloadHref }] = await sandbox.ask("POST", "/catalog/archive-export/presigned", {
      exportType: "full",
      exportFormat: "geoparquet",
    });
    writeFileSync(path, Buffer.from(await (await fetch(downloadHref)).arrayBuffer()));
  } finally {
    await sandbox.close();
  }
}

/** The kinds of work: their sizes, and the command for a size. */
async function worksIn(folder, home) {
  const footprints = [10_000, 100_000, 1_000_000];
  const exported = await makeExports(home, folder, footprints);
  const itemsFile = (count) => {
    const path = join(folder, `items-${count}.json`);
    const items = Array.from({ length: count }, (_, at) => ({
      collectionId: "vendor-archive",
      granuleId: `VENDOR-01_20261127T234334_SM_GEO_HH_${at.toString(16).padStart(8, "0")}`,
    }));
    writeFileSync(path, JSON.stringify(items));
    return path;
  };
  return [
    {
      name: "order of items",
      counts: [100, 1000, 10_000],
      argv: (count) => [...words("order place --yes --resend --items"), itemsFile(count)],
    },
    {
      name: "search of scenes to ndjson",
      counts: [1000, 10_000, 100_000],
      argv: (count) => words(`catalog search --limit ${count} --output ndjson`),
    },
    {
      name: "query of exported footprints",
      counts: footprints,
      argv: (_, at) => ["export", "query", exported[at], ...words("--bbox -12,36,4,44 --output ndjson")],
    },
    {
      name: "map page of scenes",
      counts: [500, 5000, 20_000],
      argv: (count) => [...words(`catalog search --limit ${count} --map`), join(folder, `map-${count}.html`)],
    },
    {
      name: "download plan of files",
      counts: [500, 5000, 50_000],
      argv: (count) => [
        ...words("order download --plan --output ndjson --out-dir"),
        join(folder, "downloads"),
        `5ddcec7e-0491-4a82-a7a3-${String(count / FILES_OF_AN_ITEM).padStart(12, "0")}`,
      ],
    },
  ];
}

export async function workTable(rounds) {
  const folder = mkdtempSync(join(tmpdir(), "swath-scale-"));
  const home = cleanEnv({ HOME: folder, CI: "true" });
  const service = await startCannedService(home);
  try {
    const env = { ...home, SWATH_BASE_URL: service.url, SWATH_API_KEY: "bench-key" };
    const works = await worksIn(folder, home);
    const cases = works.flatMap(({ name, counts, argv }) =>
      counts.map((count, at) => ({
        name: `${name}, ${count}`,
        work: name,
        count,
        env,
        argv: [bin, ...argv(count, at)],
      })),
    );
    const start = { name: "start", env, argv: [bin, "--version"] };
    const figures = await interleave([start, ...cases], rounds);
    const cpuOf = ({ name }) => spread(figures.get(name).cpuMs).min;
    const rows = [];
    for (const [at, one] of cases.entries()) {
      const before = cases[at - 1]?.work === one.work ? cases[at - 1] : undefined;
      const each = (of) => (cpuOf(of) - cpuOf(start)) / of.count;
      rows.push([
        one.name,
        spread(figures.get(one.name).wallMs).median.toFixed(0),
        cpuOf(one).toFixed(0),
        (each(one) * 1000).toFixed(0),
        before === undefined ? "" : (each(one) / each(before)).toFixed(2),
        (await peakMiB(one))?.toFixed(0) ?? "",
      ]);
    }
    return [["work", "ms", "CPU ms", "CPU µs for each", "times the size before", "MiB"], ...rows];
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
