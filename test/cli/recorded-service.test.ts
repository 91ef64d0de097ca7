/** The client against the sandbox in the form of a recorded deployment, without a single setting of the dialect. */
import { beforeAll, expect, it } from "vitest";
import { openBench, type Bench } from "./bench.ts";

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
  await bench.control("POST", "/settings", { deployment: "recorded", collectionTypesPageSize: 4 });
});

it("SBX-14 a search reads all pages of a recorded deployment, and nothing beside its filter", async () => {
  const found = await bench.swath(
    "catalog search --bbox -20,30,40,60 --product-type GEO --limit 25 --page-size 10 --output id",
  );
  expect(found.exitCode).toBe(0);
  const ids = found.stdout.trim().split("\n");
  expect(new Set(ids).size).toBe(25);
  expect(ids.filter((id) => !/^VENDOR_C\d\d_[A-Z]+_GEO_/.test(id))).toEqual([]);
  expect(new Set(found.requests.map(({ method }) => method))).toEqual(new Set(["POST"]));
  expect(found.requests.length).toBeGreaterThan(2);
});
