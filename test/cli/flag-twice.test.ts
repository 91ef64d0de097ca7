/** One rule for every command: a flag with one value that is given twice, with two values, is no choice of ours. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";

const { swath } = await openBench({ archiveSize: 100 });

const RING = "14.9,37.6 15.1,37.6 15,37.8 14.9,37.6";
const OTHER_RING = "-9.2,38.6 -9,38.6 -9.1,38.8 -9.2,38.6";

it.each([
  ["task create", "--polygon", RING, OTHER_RING],
  [
    "task create",
    "--geometry",
    '{"type":"Point","coordinates":[0,0]}',
    '{"type":"Point","coordinates":[1,1]}',
  ],
  ["task create", "--data", "{}", '{"type":"Feature"}'],
  ["task create", "--tier", "urgent", "standard"],
  ["task create", "--window-open", "now", "+1d"],
  ["task create", "--max-cost", "10", "100"],
  ["repeat create", "--interval", "7", "14"],
  ["search tasks", "--filter", '{"a":"b"}', '{"a":"c"}'],
  ["order place", "--items", "a.json", "b.json"],
])("%s: %s with two values is refused, and both are named", async (command, flag, one, other) => {
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

it("the same value twice says one thing, and what is a matter of taste may be overridden", async () => {
  const run = await swath("search tasks --name etna --name etna --output json --output ndjson");
  expect(run).toMatchObject({ exitCode: 0, requests: [{ body: { query: { taskingrequestName: "etna" } } }] });
});
