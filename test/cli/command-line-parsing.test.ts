/** Words in every order that people type them, and their typing errors. */
import { queryFault } from "../../src/cli/output/query-result.ts";
import { describe, expect, it } from "vitest";
import { readWords } from "../../src/cli/command/read-words.ts";
import { NOUNS, SINGLES } from "../../src/commands/index.ts";
import { openBench } from "./bench.ts";
import { words } from "./split-line.ts";

const { swath } = await openBench({ archiveSize: 400 });

const PLAIN = "catalog search --bbox -10,38,-9,39 --limit 1 --output id";
const wanted = await swath(PLAIN);

describe("one command, written in many ways", () => {
  it.each([
    ["shared flags before the command", "--output id catalog search --bbox -10,38,-9,39 --limit 1"],
    ["and between its words", "catalog --output id search --bbox -10,38,-9,39 --limit 1"],
    ["an equals sign", "catalog search --bbox=-10,38,-9,39 --limit=1 --output=id"],
    ["a short flag", "catalog search --bbox -10,38,-9,39 --limit 1 -o id"],
    ["a short flag and its value in one", "catalog search --bbox -10,38,-9,39 --limit 1 -oid"],
    ["another order", "catalog search --output id --limit 1 --bbox -10,38,-9,39"],
    [
      "a repeated presentation flag: the last one counts",
      "catalog search --limit 7 --bbox -10,38,-9,39 --output csv --limit 1 --output id",
    ],
    ["an end of flags without words after it", `${PLAIN} --`],
  ])("%s", async (_title, line) => {
    const run = await swath(line);
    expect(run).toMatchObject({ exitCode: 0, stdout: wanted.stdout, stderr: wanted.stderr });
    expect(run.requests[0]?.body).toEqual(wanted.requests[0]?.body);
  });

  it.each([
    ["--point", "-122.4,37.8", { intersects: { type: "Point", coordinates: [-122.4, 37.8] } }],
    ["--point", "-.5,-0.25", { intersects: { type: "Point", coordinates: [-0.5, -0.25] } }],
    ["--bbox", "-123,37,-122,38", { bbox: [-123, 37, -122, 38] }],
    ["--sort", "-properties.datetime", { sortby: [{ field: "properties.datetime", direction: "desc" }] }],
    ["--from", "-7d", { datetime: "2026-03-03T11:47:00Z/.." }],
    ["--where", "vendor:squint_angle>-5", { query: { "vendor:squint_angle": { gt: -5 } } }],
  ])("a value that begins with a minus: %s %s", async (flag, value, body) => {
    expect((await swath(["catalog", "search", flag, value])).requests[0]?.body).toEqual(body);
    expect((await swath(["catalog", "search", `${flag}=${value}`])).requests[0]?.body).toEqual(body);
  });

  it("after -- an argument may look like a flag", async () => {
    const { requests } = await swath("order links -- --help");
    expect(requests[0]?.path).toBe("/orders/--help/download");
  });

  it.each([
    "order place -h --bogus",
    "-h order place --limit x",
    "order -h place a b c",
    "order place --max-cost -h",
  ])("help takes precedence over any other error: %s", async (line) => {
    const run = await swath(line);
    expect(run).toMatchObject({ exitCode: 0, stderr: "", requests: [] });
    expect(run.stdout).toBe((await swath("help order place")).stdout);
  });

  it.each(["--version", "-V"])("%s is one line", async (flag) => {
    const run = await swath(flag);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toMatch(/^swath \S+\n$/);
  });
});

describe("typing errors", () => {
  it.each([
    ["catlog search", '"swath catlog" is not a command', "Did you mean swath catalog?"],
    ["catalog serach", '"swath catalog serach" is not a command', "Did you mean swath catalog search?"],
    ["order list", '"swath order list" is not a command', "List your orders: swath order history"],
    ["org show", '"swath org show" is not a command', "no request that reads an organization"],
    ["order hist", '"swath order hist" is not a command', "Did you mean swath order history?"],
    ["order plcae --yes", '"swath order plcae" is not a command', "Did you mean swath order place?"],
    ["catalog search --limt 5", "unknown option --limt", "Did you mean --limit?"],
    ["catalog search --lim 5", "unknown option --lim", "Did you mean --limit?"],
    ["catalog search --no-vlidate", "unknown option --no-vlidate", "Did you mean --no-validate?"],
    ["catalog search --srt id", "unknown option --srt", "Did you mean --sort?"],
    ["catalog search --start -7d", "unknown option --start", "Did you mean --from?"],
    // No word of the command is near: commander's own suggestion was --org.
    ["task list --sort id", "unknown option --sort", "  Try 'swath task list --help'"],
    ["order place --max-cots 5", "unknown option --max-cots", "Did you mean --max-cost?"],
    ["order --outptu json", "unknown option --outptu", "Did you mean --output?"],
    // A single letter is near every other: none was meant.
    ["order -x", "unknown option -x", "  Try 'swath order --help'"],
    ["--sandbx order history", "unknown option --sandbx", "Did you mean --sandbox?"],
    [
      "catalog search --color alway",
      '--color "alway": must be one of auto, always, never',
      "Did you mean always?",
    ],
    ["catalog search --output jsn", '--output "jsn": must be one of', "Did you mean json?"],
    [
      "catalog search --sandbox-user mangaer",
      '--sandbox-user "mangaer": must be one of',
      "Did you mean manager?",
    ],
    ["version --sandbox=false", "--sandbox takes no value", "Give --sandbox alone"],
    ["--sandbox=no order history", "--sandbox takes no value", "Give --sandbox alone"],
    ["order place --with-geo=1", "--with-geo takes no value", "Give --with-geo alone"],
    ["catalog search --sandbx=1", "unknown option --sandbx", "Did you mean --sandbox?"],
    ["order links", "<orderId> is missing", "Try 'swath order links --help'"],
    ["catalog search --limit", "--limit needs a value", "Try 'swath catalog search --help'"],
    ["xyzzy", '"swath xyzzy" is not a command', "Try 'swath --help'"],
  ])("%s", async (line, said, next) => {
    const run = await swath(line);
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(said);
    expect(run.stderr).toContain(next);
    expect(run.stderr).toContain("code USAGE, exit 2");
  });

  it("a command is never guessed, even one letter off", async () => {
    expect(await swath("cat search")).toMatchObject({ exitCode: 2, requests: [] });
  });

  it("all unreadable flags are reported at once, with the errors in the environment", async () => {
    const run = await swath("catalog search --limit x --bbox 1,2,x --output jsn --point a", {
      env: { SWATH_RETRIES: "many" },
    });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: 5 problems in the input
        - --point "a": must be numbers separated by commas ("a" is not one) [GEOMETRY_COORDINATES_INVALID]
          For example: --point -9.14,38.71 (longitude, latitude)
        - --bbox "1,2,x": must be numbers separated by commas ("x" is not one) [BBOX_INVALID]
          For example: --bbox -9.5,38.5,-9,39
        - --limit "x": must be a whole number of 1 or more [USAGE]
        - --output "jsn": must be one of table, json, ndjson, csv, tsv, geojson, geoparquet, stapi, yaml, id, order-items, html, map [USAGE]
          Did you mean json?
        - SWATH_RETRIES "many": must be a whole number from 0 to 20 [CONFIG_INVALID]
        code USAGE, exit 2
      "
    `);
  });

  it("all errors in a request are reported at once", async () => {
    const run = await swath(
      "catalog search --bbox 1,2,3 --datetime foo --orbit-state ascnding --page-size 0 --where platfrm=x --sort id:up",
    );
    expect(run).toMatchObject({ exitCode: 3, stdout: "", requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: 6 problems in the input
        - --datetime "foo" is not a time such as 2026-03-01, now, +2d or -12h [DATETIME_INTERVAL_INVALID at datetime]
          For example: --datetime 2026-03-01
        - --where: "platfrm" is not a known queryable property [ENUM_INVALID at query.platfrm]
          Did you mean platform?
        - --orbit-state: "ascnding" is not a known orbit state (ascending, descending) [ENUM_INVALID at query.sat:orbit_state.eq]
          Did you mean ascending?
        - --sort: the direction "up" of "id:up" is not one of asc, desc [ENUM_INVALID at sortby[0].direction]
          Did you mean id:asc?
        - --page-size 0 is not an integer of at least 1 [PAGE_LIMIT_EXCEEDED at limit]
          For example: --page-size 100
        - --bbox [1,2,3] has 3 numbers, not 4 or 6 [BBOX_INVALID at bbox]
          For example: --bbox -9.5,38.5,-9,39 (west, south, east, north)
        code DATETIME_INTERVAL_INVALID, exit 3
      "
    `);
  });
});

describe("examples of the help", () => {
  const loads = [...NOUNS.flatMap(({ verbs }) => Object.values(verbs)), ...SINGLES.map(({ load }) => load)];
  const tree = { nouns: NOUNS, singles: SINGLES };

  it("each can be parsed as printed", async () => {
    let count = 0;
    for (const load of loads) {
      for (const example of (await load()).examples) {
        for (const part of example.split(" | ").filter((each) => each.startsWith("swath "))) {
          const asked = await readWords(tree, words(part.split(/ >>? /, 1)[0] ?? "").slice(1), {
            width: 80,
            platform: "linux",
          });
          if (!("command" in asked)) throw new Error(`${part} is no command`);
          expect(asked.command.faults, part).toEqual([]);
          const [, query] = / --query "([^"]+)"/.exec(part) ?? [];
          expect(query && (await queryFault(query)), part).toBeUndefined();
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThanOrEqual(loads.length);
  });
});

it("--timeout 0, a request without a limit, is refused as flag and as variable", async () => {
  for (const run of [
    await swath("catalog search --timeout 0"),
    await swath("catalog search", { env: { SWATH_TIMEOUT: "0s" } }),
  ]) {
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain("must be longer than 0");
  }
});
