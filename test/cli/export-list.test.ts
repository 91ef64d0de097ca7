/** `export list` and `export links`: the available files, and their signed URLs. */
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import type { Surroundings } from "./world.ts";

const { swath, send } = await openBench({ archiveSize: 400 });

/** A service with this list of files. */
const offering =
  (list: object): Send =>
  async (request) => {
    if (!request.url.endsWith("/available")) return send(request);
    const body = (async function* () {
      yield Buffer.from(JSON.stringify(list));
    })();
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };

const rows = async (words: string, options: Surroundings = {}) =>
  JSON.parse((await swath(`export ${words} --json`, options)).stdout) as Record<string, unknown>[];

describe("export list", () => {
  it("EXPORT-01 EXPORT-12 people see groups, and a note that the time is computed", async () => {
    const run = await swath("export list --type latest", { stdoutTTY: true, columns: 100 });
    expect(run.stdout.replace(/\u001b\[\d+m/g, "")).toMatchInlineSnapshot(`
      "latest (3)
      NAME                                     AS OF (COMPUTED)
      vendor_archive_export_latest.geoparquet  2026-03-10
      vendor_archive_export_latest.gpkg        2026-03-10
      vendor_archive_export_latest.shp.zip     2026-03-10
      "
    `);
  });

  it("EXPORT-01 a pipe gets one row per file, and ids are names", async () => {
    expect((await swath("export list --type full --output id")).stdout).toMatchInlineSnapshot(`
      "vendor_archive_export_full.geoparquet
      vendor_archive_export_full.gpkg
      vendor_archive_export_full.shp.zip
      "
    `);
    expect((await swath("export list --type weekly --weeks 1 --format shp")).stdout).toMatchInlineSnapshot(`
      "2026/11/vendor_archive_export_2026-03-09_2026-03-15.shp.zip	weekly	shp.zip	2026-W11	2026-03-10T10:00:00Z
      "
    `);
  });

  it("EXPORT-01 warns of entries that are not file names", async () => {
    const send = offering({ latest: ["a_latest.gpkg", null, 5], weekly: "x", full: [["b"]] });
    const run = await swath("export list --output id", { send });
    expect(run).toMatchObject({ exitCode: 0, stdout: "a_latest.gpkg\n" });
    expect(run.stderr).toContain("4 of the entries of the export list are not file names and were skipped");
  });

  it("EXPORT-03 latest and full are listed under any name, with their format by its extension", async () => {
    const named = offering({
      latest: ["daily.shp.zip"],
      weekly: [],
      full: ["vendor_archive_export_full.gpkg"],
    });
    expect(
      (await rows("list", { send: named })).map(({ exportType, name, format }) => [exportType, name, format]),
    ).toEqual([
      ["latest", "daily.shp.zip", "shp.zip"],
      ["full", "vendor_archive_export_full.gpkg", "gpkg"],
    ]);
    const own = await rows("list --type full");
    expect(own.map(({ name }) => String(name).includes("/"))).toEqual([false, false, false]);
  });

  it("EXPORT-12 EXPORT-14 EXPORT-15 help explains the content of the files and their schedule", async () => {
    const { stdout } = await swath("export list --help");
    const text = stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain("Footprints of the public archive: latest has the last 7 days");
    expect(text).toContain(
      "latest and the last 4 weeks are replaced daily at 10:00 UTC, full on Mondays at 10:00 UTC",
    );
    expect(text).toContain("full everything");
    expect(text).toContain("Collects under holdback are in none of them");
  });

  it("EXPORT-02 EXPORT-13 EXPORT-14 names give the week and its days, and the schedule the last refresh", async () => {
    const weekly = await rows("list --format gpkg --weeks 5");
    expect(weekly.map(({ isoWeek, computedAsOf }) => [isoWeek, computedAsOf])).toEqual([
      ["2026-W07", "2026-03-08T10:00:00Z"],
      ["2026-W08", "2026-03-10T10:00:00Z"],
      ["2026-W09", "2026-03-10T10:00:00Z"],
      ["2026-W10", "2026-03-10T10:00:00Z"],
      ["2026-W11", "2026-03-10T10:00:00Z"],
    ]);
    expect(weekly[4]).toMatchObject({ from: "2026-03-09T00:00:00Z", to: "2026-03-16T00:00:00Z" });
    const [full] = await rows("list --type full --format gpkg");
    expect(full).toMatchObject({ computedAsOf: "2026-03-09T10:00:00Z" });
  });

  it("EXPORT-02 filters by year, week and time", async () => {
    const weeks = async (words: string) =>
      (await rows(`list --format gpkg ${words}`)).map(({ isoWeek }) => isoWeek);
    expect(await weeks("--year 2026 --week 9")).toEqual(["2026-W09"]);
    expect(await weeks("--from 2026-03-01")).toEqual(["2026-W09", "2026-W10", "2026-W11"]);
    expect(await weeks("--from 9d --match '2026/10/*'")).toEqual(["2026-W10"]);
    const bad = await swath("export list --from yesterday");
    expect(bad).toMatchObject({ exitCode: 2, requests: [] });
    expect(bad.stderr).toContain("--from");
  });

  it.each(["--weeks 2", "--year 2026", "--week 10", "--from 30d"])(
    "EXPORT-02 %s beside a type without weeks is refused before any request",
    async (words) => {
      const { exitCode, stderr, requests } = await swath(`export list --type latest ${words}`);
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
      expect(stderr).toContain(`For example: --type weekly ${words}`);
    },
  );

  it("EXPORT-02 an unreadable name is listed as it is, and skipped if weeks are asked for", async () => {
    const odd = offering({
      weekly: ["strange.gpkg", "2026/9/x_20260223_20260301.GPKG"],
      latest: [],
      full: [],
    });
    expect(
      (await rows("list", { send: odd })).map(({ name, isoWeek, format }) => [name, isoWeek, format]),
    ).toEqual([
      ["strange.gpkg", undefined, "gpkg"],
      ["2026/9/x_20260223_20260301.GPKG", "2026-W09", "gpkg"],
    ]);
    const run = await swath("export list --weeks 1 --output id", { send: odd });
    expect(run.stdout).toBe("2026/9/x_20260223_20260301.GPKG\n");
    expect(run.stderr).toContain("strange.gpkg is skipped: no week in its file name");
  });
});

describe("export links", () => {
  it("EXPORT-11 the expiry is by the service's clock", async () => {
    const ahead: Send = async (request) => {
      const reply = await send(request);
      return { ...reply, headers: { ...reply.headers, date: "Tue, 07 Mar 2028 10:00:00 GMT" } };
    };
    const [link] = await rows("links --type latest --format gpkg", { send: ahead });
    expect(link).toMatchObject({ expires: "2028-03-07T11:00:00.000Z" });
  });

  it("EXPORT-05 EXPORT-08 a format requests all files of the type", async () => {
    const run = await swath("export links --type latest --format shp --json");
    expect(run.exitCode).toBe(0);
    expect(run.requests.map(({ body }) => body)).toEqual([{ exportType: "latest", exportFormat: "shp.zip" }]);
    const [link] = JSON.parse(run.stdout) as Record<string, string>[];
    expect(link).toMatchObject({
      exportType: "latest",
      exportFile: "vendor_archive_export_latest.shp.zip",
      expires: "2026-03-10T12:47:00.000Z",
    });
    expect(link?.["downloadHref"]).toMatch(/^https:\/\/sar\.example\/v1\/assets\//);
    expect(run.stderr).toContain("2026-03-10T12:47:00Z");
  });

  it("EXPORT-09 names come from flags, from stdin and from the list", async () => {
    const names = [
      "2026/10/vendor_archive_export_2026-03-02_2026-03-08.gpkg",
      "2026/11/vendor_archive_export_2026-03-09_2026-03-15.gpkg",
    ];
    const wanted = { exportType: "weekly", fileNames: names };
    const flags = await swath(`export links --type weekly --file-name ${names[0]} --file-name ${names[1]}`);
    const stdin = await swath("export links --type weekly --file-name -", { stdin: `${names.join("\n")}\n` });
    const chosen = await swath("export links --type weekly --weeks 2 --format gpkg");
    const matched = await swath("export links --type weekly --match '2026/1?/*.gpkg'");
    for (const run of [flags, stdin, chosen, matched]) {
      expect(run.exitCode).toBe(0);
      expect(run.requests.at(-1)?.body).toEqual(wanted);
    }
  });

  it("EXPORT-09 --check looks the names up first, and requests no link for a missing one", async () => {
    const name = "vendor_archive_export_latest.gpkg";
    const right = await swath(`export links --type latest --file-name ${name} --check`);
    expect(right.requests.map(({ path }) => path)).toEqual([
      "/catalog/archive-export/available",
      "/catalog/archive-export/presigned",
    ]);
    const wrong = await swath(
      "export links --type latest --file-name vendor_archive_export_latst.gpkg --check",
    );
    expect(wrong).toMatchObject({ exitCode: 6, stdout: "" });
    expect(wrong.stderr).toContain(`Did you mean ${name}?`);
    expect(wrong.requests).toHaveLength(1);
    const other = await swath(`export links --type full --file-name ${name} --check`);
    expect(other.stderr).toContain("no full export file on offer has this name");
  });

  it("EXPORT-09 --data gives the whole body", async () => {
    const run = await swath(["export", "links", "--data", '{"exportType":"full","exportFormat":"gpkg"}']);
    expect(run.exitCode).toBe(0);
    expect(run.requests[0]?.body).toEqual({ exportType: "full", exportFormat: "gpkg" });
  });

  const REFUSED: [words: string, code: string, exit: number][] = [
    ["--format gpkg", "ENUM_INVALID", 3],
    ["--type latest", "EXPORT_SELECTOR_MISSING", 3],
    ["--type latest --format gpkg --file-name a.gpkg", "EXPORT_SELECTOR_CONFLICT", 3],
    ["--type weekly --weeks 2 --file-name a.gpkg", "EXPORT_SELECTOR_CONFLICT", 3],
    ["--type monthly --format gpkg", "ENUM_INVALID", 3],
    ["--type latest --format tiff", "ENUM_INVALID", 3],
    ["--type latest --weeks 2", "USAGE", 2],
  ];
  it.each(REFUSED)(
    "EXPORT-06 EXPORT-07 EXPORT-08 links %s is %s, and nothing is sent",
    async (words, code, exit) => {
      const run = await swath(`export links ${words}`);
      expect(run.stderr).toContain(`code ${code}`);
      expect(run).toMatchObject({ exitCode: exit, requests: [], stdout: "" });
    },
  );

  it("EXPORT-09 a file that is not offered: 404 by name, refused before any request by choice", async () => {
    const named = await swath("export links --type weekly --file-name nope.gpkg");
    expect(named.exitCode).toBe(6);
    expect(named.stderr).toContain("EXPORT_FILE_NOT_FOUND");
    const chosen = await swath("export links --type weekly --match 'nope*'");
    expect(chosen.exitCode).toBe(6);
    expect(chosen.stderr).toContain("code EXPORT_NOTHING_MATCHED");
    expect(chosen.requests).toHaveLength(1);
  });
});
