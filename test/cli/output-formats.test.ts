/** Every format of every command: its output, and the error for a missing one. */
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { FORMATS, type Format } from "../../src/domain/output-formats.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TERN_TLE } from "../tern-elements.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench();

const home = await tempHome();
await writeFile(join(home, "terns.tle"), TERN_TLE);
const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
const id = (
  await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home })
).stdout.trim();

const LIST: readonly Format[] = ["table", "json", "ndjson", "csv", "tsv", "yaml", "id"];

/** Words, their output, and whether the result is one record. */
const COMMANDS: readonly (readonly [words: string, formats: readonly Format[], isRecord?: boolean])[] = [
  [
    "catalog search --point -9.14,38.71 --limit 2",
    [...LIST, "geojson", "geoparquet", "order-items", "html", "map"],
  ],
  [
    `order review --item vendor-archive/${granule}`,
    [...LIST.filter((format) => format !== "id"), "geoparquet", "html", "map"],
    true,
  ],
  [`order place --item vendor-archive/${granule} --yes --resend`, LIST, true],
  [`order links ${id}`, LIST],
  [`order download ${id} --out-dir out`, [...LIST, "geoparquet", "html", "map"], true],
  [`order wait ${id}`, LIST, true],
  ["order history", [...LIST, "geoparquet", "html", "map"]],
  [
    "passes --point -9.14,38.71 --from 2026-03-02T00:00:00Z --window 2d --elements terns.tle",
    [...LIST.filter((format) => format !== "id"), "stapi", "html", "map"],
  ],
];

const CASES = COMMANDS.flatMap(([words, formats, isRecord = false]) =>
  FORMATS.map((format) => ({ words, format, formats, isRecord })),
);
const titled = (cases: typeof CASES) =>
  cases.map(
    (each) => [`${each.words.split(" ").slice(0, 2).join(" ")} --output ${each.format}`, each] as const,
  );
const offered = CASES.filter(({ format, formats }) => formats.includes(format));
const missing = CASES.filter(({ format, formats }) => !formats.includes(format));

/** Throws if the text is not of the format; returns its number of entries, if they can be counted. */
const READERS: Readonly<Record<Format, (text: string) => unknown>> = {
  table: (text) => text.trimEnd().split("\n"),
  json: (text) => JSON.parse(text) as unknown,
  ndjson: (text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  yaml: (text) => parseYaml(text) as unknown,
  csv: (text) => rowsOf(text, ","),
  tsv: (text) => rowsOf(text, "\t"),
  id: (text) => text.trimEnd().split("\n"),
  geojson: (text) => (JSON.parse(text) as { features: unknown[] }).features,
  geoparquet: (text) => expect(text).toMatch(/^PAR1[^]*PAR1$/),
  stapi: (text) => (JSON.parse(text) as { features: unknown[] }).features,
  "order-items": (text) => JSON.parse(text) as unknown,
  map: (text) => text.trimEnd().split("\n"),
  html: (text) => JSON.parse(/id="data">(.*)<\/script>/.exec(text)?.[1] ?? "") as unknown,
};

/** Every line has as many cells as the first. */
function rowsOf(text: string, gap: string): string[][] {
  expect(text.endsWith("\n")).toBe(true);
  // The last cells may be empty.
  const rows = text
    .slice(0, -1)
    .split("\n")
    .map((line) => line.split(gap));
  expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
  return rows;
}

describe("available formats", () => {
  it.each(titled(offered))("%s", async (_title, { words, format, isRecord }) => {
    const { stdout, exitCode, stderr } = await swath(`${words} --output ${format}`, { home });
    expect(exitCode, stderr).toBe(0);
    if (format !== "geoparquet") {
      expect(stdout).not.toContain("\u001b");
      expect(stdout.endsWith("\n")).toBe(true);
    }
    const read = READERS[format](stdout);
    if (format === "json" || format === "yaml") expect(Array.isArray(read)).toBe(!isRecord);
  });

  it("CATALOG-01 json, yaml and ndjson have the same data", async () => {
    const line = "catalog search --point -9.14,38.71";
    const json = READERS.json((await swath(`${line} --json`)).stdout);
    expect(READERS.yaml((await swath(`${line} --output yaml`)).stdout)).toEqual(json);
    expect(READERS.ndjson((await swath(`${line} --output ndjson`)).stdout)).toEqual(json);
  });
});

describe("unavailable formats", () => {
  it.each(titled(missing))("%s", async (_title, { words, format, formats }) => {
    const { stdout, exitCode, stderr, requests } = await swath(`${words} --output ${format}`, { home });
    expect({ stdout, exitCode, requests }).toEqual({ stdout: "", exitCode: 2, requests: [] });
    const [first = ""] = stderr.split("\n");
    expect(first).toMatch(`Error: --output ${format}: this command prints `);
    expect(first.split("prints ")[1]?.split(", ").sort()).toEqual([...formats].sort());
  });

  it("a typing error in a format", async () => {
    const run = await swath("catalog search -o ndjsn");
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: --output "ndjsn": must be one of table, json, ndjson, csv, tsv, geojson, geoparquet, stapi, yaml, id, order-items, html, map
        Did you mean ndjson?
        code USAGE, exit 2
      "
    `);
  });

  it("a format in the environment yields if a command does not have it", async () => {
    const run = await swath("order history", { home, env: { SWATH_OUTPUT: "geojson" } });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain("confirmed");
  });

  it("--json beside another format", async () => {
    const run = await swath("catalog search --json --output csv");
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(JSON.parse(run.stderr)).toMatchInlineSnapshot(`
      {
        "error": {
          "code": "USAGE",
          "details": [
            {
              "code": "USAGE",
              "flag": "--output",
              "hint": "Keep only one of --json, --output",
              "message": "--json and --output csv contradict each other",
              "rule": "one format",
              "value": "csv",
            },
          ],
          "exitCode": 2,
          "hint": "Keep only one of --json, --output",
          "message": "--json and --output csv contradict each other",
          "source": "usage",
        },
      }
    `);
  });
});

describe("parts of the result", () => {
  const LINE = "catalog search --point -9.14,38.71 --limit 2";

  it("--columns, by name and by path, with a header and without", async () => {
    expect((await swath(`${LINE} --columns id,product,properties.sar:looks_range --output csv`)).stdout)
      .toMatchInlineSnapshot(`
        "id,product,properties.sar:looks_range
        VENDOR-05_20251201T010956_SP_CPHD_HH_a812c16e,CPHD,1
        VENDOR-05_20251201T010956_SP_GEC_HH_a812c16e,GEC,1
        "
      `);
    expect((await swath(`${LINE} --columns product,look --output tsv --no-header`)).stdout)
      .toMatchInlineSnapshot(`
        "CPHD	left
        GEC	left
        "
      `);
    expect((await swath(`${LINE} --columns product,look`, { stdoutTTY: true })).stdout)
      .toMatchInlineSnapshot(`
        "[1mPRODUCT[22m  [1mLOOK[22m
        CPHD     left
        GEC      left
        "
      `);
    expect((await swath(`${LINE} --columns product,look --no-header`, { stdoutTTY: true })).stdout)
      .toMatchInlineSnapshot(`
        "CPHD  left
        GEC   left
        "
      `);
  });

  it("--columns with an unknown name", async () => {
    const run = await swath(`${LINE} --columns id,incidnce`);
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: --columns: no column "incidnce"; columns: id, datetime, product, mode, orbit, look, incidence, platform, collection, time, inc, products, resolution, covers, scene, owned, price, price.amount, price.currency, or any path of the data
        Did you mean incidence?
        code FILTER_UNKNOWN, exit 2
      "
    `);
  });

  it("an order is paid only if its result can be shown", async () => {
    for (const words of [
      "--columns ordrId",
      "--query 'items[0'",
      "--output geojson",
      "--output geojson --query items",
    ]) {
      const run = await swath(`order place --item vendor-archive/${granule} --yes ${words}`, { home });
      expect(run, words).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    }
  });

  it("--columns for a complete output has no effect, with a note", async () => {
    expect((await swath(`${LINE} --columns id --json`)).stderr).toContain(
      "--columns has no effect on --output json",
    );
  });

  it("--query selects with JMESPath: values one per line, lists in columns, the rest as JSON", async () => {
    expect((await swath(`${LINE} --query '[].id'`)).stdout).toMatchInlineSnapshot(`
      "VENDOR-05_20251201T010956_SP_CPHD_HH_a812c16e
      VENDOR-05_20251201T010956_SP_GEC_HH_a812c16e
      "
    `);
    expect(
      (await swath([...LINE.split(" "), "--query", '[].[collection, properties."sar:product_type"]'])).stdout,
    ).toMatchInlineSnapshot(`
      "vendor-archive	CPHD
      vendor-archive	GEC
      "
    `);
    expect((await swath(`${LINE} --query 'length(@)' --json`)).stdout).toBe("2\n");
    expect((await swath(`${LINE} --query '[0].{id: id}' --output yaml`)).stdout).toMatchInlineSnapshot(`
      "id: VENDOR-05_20251201T010956_SP_CPHD_HH_a812c16e
      "
    `);
    expect((await swath(`${LINE} --query nothing`)).stdout).toBe("\n");
  });

  it("--query with invalid JMESPath is refused before any request", async () => {
    const run = await swath([...LINE.split(" "), "--query", "[].sar:product_type"]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: --query "[].sar:product_type" is not a JMESPath expression: unexpected token type: Colon, value: :
        Names with a colon need double quotes: --query '[].properties."sar:product_type"'
        code USAGE, exit 2
      "
    `);
  });

  it("--quiet prints ids and no notes", async () => {
    const run = await swath(`${LINE} --quiet`, { stdoutTTY: true });
    expect(run.stderr).toBe("");
    expect(run.stdout).toBe((await swath(`${LINE} --output id`)).stdout);
  });
});

it("api --columns with an unknown column: the error lists the paths of the data", async () => {
  const { stderr } = await swath("api GET /collectiontypes --columns a");
  expect(stderr).toMatch(/no column "a"; (paths of the data: \w|the data is no object)/);
  expect(stderr).not.toContain("columns: ,");
});

it("every help lists the output formats in one order", async () => {
  const formats = async (command: string) =>
    /^Formats of -o, --output: ([\s\S]*?)\n\n/m
      .exec((await swath(`${command} --help`)).stdout)?.[1]
      ?.split(/,\s+/);
  expect(await formats("order place")).toEqual(["table", "json", "ndjson", "csv", "tsv", "yaml", "id"]);
  expect(await formats("catalog search")).toEqual([
    "table",
    "json",
    "ndjson",
    "csv",
    "tsv",
    "geojson",
    "geoparquet",
    "yaml",
    "id",
    "order-items",
    "html",
    "map",
  ]);
});
