import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toMonday, toWeek, WEEK_MS } from "../../../../src/domain/exports/export-name.ts";
import {
  type ExportFile,
  listExportFiles,
  findDailyRefresh,
  findRefreshOfWeek,
  findWeeklyRefresh,
} from "../../../../src/sandbox/exports/export-file.ts";

const ms = (text: string): number => Date.parse(text);
const iso = (time: number): string => new Date(time).toISOString().replace(":00.000Z", "Z");
const FIRST = ms("2025-02-03T00:00:00Z");

const scheme = (now: string, changes: object = {}) =>
  listExportFiles({ nowMs: ms(now), firstMs: FIRST, runningWeekCounts: true, ...changes });

const packages = (files: ExportFile[], type: string): ExportFile[] =>
  files.filter(({ exportType, exportFormat }) => exportType === type && exportFormat === "gpkg");

describe("refresh instants", () => {
  test.each([
    ["2026-03-10T09:59:59.999Z", "2026-03-09T10:00Z", "2026-03-09T10:00Z"],
    ["2026-03-10T10:00:00.000Z", "2026-03-10T10:00Z", "2026-03-09T10:00Z"],
    ["2026-03-09T09:59:59.999Z", "2026-03-08T10:00Z", "2026-03-02T10:00Z"],
    ["2026-03-09T10:00:00.000Z", "2026-03-09T10:00Z", "2026-03-09T10:00Z"],
    ["2026-03-08T23:59:59.999Z", "2026-03-08T10:00Z", "2026-03-02T10:00Z"],
    ["2024-02-29T12:00:00.000Z", "2024-02-29T10:00Z", "2024-02-26T10:00Z"],
  ])("EXPORT-12 EXPORT-14 at %s the daily one was %s, the weekly one %s", (now, daily, weekly) => {
    expect([iso(findDailyRefresh(ms(now))), iso(findWeeklyRefresh(ms(now)))]).toEqual([daily, weekly]);
  });

  test("EXPORT-13 a week is refreshed while it is one of the latest four, the current one included", () => {
    const monday = ms("2026-02-16T00:00:00Z");
    const finalMs = ms("2026-03-15T10:00:00Z");
    for (const now of ["2026-02-16T10:00:00Z", "2026-03-14T12:00:00Z", "2026-03-15T10:00:00Z"]) {
      expect(findRefreshOfWeek(monday, ms(now), true)).toBe(findDailyRefresh(ms(now)));
    }
    expect(findRefreshOfWeek(monday, ms("2026-03-16T10:00:00Z"), true)).toBe(finalMs);
    expect(findRefreshOfWeek(monday, ms("2031-01-01T00:00:00Z"), true)).toBe(finalMs);
    // If only complete weeks count, it stays among them for a week more.
    expect(findRefreshOfWeek(monday, ms("2031-01-01T00:00:00Z"), false)).toBe(finalMs + WEEK_MS);
  });

  test("EXPORT-13 at every moment the last refresh made exactly four weeks", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: ms("2025-06-01T00:00:00Z"), max: ms("2030-01-01T00:00:00Z") }),
        fc.boolean(),
        (nowMs, runningWeekCounts) => {
          const files = listExportFiles({ nowMs, firstMs: FIRST, runningWeekCounts });
          const weeks = packages(files, "weekly");
          const fresh = weeks.filter(({ asOfMs }) => asOfMs === findDailyRefresh(nowMs));
          expect(fresh).toEqual(weeks.slice(-4));
          expect(weeks.map(({ fromMs }) => fromMs)).toEqual(
            weeks.map((_week, at) => toMonday(FIRST) + at * WEEK_MS),
          );
          expect(files.every(({ asOfMs }) => asOfMs <= nowMs)).toBe(true);
          expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
        },
      ),
    );
  });
});

describe("names", () => {
  test("EXPORT-01 EXPORT-03 EXPORT-04 latest and full have no folder and three extensions", () => {
    const names = scheme("2026-03-10T11:47:00Z")
      .filter(({ exportType }) => exportType !== "weekly")
      .map(({ name }) => name);
    expect(names).toEqual([
      "vendor_archive_export_latest.geoparquet",
      "vendor_archive_export_latest.gpkg",
      "vendor_archive_export_latest.shp.zip",
      "vendor_archive_export_full.geoparquet",
      "vendor_archive_export_full.gpkg",
      "vendor_archive_export_full.shp.zip",
    ]);
  });

  test("EXPORT-02 weekly names have the ISO year, the week in two digits, Monday and Sunday", () => {
    const names = packages(scheme("2026-03-10T11:47:00Z"), "weekly").map(({ name }) => name);
    expect(names).toHaveLength(58);
    expect([names[0], ...names.slice(-1)]).toEqual([
      "2025/06/vendor_archive_export_2025-02-03_2025-02-09.gpkg",
      "2026/11/vendor_archive_export_2026-03-09_2026-03-15.gpkg",
    ]);
    // The week of New Year belongs to the year that has its Thursday.
    expect(names).toContain("2026/01/vendor_archive_export_2025-12-29_2026-01-04.gpkg");
  });

  test.each([
    ["2020-12-28", 2020, 53],
    ["2021-01-04", 2021, 1],
    ["2018-12-31", 2019, 1],
    ["2026-12-28", 2026, 53],
    ["2024-02-26", 2024, 9],
  ])("EXPORT-02 the week of Monday %s is %i-W%i", (monday, year, week) => {
    expect(toWeek(ms(`${monday}T00:00:00Z`))).toEqual({ year, week });
  });

  test("EXPORT-13 the current week appears on its Monday at 10:00, or when it is over", () => {
    const lastWeek = (now: string, runningWeekCounts: boolean) =>
      packages(scheme(now, { runningWeekCounts }), "weekly").at(-1)?.name.slice(0, 7);
    expect(lastWeek("2026-03-09T09:59:59.999Z", true)).toBe("2026/10");
    expect(lastWeek("2026-03-09T10:00:00Z", true)).toBe("2026/11");
    expect(lastWeek("2026-03-15T23:00:00Z", false)).toBe("2026/10");
    expect(lastWeek("2026-03-16T10:00:00Z", false)).toBe("2026/11");
  });

  test("EXPORT-12 EXPORT-14 latest spans seven days up to the refresh, full everything up to Monday's", () => {
    const files = scheme("2026-03-10T09:00:00Z");
    const [latest, full] = [packages(files, "latest")[0]!, packages(files, "full")[0]!];
    expect([iso(latest.fromMs), iso(latest.toMs), iso(latest.asOfMs)]).toEqual([
      "2026-03-02T10:00Z",
      "2026-03-09T10:00Z",
      "2026-03-09T10:00Z",
    ]);
    expect([full.fromMs, iso(full.toMs), iso(full.asOfMs)]).toEqual([
      FIRST,
      "2026-03-09T10:00Z",
      "2026-03-09T10:00Z",
    ]);
  });
});
