/** A JSON text may have a key twice, and JSON.parse silently keeps the last one: every reader of JSON reports it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 100 });

const FEATURE =
  '{"type":"Feature","geometry":{"type":"Point","coordinates":[14.99,37.75]},"properties":{"taskingrequestName":"etna","taskingrequestName":"stromboli"}}';
const WHEN = "--window-open +1d --window 7d --tier standard --type spotlight --dry-run";

it.each([
  [`task create --file given.json ${WHEN}`, FEATURE, "--file", "taskingrequestName"],
  [`task create --data @given.json ${WHEN}`, FEATURE, "--data", "taskingrequestName"],
  [
    `task create --each --file given.json ${WHEN}`,
    `{"type":"FeatureCollection","features":[${FEATURE}]}`,
    "--file",
    "taskingrequestName",
  ],
  [
    `task create --file given.json ${WHEN}`,
    '{"type":"Point","coordinates":[0,0],"coordinates":[14.99,37.75]}',
    "--file",
    "coordinates",
  ],
  [
    "order review --items given.json --dry-run",
    '[{"collectionId":"a","granuleId":"x","granuleId":"y"}]',
    "--items",
    "granuleId",
  ],
  [
    "org set-defaults org-a --yes --dry-run --file given.json",
    '[{"productType":"GEO","required":true,"required":true}]',
    "--file",
    "required",
  ],
  ["search tasks --data @given.json --dry-run", '{"query":{"a":"b","a":"c"}}', "--data", "a"],
  [
    "catalog search --file given.json --dry-run",
    '{"type":"Point","coordinates":[0,0],"coordinates":[14.99,37.75]}',
    "--file",
    "coordinates",
  ],
])("%s: a duplicate key is reported", async (line, text, flag, member) => {
  const home = await tempHome();
  await writeFile(join(home, "given.json"), text);
  const run = await swath(line, { home });
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.stderr).toContain(
    `${flag}: "${member}" is given more than once in one object; the last one counts`,
  );
  expect(run.stderr.split("more than once")).toHaveLength(2);
});
