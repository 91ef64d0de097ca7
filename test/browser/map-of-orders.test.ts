/** Pages of orders and files with catalog items, in a real browser. */
import { rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBench } from "../cli/bench.ts";
import { tempHome } from "../cli/world.ts";
import { closeChromium, needChromium, openPage } from "./chromium.ts";

const { swath } = await openBench();
const home = await tempHome();
let id: string;
let order: string;

async function run(line: string): Promise<string> {
  const { stdout, stderr, exitCode } = await swath(line, { home });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  const items = await run(
    "catalog search --bbox -10,38,-8,39.5 --product-type GEO --limit 4 --output order-items",
  );
  await writeFile(join(home, "items.json"), items);
  id = (JSON.parse(items) as { granuleId: string }[])[0]!.granuleId;
  order = (await run("order place --items items.json --yes --output id")).trim();
});

afterAll(async () => {
  await closeChromium();
  await rm(home, { recursive: true });
});

test("MAP-01 order review: the header shows the total; a tick adds its price and shows its item", async (context) => {
  await needChromium(context);
  const { page, errors, requests } = await openPage(
    await run("order review --items items.json --output html"),
    home,
  );
  await expect.poll(() => page.locator("#body tr").count()).toBe(4);
  expect(await page.locator("#about").textContent()).toMatch(/total \$[\d,.]+/);
  await page.locator("#body input").first().check();
  expect(await page.locator("#sum").textContent()).toMatch(/\d+\.00/);
  await page.locator("#copy").click();
  await expect
    .poll(() => page.evaluate("navigator.clipboard.readText()"))
    .toBe(`swath order review --item vendor-archive/${id}`);
  expect({ errors, requests }).toEqual({ errors: [], requests: [] });
});

test("MAP-01 verify: each file is at its place, coloured by its state", async (context) => {
  await needChromium(context);
  await run(`order download ${order} --wait --asset metadata --out-dir img --quiet`);
  const [line = ""] = (await run("verify img")).split("\n");
  await truncate(join(home, "img", line.split("\t")[0]!), 1);
  const { stdout } = await swath("verify img --output html", { home });
  const { page, errors, requests } = await openPage(stdout, home);
  await expect.poll(() => page.locator("#body tr").count()).toBe(4);
  expect(await page.locator("#about").textContent()).toContain("1 wrong or missing");
  expect(await page.locator("#about").textContent()).not.toContain("without a place");
  expect(await page.locator("#legend").textContent()).toMatch(/ok.*changed/s);
  expect({ errors, requests }).toEqual({ errors: [], requests: [] });
});

test("MAP-01 order history: an order is at the place of its items", async (context) => {
  await needChromium(context);
  const { page, errors } = await openPage(await run("order history --output html"), home);
  await expect.poll(() => page.locator("#body tr").count()).toBe(1);
  expect(await page.locator("#body").textContent()).toContain(order);
  expect(await page.locator("#about").textContent()).not.toContain("without a place");
  expect(errors).toEqual([]);
});
