/** `passes` by the front door: from a file of element sets without a request, and from the sandbox's own. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Interrupts } from "../../src/app/interrupts.ts";
import type { Clock } from "../../src/time/clock.ts";
import { TERN_CSV, TERN_JSON, TERN_TLE } from "../tern-elements.ts";
import { openBench } from "./bench.ts";
import { ReflowingScreen } from "./reflowing-screen.ts";
import { NOW } from "./stopped-clock.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench();
const home = await tempHome();
await writeFile(join(home, "terns.tle"), TERN_TLE);
await writeFile(join(home, "terns.json"), TERN_JSON);
await writeFile(join(home, "terns.csv"), TERN_CSV);

interface Row {
  start: string;
  end: string;
  seconds: number;
  satellite: string;
  orbitState: string;
  lookDirection: string;
  orbitalPlane: number;
  atStart: { offNadir: number; incidence: number; azimuth: number; squint: number };
  atEnd: Row["atStart"];
  least: Pick<Row["atStart"], "offNadir" | "incidence">;
  share: number;
  localStart: string;
  zone: string;
  elementsAgeDays: number;
}

const WHEN = "--from 2026-03-02T00:00:00Z --window 4d --elements terns.tle";
const LISBON = `passes --point -9.14,38.71 ${WHEN}`;

async function rowsOf(line: string): Promise<Row[]> {
  const { stdout, stderr, exitCode, requests } = await swath(`${line} --json`, { home });
  expect(exitCode, stderr).toBe(0);
  expect(requests).toEqual([]);
  return JSON.parse(stdout) as Row[];
}

describe("VIEW-07 passes", () => {
  it("lists one row per window, in order of time, and sends nothing", async () => {
    const rows = await rowsOf(LISBON);
    expect(rows.length).toBeGreaterThan(10);
    const starts = rows.map(({ start }) => Date.parse(start));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    for (const { start, end, seconds, atStart, atEnd, share, satellite } of rows) {
      expect(Date.parse(end) - Date.parse(start)).toBe(Math.round(seconds * 1000));
      expect(["TERN 1", "TERN 2"]).toContain(satellite);
      for (const { offNadir, squint, incidence, azimuth } of [atStart, atEnd]) {
        expect(offNadir).toBeGreaterThanOrEqual(5);
        expect(offNadir).toBeLessThanOrEqual(50);
        expect(Math.abs(squint)).toBeLessThanOrEqual(30);
        expect(incidence).toBeGreaterThan(offNadir);
        expect(azimuth).toBeLessThan(360);
      }
      expect(share).toBe(100);
    }
    expect(rows[0]).toMatchObject({
      zone: "Europe/Lisbon",
      localStart: `${rows[0]!.start.slice(0, 19)}+00:00`,
    });
    expect(rows.find(({ satellite }) => satellite === "TERN 1")).toMatchObject({ orbitalPlane: 97 });
  });

  it("prints the same for OMM in JSON and CSV, with the elements of the TLE", async () => {
    const rows = await rowsOf(LISBON);
    for (const other of ["terns.json", "terns.csv"]) {
      const others = await rowsOf(LISBON.replace("terns.tle", other));
      expect(others.map(({ satellite, orbitState }) => `${satellite} ${orbitState}`)).toEqual(
        rows.map(({ satellite, orbitState }) => `${satellite} ${orbitState}`),
      );
      for (const [at, { start }] of others.entries())
        expect(Math.abs(Date.parse(start) - Date.parse(rows[at]!.start))).toBeLessThan(50);
    }
  });

  it("reports the age of the elements, the expected error, and that the result is geometry only", async () => {
    const { stderr } = await swath(LISBON, { home });
    expect(stderr).toContain(
      "2 satellites of --elements terns.tle. The elements are 0.7 days from the start of the search.",
    );
    expect(stderr).toContain(
      "SGP4 drifts 1 to 3 km per day along the track: expect up to 2 km (0.3 s) at the start and up to 14 km (1.9 s) at the end.",
    );
    expect(stderr).toContain(
      "Geometry only, not availability; off-nadir 5 to 50 and squint -30 to 30 degrees.",
    );
    const late = await swath(LISBON.replace("2026-03-02", "2026-05-02"), { home });
    expect(late.stderr).toContain("Elements this old are good only for a rough plan: get newer ones.");
  });

  it.each([
    ["--look-direction left", (row: Row) => row.lookDirection === "left"],
    ["--orbit-state descending", (row: Row) => row.orbitState === "descending"],
    ["--orbital-plane 97", (row: Row) => row.orbitalPlane === 97],
    ["--satellite 'tern 2'", (row: Row) => row.satellite === "TERN 2"],
    ["--satellite 90501", (row: Row) => row.satellite === "TERN 1"],
  ])("with %s shows exactly those of its rows", async (flags, isKept) => {
    const all = await rowsOf(LISBON);
    const kept = all.filter(isKept);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(all.length);
    expect(await rowsOf(`${LISBON} ${flags}`)).toEqual(kept);
  });

  const bothEnds =
    (holds: (look: Row["atStart"]) => boolean) =>
    ({ atStart, atEnd }: Row): boolean =>
      holds(atStart) && holds(atEnd);
  const eitherEnd =
    (holds: (look: Row["atStart"]) => boolean) =>
    ({ atStart, atEnd }: Row): boolean =>
      holds(atStart) || holds(atEnd);
  const isEast = ({ azimuth }: Row["atStart"]): boolean => azimuth >= 60 && azimuth <= 120;
  const isDay = ({ localStart }: Row): boolean =>
    localStart.slice(11) >= "06:00" && localStart.slice(11, 16) <= "18:00";
  const isNight = ({ localStart }: Row): boolean =>
    localStart.slice(11) >= "22:00" || localStart.slice(11, 16) <= "04:00";

  it.each([
    [
      "--off-nadir-max 30",
      bothEnds(({ offNadir }) => offNadir <= 30),
      ({ least }: Row) => least.offNadir < 30,
    ],
    [
      "--grazing-min 50",
      bothEnds(({ incidence }) => incidence <= 40),
      ({ least }: Row) => least.incidence < 40,
    ],
    ["--azimuth-min 60 --azimuth-max 120", bothEnds(isEast), eitherEnd(isEast)],
    [
      "--squint forward --max-squint-angle 15",
      bothEnds(({ squint }) => squint <= 15 && squint >= 0),
      ({ atStart, atEnd }: Row) => atStart.squint > 15 && atEnd.squint < 0,
    ],
    ["--local-time day", isDay, isDay],
    ["--local-time 22:00-04:00", isNight, isNight],
  ])(
    "with %s keeps within it at both ends, and omits no pass that reaches it",
    async (flags, holds, reaches) => {
      const all = await rowsOf(LISBON);
      const rows = await rowsOf(`${LISBON} ${flags}`);
      const isPart = (row: Row, whole: Row): boolean =>
        row.satellite === whole.satellite && row.start >= whole.start && row.end <= whole.end;
      expect(all.filter((row) => !holds(row)).length).toBeGreaterThan(0);
      expect(rows.filter((row) => !holds(row))).toEqual([]);
      expect(rows.filter((row) => !all.some((whole) => isPart(row, whole)))).toEqual([]);
      const reaching = all.filter(reaches);
      expect(reaching.length).toBeGreaterThan(0);
      expect(reaching.filter((whole) => !rows.some((row) => isPart(row, whole)))).toEqual([]);
    },
  );

  it("reports the share of a large area that a window reaches", async () => {
    const rows = await rowsOf(`passes --place Lisbon --radius 300km ${WHEN}`);
    expect(rows.some(({ share }) => share > 0 && share < 100)).toBe(true);
    const { stderr } = await swath(`passes --place Lisbon --radius 300km ${WHEN}`, { home });
    expect(stderr).toMatch(/the share is estimated from \d+ places/);
  });

  it("prints opportunities in the shape of STAPI", async () => {
    const { stdout } = await swath(`${LISBON} --output stapi`, { home });
    const { type, features, links } = JSON.parse(stdout) as {
      type: string;
      features: { type: string; geometry: object; properties: Record<string, unknown> }[];
      links: unknown[];
    };
    expect({ type, links }).toEqual({ type: "FeatureCollection", links: [] });
    expect(JSON.parse(stdout)).toMatchObject({
      stapi_type: "OpportunityCollection",
      stapi_version: "0.1.0",
      features: [
        { stapi_type: "Opportunity", stapi_version: "0.1.0", bbox: [-9.14, 38.71, -9.14, 38.71] },
        ...features.slice(1).map(() => ({})),
      ],
    });
    const [row] = await rowsOf(LISBON);
    expect(features[0]).toMatchObject({
      type: "Feature",
      geometry: { type: "Point", coordinates: [-9.14, 38.71] },
      properties: {
        product_id: "swath-passes",
        datetime: `${row!.start}/${row!.end}`,
        start_datetime: row!.start,
        end_datetime: row!.end,
        satellite: row!.satellite,
      },
    });
  });

  it("has the numbers of both ends in csv", async () => {
    const { stdout } = await swath(`${LISBON} --output csv`, { home });
    const [head = "", first = ""] = stdout.split(/\r?\n/);
    const [row] = await rowsOf(LISBON);
    const cell = (name: string): string => first.split(",")[head.split(",").indexOf(name)]!;
    expect(cell("atEnd.squint")).toBe(String(row!.atEnd.squint));
    expect(cell("end")).toBe(row!.end);
  });

  it("shows a table on a terminal, with the units in its headings", async () => {
    const { stdout } = await swath(LISBON, { home, stdoutTTY: true, columns: 170, env: { NO_COLOR: "1" } });
    const [head = "", first = ""] = stdout.split("\n");
    expect(head).toMatch(/^START +LOOK +INCIDENCE ° +ORBIT +SATELLITE +OFF-NADIR ° +SECONDS/);
    expect(first).toMatch(/^2026-03-0\d\S+Z +[LR] +[\d.]+ +(?:asc|desc) +TERN/);
  });

  it.each([
    [
      60,
      /^START +LOOK +INCIDENCE ° +ORBIT +SATELLITE +\+\d+$/,
      /Z +[LR] +\d+\.\d\.\.\d+\.\d +(?:asc|desc) +TERN \d$/,
    ],
    [80, /^START +LOOK +INCIDENCE ° +ORBIT +SATELLITE +OFF-NADIR ° +SECONDS +\+\d+$/, /TERN \d +\S+ +\d+$/],
  ])("at %i columns keeps the deciding columns, in short forms", async (columns, head, first) => {
    const { stdout } = await swath(LISBON, { home, stdoutTTY: true, columns, env: { NO_COLOR: "1" } });
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(head);
    expect(lines[1]).toMatch(first);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("reports the least incidence within a window, which is smaller than at both ends", async () => {
    const rows = await rowsOf(LISBON);
    for (const { least, atStart, atEnd } of rows) {
      expect(least.incidence).toBeLessThanOrEqual(Math.min(atStart.incidence, atEnd.incidence));
      expect(least.offNadir).toBeLessThanOrEqual(Math.min(atStart.offNadir, atEnd.offNadir));
      expect(least.offNadir).toBeGreaterThanOrEqual(4.99);
    }
    const deep = rows.find(({ least, atEnd }) => atEnd.incidence - least.incidence > 5);
    expect(deep).toBeDefined();
    const { stdout } = await swath(LISBON, { home, stdoutTTY: true, columns: 200, env: { NO_COLOR: "1" } });
    const most = Math.max(deep!.atStart.incidence, deep!.atEnd.incidence);
    expect(stdout).toContain(`${deep!.least.incidence.toFixed(1)}..${most.toFixed(1)}`);
  });

  it("shows an angle once if both ends have the same", async () => {
    const line = `${LISBON} --off-nadir-min 30 --off-nadir-max 30.04`;
    const { stdout } = await swath(line, { home, stdoutTTY: true, columns: 200, env: { NO_COLOR: "1" } });
    expect(stdout).toMatch(/ 30\.0 /);
    expect(stdout).not.toContain("30.0..30.0");
  });

  it("shows a window shorter than a second as a fraction, not as 0 seconds", async () => {
    const line = `${LISBON} --off-nadir-min 30 --off-nadir-max 30.02`;
    const short = (await rowsOf(line)).filter(({ seconds }) => seconds < 0.5);
    expect(short.length).toBeGreaterThan(0);
    const { stdout } = await swath(`${line} --output csv --columns seconds`, { home });
    const shown = stdout.trim().split(/\r?\n/).slice(1).map(Number);
    expect(shown.every((seconds) => seconds > 0)).toBe(true);
    expect(shown).toContain(short[0]!.seconds);
  });

  it("shows 20 windows on a terminal and their number; a pipe and --all have all, --limit its number", async () => {
    const line = "passes --point -9.14,38.71 --sandbox";
    const shown = async (flags: string, stdoutTTY = true) => {
      const { stdout, stderr } = await swath(`${line} ${flags}`, { home, stdoutTTY, env: { NO_COLOR: "1" } });
      return { rows: stdout.split("\n").filter((row) => /^20\d\d-/.test(row)).length, stderr };
    };
    const piped = await shown("", false);
    expect(piped.rows).toBeGreaterThan(100);
    expect(piped.stderr).not.toContain("showing");
    const short = await shown("");
    expect(short.rows).toBe(20);
    expect(short.stderr).toContain(`showing 20 of ${piped.rows} windows `);
    expect((await shown("--all")).rows).toBe(piped.rows);
    expect((await shown("--limit 3", false)).rows).toBe(3);
    const both = await swath(`${line} --all --limit 3`, { home });
    expect(both.exitCode).toBe(2);
    expect(both.stderr).toContain("code USAGE");
    expect(both.stderr).toContain("--all");
  });

  it("reads the elements from the setting, which the flag overrides", async () => {
    const other = await tempHome();
    await writeFile(join(other, "mine.tle"), TERN_TLE.split("\n").slice(0, 3).join("\n"));
    await writeFile(join(other, "terns.tle"), TERN_TLE);
    await swath("config set elements mine.tle", { home: other });
    const line = "passes --point -9.14,38.71 --from 2026-03-02T00:00:00Z --json";
    const satellites = async (flags: string) => {
      const { stdout } = await swath(`${line} ${flags}`, { home: other });
      return [...new Set((JSON.parse(stdout) as Row[]).map(({ satellite }) => satellite))].sort();
    };
    expect(await satellites("")).toEqual(["TERN 1"]);
    expect(await satellites("--elements terns.tle")).toEqual(["TERN 1", "TERN 2"]);
  });

  it("uses the sandbox's own satellites with --sandbox, whose orbits do not drift", async () => {
    const { stdout, stderr, exitCode } = await swath(
      "passes --point -9.14,38.71 --sandbox --window 2d --json",
      {
        home,
      },
    );
    expect(exitCode, stderr).toBe(0);
    const rows = JSON.parse(stdout) as Row[];
    expect(rows.length).toBeGreaterThan(20);
    expect(
      rows.every((row) => /^vendor-\d\d$/.test(row.satellite) && row.elementsAgeDays === undefined),
    ).toBe(true);
    expect(stderr).toContain("10 satellites of the sandbox");
  });

  it.each([
    ["passes --point -9.14,38.71", 2, "No orbital elements", "config set elements <path>"],
    ["passes --place Lisbon --from 2026-03-12", 2, "No orbital elements", "add --sandbox"],
    [`passes ${WHEN}`, 2, "No target", "passes --point -9.14,38.71"],
    [LISBON.replace("terns.tle", "none.tle"), 2, "--elements none.tle: no such file", "Check the path"],
    [`passes --file - ${WHEN}`, 2, "Error: --file - (stdin) is empty", ""],
    [LISBON.replace("38.71", "98.71"), 3, "98.71", ""],
    [`${LISBON} --to 2026-03-05`, 2, "--window and --to both give the end", ""],
    [
      `passes --point -9.14,38.71 --elements terns.tle --from 2026-03-02 --to 2026-03-01`,
      3,
      "the search does not end after its start",
      "",
    ],
    [LISBON.replace("4d", "500d"), 2, "longer than a year", ""],
    [`${LISBON} --look-direction up`, 3, "--look-direction", ""],
    [`${LISBON} --orbital-plane 50`, 3, "--orbital-plane", ""],
    [`${LISBON} --off-nadir-min 40 --off-nadir-max 30`, 3, "--off-nadir-min", ""],
    [
      `${LISBON} --satellite TERN3`,
      2,
      "no element set has the name or catalog number TERN3; there are TERN 1, TERN 2",
      "",
    ],
  ])("%s is refused with exit code %i", async (line, code, message, hint) => {
    const { exitCode, stderr, stdout } = await swath(line, { home });
    expect(exitCode, stderr).toBe(code);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it("reads the elements from stdin, and reports line and value of an error", async () => {
    const ok = await swath(LISBON.replace("terns.tle", "-"), { home, stdin: TERN_TLE });
    expect(ok.exitCode, ok.stderr).toBe(0);
    const bad = await swath(LISBON.replace("terns.tle", "-"), {
      home,
      stdin: TERN_TLE.replace("58.4321", "58.4322"),
    });
    expect(bad.exitCode).toBe(2);
    expect(bad.stderr).toContain(
      '--elements - (stdin), line 3: the checksum is "2", and the line adds up to 3',
    );
  });

  it("skips a satellite without an orbit at that time, with a warning", async () => {
    // Enough drag to come down within days.
    const line = TERN_JSON.replace("0.00012345", "0.9");
    const { stderr, exitCode, stdout } = await swath(
      LISBON.replace("terns.tle", "-").replace("2026-03-02", "2026-03-20"),
      {
        home,
        stdin: line,
      },
    );
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(
      "TERN 1 was skipped: its elements of 2026-03-01T06:11:14.986Z give no orbit for all of the time",
    );
    expect(stdout).toContain("TERN 2");
  });
});

/** A file of many satellites: the first tern with other names and numbers. */
const fleetOf = (count: number, changes: object = {}): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => ({
      ...(JSON.parse(TERN_JSON) as object[])[0],
      OBJECT_NAME: `TERN ${at + 1}`,
      NORAD_CAT_ID: 70_001 + at,
      ...changes,
    })),
  );

/** A clock on which each reading takes 50 ms. */
function slowClock(onAsked: (times: number) => void = () => {}): Clock {
  let times = 0;
  return {
    now: () => {
      onAsked((times += 1));
      return NOW + times * 50;
    },
    sleep: () => Promise.resolve(),
  };
}

const ONE_DAY =
  "passes --point -9.14,38.71 --from 2026-03-02T00:00:00Z --window 1d --elements - --output csv";

describe("VIEW-07 errors of passes contain the flag to change", () => {
  it.each([
    ["--window 0s", "--window 7d"],
    ["--window 400d", "--window 7d"],
    ["--to 2026-03-01T00:00:00Z", "--window 7d"],
  ])("a search with %s", async (flags, hint) => {
    const line = `passes --point -9.14,38.71 --from 2026-03-02T00:00:00Z ${flags} --elements terns.tle`;
    const { stderr } = await swath(line, { home });
    expect(stderr).toContain(hint);
  });

  it("a compressed file, which needs another name after it is unpacked", async () => {
    await writeFile(join(home, "terns.tle.gz"), gzipSync(TERN_TLE));
    const { stderr, exitCode } = await swath(LISBON.replace("terns.tle", "terns.tle.gz"), { home });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/gunzip/);
  });

  it("a file of two formats, as one fault", async () => {
    const { stderr, exitCode } = await swath(LISBON.replace("terns.tle", "-"), {
      home,
      stdin: TERN_TLE + JSON.stringify(JSON.parse(TERN_JSON)),
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("line 7: ");
    expect(stderr).toContain(
      "is neither a line of a TLE nor a name (too long): a file contains sets of one format",
    );
    expect(stderr).not.toContain("faults");
  });
});

describe("VIEW-07 passes of a whole catalog", () => {
  it("end at Ctrl-C between two satellites, and list nothing", async () => {
    const interrupts = new Interrupts();
    const clock = slowClock((times) => {
      // Like a signal: in a turn of the event loop.
      if (times === 200) setImmediate(() => interrupts.press("SIGINT"));
    });
    const { exitCode, stdout } = await swath(ONE_DAY, { home, stdin: fleetOf(20_000), clock, interrupts });
    expect(exitCode).toBe(130);
    expect(stdout).toBe("");
  });

  it("show the number of finished satellites on a terminal, and erase it at the end", async () => {
    const screen = new ReflowingScreen(100);
    const seen: string[] = [];
    const clock = slowClock(() => seen.push(...screen.shown));
    const { exitCode } = await swath(ONE_DAY, {
      home,
      stdin: fleetOf(1200),
      clock,
      stderrTTY: true,
      columns: 100,
      env: { NO_COLOR: "1" },
      promptStreams: () => ({ input: process.stdin, output: screen as unknown as NodeJS.WriteStream }),
    });
    expect(exitCode).toBe(0);
    expect(seen.some((line) => /Passes: 1,\d{3} of 1,200 satellites$/.test(line))).toBe(true);
    expect(screen.shown).toEqual([]);
  });

  it("report how many element sets were read, if a satellite has several or only some are requested", async () => {
    const sets = JSON.parse(TERN_JSON) as { EPOCH: string }[];
    const twice = [...sets, ...sets.map((set) => ({ ...set, EPOCH: set.EPOCH.replace("03-01", "02-27") }))];
    const { stderr } = await swath(ONE_DAY, { home, stdin: JSON.stringify(twice) });
    expect(stderr).toContain("2 satellites of --elements - (stdin) (4 element sets read). The elements are");
    const one = await swath(`${ONE_DAY} --satellite 70007`, { home, stdin: fleetOf(1200) });
    expect(one.stderr).toContain("1 satellite of --elements - (stdin) (1,200 element sets read).");
  });

  it("list five satellites without an orbit and count the others", async () => {
    const { stderr, exitCode } = await swath(ONE_DAY.replace("2026-03-02", "2026-03-20"), {
      home,
      stdin: fleetOf(40, { BSTAR: 0.9 }),
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      "TERN 1, TERN 2, TERN 3, TERN 4, TERN 5, and 35 more were skipped: their elements give no orbit for all of the time",
    );
  });
});

describe("VIEW-07 task create --explain", () => {
  const TASK =
    "task create --point -9.14,38.71 --window-open 2026-03-02T00:00:00Z --window-close 2026-03-06T00:00:00Z --allow-past --tier standard --type spotlight --explain";

  it("reports how many windows the constraints leave, equal to the list of passes", async () => {
    const rows = await rowsOf(`${LISBON} --local-time day --look-direction left`);
    const line = `${TASK} --local-time day --look-direction left --elements terns.tle`;
    const { stdout, stderr, exitCode } = await swath(line, { home });
    expect(exitCode, stderr).toBe(0);
    expect((JSON.parse(stdout) as { passes: object }).passes).toMatchObject({
      windows: rows.length,
      ofSatellites: 2,
      first: rows[0]!.start,
      last: rows.at(-1)!.start,
    });
    expect(stderr).toContain(`Satellites pass ${rows.length} times within these limits`);
    expect(stderr).toContain("Geometry only, not availability");
  });

  it("reports that no window is left", async () => {
    const { stdout, stderr } = await swath(
      `${TASK} --off-nadir-min 80 --off-nadir-max 85 --elements terns.tle`,
      {
        home,
      },
    );
    expect((JSON.parse(stdout) as { passes: object }).passes).toMatchObject({ windows: 0 });
    expect(stderr).toContain("No satellite passes within these limits.");
  });

  it("breaks between words on a terminal of 80 columns", async () => {
    const { stdout } = await swath(`${TASK} --elements terns.tle`, {
      home,
      stdoutTTY: true,
      stderrTTY: true,
      columns: 80,
    });
    const lines = stdout.split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(stdout.replaceAll("\n  ", " ")).toMatch(/first at \S+Z, last at \S+Z\.\n/);
  });

  it("does not mention passes without elements", async () => {
    const { stdout, stderr } = await swath(TASK, { home });
    expect(JSON.parse(stdout)).not.toHaveProperty("passes");
    expect(stderr).not.toContain("window for it");
  });
});
