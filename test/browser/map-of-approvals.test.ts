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

test("MAP-01 approvals: the first tick moves nothing in the rows, and a name is on one line", async (context) => {
  await needChromium(context);
  const own = await openBench({ archiveSize: 1 });
  const CREATE = "repeat create --point 15,37.75 --from +1d --interval 4d --count 3 --tier routine --wait";
  for (const flags of ["", "", "", "", "", "", "", "--name MAMMOTH-WARMUP-2027"])
    await own.swath(`${CREATE} ${flags}`);
  const { stdout } = await own.swath("approvals --output html");
  const { page, errors } = await openPage(stdout, home, { viewport: { width: 1280, height: 1000 } });
  await expect.poll(() => page.locator("#body tr").count()).toBe(8);
  // The rows just fit, until the first tick shows the command below them.
  const spare = await page
    .locator("#rows")
    .evaluate((rows) => rows.clientHeight - rows.firstElementChild!.clientHeight);
  await page.setViewportSize({ width: 1280, height: 1000 - spare });
  const places = (): Promise<unknown> =>
    page.locator("#body td").evaluateAll((cells) =>
      cells.map((cell) => {
        const { x, width, height } = cell.getBoundingClientRect();
        return [x, width, height];
      }),
    );
  const overflows = (): Promise<boolean> =>
    page.locator("#rows").evaluate((rows) => rows.scrollHeight > rows.clientHeight);
  const before = await places();
  expect(await overflows()).toBe(false);
  await page.locator("#body input").first().check();
  expect(await overflows()).toBe(true);
  expect(await places()).toEqual(before);
  const leads = page.locator("#body .lead");
  const heights = await leads.evaluateAll((names) => names.map(({ clientHeight }) => clientHeight));
  expect(new Set(heights).size).toBe(1);
  expect(await leads.first().textContent()).toBe("MAMMOTH-WARMUP-2027");
  expect(errors).toEqual([]);
});
