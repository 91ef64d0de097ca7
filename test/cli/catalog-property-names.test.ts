/** Names of properties as people remember them: without their prefix, or as the columns call them. */
import { expect, it } from "vitest";
import { ITEM_COLUMNS } from "../../src/commands/item-columns.ts";
import { openBench } from "./bench.ts";

const { swath } = await openBench({ archiveSize: 400 });

const COLUMNS: readonly string[] = ITEM_COLUMNS.map(({ key }) => key).filter(
  (key) => !["id", "datetime", "platform", "collection"].includes(key),
);

it.each([
  ["incidence_angle", "view:incidence_angle"],
  ["incidence_angel", "view:incidence_angle"],
  ["sar:incidence_angle", "view:incidence_angle"],
  ["orbit_state", "sat:orbit_state"],
  ...COLUMNS.map((key): [string, RegExp] => [key, /^(?:sar|sat|view):/]),
])("--where %s: the property meant is suggested, and nothing is sent", async (typed, meant) => {
  const run = await swath(["catalog", "search", "--where", `${typed}<35`]);
  expect(run).toMatchObject({ exitCode: 3, stdout: "", requests: [] });
  expect(/Did you mean (\S+)\?/.exec(run.stderr)?.[1]).toMatch(meant);
});

it("--where with a word of somebody's own extension is sent", async () => {
  const run = await swath(["catalog", "search", "--where", "acme:incidence_angle<35"]);
  expect(run.requests).toHaveLength(1);
});
