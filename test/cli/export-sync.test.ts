/** `export sync`: a mirror that fetches only changes. */
import { mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { lockFile } from "../../src/disk/file-lock.ts";
import { openBench } from "./bench.ts";
import { changingJson, changingText, to } from "./changed-body.ts";
import { NOW } from "./stopped-clock.ts";
import { tempHome, type Run, type Surroundings } from "./world.ts";

const { swath, send, clock } = await openBench({ archiveSize: 300 });
const DAY = 86_400_000;

let home: string;
beforeEach(async () => {
  clock.ms = NOW;
  home = await tempHome();
});

const sync = async (words = "", options: Surroundings = {}) => {
  const run = await swath(`export sync mirror --json ${words}`, { home, ...options });
  return {
    ...run,
    report: JSON.parse(run.stdout) as Record<string, unknown> & { files: Record<string, string>[] },
  };
};
/** Fetched names, without folders and dates. */
const fetched = (run: Run): string[] =>
  assetsOf(run, ({ headers }) => headers["if-none-match"] === undefined);
/** Names of files that were requested conditionally. */
const asked = (run: Run): string[] => assetsOf(run, ({ headers }) => headers["if-none-match"] !== undefined);

const assetsOf = ({ requests }: Run, isMeant: (request: Run["requests"][number]) => boolean): string[] =>
  requests
    .filter((request) => request.url.includes("/assets/") && isMeant(request))
    .map(({ path }) =>
      path
        .replace(/\?.*$/, "")
        .replace("/assets/archive-export/", "")
        .replace(/_\d.*$/, ""),
    )
    .toSorted();

/** The list of available files, changed in transfer. */
const relisting = (change: (list: Record<string, string[]>) => object): Send =>
  changingJson(send, to("/available"), change);

/** Links with the requested name of the file. */
const relistingPresigned = (inner: Send, name: string): Send =>
  changingText(inner, to("/presigned"), (text) =>
    text.replace(
      /"exportFile":\s*"vendor_archive_export_(?:latest|full)\.geoparquet"/g,
      `"exportFile":"${name}"`,
    ),
  );

describe("fetched files", () => {
  it("EXPORT-14 a file that was cut or removed is not unchanged", async () => {
    await sync("--weeks 1");
    const latest = "vendor_archive_export_latest.geoparquet";
    const names = await readdir(join(home, "mirror"), { recursive: true });
    const path = join(
      home,
      "mirror",
      names.find((name) => name.endsWith(latest))!,
    );
    await truncate(path, 10);
    const cut = await sync("--weeks 1");
    expect([cut.exitCode, cut.report.files.at(-1)]).toMatchObject([10, { path: latest, status: "failed" }]);
    expect(cut.stderr).toContain("its bytes differ from the ones in the manifest");
    await rm(path);
    expect(fetched(await sync("--weeks 1"))).toEqual([latest]);
  });

  it("EXPORT-12 EXPORT-13 EXPORT-14 fetches all at first; then latest and four weeks daily, and full on Mondays", async () => {
    const first = await sync("--weeks 7");
    expect(first.exitCode).toBe(0);
    expect(first.report).toMatchObject({ changed: true, added: 9, gaps: [], withdrawn: [] });

    const same = await sync("--weeks 7");
    expect(same.report).toMatchObject({ changed: false, unchanged: 9 });
    expect(same.requests.map(({ path }) => path)).toEqual(["/catalog/archive-export/available"]);

    clock.ms = Date.parse("2026-03-11T09:59:59Z");
    expect(fetched(await sync("--weeks 7"))).toEqual([]);
    clock.ms = Date.parse("2026-03-11T10:00:00Z");
    const wednesday = await sync("--weeks 7");
    const refreshed = [
      "2026/08/vendor_archive_export",
      "2026/09/vendor_archive_export",
      "2026/10/vendor_archive_export",
      "2026/11/vendor_archive_export",
    ];
    expect(asked(wednesday)).toEqual([...refreshed, "vendor_archive_export_latest.geoparquet"]);
    // Those of earlier weeks have the same bytes as the day before.
    expect(fetched(wednesday)).toEqual([
      "2026/11/vendor_archive_export",
      "vendor_archive_export_latest.geoparquet",
    ]);
    expect(wednesday.report).toMatchObject({ changed: true, added: 0, updated: 2 });

    clock.ms = Date.parse("2026-03-16T10:00:00Z");
    const monday = await sync("--weeks 7");
    // The first week was refreshed for the last time on Sunday, which this mirror has not seen.
    const whole = ["vendor_archive_export_full.geoparquet", "vendor_archive_export_latest.geoparquet"];
    expect(asked(monday)).toEqual([...refreshed, ...whole]);
    expect(fetched(monday)).toEqual([
      "2026/11/vendor_archive_export",
      "2026/12/vendor_archive_export",
      ...whole,
    ]);
    expect(asked(await sync("--weeks 7"))).toEqual([]);
  });

  it("EXPORT-13 a refresh with the same bytes is not a change, and fetches none of them", async () => {
    clock.ms += 15 * DAY;
    await sync("--type weekly --weeks 4");
    clock.ms += DAY;
    const later = await sync("--type weekly --weeks 4");
    expect(asked(later)).toHaveLength(4);
    expect(fetched(later)).toEqual(["2026/13/vendor_archive_export"]);
    expect(later.report).toMatchObject({ updated: 1, unchanged: 3 });
    expect(asked(await sync("--type weekly --weeks 4"))).toEqual([]);
  });

  it("EXPORT-13 from a service without versions, everything that was refreshed is fetched", async () => {
    const versionless: Send = async (request) => {
      const reply = await send(request);
      const { etag: _etag, "last-modified": _modified, ...headers } = reply.headers;
      return { ...reply, headers };
    };
    await sync("--type weekly --weeks 4", { send: versionless });
    clock.ms += DAY;
    const later = await sync("--type weekly --weeks 4", { send: versionless });
    expect([asked(later), fetched(later)]).toMatchObject([{ length: 0 }, { length: 4 }]);
    expect(later.report["unchanged"]).toBeGreaterThan(0);
  });

  it("EXPORT-12 a late refresh is not missed: it is requested until it is there", async () => {
    await sync("--type latest");
    // A minute past ten, and the files are still those of the day before.
    clock.ms = Date.parse("2026-03-11T10:01:00Z");
    const late: Send = async (request) => {
      if (!request.url.includes("/assets/")) return send(request);
      clock.ms -= DAY;
      return send(request).finally(() => (clock.ms += DAY));
    };
    const early = await sync("--type latest", { send: late });
    expect([asked(early).length, fetched(early).length]).toEqual([1, 0]);
    clock.ms += 20 * 60_000;
    const second = await sync("--type latest");
    expect(second.report).toMatchObject({ changed: true, updated: 1 });
    clock.ms += 20 * 60_000;
    expect((await sync("--type latest")).requests).toHaveLength(1);
  });

  it("EXPORT-12 unchanged files are not requested later than three hours after the refresh", async () => {
    await sync("--type latest");
    const unmoved: Send = async (request) => {
      if (!request.url.includes("/assets/")) return send(request);
      const now = clock.ms;
      clock.ms = NOW;
      return send(request).finally(() => (clock.ms = now));
    };
    for (const [time, count] of [
      ["2026-03-11T12:00:00Z", 1],
      ["2026-03-11T12:30:00Z", 1],
      ["2026-03-11T13:00:00Z", 1],
      ["2026-03-11T13:30:00Z", 0],
    ] as const) {
      clock.ms = Date.parse(time);
      expect(asked(await sync("--type latest", { send: unmoved })), time).toHaveLength(count);
    }
  });

  it("EXPORT-12 P16 one reply with a date far ahead does not stop the mirror: the next sync asks again", async () => {
    const ahead: Send = async (request) => {
      const reply = await send(request);
      return { ...reply, headers: { ...reply.headers, date: "Fri, 31 Dec 2027 10:00:00 GMT" } };
    };
    await sync("--type latest", { send: ahead });
    clock.ms += DAY;
    expect((await sync("--type latest")).report).toMatchObject({ updated: 1, failed: 0 });
    const settled = await sync("--type latest");
    expect([...fetched(settled), ...asked(settled)]).toEqual([]);
  });

  it("EXPORT-03 latest and full under one name, which the interface allows, are two files of a mirror", async () => {
    const one = "archive_export.geoparquet";
    const renamed = relisting((list) => ({ ...list, latest: [one], full: [one] }));
    const alike: Send = async (request) => {
      if (!request.url.endsWith("/presigned")) return renamed(request);
      const { exportType, fileNames } = JSON.parse(String(request.body)) as Record<string, string & string[]>;
      if (fileNames![0] !== one) return send(request);
      const body = JSON.stringify({
        exportType,
        fileNames: [`vendor_archive_export_${exportType}.geoparquet`],
      });
      return send({ ...request, body });
    };
    // The name in the answer is that of the sandbox, and irrelevant.
    const answering = relistingPresigned(alike, one);
    const first = await sync("--weeks 1", { send: answering });
    expect(first.exitCode, first.stderr).toBe(0);
    expect(first.report).toMatchObject({ added: 3, failed: 0 });
    const names = (await readdir(join(home, "mirror"))).filter((name) => name.startsWith("archive_export"));
    expect(names).toHaveLength(2);
    const latest = await sync("--type latest --overwrite", { send: answering });
    expect(latest.report).toMatchObject({ unchanged: 1, added: 0, updated: 0 });
    expect((await sync("--weeks 1", { send: answering })).report).toMatchObject({ unchanged: 3, failed: 0 });
    clock.ms += DAY;
    const next = await sync("--type latest", { send: answering });
    expect(next.report).toMatchObject({ updated: 1, failed: 0 });
    const verified = await swath("verify mirror", { home });
    expect(verified.exitCode).toBe(0);
    expect(verified.stderr).not.toContain("not in the manifest");
  });

  it("EXPORT-26 a missing file is fetched again, alone", async () => {
    const { report } = await sync("--type weekly --weeks 3 --format gpkg");
    await rm(join(home, "mirror", report.files[1]!["path"]!));
    const again = await sync("--type weekly --weeks 3 --format gpkg");
    expect(fetched(again)).toEqual(["2026/10/vendor_archive_export"]);
    expect(again.report).toMatchObject({ unchanged: 3, changed: false });
  });

  it("EXPORT-26 --overwrite also fetches current files: one damaged at its full length is repaired", async () => {
    const words = "--type latest --format gpkg";
    const { report } = await sync(words);
    const path = join(home, "mirror", report.files[0]!["path"]!);
    const whole = await readFile(path);
    await writeFile(path, Buffer.alloc(whole.length));
    expect((await sync(`${words} --overwrite`)).exitCode).toBe(0);
    expect((await readFile(path)).equals(whole)).toBe(true);
  });

  it.each([
    ["sync", `export sync mirror --type latest --format gpkg`],
    ["fetch", `export fetch --type latest --format gpkg --out-dir mirror`],
    ["fetch --stdout", `export fetch --type latest --format gpkg --stdout`],
  ])("EXPORT-05 P16 an unusable link is a failed file, not a success: %s", async (_name, words) => {
    const unlinked = changingText(send, to("/presigned"), (text) =>
      text.replaceAll(/https?:\/\/[^"]*/g, "file:///etc/passwd"),
    );
    const run = await swath(words, { home, send: unlinked });
    expect(run.exitCode).toBe(10);
    expect(run.stderr).toContain("vendor_archive_export_latest.gpkg");
    expect(run.stderr).toContain("code DOWNLOAD_PARTIAL, exit 10");
    expect(run.stdout).not.toContain("added");
  });

  it("EXPORT-26 --type chooses the files, and a script gets one word", async () => {
    const run = await swath("export sync mirror --type latest --type full --json --query changed", { home });
    expect(run.stdout).toBe("true\n");
    const names = (await readdir(join(home, "mirror"))).toSorted();
    expect(names).toEqual([
      ".swath-exports.json",
      ".swath-exports.told.json",
      "swath-manifest.ndjson",
      "vendor_archive_export_full.geoparquet",
      "vendor_archive_export_latest.geoparquet",
    ]);
  });
});

describe("reports", () => {
  it("EXPORT-02 weeks missing from the sequence are gaps; files that are no longer offered are listed and kept", async () => {
    await sync("--type weekly --weeks 4");
    const holed = await sync("--type weekly --weeks 2", {
      send: relisting((list) => ({
        ...list,
        weekly: list["weekly"]!.filter((name) => !name.startsWith("2026/09/")),
      })),
    });
    expect(holed.exitCode).toBe(0);
    expect(holed.report).toMatchObject({
      changed: false,
      gaps: [{ format: "geoparquet", week: "2026-W09" }],
      withdrawn: ["2026/09/vendor_archive_export_2026-02-23_2026-03-01.geoparquet"],
    });
    expect(holed.stderr).toContain("the service offers no geoparquet file of 2026-W09");
    expect(await readdir(join(home, "mirror/2026"))).toContain("09");
  });

  it("EXPORT-02 a name with an odd date makes thousands of gaps, reported in one line", async () => {
    const odd = "1901/01/vendor_archive_export_1900-12-31_1901-01-06.geoparquet";
    const send = relisting((list) => ({ ...list, weekly: [...list["weekly"]!, odd] }));
    const run = await sync("--type weekly --weeks 1", { send });
    expect(run.exitCode).toBe(0);
    expect((run.report["gaps"] as unknown[]).length).toBeGreaterThan(6000);
    expect(run.stderr.split("the service offers no")).toHaveLength(2);
    expect(run.stderr).toMatch(/-W\d\d, and 6,\d{3} more$/m);
  });

  it("EXPORT-02 EXPORT-13 a service that has stopped making weeks has a gap at the end", async () => {
    clock.ms = Date.parse("2026-03-16T10:00:00Z");
    const send = relisting((list) => ({
      ...list,
      weekly: list["weekly"]!.filter((name) => !/^2026\/1[0-2]\//.test(name)),
    }));
    const run = await sync("--type weekly --weeks 1", { send });
    expect(run.report["gaps"]).toMatchObject([{ week: "2026-W10" }, { week: "2026-W11" }]);
    clock.ms -= 1000;
    const earlier = await sync("--type weekly --weeks 1", { send });
    expect(earlier.report["gaps"]).toMatchObject([{ week: "2026-W10" }]);
  });

  it("EXPORT-26 --weeks beside types without weeks is refused before any request", async () => {
    const run = await swath("export sync mirror --type latest --type full --weeks 3", { home });
    expect([run.exitCode, run.requests]).toEqual([2, []]);
    expect(run.stderr).toContain("--weeks chooses among weeks, and --type latest has none");
    expect((await sync("--type latest --type weekly --weeks 1")).exitCode).toBe(0);
  });

  it("EXPORT-26 P16 an empty offer is not a success, and a type without a file is reported", async () => {
    const none = await swath("export sync mirror --type latest", {
      home,
      send: relisting((list) => ({ ...list, latest: [] })),
    });
    expect(none.exitCode).toBe(6);
    expect(none.stderr).toContain("no latest geoparquet export file on offer matches");
    const some = await sync("--weeks 1", { send: relisting((list) => ({ ...list, full: [] })) });
    expect(some.exitCode).toBe(0);
    expect(some.stderr).toContain("the service offers no full file as geoparquet");
  });

  it("EXPORT-26 P9 the hint for an unusable folder has no flag that sync lacks", async () => {
    await writeFile(join(home, "mirror"), "a file");
    const blocked = await swath("export sync mirror --type latest", { home });
    expect(blocked.exitCode).toBe(14);
    expect(blocked.stderr).toContain("code DISK_WRITE_FAILED");
    await rm(join(home, "mirror"));
    await mkdir(join(home, "mirror"));
    await writeFile(join(home, "mirror/vendor_archive_export_latest.geoparquet"), "mine");
    const foreign = await swath("export sync mirror --type latest", { home });
    expect(foreign.exitCode).toBe(10);
    expect(foreign.stderr).toContain("Add --overwrite to replace it");
  });

  it("EXPORT-26 a failed file fails the run, and the others are mirrored", async () => {
    const run = await sync("--type weekly --weeks 2", {
      send: async (request) =>
        request.url.includes("/assets/archive-export/2026/10/")
          ? { status: 404, headers: {}, body: (async function* () {})() }
          : send(request),
    });
    expect(run.exitCode).toBe(10);
    expect(run.report).toMatchObject({ added: 1, failed: 1 });
    const again = await sync("--type weekly --weeks 2");
    expect(again.report).toMatchObject({ added: 1, unchanged: 1, failed: 0 });
  });
});

describe("failed files", () => {
  it("EXPORT-09 P9 a listed week that is gone does not deprive others of their links", async () => {
    const gone = "2026/09/vendor_archive_export_2026-02-23_2026-03-01_gone.geoparquet";
    const send = relisting((list) => ({ ...list, weekly: [...list["weekly"]!, gone] }));
    const run = await sync("--weeks 4", { send });
    expect(run.exitCode).toBe(10);
    expect(run.report).toMatchObject({ added: 6, failed: 1, changed: true });
    expect(run.report.files.find(({ status }) => status === "failed")).toMatchObject({
      path: gone,
      error: { code: "EXPORT_FILE_NOT_FOUND" },
    });
    expect(run.requests.filter(({ path }) => path.endsWith("/presigned")).length).toBeLessThan(10);
  });

  it("EXPORT-26 P16 a service that fails midway fails the run, and earlier changes are reported", async () => {
    const failing: Send = async (request) =>
      request.url.endsWith("/presigned") && String(request.body).includes('"full"')
        ? { status: 401, headers: {}, body: (async function* () {})() }
        : send(request);
    const run = await sync("--weeks 1 --github-output", {
      send: failing,
      env: { GITHUB_OUTPUT: join(home, "outputs") },
    });
    expect(run.exitCode).toBe(4);
    expect(run.report).toMatchObject({ changed: true, added: 2, failed: 1 });
    expect(await readFile(join(home, "outputs"), "utf8")).toContain("changed=true");
    expect((await sync("--weeks 1")).report).toMatchObject({ added: 1, unchanged: 2, failed: 0 });
  });
});

it("EXPORT-26 P16 the files of an interrupted sync are reported by the next one", async () => {
  await sync("--weeks 1");
  clock.ms += DAY;
  const full: Send = async (request) => {
    if (request.url.endsWith("/presigned") && String(request.body).includes('"weekly"'))
      throw new Error("killed");
    return send(request);
  };
  const killed = await swath("export sync mirror --weeks 1 --json", { home, send: full });
  expect(killed.exitCode).not.toBe(0);
  const next = await sync("--weeks 1");
  expect(next.report).toMatchObject({ changed: true, updated: 2, unchanged: 1 });
  const statuses = next.report.files.map(({ exportType, status }) => `${exportType} ${status}`);
  expect(statuses.toSorted()).toEqual(["full unchanged", "latest updated", "weekly updated"]);
  expect(fetched(next)).toHaveLength(1);
  expect((await sync("--weeks 1")).report).toMatchObject({ changed: false, unchanged: 3 });
});

it("EXPORT-26 P14 the next sync removes the part files of a killed one, and nothing piles up in a CI cache", async () => {
  await mkdir(join(home, "mirror"));
  for (const name of [".swath-exports.json", ".swath-exports.told.json"])
    await writeFile(join(home, "mirror", `.${name}.draft.tmp`), "{");
  expect((await sync("--type latest")).exitCode).toBe(0);
  expect((await readdir(join(home, "mirror"))).toSorted()).toEqual([
    ".swath-exports.json",
    ".swath-exports.told.json",
    "swath-manifest.ndjson",
    "vendor_archive_export_latest.geoparquet",
  ]);
});

it("EXPORT-26 P16 the second sync reports as new the files of an interrupted first one", async () => {
  const killing: Send = async (request) => {
    if (request.url.endsWith("/presigned") && String(request.body).includes('"full"'))
      throw new Error("killed");
    return send(request);
  };
  const killed = await swath("export sync mirror --weeks 1 --json", { home, send: killing });
  expect(killed.exitCode).not.toBe(0);
  const outputs = join(home, "outputs");
  const next = await sync("--weeks 1 --github-output", { env: { GITHUB_OUTPUT: outputs } });
  expect(fetched(next)).toEqual(["vendor_archive_export_full.geoparquet"]);
  expect(next.report).toMatchObject({ changed: true, added: 3, unchanged: 0 });
  const reported = await readFile(outputs, "utf8");
  for (const { path } of next.report.files) expect(reported).toContain(`\n${path}\n`);
  expect((await sync("--weeks 1")).report).toMatchObject({ changed: false, unchanged: 3 });
});

it("EXPORT-26 files from a fetch are new in the first sync, which fetches none of them", async () => {
  await swath("export fetch --type latest --format geoparquet --out-dir mirror", { home });
  const first = await sync("--type latest");
  expect(fetched(first)).toEqual([]);
  expect(first.report).toMatchObject({ changed: true, added: 1, bytes: 0 });
  expect((await sync("--type latest")).report).toMatchObject({ changed: false, unchanged: 1 });
});

it.each(["export sync", "verify"])(
  "%s: an empty name, such as from an unset variable, is not the current folder",
  async (words) => {
    const run = await swath([...words.split(" "), ""], { home });
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain('the folder "" must not be empty');
    expect(await readdir(home)).toEqual([]);
  },
);

describe("verify --repair", () => {
  const spoil = async (path: string): Promise<void> => {
    const bytes = await readFile(join(home, "mirror", path));
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(join(home, "mirror", path), bytes);
  };

  it("EXPORT-26 P16 fetches only the damaged and missing files of a mirror", async () => {
    const { report } = await sync("--weeks 2");
    const [latest, first, second] = report.files.map((file) => file["path"]!);
    await spoil(latest!);
    await rm(join(home, "mirror", second!));
    const run = await swath("verify mirror --repair --json", { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fetched(run)).toHaveLength(2);
    const statuses = (JSON.parse(run.stdout) as { files: { path: string; status: string }[] }).files;
    expect(statuses.find(({ path }) => path === first)?.status).toBe("ok");
    expect((await swath("verify mirror", { home })).exitCode).toBe(0);
    expect((await sync("--weeks 2")).report).toMatchObject({ changed: false, unchanged: 4 });
  });

  it("EXPORT-26 keeps the names of a flat folder, and reports files made again since", async () => {
    await swath("export fetch --type weekly --weeks 2 --format geoparquet --flat --out-dir mirror", { home });
    const week = (await readdir(join(home, "mirror"))).find((name) => name.includes("2026-03-09"))!;
    await spoil(week);
    clock.ms += DAY;
    const run = await swath("verify mirror --repair", { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain(`${week}: the service has replaced it since`);
    expect((await readdir(join(home, "mirror"))).filter((name) => !name.startsWith("."))).toHaveLength(3);
  });

  it("EXPORT-26 P9 reports files that are not available, and repairs the others", async () => {
    const { report } = await sync("--weeks 1");
    const [latest, week] = report.files.map((file) => file["path"]!);
    await spoil(latest!);
    await spoil(week!);
    const run = await swath("verify mirror --repair", {
      home,
      send: async (request) =>
        request.url.endsWith("/presigned") && String(request.body).includes('"latest"')
          ? { status: 404, headers: {}, body: (async function* () {})() }
          : send(request),
    });
    expect(run.exitCode).toBe(10);
    expect(run.stderr).toContain("code VERIFY_FAILED");
    expect(run.stderr).toContain("1 of 3 files");
    expect(run.stderr).toContain(latest);
  });
});

describe("output for a CI job", () => {
  it("EXPORT-26 --exit-code ends with 15 if a file has new bytes, with 0 if none has", async () => {
    const words = "--type weekly --weeks 2 --exit-code";
    const first = await sync(words);
    expect(first).toMatchObject({ exitCode: 15, report: { changed: true } });
    expect(first.stderr).not.toContain("Error");
    expect(await sync(words)).toMatchObject({ exitCode: 0, report: { changed: false } });
    await rm(join(home, "mirror", first.report.files[0]!["path"]!));
    expect(await sync(words)).toMatchObject({ exitCode: 0, report: { changed: false } });
    clock.ms += DAY;
    expect((await sync(words)).exitCode).toBe(15);
  });

  it("EXPORT-26 a sync with a failed file has that exit code, whatever else changed", async () => {
    const run = await sync("--type weekly --weeks 2 --exit-code", {
      send: async (request) =>
        request.url.includes("/assets/archive-export/2026/10/")
          ? { status: 404, headers: {}, body: (async function* () {})() }
          : send(request),
    });
    expect(run).toMatchObject({ exitCode: 10, report: { changed: true, failed: 1 } });
  });

  it("EXPORT-26 --github-output writes the changes as the runner reads them", async () => {
    const path = join(home, "outputs");
    await writeFile(path, "before=1\n");
    const env = { GITHUB_OUTPUT: path };
    await sync("--type weekly --weeks 2 --github-output", { env });
    await sync("--type weekly --weeks 2 --github-output", { env });
    const text = await readFile(path, "utf8");
    const [, token] = /files<<(end-\S+)/.exec(text)!;
    expect(text.replaceAll(/end-\S+/g, "<end>").replaceAll(/bytes=[1-9]\d*/g, "bytes=<some>"))
      .toMatchInlineSnapshot(`
        "before=1
        changed=true
        added=2
        updated=0
        unchanged=0
        failed=0
        bytes=<some>
        gaps=0
        files<<<end>
        2026/10/vendor_archive_export_2026-03-02_2026-03-08.geoparquet
        2026/11/vendor_archive_export_2026-03-09_2026-03-15.geoparquet
        <end>
        changed=false
        added=0
        updated=0
        unchanged=2
        failed=0
        bytes=0
        gaps=0
        files<<<end>
        <end>
        "
      `);
    expect(token!.length).toBeGreaterThan(20);
  });

  it("EXPORT-26 --step-summary lists new and missing files, as text without markup", async () => {
    const path = join(home, "summary.md");
    await sync("--type weekly --weeks 2 --step-summary", {
      env: { GITHUB_STEP_SUMMARY: path },
      send: relisting((list) => ({
        ...list,
        weekly: list["weekly"]!.filter((name) => !name.startsWith("2026/09/")),
      })),
    });
    expect((await readFile(path, "utf8")).replaceAll(/[\d.]+ kB/g, "<size>")).toMatchInlineSnapshot(`
      "<p><b>Changed</b> in <code>mirror</code>: 2 new, 0 updated, 0 unchanged, 0 failed (<size> fetched)</p>
      <table><tr><th>file</th><th>size</th><th>status</th></tr><tr><td>2026/10/vendor_archive_export_2026-03-02_2026-03-08.geoparquet</td><td><size></td><td>added</td></tr><tr><td>2026/11/vendor_archive_export_2026-03-09_2026-03-15.geoparquet</td><td>784 B</td><td>added</td></tr></table>
      <p>2026-W09 is missing from the geoparquet weeks</p>
      <p><code>swath export sync mirror --json --type weekly --weeks 2</code> done</p>
      "
    `);
  });

  it("EXPORT-26 unwritable outputs fail the step, after the result", async () => {
    const env = { GITHUB_OUTPUT: join(home, "no-such-folder", "outputs") };
    const run = await sync("--type weekly --weeks 1 --github-output", { env });
    expect(run.exitCode).toBe(14);
    expect(run.report).toMatchObject({ added: 1, failed: 0 });
    expect(run.stderr).toContain("the step's outputs cannot be written: ENOENT");
  });

  it("EXPORT-26 an unwritable summary is a warning", async () => {
    const env = { GITHUB_STEP_SUMMARY: join(home, "no-such-folder", "summary") };
    const run = await sync("--type weekly --weeks 1 --step-summary", { env });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("Warning: the step's summary cannot be written: ENOENT");
  });

  it("EXPORT-26 outside of a runner nothing is written, with a note", async () => {
    const run = await sync("--type weekly --weeks 1 --github-output --step-summary");
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("GITHUB_OUTPUT is not set, so no outputs were written");
    expect(run.stderr.split("GITHUB_STEP_SUMMARY is not set")).toHaveLength(2);
  });
});

it("EXPORT-26 two simultaneous jobs share one mirror: the second waits, and finds the work done", async () => {
  const jobs = [sync("--type weekly --weeks 2"), sync("--type weekly --weeks 2")] as const;
  // No time passes for the waiting one while the first works: its disk is slower than a clock that jumps.
  await clock.during(Promise.race(jobs));
  const [one, other] = await Promise.all(jobs);
  expect([one.exitCode, other.exitCode]).toEqual([0, 0]);
  expect([...fetched(one), ...fetched(other)]).toHaveLength(2);
  expect([one.report["changed"], other.report["changed"]].map(String).toSorted()).toEqual(["false", "true"]);
});

it("EXPORT-26 P14 a job that holds the mirror without progress is not waited for forever", async () => {
  await mkdir(join(home, "mirror"));
  const path = join(home, "mirror", ".swath-exports.lock");
  const lock = await lockFile(path, { clock, self: { pid: 100, isAlive: () => true } });
  const run = await swath("export sync mirror --type latest", { home });
  expect(run).toMatchObject({ exitCode: 10, requests: [] });
  expect(run.stderr).toMatch(/process \d+ is using .*mirror; waiting/);
  expect(run.stderr).toContain("has locked this folder and makes no progress");
  if ("release" in lock) await lock.release();
  expect((await sync("--type latest")).exitCode).toBe(0);
});
