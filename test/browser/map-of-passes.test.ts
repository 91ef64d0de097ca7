/** The pages of passes and of an area over a pole in a real browser. */
import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { openBench } from "../cli/bench.ts";
import { words } from "../cli/split-line.ts";
import { tempHome } from "../cli/world.ts";
import { closeChromium, needChromium, openPage } from "./chromium.ts";

const { swath } = await openBench();
const home = await tempHome();

afterAll(async () => {
  await closeChromium();
  await rm(home, { recursive: true });
});

test("MAP-01 MAP-03 passes: one line per window, the target, and a note on the limits of geometry", async (context) => {
  await needChromium(context);
  const run = await swath("passes --point -9.14,38.71 --window 2d --sandbox --output html", { home });
  const { page, errors, requests } = await openPage(run.stdout, home);
  await expect.poll(() => page.locator("#body tr").count()).toBeGreaterThan(10);
  const about = await page.locator("#about").textContent();
  expect(about).toContain("Geometry only, not availability");
  expect(about).not.toContain("without a place");
  // The dropped columns are listed below, with their names and units.
  expect(await page.locator("#body td.below").first().textContent()).toMatch(
    /off-nadir [\d.]+\.\.[\d.]+ ° · seconds \d+ · azimuth [\d.]+\.\.[\d.]+ ° · squint [-\d.]+\.\.[-\d.]+ °/,
  );
  expect(await page.locator("#legend").textContent()).toMatch(/asc.*desc|desc.*asc/s);
  expect(await page.locator("#histogram").isVisible()).toBe(true);
  expect({ errors, requests }).toEqual({ errors: [], requests: [] });
});

test("VIEW-07 MAP-05 ticked windows give the commands that task them, with the target as typed", async (context) => {
  await needChromium(context);
  const line = "passes --place Lisbon --look-direction left --window 2d --sandbox";
  const run = await swath(`${line} --output html`, { home });
  const { page, errors, requests } = await openPage(run.stdout, home);
  expect(await page.locator("#copy").textContent()).toBe("Copy as command");
  expect(await page.locator("#verb").isVisible()).toBe(false);
  for (const at of [0, 1]) await page.locator("#body input").nth(at).check();
  const commands = (await page.locator("#command").inputValue()).split("\n");
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    expect(command).toMatch(
      /^swath task create --place Lisbon --window-open .* --look-direction left --sandbox$/,
    );
    const tasked = await swath([...words(command).slice(1), "--dry-run", "--yes"], { home });
    expect(tasked.exitCode, tasked.stderr).toBe(0);
  }
  expect({ errors, requests }).toEqual({ errors: [], requests: [] });
});

test("the local start of a pass is local", async (context) => {
  await needChromium(context);
  const run = await swath("passes --point 139.7,35.68 --window 2d --sandbox --output html", { home });
  const { page } = await openPage(run.stdout, home);
  await expect.poll(() => page.locator("#body").textContent()).toMatch(/T\d\d:\d\d\+09:00/);
});

test("MAP-03 an area over a pole is a disc around it, seen from above", async (context) => {
  await needChromium(context);
  const run = await swath("catalog search --point 0,90 --radius 2500km --limit 50 --output html", { home });
  const { page, errors, requests } = await openPage(run.stdout, home);
  await expect.poll(() => page.locator("#body tr").count()).toBeGreaterThan(1);
  expect(await page.locator("#legend").textContent()).toContain("area asked for");
  await page.locator("#body input").first().check();
  const sum = await page.locator("#sum").textContent();
  const [, share = ""] = /([\d.]+) % of the area/.exec(sum ?? "") ?? [];
  expect(Number(share), sum ?? "").toBeGreaterThan(0);
  expect(Number(share)).toBeLessThan(5);
  expect({ errors, requests }).toEqual({ errors: [], requests: [] });
});
