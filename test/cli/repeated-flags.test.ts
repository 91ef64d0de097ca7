/** A single-value flag that is given twice with two values is refused by every command: the intended one is unknown. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";

const { swath } = await openBench({ archiveSize: 100 });

const RING = "POLYGON((14.9 37.6,15.1 37.6,15 37.8,14.9 37.6))";
const OTHER_RING = "POLYGON((-9.2 38.6,-9 38.6,-9.1 38.8,-9.2 38.6))";

it.each([
  ["task create", "--file", RING, OTHER_RING],
  ["task create", "--file", '{"type":"Point","coordinates":[0,0]}', '{"type":"Point","coordinates":[1,1]}'],
  ["task create", "--data", "{}", '{"type":"Feature"}'],
  ["task create", "--tier", "urgent", "standard"],
  ["task create", "--window-open", "now", "+1d"],
  ["task create", "--max-cost", "10", "100"],
  ["repeat create", "--interval", "7", "14"],
  ["order place", "--items", "a.json", "b.json"],
  ["catalog search", "--point", "14.99,37.75", "-9.14,38.71"],
  ["catalog search", "--bbox", "-10,38,-9,39", "178,-18,-178,-16"],
  ["catalog search", "--file", "etna.geojson", "lisbon.geojson"],
  ["catalog search", "--file", "POINT(14.99 37.75)", "POINT(-9.14 38.71)"],
  ["catalog search", "--datetime", "2026-01-01T00:00:00Z/..", "2026-02-01T00:00:00Z/.."],
  ["catalog search", "--from", "-7d", "-9d"],
  ["catalog search", "--platform", "vendor-01", "vendor-02"],
])("%s: %s with two values is refused, with both values", async (command, flag, one, other) => {
  const run = await swath([...command.split(" "), flag, one, flag, other, "--json"]);
  expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
  expect(errorOf(run).details).toContainEqual(
    expect.objectContaining({
      code: "INPUT_AMBIGUOUS",
      flag,
      message: `${flag} ${JSON.stringify(other)}: may be given once, and was ${JSON.stringify(one)} before`,
    }),
  );
});

it("the same value twice counts once, and the last value of a presentation flag counts", async () => {
  const run = await swath("search tasks --name etna --name etna --output json --output ndjson");
  expect(run).toMatchObject({ exitCode: 0, requests: [{ body: { query: { taskingrequestName: "etna" } } }] });
});

it("catalog search accepts the same area twice as one", async () => {
  const run = await swath("catalog search --point 14.99,37.75 --point 14.99,37.75");
  expect(run.requests[0]?.body).toEqual({ intersects: { type: "Point", coordinates: [14.99, 37.75] } });
});

it.each([
  ["task get a a", "1 repeated id skipped\n"],
  ["task get a a a", "2 repeated ids skipped\n"],
])("repeated ids are dropped and counted: %s", async (line, said) => {
  expect((await swath(line)).stderr).toContain(said);
});
