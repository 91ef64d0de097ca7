/** Times for people have no fractions of a second; data keeps them. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { NOW, stoppedClock } from "./stopped-clock.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 4000, clock: stoppedClock(NOW + 123) });
const home = await tempHome();
const PERSON = { home, stdinTTY: true, stdoutTTY: true, stderrTTY: true, columns: 200 };
const FRACTION = /:\d\d\.\d+Z/;
const STACKS =
  "catalog stacks --point 4.14,51.95 --radius 400km --look-tolerance 6 --squint-tolerance 30 --min-overlap 20%";

let order = "";
let journal = "";

beforeAll(async () => {
  const [item = ""] = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.split(
    "\n",
  );
  order = `order place --item vendor-archive/${item} --yes`;
  expect((await swath(order, { home })).exitCode).toBe(0);
  journal = (await swath("journal list --output id", { home })).stdout.trim();
});
afterAll(() => rm(home, { recursive: true }));

describe("VIEW-06 times for people", () => {
  it("an order that contains the item shows the end of its downloads, to the second", async () => {
    const { stderr, exitCode } = await swath(order, PERSON);
    expect(exitCode).toBe(12);
    expect(stderr).toMatch(
      / of 2026-03-10T11:47:\d\dZ contains this item and can be downloaded until 2026-03-17T11:47:\d\dZ:/,
    );
  });

  it.each([
    "order history",
    "journal list",
    "journal show",
    STACKS,
    `${STACKS} --pairs 2`,
    "spend --by period",
  ])("%s: no fractions on a terminal", async (line) => {
    const { stdout, stderr } = await swath(line === "journal show" ? `${line} ${journal}` : line, PERSON);
    expect(stdout).toMatch(/20\d\d-\d\d/);
    expect(`${stdout}${stderr}`).not.toMatch(FRACTION);
  });

  it.each([
    ["order history", "--json"],
    ["order history", "--output csv"],
    ["journal list", "--json"],
    [STACKS, "--json"],
    [`${STACKS} --pairs 2`, "--output csv"],
  ])("%s %s keeps them", async (line, format) => {
    expect((await swath(`${line} ${format}`, { home })).stdout).toMatch(FRACTION);
  });
});
