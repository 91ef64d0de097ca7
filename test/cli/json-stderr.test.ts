/** With --json, stderr is one JSON object if a run fails, and lines if it succeeds. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench({ archiveSize: 50 });

const WARNS = ["--product-type", "GEO", "--where", "eo:cloud_cover<3"];

describe("P17 --json on stderr", () => {
  it("a failure after a warning is one object, which contains the warning", async () => {
    const run = await swath(["catalog", "search", "--where", "eo:cloud_cover<3", "--sort", "blah", "--json"]);
    expect(run.exitCode).toBe(3);
    const said = JSON.parse(run.stderr) as { error: { code: string }; warnings?: string[]; notes?: string[] };
    expect(said.error.code).toMatch(/^[A-Z_]+$/);
    expect([...(said.warnings ?? []), ...(said.notes ?? [])].length).toBeGreaterThan(0);
  });

  it("a successful run prints the usual lines", async () => {
    const plain = await swath(["catalog", "search", ...WARNS]);
    const json = await swath(["catalog", "search", ...WARNS, "--json"]);
    expect(json.exitCode).toBe(0);
    expect(json.stderr).toBe(plain.stderr);
    expect(json.stderr).toContain("Warning: ");
  });

  it("--verbose shows everything immediately", async () => {
    const run = await swath(["order", "links", "none", "--json", "--verbose"]);
    expect(run.stderr.trim().split("\n").length).toBeGreaterThan(1);
  });
});

describe("--query into csv and tsv", () => {
  it("objects are rows under the names of their properties", async () => {
    const search = ["catalog", "search", "--limit", "2", "--query", "[].{id: id, time: properties.datetime}"];
    const csv = await swath([...search, "--output", "csv"]);
    const [head, ...rows] = csv.stdout.trim().split("\n");
    expect(head).toBe("id,time");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^[^,]+,\d{4}-/);
    const tsv = await swath([...search, "--output", "tsv"]);
    expect(tsv.stdout.split("\n")[0]).toBe("id\ttime");
  });

  it("lists are rows of their elements, without a header", async () => {
    const run = await swath([
      "catalog",
      "search",
      "--limit",
      "2",
      "--query",
      "[].[id, collection]",
      "--output",
      "csv",
    ]);
    expect(
      run.stdout
        .trim()
        .split("\n")
        .map((row) => row.split(",").length),
    ).toEqual([2, 2]);
  });
});

it("a task's constraints are labelled like its other fields, and a polygon shows its number of corners", async () => {
  const line =
    "task create --name etna --window-open +1d --window-close +9d --tier standard --type stripmap_100 --look-direction right --output id";
  const ring = "POLYGON((14.9 37.7,15.0 37.7,15.0 37.8,14.9 37.8,14.9 37.7))";
  const made = await swath([...line.split(" "), "--file", ring]);
  const shown = await swath(["task", "get", made.stdout.trim()], { stdoutTTY: true, columns: 100 });
  expect(shown.stdout).toMatch(/Look direction/);
  expect(shown.stdout).toContain("Polygon of 4 corners");
});
