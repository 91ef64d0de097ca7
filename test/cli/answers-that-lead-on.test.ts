/** Texts about a run: help without repetition, units, the summary of a CI step, the steps of the demo in their order. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { sandboxHome } from "./sandbox-home.ts";
import { tempHome } from "./world.ts";

const bench = await openBench({ archiveSize: 300 });
const { swath } = bench;

it("help lists the choices of a flag once: right, left, either", async () => {
  const { stdout } = await swath("task create --help-all");
  const text = stdout.replaceAll(/\s+/g, " ");
  expect(text).toContain("--look-direction <side>");
  expect(text).not.toMatch(/right, left, either\)?: right/);
  expect(text).not.toMatch(/moved to make room\): urgent/);
  // A vocabulary that the description does not name is listed.
  expect(text).toMatch(/squint by \+\/-30 degrees by themselves: spotlight/);
});

it("sandbox set shows the unit of each number", async () => {
  const alone = await sandboxHome();
  const rows = JSON.parse((await alone.swath("sandbox set --json")).stdout) as {
    name: string;
    unit?: string;
    value: unknown;
  }[];
  const units = Object.fromEntries(rows.map(({ name, unit }) => [name, unit]));
  expect(units).toMatchObject({
    generationDelay: "seconds",
    orderTtl: "seconds",
    priceTable: "dollars, factors",
  });
  for (const { name, value, unit } of rows)
    if (typeof value === "number") expect([name, unit]).not.toContain(undefined);
});

it("--step-summary reports priced, ordered and downloaded items", async () => {
  const home = await tempHome();
  const env = { GITHUB_STEP_SUMMARY: join(home, "summary.md") };
  const granule = (
    await swath("catalog search --product-type GEO --limit 1 --output id", { home })
  ).stdout.trim();
  await swath(`order review --item vendor-archive/${granule} --step-summary`, { home, env });
  const place = `order place --item vendor-archive/${granule} --yes --max-cost 5000 --download out --step-summary`;
  expect((await swath(place, { home, env })).exitCode).toBe(0);
  const text = await readFile(join(home, "summary.md"), "utf8");
  expect(text).toMatch(/<li>Priced: 1 item, total \$[\d,.]+<\/li>/);
  expect(text).toMatch(/<li>Ordered: 1 item for \$[\d,.]+, order [\w-]+<\/li>/);
  expect(text).toMatch(/<li>\d+ files downloaded into out \([^<]*\)<\/li>/);
});

it("the demo prints its steps in order: no note comes before the first one", async () => {
  const run = await (await sandboxHome()).swath("demo");
  expect([run.exitCode, run.stderr]).toEqual([0, ""]);
});
