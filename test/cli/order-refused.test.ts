/** Requests that `order review` and `order place` refuse before sending. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { refuses, type Refusal } from "./refusal.ts";
import { tempHome } from "./world.ts";

const home = await tempHome();
await writeFile(join(home, "empty.json"), "[]");
await writeFile(join(home, "cloud.json"), '{"hello":"world"}');

const ROWS: readonly Refusal[] = [
  [
    "ORDER-01 nothing to order",
    "",
    3,
    "ORDER_EMPTY at items",
    "--item: the order has no item",
    "Add --item <collection>/<item>",
  ],
  [
    "ORDER-01 an empty list in the body",
    `--data '{"items":[]}'`,
    3,
    "ORDER_EMPTY at items",
    "--data: the order has no item",
    "Add --item <collection>/<item>",
  ],
  [
    "ORDER-01 items that are not a list",
    `--data '{"items":"x"}'`,
    3,
    "ORDER_EMPTY at items",
    `--data: items "x" is not an array of order items`,
  ],
  [
    "ORDER-01 an order that is a list",
    "--data '[]'",
    2,
    "INPUT_NOT_JSON",
    "--data has a list, not a JSON object",
    "Give the body as an object: --data '{...}'",
  ],
  [
    "ORDER-01 an empty selection",
    "--items empty.json",
    3,
    "ORDER_EMPTY at items",
    "--items: the order has no item",
    "Add --item <collection>/<item>",
  ],
  [
    "ORDER-02 an item without collection",
    "--item gra",
    3,
    "ORDER_ITEM_SHAPE",
    `--item "gra": must be <collectionId>/<granuleId>`,
    "Print items for --items: swath catalog search --output order-items",
  ],
  [
    "ORDER-02 an item without granule",
    "--item vendor-archive/",
    3,
    "ORDER_ITEM_SHAPE",
    `--item "vendor-archive/": must be <collectionId>/<granuleId>`,
    "Print items for --items: swath catalog search --output order-items",
  ],
  [
    "ORDER-02 a file that is not there",
    "--items nowhere.json",
    2,
    "INPUT_NOT_READABLE",
    "--items nowhere.json: no such file",
    "Check the path",
  ],
  [
    "ORDER-02 a file of something else",
    "--items cloud.json",
    3,
    "ORDER_ITEM_SHAPE",
    "--items: the input has neither order items nor STAC items",
  ],
  [
    "ORDER-02 an empty stdin",
    "--items -",
    2,
    "INPUT_NOT_JSON",
    "--items - (stdin) is empty; JSON was expected",
    'JSON looks like {"name": "value", "list": [1, 2]}, with double quotes and no comma at the end',
  ],
  [
    "ORDER-03 a product without collect",
    "--generate GEC",
    3,
    "ORDER_ITEM_SHAPE",
    `--generate "GEC": must be <productType>=<collectId>[,<collectId>]`,
    "For example: --generate GEC=<collectId>",
  ],
  [
    "ORDER-03 a product of an empty collect",
    "--generate GEC=c1,,c2",
    3,
    "ORDER_ITEM_SHAPE",
    `--generate "GEC=c1,,c2": must be <productType>=<collectId>[,<collectId>]`,
    "For example: --generate GEC=<collectId>",
  ],
  [
    "ORDER-03 a misspelt product type",
    "--generate GEQ=c1",
    3,
    "ENUM_INVALID at items[0].productType",
    `--generate: "GEQ" is not a known product type (GEO, GEC, SLC, SICD, SIDD, CPHD, VS)`,
    "Did you mean GEO?",
  ],
  [
    "ORDER-03 a file format for a product type",
    "--generate GEOTIFF=c1",
    3,
    "ENUM_INVALID at items[0].productType",
    `--generate: "GEOTIFF" is not a known product type (GEO, GEC, SLC, SICD, SIDD, CPHD, VS)`,
    "Did you mean GEO?",
  ],
  [
    "ORDER-04 an item without its id",
    `--data '{"items":[{"collectionId":"a"}]}'`,
    3,
    "ORDER_ITEM_SHAPE at items[0]",
    `--data: items[0] {"collectionId":"a"} fits neither shape of an order item`,
    "Rule: either collectionId and granuleId, or productType and collectIds, with strings that are not empty",
  ],
  [
    "ORDER-04 an item that mixes the shapes",
    `--data '{"items":[{"collectionId":"a","granuleId":"b","productType":"GEC","collectIds":["c"]}]}'`,
    3,
    "ORDER_ITEM_SHAPE at items[0]",
    `--data: items[0] {"collectionId":"a","granuleId":"b","productType":"GEC","collectIds":["c"]} mixes the two shapes (collectionId, granuleId, productType, collectIds)`,
    "Rule: either collectionId and granuleId, or productType and collectIds, with strings that are not empty",
  ],
  [
    "ORDER-04 a number in place of an item",
    `--data '{"items":[5]}'`,
    3,
    "ORDER_ITEM_SHAPE at items[0]",
    "--data: items[0] 5 is not an object with either collectionId and granuleId, or productType and collectIds",
  ],
  [
    "ORDER-04 a granule id that is a number",
    `--data '{"items":[{"collectionId":"a","granuleId":7}]}'`,
    3,
    "ORDER_ITEM_SHAPE at items[0]",
    `--data: items[0] {"collectionId":"a","granuleId":7} fits neither shape of an order item`,
    "Rule: either collectionId and granuleId, or productType and collectIds, with strings that are not empty",
  ],
  [
    "ORDER-04 collects that are not a list",
    `--data '{"items":[{"productType":"GEC","collectIds":"c1"}]}'`,
    3,
    "ORDER_ITEM_SHAPE at items[0]",
    `--data: items[0] {"productType":"GEC","collectIds":"c1"} fits neither shape of an order item`,
    "Rule: either collectionId and granuleId, or productType and collectIds, with strings that are not empty",
  ],
  [
    "ORDER-05 ORDER-19 vessels without the image they are found in",
    "--generate VS=c1",
    3,
    "VS_WITHOUT_GEO at items[0]",
    "--generate: VS of collect c1 needs the GEO item of that collect in the same order",
    "Add --with-geo to look it up",
  ],
  [
    "ORDER-05 ORDER-19 vessels of one collect, the image of another",
    "--generate VS=c1 --generate GEO=c2",
    3,
    "VS_WITHOUT_GEO at items[0]",
    "--generate: VS of collect c1 needs the GEO item of that collect in the same order",
    "Add --with-geo to look it up",
  ],
  [
    "ORDER-05 not proven, and --strict",
    "--generate VS=c1 --item vendor-archive/x --strict",
    3,
    "VS_WITHOUT_GEO at items",
    "--generate: the GEO item that VS of collect c1 is derived from may be missing from the order",
    "Rule: no warnings (--strict)",
  ],
  [
    "ORDER-03 an unknown product type, and --strict",
    "--generate POLSAR=c1 --strict",
    3,
    "ENUM_INVALID at items[0].productType",
    '--generate: "POLSAR" is not a product type that the interface lists (GEO, GEC, SLC, SICD, SIDD, CPHD, VS)',
    "Give one of GEO, GEC, SLC, SICD, SIDD, CPHD, VS",
  ],
];

const { swath } = await openBench();
const atHome: typeof swath = (argv, options) => swath(argv, { home, ...options });

refuses({ swath: atHome }, "order review", ROWS);
// Consent changes nothing about the fault.
refuses({ swath: atHome }, "order place --yes", ROWS);

it("ORDER-02 two faults with one next step show it once", async () => {
  const { stderr } = await atHome("order review --item gra --item vendor-archive/");
  expect(stderr.match(/must be <collectionId>/g)).toHaveLength(2);
  expect(stderr.match(/Print items for --items/g)).toHaveLength(1);
});

describe("an id with a control character", () => {
  it.each([
    ["--item", "a/\u001B[31m"],
    ["--item", "a/b\nc"],
    ["--generate", "GEC=b\u0007"],
  ])("%s %j is never in a body", async (flag, given) => {
    const run = await swath(["order", "place", flag, given, "--dry-run", "--yes"]);
    expect(run).toMatchObject({ exitCode: 3, stdout: "", requests: [] });
    expect(run.stderr).toContain(`Error: ${flag} ${JSON.stringify(given)}: has control characters in it`);
    expect(run.stderr).not.toContain("\u001B");
  });
});
