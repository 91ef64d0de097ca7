/** `export fetch`: from links to checked files, through the front door. */
import { mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { fileNamesBelow } from "../names-below.ts";
import { openBench } from "./bench.ts";
import { changingBytes } from "./changed-body.ts";
import { NOW } from "./stopped-clock.ts";
import { tempHome, type Surroundings } from "./world.ts";

const { swath, send, clock } = await openBench({ archiveSize: 400 });

let home: string;
beforeEach(async () => {
  clock.ms = NOW;
  home = await tempHome();
});

interface Report {
  changed: boolean;
  files: {
    path: string;
    exportFile: string;
    status: string;
    size: number;
    sha256: string;
    verified: string[];
    error?: { code: string; message: string };
  }[];
  added: number;
  updated: number;
  unchanged: number;
  failed: number;
}

const fetchFiles = async (words: string, options: Surroundings = {}) => {
  const run = await swath(`export fetch ${words} --out-dir out --json`, { home, ...options });
  return { ...run, report: (run.stdout === "" ? undefined : JSON.parse(run.stdout)) as Report };
};
const filesHere = (): Promise<string[]> => fileNamesBelow(join(home, "out"));

/** The network with the body of data replies changed. */
const corrupting = (change: (bytes: Buffer) => Buffer): Send =>
  changingBytes(send, ({ url }) => url.includes("/assets/"), change);

describe("files", () => {
  it("EXPORT-26 writes folders by year and week and a manifest, without a prompt, and JSON lists the files", async () => {
    const { exitCode, report, requests } = await fetchFiles("--type weekly --weeks 2 --format geoparquet");
    expect(exitCode).toBe(0);
    expect(await filesHere()).toMatchInlineSnapshot(`
      [
        ".swath-exports.json",
        "2026/10/vendor_archive_export_2026-03-02_2026-03-08.geoparquet",
        "2026/11/vendor_archive_export_2026-03-09_2026-03-15.geoparquet",
        "swath-manifest.ndjson",
      ]
    `);
    expect(report).toMatchObject({ changed: true, added: 2, updated: 0, unchanged: 0, failed: 0 });
    expect(report.files.map(({ verified }) => verified.at(-1))).toEqual(["parquet footer", "parquet footer"]);
    expect(requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`).toSorted())
      .toMatchInlineSnapshot(`
        [
          "GET /assets/archive-export/2026/10/vendor_archive_export_2026-03-02_2026-03-08.geoparquet",
          "GET /assets/archive-export/2026/11/vendor_archive_export_2026-03-09_2026-03-15.geoparquet",
          "GET /catalog/archive-export/available",
          "POST /catalog/archive-export/presigned",
        ]
      `);
    expect(requests[1]?.body).toEqual({
      exportType: "weekly",
      fileNames: report.files.map(({ exportFile }) => exportFile),
    });
  });

  it("EXPORT-03 EXPORT-10 a whole type in one format: a person is warned about the number of files", async () => {
    const every = await fetchFiles("--type weekly --format geoparquet", { stderrTTY: true });
    expect(every.report.files.length).toBeGreaterThan(50);
    expect(every.requests[0]?.body).toEqual({ exportType: "weekly", exportFormat: "geoparquet" });
    expect(every.stderr).toContain(
      `every weekly geoparquet file is fetched: ${every.report.files.length} files to out (--weeks N for the newest)`,
    );
    const latest = await fetchFiles("--type latest --format gpkg", { stderrTTY: true });
    expect(latest.stderr).not.toContain("every");
    expect(await filesHere()).toContain("vendor_archive_export_latest.gpkg");
  });

  it("EXPORT-08 without a format the files are geoparquet, as the help says, and their number is noted before", async () => {
    const every = await fetchFiles("--type weekly");
    expect(every.requests[0]?.body).toEqual({ exportType: "weekly", exportFormat: "geoparquet" });
    expect(every.stderr).toContain(`Fetching ${every.report.files.length} weekly geoparquet files to out`);
    expect((await swath("export fetch --help")).stdout.replaceAll(/\s+/gu, " ")).toContain(
      "all files of the type are fetched as geoparquet",
    );
    expect((await swath("export links --type weekly")).exitCode).toBe(3);
  });

  it.each([
    ['{"exportType":"latest","fileNames":[],"exportFormat":"gpkg"}', "gpkg"],
    ['{"exportType":"latest","fileNames":null,"exportFormat":"gpkg"}', "gpkg"],
    ['{"exportType":"latest","fileNames":[],"exportFormat":null}', "geoparquet"],
  ])(
    "EXPORT-08 null and an empty list of names in %s are absent, and not sent",
    async (data, exportFormat) => {
      const run = await swath(["export", "fetch", "--data", data, "--out-dir", "out"], { home });
      expect(run.exitCode, run.stderr).toBe(0);
      expect(run.requests[0]?.body).toEqual({ exportType: "latest", exportFormat });
    },
  );

  it("EXPORT-26 --flat drops the folders, and the text for people agrees", async () => {
    const run = await swath("export fetch --type weekly --weeks 1 --format shp --out-dir out --flat", {
      home,
      stdoutTTY: true,
      columns: 120,
    });
    expect(run.stdout.replace(/[\d.]+ kB/g, "<size>").replace(/\u001b\[\d+m/g, "")).toMatchInlineSnapshot(`
      "vendor_archive_export_2026-03-09_2026-03-15.shp.zip  added  <size>  zip members
      1 new, in out (<size> in 0s)
      "
    `);
    expect(await filesHere()).toContain("vendor_archive_export_2026-03-09_2026-03-15.shp.zip");
  });

  it("EXPORT-26 --shard divides the files over machines: every file once, whichever starts first", async () => {
    const words = "--type weekly --weeks 6 --format geoparquet";
    const parts: string[] = [];
    for (const part of [3, 1, 2]) {
      const { exitCode, report } = await fetchFiles(`${words} --shard ${part}/3`);
      expect(exitCode).toBe(0);
      parts.push(...report.files.map(({ path }) => path));
    }
    expect(parts).toHaveLength(6);
    expect(new Set(parts).size).toBe(6);
    expect((await fetchFiles(words)).report).toMatchObject({ added: 0, unchanged: 6 });
    const again = await swath(`export fetch ${words} --out-dir out`, { home });
    expect(again).toMatchObject({ stdout: "", stderr: "6 files here already, in out\n" });
  });

  it("EXPORT-27 no credential goes to a signed URL", async () => {
    const { requests } = await fetchFiles("--type latest --format gpkg");
    const data = requests.filter(({ path }) => path.startsWith("/assets/") || path.includes("signature"));
    expect(data).toHaveLength(1);
    expect(JSON.stringify(data[0]?.headers)).not.toMatch(/sbx_|authorization|api-key/i);
  });

  it("EXPORT-04 the structure of each of the three formats is checked", async () => {
    const proofs: (string | undefined)[] = [];
    for (const format of ["geoparquet", "gpkg", "shp.zip"]) {
      const { report } = await fetchFiles(`--type latest --format ${format}`);
      proofs.push(report.files[0]?.verified.at(-1));
    }
    expect(proofs).toEqual(["parquet footer", "sqlite integrity_check", "zip members"]);
  });
});

describe("rerun", () => {
  it("EXPORT-26 the same command again fetches no byte", async () => {
    await fetchFiles("--type weekly --weeks 2 --format gpkg");
    const again = await fetchFiles("--type weekly --weeks 2 --format gpkg");
    expect(again.report).toMatchObject({ changed: false, unchanged: 2 });
    expect(again.requests).toHaveLength(2);
  });

  it("EXPORT-12 a file that the service has replaced is fetched again", async () => {
    await fetchFiles("--type latest --format geoparquet");
    clock.ms += 20 * 3_600_000;
    const early = await fetchFiles("--type latest --format geoparquet");
    expect(early.report).toMatchObject({ changed: false });
    clock.ms += 4 * 3_600_000;
    const later = await fetchFiles("--type latest --format geoparquet");
    expect(later.report).toMatchObject({ changed: true, updated: 1 });
    expect(await filesHere()).toEqual([
      ".swath-exports.json",
      "swath-manifest.ndjson",
      "vendor_archive_export_latest.geoparquet",
    ]);
  });

  it("EXPORT-26 an edited file is not replaced, even if the service has a new one", async () => {
    await fetchFiles("--type latest --format geoparquet");
    const path = join(home, "out/vendor_archive_export_latest.geoparquet");
    await writeFile(path, "mine");
    clock.ms += 24 * 3_600_000;
    const refused = await fetchFiles("--type latest --format geoparquet");
    expect(refused.exitCode).toBe(10);
    expect(refused.report.files[0]?.error?.code).toBe("FILE_EXISTS");
    expect(await readFile(path, "utf8")).toBe("mine");
    const asked = await fetchFiles("--type latest --format geoparquet --overwrite");
    expect(asked.exitCode).toBe(0);
  });
});

describe("faults", () => {
  const CASES: [format: string, name: string, change: (bytes: Buffer) => Buffer, fault: RegExp][] = [
    ["geoparquet", "cut", (bytes) => bytes.subarray(0, -9), /cut off/],
    ["gpkg", "cut", (bytes) => bytes.subarray(0, -4096), /pages of/],
    ["shp.zip", "cut", (bytes) => bytes.subarray(0, -30), /zip directory/],
    [
      "gpkg",
      "error page",
      () => Buffer.from("<html>502</html>"),
      /it is a page, \\?"<html>502<.html>\\?": .*SQLite/,
    ],
    ["shp.zip", "flipped byte", (bytes) => ((bytes[200]! ^= 255), bytes), /damaged/],
  ];
  it.each(CASES)(
    "EXPORT-04 a %s that arrives as %s never gets its name",
    async (format, _name, change, fault) => {
      const run = await fetchFiles(`--type latest --format ${format}`, { send: corrupting(change) });
      expect(run.exitCode).toBe(10);
      expect(run.stderr).toMatch(fault);
      expect(run.report.files[0]).toMatchObject({ status: "failed", error: { code: "DOWNLOAD_INCOMPLETE" } });
      expect((await filesHere()).filter((name) => name.includes("vendor"))).toEqual([]);
    },
  );

  it("EXPORT-11 links older than 55 minutes are renewed before use, once for all files", async () => {
    let served = 0;
    const slow: Send = async (request) => {
      const reply = await send(request);
      // The first file takes most of the hour.
      if (request.url.includes("/assets/") && served++ === 0) clock.ms += 56 * 60_000;
      return reply;
    };
    const run = await fetchFiles("--type weekly --weeks 3 --format geoparquet --concurrency 1", {
      send: slow,
    });
    expect(run.exitCode).toBe(0);
    expect(run.requests.filter(({ path }) => path.endsWith("/presigned"))).toHaveLength(2);
    expect(run.requests.filter(({ url }) => url.includes("/assets/"))).toHaveLength(3);
  });

  it("EXPORT-26 an outage of six requests is survived, as for the files of an order; --retries is obeyed", async () => {
    let asked = 0;
    const failing: Send = async (request) => {
      if (!request.url.includes("/assets/") || asked++ >= 6) return send(request);
      return { status: 503, headers: {}, body: (async function* () {})() };
    };
    const words = "--type latest --format geoparquet";
    expect(await fetchFiles(words, { send: failing })).toMatchObject({ exitCode: 0 });
    expect(asked).toBeGreaterThan(6);
    asked = 0;
    expect((await fetchFiles(`${words} --overwrite --retries 5`, { send: failing })).exitCode).toBe(10);
  });

  it("EXPORT-11 expired links of exports are renewed", async () => {
    let refused = 0;
    const expiring: Send = async (request) => {
      if (!request.url.includes("/assets/") || refused++ > 0) return send(request);
      clock.ms += 3_601_000;
      return send(request);
    };
    const run = await fetchFiles("--type latest --format geoparquet", { send: expiring });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.requests.filter(({ path }) => path.endsWith("/presigned"))).toHaveLength(2);
  });

  it("EXPORT-26 a fetch with one failed file keeps the others and reports the failed one", async () => {
    const { report } = await fetchFiles("--type weekly --weeks 2 --format geoparquet");
    const [first, second] = report.files;
    await rm(join(home, "out", first!.path));
    await mkdir(join(home, "out", first!.path));
    const again = await fetchFiles("--type weekly --weeks 2 --format geoparquet");
    expect(again.exitCode).toBe(10);
    expect(again.report.files.map(({ path, status }) => [path, status])).toEqual([
      [first!.path, "failed"],
      [second!.path, "unchanged"],
    ]);
  });

  it("EXPORT-26 a truncated file is not called complete", async () => {
    const { report } = await fetchFiles("--type latest --format gpkg");
    await truncate(join(home, "out", report.files[0]!.path), 5000);
    expect((await fetchFiles("--type latest --format gpkg")).exitCode).toBe(10);
  });
});
