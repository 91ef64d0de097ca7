/**
 * The footprint exports with the built program and a sandbox that listens: listed, linked, fetched in three formats, mirrored
 * over time, searched offline and ordered; GDAL and DuckDB read the files, and plain HTTP requests them.
 */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { gdal, needGdal } from "../gdal.ts";
import { words } from "../cli/split-line.ts";
import { listenHttp } from "../local-server.ts";
import { newFolder, testFolder } from "../new-folder.ts";
import { openSandbox, startSwath, swath, type Ended } from "./swath.ts";

const FORMATS = ["geoparquet", "gpkg", "shp.zip"] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon of a Tuesday at least two weeks ago, two hours after the daily refresh: the sandbox's archive ends today. */
const TUESDAY_MS = Math.floor((Date.now() - 14 * DAY - 5 * DAY) / (7 * DAY)) * 7 * DAY + 5 * DAY + 12 * HOUR;
const MONDAY_MS = TUESDAY_MS - DAY - 12 * HOUR;
const iso = (ms: number): string => new Date(ms).toISOString();
const TUESDAY = iso(TUESDAY_MS);

let url: string;
let key: string;
beforeAll(async () => {
  const home = await newFolder();
  let end: (() => Promise<void>) | undefined;
  const flags = ["--archive-size", "6000", "--clock", TUESDAY];
  ({ url, key } = await openSandbox(home, flags, (cleanUp) => (end = cleanUp)));
  return end;
});

/** The folder of one test. */
let home: string;
beforeEach(async () => {
  home = await testFolder();
  await moveClock({ mode: "manual", now: TUESDAY });
});

/** Sets the clock of the sandbox. */
async function moveClock(body: object): Promise<void> {
  const reply = await fetch(`${url}/_sandbox/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
}

const options = () => ({ home, env: { SWATH_BASE_URL: url, SWATH_API_KEY: key, CI: "1" } });

/** Runs the program against the sandbox. */
const run = (line: string): Promise<Ended> => swath(words(line), options());

/** Runs it, and fails with it. */
async function ok(line: string): Promise<Ended> {
  const ended = await run(line);
  if (ended.code !== 0) throw new Error(`${line}: exit ${ended.code}\n${ended.stderr}`);
  return ended;
}

const json = async <T>(line: string): Promise<T> => JSON.parse((await ok(`${line} --json`)).stdout) as T;

interface Listed {
  name: string;
  from: string;
  isoWeek: string;
  computedAsOf: string;
}

async function duckDb(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

const ATTRIBUTES =
  "id datetime mode products url look_angle incd_angle sqnt_angle num_looks observ_dir orbt_state orbt_plane polariztn SLC GEO GEC SICD SIDD CPHD".split(
    " ",
  );

describe("argv", () => {
  it("GEN-14 EXPORT-26 listed, linked and fetched in three formats that other programs read", async (context) => {
    await needGdal(context);

    const listed = await json<Listed[]>("export list --type weekly --weeks 4 --format gpkg");
    const fourMondays = [-3, -2, -1, 0].map((weeks) => iso(MONDAY_MS + weeks * 7 * DAY).replace(".000", ""));
    expect(listed.map(({ from }) => from)).toEqual(fourMondays);
    for (const { name, from, isoWeek, computedAsOf } of listed) {
      const sunday = iso(Date.parse(from) + 6 * DAY).slice(0, 10);
      const folders = isoWeek.replace("-W", "/");
      expect(name).toBe(`${folders}/vendor_archive_export_${from.slice(0, 10)}_${sunday}.gpkg`);
      expect(computedAsOf).toBe(iso(TUESDAY_MS - 2 * HOUR).replace(".000", ""));
    }

    const links = await ok("export links --type full --format shp --output id");
    const direct = Buffer.from(await (await fetch(links.stdout.trim())).arrayBuffer());

    for (const format of FORMATS) await ok(`export fetch --type full --out-dir full --format ${format}`);
    const weekly = await json<{ files: { path: string }[] }>(
      "export fetch --type weekly --weeks 4 --format geoparquet --out-dir weeks",
    );
    const wanted = listed.map(({ name }) => name.replace(/gpkg$/, "geoparquet"));
    expect(weekly.files.map(({ path }) => path).toSorted()).toEqual(wanted);
    for (const path of wanted) expect((await stat(join(home, "weeks", path))).size).toBeGreaterThan(500);

    const file = (format: string): string => join(home, "full", `vendor_archive_export_full.${format}`);
    expect((await readFile(file("shp.zip"))).equals(direct)).toBe(true);
    const [counted] = await duckDb(
      `SELECT count(*)::INTEGER AS n FROM read_parquet('${file("geoparquet")}')`,
    );
    const columns = await duckDb(
      `SELECT column_name FROM (DESCRIBE SELECT * EXCLUDE (geometry, bbox) FROM read_parquet('${file("geoparquet")}'))`,
    );
    expect(columns.map(({ column_name }) => column_name)).toEqual(ATTRIBUTES);
    const count = Number(counted!["n"]);
    expect(count).toBeGreaterThan(3000);
    for (const source of [file("gpkg"), `/vsizip/${file("shp.zip")}`]) {
      const text = await gdal("ogrinfo", "-so", "-al", source);
      expect(text).toContain(`Feature Count: ${count}\n`);
      for (const name of ATTRIBUTES)
        expect(text).toMatch(new RegExp(`^${name}: (?:String|Real|Integer|DateTime)`, "m"));
    }
  });

  it("EXPORT-12 EXPORT-13 EXPORT-14 a mirror fetches only changes by the service's clock", async () => {
    const sync = async (more = "") => {
      const ended = await run(`export sync mirror --weeks 6 --json ${more}`);
      const report = JSON.parse(ended.stdout) as { files: { path: string }[] };
      const fetched = [...ended.stderr.matchAll(/^(\S+): .*, complete$/gm)].map(([, path]) => path!);
      // Weeks by their distance from the first Monday.
      const weekOf = (path: string): number =>
        Math.round((Date.parse(/_(\d{4}-\d\d-\d\d)_/.exec(path)?.[1] ?? "") - MONDAY_MS) / DAY / 7);
      const what = fetched.map((path) => /_(latest|full)\./.exec(path)?.[1] ?? `week ${weekOf(path)}`);
      return { code: ended.code, report, fetched: what.toSorted() };
    };
    // Weeks that were over at the first sync have the same bytes after every refresh.
    const changing = ["latest", "week 0"];
    const first = await sync("--exit-code");
    expect(first).toMatchObject({ code: 15, report: { changed: true, added: 8, gaps: [] } });

    const again = await sync("--exit-code");
    expect(again).toMatchObject({ code: 0, fetched: [], report: { changed: false, unchanged: 8, bytes: 0 } });

    // Wednesday, before and after ten o'clock.
    await moveClock({ now: iso(TUESDAY_MS + 22 * HOUR - 1000) });
    expect((await sync()).fetched).toEqual([]);
    await moveClock({ now: iso(TUESDAY_MS + 22 * HOUR) });
    const wednesday = await sync("--exit-code");
    expect(wednesday).toMatchObject({ code: 15, fetched: changing });

    // Monday: a new week, full, and the last refresh of the week that is no longer one of the four.
    await moveClock({ now: iso(MONDAY_MS + 7 * DAY + 10 * HOUR) });
    const monday = await sync();
    expect(monday.fetched).toEqual(["full", ...changing, "week 1"]);

    // A missing file is fetched again alone; the mirror contains the files of its manifest.
    await rm(join(home, "mirror", monday.report.files[0]!.path));
    expect((await sync()).fetched).toHaveLength(1);
    const verified = await run("verify mirror");
    expect(verified.code, verified.stderr).toBe(0);
  });

  it("EXPORT-26 two simultaneous syncs share a mirror: each file is fetched once, and both succeed", async () => {
    const ended = await Promise.all([1, 2].map(() => run("export sync mirror --weeks 8 --json")));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const reports = ended.map(({ stdout }) => JSON.parse(stdout) as { added: number });
    expect(reports.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 10]);
  });

  it("EXPORT-26 a killed sync leaves no incomplete file, and the next one resumes", async () => {
    const killed = startSwath(
      words("export sync mirror --type full --format gpkg --limit-rate 300kB/s"),
      options(),
    );
    const part = async (): Promise<number> => {
      const names = await readdir(join(home, "mirror")).catch(() => []);
      const name = names.find((one) => one.endsWith(".part"));
      return name === undefined ? 0 : (await stat(join(home, "mirror", name))).size;
    };
    const isDone = killed.ended.then(() => true);
    // Until its part has content.
    while ((await part()) === 0) {
      const over = await Promise.race([isDone, new Promise((resolve) => setImmediate(resolve, false))]);
      expect(over, "the sync ended before it was killed").toBe(false);
    }
    killed.child.kill("SIGKILL");
    expect((await killed.ended).signal).toBe("SIGKILL");
    expect((await readdir(join(home, "mirror"))).filter((name) => name.endsWith(".gpkg"))).toEqual([]);
    const next = await run("export sync mirror --type full --format gpkg --json");
    expect(next.code, next.stderr).toBe(0);
    const { files } = JSON.parse(next.stdout) as { files: { verified: string[] }[] };
    expect(files[0]!.verified).toContain("sqlite integrity_check");
    expect((await readdir(join(home, "mirror"))).toSorted()).toEqual([
      ".swath-exports.json",
      ".swath-exports.told.json",
      "swath-manifest.ndjson",
      "vendor_archive_export_full.gpkg",
    ]);
  });

  it("EXPORT-16 EXPORT-25 a fetched export is searched without a request, and its items are ordered", async () => {
    for (const format of FORMATS) await ok(`export fetch --type full --format ${format}`);
    const catalog = await ok(
      `catalog search --bbox -12,36,4,44 --product-type GEO --to ${iso(MONDAY_MS - 1)} --all --output id`,
    );
    const known = new Set(catalog.stdout.split("\n"));

    // A service that must not get a request.
    let asked = 0;
    const { url: nobody } = await listenHttp((_request, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    const offline = (format: string, more: string): Promise<Ended> =>
      swath(
        words(
          `export query vendor_archive_export_full.${format} --bbox -12,36,4,44 --product-type GEO ${more}`,
        ),
        { home, env: { SWATH_BASE_URL: nobody, CI: "1" } },
      );
    const answers = await Promise.all(FORMATS.map((format) => offline(format, "--output id")));
    const [first = []] = answers.map(({ stdout }) => stdout.split("\n"));
    expect(first.length).toBeGreaterThan(100);
    expect(first.filter((id) => !known.has(id))).toEqual([]);
    for (const answer of answers) expect(answer).toMatchObject({ code: 0, stdout: answers[0]!.stdout });

    const item = await ok(`catalog search --id ${first[0]} --query [0].collection --json`);
    const collection = JSON.parse(item.stdout) as string;
    const items = await offline("geoparquet", `--limit 1 --collection ${collection} --output order-items`);
    expect(asked).toBe(0);
    expect(JSON.parse(items.stdout)).toEqual([{ collectionId: collection, granuleId: first[0] }]);
    const place = words("order place --items - --yes --json");
    const placed = await swath(place, { ...options(), input: items.stdout });
    expect(placed.code, placed.stderr).toBe(0);
  });
});

describe("plain HTTP", () => {
  it("EXPORT-05 EXPORT-11 EXPORT-27 lists, links for an hour, and files without a key", async () => {
    const headers = { authorization: `ApiKey ${key}`, "content-type": "application/json" };
    const available = await fetch(`${url}/catalog/archive-export/available`, { headers });
    const lists = (await available.json()) as Record<string, string[]>;
    expect(Object.keys(lists)).toEqual(["latest", "weekly", "full"]);
    const presign = (body: object): Promise<Response> =>
      fetch(`${url}/catalog/archive-export/presigned`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
    for (const body of [
      { exportType: "full" },
      { exportType: "full", exportFormat: "gpkg", fileNames: lists["full"] },
      { exportType: "monthly", exportFormat: "gpkg" },
      { exportType: "full", exportFormat: "tiff" },
    ])
      expect((await presign(body)).status).toBe(422);
    expect((await presign({ exportType: "latest", fileNames: lists["full"] })).status).toBe(404);

    const reply = await presign({ exportType: "weekly", exportFormat: "gpkg" });
    const files = (await reply.json()) as Record<"exportType" | "exportFile" | "downloadHref", string>[];
    expect(files.map(({ exportFile }) => exportFile)).toEqual(
      lists["weekly"]!.filter((name) => name.endsWith(".gpkg")),
    );
    const { downloadHref } = files.at(-2)!;
    const part = await fetch(downloadHref, { headers: { range: "bytes=0-15" } });
    expect([part.status, await part.text()]).toEqual([206, "SQLite format 3\0"]);
    await moveClock({ now: iso(TUESDAY_MS + HOUR - 1000) });
    expect((await fetch(downloadHref, { method: "HEAD" })).status).toBe(200);
    await moveClock({ now: iso(TUESDAY_MS + HOUR + 1000) });
    expect((await fetch(downloadHref)).status).toBe(403);
  });
});
