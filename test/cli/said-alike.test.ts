/** The same thing is said in the same words by every command. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench();

it("api --columns of what nothing has: the paths that the data has are listed, not an empty list", async () => {
  const { stderr } = await swath("api GET /collectiontypes --columns a");
  expect(stderr).toMatch(/no column "a"; (paths of the data: \w|the data is no object)/);
  expect(stderr).not.toContain("columns: ,");
});

it("--max-cost without a currency is told in that of the price", async () => {
  const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
  const { stderr } = await swath(`order place --item vendor-archive/${granule} --yes --max-cost 1`);
  expect(stderr).toMatch(/the price is \$[\d,.]+, and --max-cost is \$1: nothing was ordered/);
});

it("--orbit-state up is warned about with its flag, the word as typed, and the choices", async () => {
  const { stderr } = await swath("catalog search --orbit-state up --limit 1");
  expect(stderr).toContain(
    'Warning: --orbit-state: "up" is not an orbit state that the interface lists (ascending, descending)\n',
  );
});

it("output formats stand in one order in every help", async () => {
  const formats = async (command: string) =>
    /^Output formats: ([\s\S]*?)\n\n/m.exec((await swath(`${command} --help`)).stdout)?.[1]?.split(/,\s+/);
  expect(await formats("order place")).toEqual(["table", "json", "ndjson", "csv", "tsv", "yaml", "id"]);
  expect(await formats("catalog search")).toEqual([
    "table",
    "json",
    "ndjson",
    "csv",
    "tsv",
    "geojson",
    "yaml",
    "id",
    "order-items",
  ]);
});

it.each([
  ["task get a a", "1 repeated id left out\n"],
  ["task get a a a", "2 repeated ids left out\n"],
])("what there is one of is said as one: %s", async (line, said) => {
  expect((await swath(line)).stderr).toContain(said);
});
