/** The gallery of a download, from the command line to a real browser. */
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from "vitest";
import { openBench } from "../cli/bench.ts";
import { tempHome } from "../cli/world.ts";
import { closeChromium, needChromium, openPage, type OpenPage } from "./chromium.ts";

const { swath } = await openBench();

let html: string;

beforeAll(async () => {
  const home = await tempHome();
  const items = await swath("catalog search --product-type GEO --limit 3 --output order-items", { home });
  await writeFile(join(home, "items.json"), items.stdout);
  const placed = await swath("order place --items items.json --yes --output id", { home });
  await swath(`order download ${placed.stdout.trim()} --wait --out-dir img`, { home });
  const hostile = {
    name: "x.tif",
    size: 1,
    item: "<script>document.title='ran'</script>",
    asset: "A",
    verified: [],
    time: "",
  };
  await appendFile(join(home, "img", "swath-manifest.ndjson"), `${JSON.stringify(hostile)}\n`);
  const run = await swath("gallery img", { home });
  expect(run.exitCode, run.stderr).toBe(0);
  html = await readFile(join(home, "img", "swath-gallery.html"), "utf8");
  await rm(home, { recursive: true });
});

afterAll(closeChromium);

async function open(context: TestContext, options?: Parameters<typeof openPage>[2]): Promise<OpenPage> {
  await needChromium(context);
  const folder = await tempHome();
  onTestFinished(() => rm(folder, { recursive: true }));
  return openPage(html, folder, options);
}

describe("a gallery in Chromium", () => {
  test("MAP-06 MAP-07 opens without an error or a request, and shows names as text", async (context) => {
    const { page, errors, requests } = await open(context);
    expect(await page.locator(".card").count()).toBe(4);
    expect(await page.title()).toBe("Gallery of img");
    const width: number = await page.evaluate("document.querySelector('.shot img').naturalWidth");
    expect(width).toBeGreaterThan(200);
    expect(await page.locator("h2", { hasText: "<script>" }).count()).toBe(1);
    expect({ errors, requests }).toEqual({ errors: [], requests: [] });
  });

  test("MAP-06 a click enlarges a picture, keys turn to the next, and Escape returns the focus", async (context) => {
    const { page } = await open(context);
    const name = (): Promise<string | null> => page.locator("#enlarged-name").textContent();
    await page.locator(".shot").first().click();
    const first = await name();
    await expect
      .poll(() => page.locator("#enlarged figcaption").innerText())
      .toMatch(
        /^20[-\d]{8}T[:\d]{5}Z, GEO\n.+ · .*(?:stripmap|spotlight).*\n\d+ x \d+ pixels · footprint [\d.]+ km east-west, [\d.]+ km north-south$/,
      );
    await page.keyboard.press("ArrowRight");
    expect(await name()).not.toBe(first);
    await page.keyboard.press("ArrowLeft");
    expect(await name()).toBe(first);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("#enlarged").isVisible()).toBe(false);
    await expect.poll(() => page.evaluate("document.activeElement.className")).toBe("shot");
  });

  test("MAP-06 finds items by their text, and shows how many", async (context) => {
    const { page } = await open(context);
    await page.locator("#find").fill("wrong or missing");
    expect(await page.locator(".card:visible").count()).toBe(1);
    expect(await page.locator("#status").textContent()).toBe("1 scene of 4 shown");
  });

  test("MAP-06 has no serious accessibility fault, light and dark, large and small", async (context) => {
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(context, { colorScheme, viewport: { width: 390, height: 844 } });
      await page.evaluate(axe);
      const found: { id: string; impact: string }[] = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, impact }) => ({ id, impact })))",
      );
      expect(found.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
      const overflow: number = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });

  test("MAP-06 prints dark on white when the screen is dark", async (context) => {
    const { page } = await open(context, { colorScheme: "dark" });
    const ink = (): Promise<string> => page.evaluate("getComputedStyle(document.body).color");
    const onScreen = await ink();
    await page.emulateMedia({ media: "print" });
    expect([onScreen, await ink()]).toEqual(["rgb(228, 234, 236)", "rgb(27, 38, 43)"]);
  });
});
