/** What a newcomer reads below a result: the next steps of the main job, each a command that can be typed as it stands. */
import { afterAll, describe, expect, it } from "vitest";
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBench } from "./bench.ts";
import { words } from "./split-line.ts";
import { tempHome, type Run, type Surroundings } from "./world.ts";

const { swath } = await openBench();
const home = await tempHome();
afterAll(() => rm(home, { recursive: true, force: true }));

const terminal: Surroundings = {
  home,
  env: { NO_COLOR: "1" },
  stdinTTY: true,
  stdoutTTY: true,
  stderrTTY: true,
  columns: 100,
};
const SEARCH = "catalog search --place Lisbon --radius 20km --limit 3";
const stepsOf = ({ stderr }: Run): string[] =>
  stderr.split("\n").flatMap((line) => (line.startsWith("-> ") ? [line.slice(3)] : []));

describe("VIEW-08 after a search", () => {
  it("three lines: the map page with pictures, the picture of row 1, the purchase", async () => {
    const steps = stepsOf(await swath(SEARCH, terminal));
    expect(steps).toEqual([
      `See them on a map page with pictures: swath ${SEARCH} --map lisbon.html --thumbnails --open`,
      "See the picture of row 1: swath catalog preview 1",
      "Tick scenes, see their price and buy: swath order place",
    ]);
    const [page = ""] = steps[0]!.match(/catalog search .*(?= --open)/) ?? [];
    expect((await swath(words(page), terminal)).exitCode).toBe(0);
    await access(join(home, "lisbon.html"));
    expect((await swath("catalog preview 1", terminal)).exitCode).toBe(0);
  });

  it("the page has a name that no other file has, and a page of ours is replaced", async () => {
    const own = await tempHome();
    await writeFile(join(own, "sao-paulo.html"), "notes of mine");
    const search = "catalog search --place 'São Paulo' --radius 100km --limit 1";
    const [first = ""] = stepsOf(await swath(search, { ...terminal, home: own }));
    expect(first).toContain(" --map sao-paulo-2.html ");
    await swath(`${search} --map sao-paulo-2.html`, { ...terminal, home: own });
    const [again = ""] = stepsOf(await swath(search, { ...terminal, home: own }));
    expect(again).toContain(" --map sao-paulo-2.html ");
    const [elsewhere = ""] = stepsOf(
      await swath("catalog search --bbox -9.5,38.5,-9,39 --limit 1", { ...terminal, home: own }),
    );
    expect(elsewhere).toContain(" --map scenes.html ");
    await rm(own, { recursive: true, force: true });
  });

  it("a run that made the page does not propose one", async () => {
    const steps = stepsOf(await swath(`${SEARCH} --map made.html`, terminal));
    expect(steps.map((step) => step.split(":")[0])).toEqual([
      "See the picture of row 1",
      "Tick scenes, see their price and buy",
    ]);
  });

  it.each([
    ["a pipe", SEARCH, { ...terminal, stdoutTTY: false }],
    ["a script that logs", SEARCH, { ...terminal, stderrTTY: false, stdinTTY: false }],
    ["--quiet", `${SEARCH} --quiet`, terminal],
    ["an empty result", "catalog search --point 0,-80 --limit 3", terminal],
  ] as const)("%s gets none of them", async (_name, line, given) => {
    const { stderr } = await swath(line, given);
    expect(stderr).not.toMatch(/lisbon\.html|preview 1|order place/);
  });
});

describe("VIEW-08 the map of characters fits the terminal with its table", () => {
  const mapLines = (stdout: string): number =>
    stdout.split("\n").findIndex((line) => line.includes(" km wide"));
  const drawn = (rows?: number, columns = 100) =>
    swath("catalog search --place Lisbon --radius 20km --output map", {
      ...terminal,
      columns,
      ...(rows !== undefined && { rows }),
    });

  it("44 rows: six are left for what stands below", async () => {
    const { stdout } = await drawn(44);
    expect(stdout.split("\n").length - 1).toBe(44 - 6);
    expect(mapLines(stdout)).toBeGreaterThanOrEqual(12);
    expect(mapLines(stdout)).toBeLessThan(25);
  });

  it.each([
    ["rooms for the usual height", 100, 25],
    ["no room for 12 lines of map", 30, 25],
    ["a terminal that does not say its rows", undefined, 25],
    ["a terminal that says 0 rows", 0, 25],
  ] as const)("%s: the usual height", async (_name, rows, height) => {
    expect(mapLines((await drawn(rows)).stdout)).toBe(height);
  });

  it("its caption names the place asked for, as far as there is room", async () => {
    expect((await drawn()).stdout).toMatch(
      /^Scenes within 20 km of Lisbon \(PT\); 10\.\d+W to .*; \d+ km wide/m,
    );
    const { stdout } = await drawn(undefined, 60);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(stdout).toMatch(/^Scenes within 20 km of Lisbon \(PT\); \d+ km wide$/m);
  });
});
