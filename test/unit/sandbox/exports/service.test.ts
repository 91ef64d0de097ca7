import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bodyOf, openBench as open } from "../service/open.ts";
import { idOf, openSky, taskBody } from "../tasking/requests.ts";
import { tempFolder } from "./jobs.ts";
import { bytesOf, collectsIn, hrefOf, presign, publicInCatalog, setClock } from "./served.ts";

const folder = tempFolder();

const benches: Bench[] = [];
afterEach(() => {
  for (const { sandbox } of benches.splice(0)) sandbox.close();
});

async function openBench(options?: Parameters<typeof open>[0]): Promise<Bench> {
  const bench = await open(options);
  benches.push(bench);
  return bench;
}

const LATEST = { exportType: "latest", exportFormat: "geoparquet" };
const nameOf = (week: string, extension = "geoparquet") => `${week}.${extension}`;
const WEEK_10 = "2026/10/vendor_archive_export_2026-03-02_2026-03-08";

describe("GET /catalog/archive-export/available", () => {
  test("EXPORT-01 three arrays of names", async () => {
    const { ask } = await openBench();
    const { status, json } = await ask("GET", "/catalog/archive-export/available");
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(["latest", "weekly", "full"]);
    expect([json.latest.length, json.weekly.length % 3, json.full.length]).toEqual([3, 0, 3]);
    expect(json.weekly).toContain(nameOf(WEEK_10, "shp.zip"));
  });

  test("EXPORT-02 names begin with the operator's word", async () => {
    const { ask } = await openBench();
    const { json } = await ask("GET", "/catalog/archive-export/available");
    expect(json.full[0]).toBe("vendor_archive_export_full.geoparquet");
  });

  test("EXPORT-13 runningWeekCounts decides about the current week", async () => {
    const { ask } = await openBench();
    const last = async () => (await ask("GET", "/catalog/archive-export/available")).json.weekly.at(-1);
    expect(await last()).toMatch(/^2026\/11\//);
    await ask("POST", "/_sandbox/settings", { body: { runningWeekCounts: false } });
    expect(await last()).toMatch(/^2026\/10\//);
  });

  test("AUTH-01 needs a key", async () => {
    const { ask } = await openBench();
    expect((await ask("GET", "/catalog/archive-export/available", { as: "nobody" })).status).toBe(401);
  });
});

describe("POST /catalog/archive-export/presigned", () => {
  test("EXPORT-05 EXPORT-10 weekly with a format returns every weekly file of that format", async () => {
    const bench = await openBench();
    const offered = (await bench.ask("GET", "/catalog/archive-export/available")).json.weekly;
    const { json } = await presign(bench, { exportType: "weekly", exportFormat: "gpkg" });
    expect(json.map(({ exportFile }: { exportFile: string }) => exportFile)).toEqual(
      offered.filter((name: string) => name.endsWith(".gpkg")),
    );
    expect(new Set(json.map(({ exportType }: { exportType: string }) => exportType))).toEqual(
      new Set(["weekly"]),
    );
  });

  test("EXPORT-09 names are returned as they were given, each once", async () => {
    const bench = await openBench();
    const fileNames = [nameOf(WEEK_10, "shp.zip"), nameOf(WEEK_10), nameOf(WEEK_10)];
    const { json } = await presign(bench, { exportType: "weekly", fileNames });
    expect(json.map(({ exportFile }: { exportFile: string }) => exportFile)).toEqual(fileNames.slice(0, 2));
  });

  test("EXPORT-09 unknown names, or names of another type, are 404 and each is reported", async () => {
    const bench = await openBench();
    const fileNames = [nameOf(WEEK_10), "vendor_archive_export_latest.gpkg", "2031/01/x.gpkg"];
    const { status, json } = await presign(bench, { exportType: "weekly", fileNames });
    expect([status, json.error.code]).toEqual([404, "EXPORT_FILE_NOT_FOUND"]);
    expect(json.error.detail.map(({ path }: { path: string }) => path)).toEqual([
      "fileNames[1]",
      "fileNames[2]",
    ]);
  });

  test.each([
    ["EXPORT_SELECTOR_MISSING", { exportType: "latest" }],
    ["EXPORT_SELECTOR_MISSING", { exportType: "latest", fileNames: [] }],
    ["EXPORT_SELECTOR_CONFLICT", { ...LATEST, fileNames: ["vendor_archive_export_latest.geoparquet"] }],
    ["ENUM_INVALID", { exportType: "daily", exportFormat: "gpkg" }],
    ["ENUM_INVALID", { exportType: "latest", exportFormat: "shp" }],
  ])("EXPORT-06 EXPORT-07 EXPORT-08 %s is 422", async (code, body) => {
    const { status, json } = await presign(await openBench(), body);
    expect([status, json.error.code]).toEqual([422, code]);
  });
});

describe("a signed export file", () => {
  test("EXPORT-11 EXPORT-27 opens without credentials for an hour, and not if it was altered", async () => {
    const bench = await openBench();
    const path = await hrefOf(bench, LATEST);
    const get = (url: string) => bench.ask("GET", url, { as: "nobody" });
    bench.clock.ms += 3_599_999;
    expect((await get(path)).status).toBe(200);
    const altered = await get(path.replace("latest", "full"));
    expect([altered.status, altered.json.error.code]).toEqual([403, "SIGNATURE_INVALID"]);
    bench.clock.ms += 1;
    const late = await get(path);
    expect([late.status, late.json.error.code]).toEqual([403, "SIGNED_URL_EXPIRED"]);
  });

  test("EXPORT-27 answers HEAD, ranges and If-Range like every file", async () => {
    const bench = await openBench();
    const path = await hrefOf(bench, { exportType: "weekly", fileNames: [nameOf(WEEK_10, "gpkg")] });
    const whole = await bytesOf(bench, path);
    const head = await bench.ask("HEAD", path, { as: "nobody" });
    expect([head.status, head.text]).toEqual([200, ""]);
    const { etag } = head.headers as { etag: string };
    expect(head.headers).toMatchObject({
      "content-length": String(whole.byteLength),
      "content-type": "application/geopackage+sqlite3",
      "accept-ranges": "bytes",
      "last-modified": "Tue, 10 Mar 2026 10:00:00 GMT",
    });
    const part = async (headers: Record<string, string>) => {
      const answer = await bench.sandbox.handle({ method: "GET", path, headers });
      return {
        status: answer.status,
        range: answer.headers["content-range"],
        bytes: await bodyOf(answer),
      };
    };
    const middle = await part({ range: "bytes=1000-4999", "if-range": etag });
    expect([middle.status, middle.range]).toEqual([206, `bytes 1000-4999/${whole.byteLength}`]);
    expect(middle.bytes.equals(whole.subarray(1000, 5000))).toBe(true);
    expect((await part({ range: "bytes=-16" })).bytes.equals(whole.subarray(-16))).toBe(true);
    expect((await part({ range: "bytes=0-9", "if-range": '"another"' })).status).toBe(200);
    const beyond = await part({ range: `bytes=${whole.byteLength}-` });
    expect([beyond.status, beyond.range]).toEqual([416, `bytes */${whole.byteLength}`]);
  });

  test("returns 304 to a client that has it already", async () => {
    const bench = await openBench();
    const path = await hrefOf(bench, LATEST);
    const { etag } = (await bench.ask("HEAD", path, { as: "nobody" })).headers as { etag: string };
    const ask = (known: string) =>
      bench.ask("GET", path, { as: "nobody", headers: { "if-none-match": known } });
    const unchanged = await ask(`"other", W/${etag}`);
    expect([unchanged.status, unchanged.text, unchanged.headers["etag"]]).toEqual([304, "", etag]);
    expect((await ask('"other"')).status).toBe(200);
  });

  test("is the same for two simultaneous requests", async () => {
    const bench = await openBench();
    const path = await hrefOf(bench, { exportType: "full", exportFormat: "gpkg" });
    const [first, second] = await Promise.all([bytesOf(bench, path), bytesOf(bench, path)]);
    expect(first.equals(second)).toBe(true);
  });
});

describe("content of a file", () => {
  test.each([
    ["latest", LATEST, "2026-03-03T10:00:00Z", "2026-03-10T09:59:59.999Z"],
    [
      "a week",
      { exportType: "weekly", fileNames: [nameOf(WEEK_10)] },
      "2026-03-02T00:00:00Z",
      "2026-03-08T23:59:59.999Z",
    ],
  ])(
    "EXPORT-12 EXPORT-13 EXPORT-15 %s: the catalog's public collects of its span",
    async (_name, body, from, to) => {
      const bench = await openBench({ archiveSize: 8000 });
      await setClock(bench, "2026-03-10T10:00:00Z");
      const expected = await publicInCatalog(bench, from, to);
      expect(expected.size).toBeGreaterThan(100);
      const found = await collectsIn(bench, folder, body);
      expect([...found.keys()].toSorted()).toEqual([...expected].toSorted());
      expect(Math.min(...found.values())).toBeGreaterThanOrEqual(Date.parse(from));
      expect(Math.max(...found.values())).toBeLessThanOrEqual(Date.parse(to));
    },
  );

  test("EXPORT-14 EXPORT-15 full: every public collect as of Monday, and the same until the next", async () => {
    const bench = await openBench({ archiveSize: 1200 });
    await setClock(bench, "2026-03-09T10:00:00Z");
    const expected = await publicInCatalog(bench, "..", "2026-03-09T10:00:00Z");
    const full = { exportType: "full", exportFormat: "geoparquet" };
    const found = await collectsIn(bench, folder, full);
    expect([...found.keys()].toSorted()).toEqual([...expected].toSorted());
    await setClock(bench, "2026-03-16T09:59:59Z");
    expect(await collectsIn(bench, folder, full)).toEqual(found);
    await setClock(bench, "2026-03-16T10:00:00Z");
    expect((await collectsIn(bench, folder, full)).size).toBeGreaterThan(found.size);
  });

  test("EXPORT-13 an older week stays as its last refresh made it, even if a holdback ends", async () => {
    const bench = await openBench({ archiveSize: 12_000 });
    const body = { exportType: "weekly", fileNames: [nameOf(WEEK_10)] };
    const catalog = () => publicInCatalog(bench, "2026-03-02T00:00:00Z", "2026-03-08T23:59:59.999Z");
    await setClock(bench, "2026-03-29T10:00:00Z");
    const final = await collectsIn(bench, folder, body);
    expect(final.size).toBe((await catalog()).size);
    // Thirty days after its Sunday, an item held back for a month is public, and in no weekly file.
    await setClock(bench, "2026-04-10T10:00:00Z");
    expect((await catalog()).size).toBeGreaterThan(final.size);
    expect(await collectsIn(bench, folder, body)).toEqual(final);
  });

  test("EXPORT-12 the ETag changes at 10:00 and not before", async () => {
    const bench = await openBench();
    const etagAt = async (now: string) => {
      await setClock(bench, now);
      return (await bench.ask("HEAD", await hrefOf(bench, LATEST), { as: "nobody" })).headers["etag"];
    };
    const tuesday = await etagAt("2026-03-10T10:00:00Z");
    expect(await etagAt("2026-03-11T09:59:59.999Z")).toBe(tuesday);
    expect(await etagAt("2026-03-11T10:00:00Z")).not.toBe(tuesday);
    expect(await etagAt("2026-03-10T12:00:00Z")).toBe(tuesday);
  });

  test.each([
    ["none", true],
    ["30_day", false],
  ])(
    "EXPORT-15 a completed task's collect with holdback %s is in latest: %s",
    async (archiveHoldback, isThere) => {
      const sky = await openSky();
      benches.push(sky);
      const created = await sky.create(taskBody({ archiveHoldback }, { preApproval: true }));
      await sky.go(80 * 3600);
      const { properties } = await sky.task(idOf(created));
      expect(properties.lastStatusCode).toBe("completed");
      await setClock(sky, "2026-03-14T10:00:00Z");
      const found = await collectsIn(sky, folder, LATEST);
      expect(found.has(properties.collectIds[0])).toBe(isThere);
    },
  );
});

describe("the export cache", () => {
  test("keeps one revision of a name, beside the store, and makes none twice", async () => {
    const dir = tempFolder();
    const bench = await openBench({ dir });
    const folder = join(dir, "exports", "vendor_archive_export_latest.geoparquet");
    await bytesOf(bench, await hrefOf(bench, LATEST));
    const first = readdirSync(folder);
    expect(first).toHaveLength(1);
    const again = await openBench({ dir });
    await bytesOf(again, await hrefOf(again, LATEST));
    expect(readdirSync(folder)).toEqual(first);
    await setClock(again, "2026-03-11T10:00:00Z");
    await bytesOf(again, await hrefOf(again, LATEST));
    const second = readdirSync(folder);
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
  });
});
