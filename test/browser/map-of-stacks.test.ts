/** The page of stacks in a real browser: a row is several items. */
import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { openBench } from "../cli/bench.ts";
import { words } from "../cli/split-line.ts";
import { tempHome } from "../cli/world.ts";
import { closeChromium, needChromium, openPage } from "./chromium.ts";

const { swath } = await openBench({ archiveSize: 12_000 });
const home = await tempHome();

afterAll(async () => {
  await closeChromium();
  await rm(home, { recursive: true });
});

test("MAP-05 VIEW-05 a ticked stack gives the command that orders one product of each of its scenes", async (context) => {
  await needChromium(context);
  const line = "catalog stacks --place Lisbon --radius 30km";
  const stacks = JSON.parse((await swath(`${line} --json`, { home })).stdout) as {
    collects: { items: string[] }[];
  }[];
  const items = stacks[0]!.collects.flatMap((collect) => collect.items.filter((id) => id.includes("_GEO_")));
  const run = await swath(`${line} --output html`, { home });
  const { page, errors, requests } = await openPage(run.stdout, home);
  await page.locator("#body input").first().check();
  const command = await page.locator("#command").inputValue();
  const typed = words(command);
  expect(typed.slice(0, 3)).toEqual(["swath", "order", "review"]);
  // Some scenes of a stack may be open data.
  expect(typed.flatMap((word) => /^vendor-(?:archive|open-data)\/(.*)$/.exec(word)?.[1] ?? [])).toEqual(
    items,
  );
  expect(await page.locator("#sum").textContent()).toContain(`1 row ticked, ${items.length} items`);
  const review = await swath([...typed.slice(1), "--json"], { home });
  expect(review.exitCode, review.stderr).toBe(0);
  expect({ errors, requests }).toEqual({ errors: [], requests: [] });
});
