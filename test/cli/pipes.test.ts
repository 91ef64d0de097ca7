/** Output for a pipe in place of a table or a block of lines: rows of cells, separated by tabs. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench({ archiveSize: 300 });
const granules = (await swath("catalog search --product-type GEO --limit 2 --output id")).stdout
  .trim()
  .split("\n");
const REVIEW = `order review ${granules.map((id) => `--item vendor-archive/${id}`).join(" ")}`;

describe("in a pipe", () => {
  it("order review prints subtotal and total, as on a terminal", async () => {
    const screen = await swath(REVIEW, { stdoutTTY: true });
    const { stdout } = await swath(REVIEW);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"));
    expect(rows.map(([name]) => name)).toEqual([
      ...granules.map((id) => expect.stringContaining(id) as string),
      "Subtotal",
      "Total",
    ]);
    for (const [, price] of rows) {
      expect(price).toMatch(/^\$[\d,]+\.\d\d$/);
      expect(screen.stdout).toContain(price);
    }
    expect(rows.every((row) => row.length === 2)).toBe(true);
    const csv = await swath(`${REVIEW} --output csv --columns item`);
    expect(csv.stdout.trimEnd().split("\n")).toHaveLength(3);
  });

  it("auth status and config path print one row per name", async () => {
    const status = await swath("auth status");
    expect(status.stdout.split("\n")).toContain("profile\tdefault");
    expect(status.stdout).toMatch(/^credential\.kind\tapiKey$/m);
    const paths = await swath("config path", {});
    const json = JSON.parse((await swath("config path --json", {})).stdout) as Record<string, string>;
    const named = Object.fromEntries(
      paths.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t")),
    ) as Record<string, string>;
    expect(Object.keys(named)).toEqual(Object.keys(json));
    expect(named["journal"]).toMatch(/[/\\]journal$/);
  });
});

describe("--columns", () => {
  const columns = async (names: string): Promise<string> => {
    const { stdout, stderr, exitCode } = await swath([
      ...`catalog search --limit 2 --bbox -180,-80,180,80 --output csv --columns`.split(" "),
      names,
    ]);
    expect(exitCode, stderr).toBe(0);
    return stdout.split("\n").slice(1).join("\n");
  };

  it("accepts names with and without properties., like --where", async () => {
    const names = ["sar:product_type", "view:incidence_angle", "platform"];
    const without = await columns(names.join(","));
    expect(without).toBe(await columns(names.map((name) => `properties.${name}`).join(",")));
    expect(without).toMatch(/^[A-Z]+,\d/);
    expect(await columns("properties.id")).toBe(await columns("id"));
  });

  it("refuses a name that is in neither place", async () => {
    const { exitCode, stderr } = await swath(
      "catalog search --limit 2 --bbox -180,-80,180,80 --columns properties.nosuch",
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain("properties.nosuch");
  });
});
