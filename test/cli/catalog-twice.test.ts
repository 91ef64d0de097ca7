/** A flag that says which data are meant, given twice: nobody could know which was meant. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";

const { swath } = await openBench({ archiveSize: 400 });

it.each([
  ["--point", "14.99,37.75", "-9.14,38.71"],
  ["--bbox", "-10,38,-9,39", "178,-18,-178,-16"],
  ["--file", "etna.geojson", "lisbon.geojson"],
  ["--intersects", "POINT(14.99 37.75)", "POINT(-9.14 38.71)"],
  ["--datetime", "2026-01-01T00:00:00Z/..", "2026-02-01T00:00:00Z/.."],
  ["--from", "-7d", "-9d"],
  ["--product-type", "GEO", "SLC"],
])("%s with two values is refused, and said to be", async (flag, one, other) => {
  const run = await swath(["catalog", "search", flag, one, flag, other, "--json"]);
  expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
  expect(errorOf(run).details).toContainEqual(
    expect.objectContaining({
      code: "INPUT_AMBIGUOUS",
      flag,
      message: `${flag} ${JSON.stringify(other)}: may be given once, and was ${JSON.stringify(one)} before`,
    }),
  );
});

it("the same value twice says one thing", async () => {
  const run = await swath("catalog search --point 14.99,37.75 --point 14.99,37.75");
  expect(run.requests[0]?.body).toEqual({ intersects: { type: "Point", coordinates: [14.99, 37.75] } });
});
