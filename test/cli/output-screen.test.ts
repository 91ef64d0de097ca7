/** Output for a terminal, a pipe and a full disk. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { changingJson } from "./changed-body.ts";

const { swath, send } = await openBench();

const SEARCH = "catalog search --point -9.14,38.71 --limit 3";
const ITEMS = `${SEARCH} --per-item`;
const ESCAPE = "\u001b";
const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();

/** The visible part of a text: without colour. */
const seen = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "");

describe("width", () => {
  it.each([60, 80, 200])(
    "a table fits a terminal of %i columns, and has no trailing blanks",
    async (columns) => {
      const { stdout } = await swath(SEARCH, { stdoutTTY: true, columns });
      for (const line of seen(stdout).split("\n")) {
        expect(line.length).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/\s$/);
      }
    },
  );

  it("a narrow terminal drops columns first, and never cuts ids", async () => {
    const [head] = seen((await swath(ITEMS, { stdoutTTY: true, columns: 200 })).stdout).split("\n");
    expect(head?.split(/ {2,}/)).toMatchInlineSnapshot(`
      [
        "ID",
        "DATETIME",
        "PRODUCT",
        "MODE",
        "ORBIT",
        "LOOK",
        "INCIDENCE °",
        "PLATFORM",
        "COLLECTION",
      ]
    `);
    expect(seen((await swath(ITEMS, { stdoutTTY: true, columns: 80 })).stdout)).toMatchInlineSnapshot(`
      "ID                                             DATETIME           PRODUCT  +6
      VENDOR-05_20251201T010956_SP_CPHD_HH_a812c16e  2025-12-01T01:10Z  CPHD
      VENDOR-05_20251201T010956_SP_GEC_HH_a812c16e   2025-12-01T01:10Z  GEC
      VENDOR-05_20251201T010956_SP_GEO_HH_a812c16e   2025-12-01T01:10Z  GEO
      "
    `);
  });

  it("the headings end with the number of dropped columns; --verbose names them, and so does a run that asked for them", async () => {
    const names = /^(?:\* )?columns? (.*) do(?:es)? not fit in 80 characters: choose with --columns$/m;
    const named = async (line: string) =>
      names.exec(seen((await swath(line, { stdoutTTY: true, columns: 80 })).stderr))?.[1];
    expect(await named(`${ITEMS} --verbose`)).toBe("MODE, ORBIT, LOOK, INCIDENCE °, PLATFORM, COLLECTION");
    expect(await named(`${ITEMS} --columns id,datetime,collection,orbit`)).toBe("ORBIT");
    for (const quiet of [
      swath(ITEMS, { stdoutTTY: true, columns: 80 }),
      swath(ITEMS, { stdoutTTY: true, columns: 200 }),
      swath(ITEMS, {}),
      swath(`${ITEMS} --quiet`, { stdoutTTY: true, columns: 80 }),
      swath(`${SEARCH} --columns id,look`, { stdoutTTY: true, columns: 80 }),
    ])
      expect((await quiet).stderr).not.toMatch(/do(?:es)? not fit/);
  });

  it("COLUMNS overrides the width of the terminal", async () => {
    const narrow = await swath(SEARCH, { stdoutTTY: true, columns: 200, env: { COLUMNS: "80" } });
    expect(narrow.stdout).toBe((await swath(SEARCH, { stdoutTTY: true, columns: 80 })).stdout);
    const nonsense = await swath(SEARCH, { stdoutTTY: true, columns: 80, env: { COLUMNS: "wide" } });
    expect(nonsense.stdout).toBe(narrow.stdout);
  });

  it("a pipe gets complete lines, whatever COLUMNS is", async () => {
    const { stdout } = await swath(SEARCH, { env: { COLUMNS: "40" } });
    for (const line of stdout.trimEnd().split("\n")) expect(line.split("\t")).toHaveLength(9);
    expect(stdout).not.toContain("…");
  });
});

describe("colour", () => {
  type Row = readonly [words: string, env: Record<string, string>, isTTY: boolean, isColoured: boolean];
  const TABLE: readonly Row[] = [
    ["", {}, true, true],
    ["", {}, false, false],
    ["", { NO_COLOR: "1" }, true, false],
    ["", { NO_COLOR: "" }, true, true],
    ["", { NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    ["", { FORCE_COLOR: "1" }, false, true],
    ["", { FORCE_COLOR: "0" }, true, false],
    ["", { CLICOLOR_FORCE: "1" }, false, true],
    ["", { CLICOLOR: "0" }, true, false],
    ["", { CLICOLOR: "0", FORCE_COLOR: "1" }, true, true],
    ["", { TERM: "dumb" }, true, false],
    ["", { TERM: "dumb", FORCE_COLOR: "1" }, false, true],
    ["--color always", { NO_COLOR: "1" }, false, true],
    ["--color never", { FORCE_COLOR: "1" }, true, false],
    ["--no-color", { FORCE_COLOR: "1" }, true, false],
    ["", { SWATH_COLOR: "always", NO_COLOR: "1" }, false, true],
    ["--color auto", { SWATH_COLOR: "always" }, false, false],
  ];

  it.each(
    TABLE.map(
      (row) => [`${row[0]} ${JSON.stringify(row[1])} ${row[2] ? "terminal" : "pipe"}`.trim(), row] as const,
    ),
  )("%s", async (_title, [words, env, isTTY, isColoured]) => {
    // The warning goes to stderr, the dry run to stdout: each stream decides for itself.
    const line = `catalog search --bbox-crs EPSG:4326 --dry-run ${words}`;
    const { stdout, stderr } = await swath(line, { env, stdoutTTY: isTTY, stderrTTY: isTTY });
    expect(stdout.includes(ESCAPE)).toBe(isColoured);
    expect(stderr.includes(ESCAPE)).toBe(isColoured);
    expect(seen(stdout)).toContain("POST https://sar.example/v1/catalog/search");
    expect(seen(stderr)).toContain("Warning: bbox-crs");
  });

  it.each([
    [true, false],
    [false, true],
  ])("each stream decides for itself: stdout a terminal %s, stderr %s", async (stdoutTTY, stderrTTY) => {
    const { stdout, stderr } = await swath("catalog search --bbox-crs EPSG:4326 --dry-run", {
      stdoutTTY,
      stderrTTY,
    });
    expect([stdout.includes(ESCAPE), stderr.includes(ESCAPE)]).toEqual([stdoutTTY, stderrTTY]);
  });

  it("an error obeys --color and NO_COLOR", async () => {
    const colour = async (words: string, env: Record<string, string> = {}) =>
      (await swath(`catalog search --limit x ${words}`, { stderrTTY: true, env })).stderr.includes(ESCAPE);
    expect(await colour("")).toBe(true);
    expect(await colour("--no-color")).toBe(false);
    expect(await colour("--color never")).toBe(false);
    expect(await colour("", { NO_COLOR: "1" })).toBe(false);
    expect(await colour("", { SWATH_COLOR: "never" })).toBe(false);
    expect(await colour("--color=always", { NO_COLOR: "1" })).toBe(true);
  });

  it("JSON is never coloured", async () => {
    expect((await swath(`${SEARCH} --json --color always`, { stdoutTTY: true })).stdout).not.toContain(
      ESCAPE,
    );
  });
});

describe("streams", () => {
  it("next steps are shown at a terminal only", async () => {
    const line = `order place --item vendor-archive/${granule} --yes`;
    const person = await swath(line, { stdoutTTY: true, stderrTTY: true });
    expect(person.stderr).toContain("swath order download");
    expect((await swath(line, { stderrTTY: true })).stderr).not.toContain("swath order download");
    expect((await swath(`${line} --quiet`, { stdoutTTY: true, stderrTTY: true })).stderr).toBe("");
  });

  it("a reader that closed the pipe ends the run quietly with success", async () => {
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const run = await swath(SEARCH, { writeStdout: () => Promise.reject(gone) });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("a full disk behind stdout is a failure", async () => {
    const full = Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" });
    const run = await swath(SEARCH, { writeStdout: () => Promise.reject(full) });
    expect(run.exitCode).toBe(14);
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: cannot write the result: no space left where it is written to (ENOSPC)
        The output is incomplete: send it elsewhere
        code OUTPUT_WRITE_FAILED, exit 14
      "
    `);
  });

  it("an error with --json is one object on one line of stderr, and stdout is empty", async () => {
    const run = await swath("order links nope --json");
    expect(run).toMatchObject({ exitCode: 6, stdout: "" });
    expect(JSON.parse(run.stderr)).toMatchInlineSnapshot(`
      {
        "error": {
          "code": "ORDER_NOT_FOUND",
          "exitCode": 6,
          "hint": "See your orders: swath order history",
          "httpStatus": 404,
          "message": "no order has the id nope (404 from GET /v1/orders/nope/download)",
          "request": {
            "method": "GET",
            "path": "/v1/orders/nope/download",
          },
          "serviceCode": "ORDER_NOT_FOUND",
          "source": "service",
        },
      }
    `);
  });

  it.each(["-o json", "--output=json", "-ojson", "--output ndjson", "--json"])(
    "a usage error with %s is also JSON",
    async (words) => {
      const run = await swath(`catalog search --bogus ${words}`);
      expect(JSON.parse(run.stderr)).toMatchObject({
        error: { code: "USAGE", exitCode: 2, source: "usage" },
      });
    },
  );

  it("text of the service cannot control the terminal, start a line, or hide", async () => {
    const hostile = `x\u001b[2J\r\n::error::gotcha\u202Egnp.\u0007\u009b31m\u200b`;
    const evil = changingJson(
      send,
      () => true,
      ({ features, ...page }: { features: object[] }) => ({
        ...page,
        features: features.map((each) => ({ ...each, id: hostile })),
      }),
    );
    for (const words of [
      "",
      "--output tsv",
      "--output csv",
      "--output id",
      "--json",
      "--output yaml",
      "--query '[].id'",
    ]) {
      for (const stdoutTTY of [true, false]) {
        const { stdout } = await swath(`catalog search --limit 1 --color never ${words}`, {
          send: evil,
          stdoutTTY,
        });
        expect(stdout, words).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u200b]/);
        expect(stdout, words).not.toMatch(/^::/m);
      }
    }
  });
});
