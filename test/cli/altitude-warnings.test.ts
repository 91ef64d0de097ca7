/** Altitudes are dropped with a warning, whatever the source of an area. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench({ archiveSize: 400 });
const ETNA = { intersects: { type: "Point", coordinates: [14.99, 37.75] } };

it.each([
  ["--point", "14.99,37.75,3357"],
  ["--file", "POINT(14.99 37.75 3357)"],
  ["--file", "POINT Z (14.99 37.75 3357)"],
  ["--file", '{"type":"Point","coordinates":[14.99,37.75,3357]}'],
])("TASK-03 %s %s: the altitude is dropped with a warning", async (flag, area) => {
  const run = await swath(["catalog", "search", flag, area]);
  expect(run.requests[0]?.body).toEqual(ETNA);
  expect(run.stderr).toContain(`Warning: ${flag}: the altitude 3357 was dropped\n`);
});

it("TASK-03 every position of a polygon is counted", async () => {
  const ring = "14 37 9, 15 37 9, 15 38 9, 14 37 9";
  const run = await swath(["catalog", "search", "--file", `POLYGON((${ring}))`]);
  expect(run.requests[0]?.body).toMatchObject({
    intersects: {
      coordinates: [
        [
          [14, 37],
          [15, 37],
          [15, 38],
          [14, 37],
        ],
      ],
    },
  });
  expect(run.stderr).toContain("Warning: --file: 4 altitudes were dropped\n");
});
