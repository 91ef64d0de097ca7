import * as fc from "fast-check";
import { expect, test } from "vitest";
import { planTransfers } from "../../../src/transfer/plan.ts";
import { chooseShard } from "../../../src/transfer/shard.ts";
import { source } from "./transfer-world.ts";

const sourcesOf = (items: readonly string[], assets: readonly string[]) =>
  items.flatMap((item) =>
    assets.map((assetKey) => source(`https://data.example/${assetKey}.tif`, { item, assetKey, size: 10 })),
  );

test("the shards of a plan are the plan: nothing twice, nothing missing, the same names and sums", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 }),
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (items, assets, count) => {
        const plan = planTransfers(sourcesOf(items, assets));
        const shards = Array.from({ length: count }, (_, at) => chooseShard(plan, { index: at + 1, count }));
        const files = shards.flatMap((shard) => shard.files);
        expect(files.toSorted((a, b) => plan.files.indexOf(a) - plan.files.indexOf(b))).toEqual(plan.files);
        expect(shards.reduce((sum, { knownBytes }) => sum + knownBytes, 0)).toBe(plan.knownBytes);
      },
    ),
  );
});

test("every machine divides equally, whatever the order of the links", () => {
  const sources = sourcesOf(["ETNA", "TAVEUNI", "WRANGEL"], ["HH", "metadata", "preview"]);
  const names = (list: typeof sources) =>
    chooseShard(planTransfers(list), { index: 2, count: 3 })
      .files.map(({ path }) => path)
      .sort();
  expect(names(sources.toReversed())).toEqual(names(sources));
});

test("a thousand files are spread evenly over eight machines", () => {
  const plan = planTransfers(
    sourcesOf(
      Array.from({ length: 1000 }, (_, at) => `item-${at}`),
      ["HH"],
    ),
  );
  for (let index = 1; index <= 8; index++) {
    const { length } = chooseShard(plan, { index, count: 8 }).files;
    expect(Math.abs(length - 125)).toBeLessThan(40);
  }
});
