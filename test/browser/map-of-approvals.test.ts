/** The page of requests that wait for approval, in a real browser. */
import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { openBench } from "../cli/bench.ts";
import { tempHome } from "../cli/world.ts";
import { closeChromium, needChromium, openPage } from "./chromium.ts";

const { swath } = await openBench({ archiveSize: 100 });
const home = await tempHome();

afterAll(async () => {
  await closeChromium();
  await rm(home, { recursive: true });
});

test("MAP-01 approvals: places are shown, and ticked requests are copied as one command that approves them", async (context) => {
  await needChromium(context);
  const CREATE =
    "task create --window-open +1d --window 7d --tier standard --type spotlight --wait --output id";
  const ids: string[] = [];
  for (const point of ["15,37.75", "-8.89,38.52"])
    ids.unshift((await swath(`${CREATE} --point ${point}`, { home })).stdout.trim());
  const { stdout } = await swath("approvals --output html", { home });
  const { page, errors } = await openPage(stdout, home, { viewport: { width: 390, height: 844 } });
  await expect.poll(() => page.locator("#body tr").count()).toBe(2);
  expect(await page.locator("#body").textContent()).toContain("Etna (IT)");
  await page.locator("#tick-all").check();
  expect(await page.locator("#sum").textContent()).toContain("2 rows ticked · $2,500.00");
  expect(await page.locator("#copy").textContent()).toBe("Copy as command");
  await page.locator("#copy").click();
  const copied = String(await page.evaluate("navigator.clipboard.readText()"));
  const [, , ...words] = copied.split(" ");
  expect([copied.startsWith("swath approvals approve "), words.slice(1).toSorted()]).toEqual([
    true,
    ids.toSorted(),
  ]);
  expect(errors).toEqual([]);
});
