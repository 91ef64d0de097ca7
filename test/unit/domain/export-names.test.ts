import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob, selectExports } from "../../../src/domain/exports/export-selection.ts";
import {
  parseExportName,
  toMonday,
  toMondayOfWeek,
  toWeek,
} from "../../../src/domain/exports/export-name.ts";
import { computeLastRefresh, findGaps } from "../../../src/domain/exports/export-refresh.ts";

const at = Date.parse;

describe("names", () => {
  const ROWS: [name: string, read: object][] = [
    [
      "2026/09/vendor_archive_export_2026-02-23_2026-03-01.shp.zip",
      {
        format: "shp.zip",
        year: 2026,
        week: 9,
        fromMs: at("2026-02-23T00:00Z"),
        toMs: at("2026-03-02T00:00Z"),
      },
    ],
    [
      // The days of this week lie in two years; its number belongs to the second.
      "2026/1/p_archive_export_20251229_20260104.geoparquet",
      {
        format: "geoparquet",
        year: 2026,
        week: 1,
        fromMs: at("2025-12-29T00:00Z"),
        toMs: at("2026-01-05T00:00Z"),
      },
    ],
    ["2020/W53/odd.gpkg", { format: "gpkg", year: 2020, week: 53, fromMs: at("2020-12-28T00:00Z") }],
    ["x_2026-03-02_2026-03-08.gpkg", { format: "gpkg", year: 2026, week: 10 }],
    ["vendor_archive_export_latest.geoparquet", { format: "geoparquet" }],
    ["a_2026-02-30_2026-03-08.tar.gz", {}],
  ];
  it.each(ROWS)("EXPORT-02 EXPORT-04 %s is read as far as possible", (name, read) => {
    expect(parseExportName(name)).toMatchObject({ name, ...read });
  });

  it("EXPORT-02 any text is a name, and keeps itself", () => {
    fc.assert(fc.property(fc.string(), (name) => parseExportName(name).name === name));
  });

  it("EXPORT-13 ISO weeks are converted to their Monday and back", () => {
    const moment = fc.integer({ min: at("1990-01-01T00:00Z"), max: at("2090-01-01T00:00Z") });
    fc.assert(fc.property(moment, (ms) => toMondayOfWeek(toWeek(ms)) === toMonday(ms)));
    expect(toWeek(at("2021-01-03T23:59Z"))).toEqual({ year: 2020, week: 53 });
  });
});

describe("refresh", () => {
  const ROWS: [type: "latest" | "weekly" | "full", from: string | undefined, now: string, refresh: string][] =
    [
      ["latest", undefined, "2026-03-10T09:59:59Z", "2026-03-09T10:00:00Z"],
      ["latest", undefined, "2026-03-10T10:00:00Z", "2026-03-10T10:00:00Z"],
      ["full", undefined, "2026-03-16T09:59:59Z", "2026-03-09T10:00:00Z"],
      ["full", undefined, "2026-03-16T10:00:00Z", "2026-03-16T10:00:00Z"],
      ["weekly", "2026-02-16T00:00:00Z", "2026-03-15T12:00:00Z", "2026-03-15T10:00:00Z"],
      ["weekly", "2026-02-16T00:00:00Z", "2026-03-16T12:00:00Z", "2026-03-15T10:00:00Z"],
      ["weekly", undefined, "2026-03-16T12:00:00Z", "2026-03-16T10:00:00Z"],
    ];
  it.each(ROWS)("EXPORT-12 EXPORT-13 EXPORT-14 %s of %s at %s is as of %s", (type, from, now, refresh) => {
    const file = from === undefined ? {} : { fromMs: at(from) };
    expect(new Date(computeLastRefresh(type, file, at(now))).toISOString()).toBe(
      refresh.replace("Z", ".000Z"),
    );
  });
});

describe("globs", () => {
  const NAME = "2026/09/vendor_archive_export_2026-02-23_2026-03-01.gpkg";
  const ROWS: [pattern: string, isMatch: boolean][] = [
    ["*.gpkg", true],
    ["2026/*/*.gpkg", true],
    ["2026/*.gpkg", false],
    ["**/*.gpkg", true],
    ["2026/**", true],
    ["**/09/*", true],
    ["**/9/*", false],
    ["2026/0?/*", true],
    ["*.GPKG", false],
    ["", false],
    [`${"*a".repeat(2000)}b`, false],
  ];
  it.each(ROWS)("EXPORT-09 %s: %s", (pattern, isMatch) => {
    expect(matchesGlob(NAME, pattern)).toBe(isMatch);
  });

  it("EXPORT-09 every name without a wildcard matches itself", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9/_.-]{1,40}$/),
        (name) => matchesGlob(name, name) || name.endsWith("/"),
      ),
    );
  });
});

describe("selection and gaps", () => {
  const week = (monday: string): string => {
    const ms = at(`${monday}T00:00Z`);
    const { year, week: number } = toWeek(ms);
    return `${year}/${String(number).padStart(2, "0")}/v_${monday}_${new Date(ms + 6 * 86_400_000).toISOString().slice(0, 10)}.gpkg`;
  };
  const WEEKS = ["2025-12-15", "2025-12-22", "2026-01-05", "2026-01-12"].map(week);

  it("EXPORT-09 the newest weeks on offer, whatever the order of the list", () => {
    const { files } = selectExports(WEEKS.toReversed(), { weeks: 2 });
    expect(files.map(({ name }) => name)).toEqual([WEEKS[3], WEEKS[2]]);
    expect(selectExports(WEEKS, { sinceMs: at("2026-01-11T23:00Z") }).files.map(({ name }) => name)).toEqual([
      WEEKS[2],
      WEEKS[3],
    ]);
    expect(selectExports(["odd.gpkg", ...WEEKS], { weeks: 1 }).unread).toEqual(["odd.gpkg"]);
  });

  it("EXPORT-02 a missing week over the turn of the year is reported", () => {
    expect(findGaps(WEEKS, "gpkg", 0)).toEqual([{ format: "gpkg", week: "2026-W01" }]);
    expect(findGaps([], "gpkg", Date.UTC(2026, 2, 10))).toEqual([]);
  });
});
