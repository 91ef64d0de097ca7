/** The map page of a search, from the words of the command to a real browser. */
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from "vitest";
import { openBench } from "../cli/bench.ts";
import { tempHome } from "../cli/world.ts";
import { need } from "../need.ts";
import { closeChromium, HAS_CHROMIUM, NEEDS_CHROMIUM, openPage, type OpenPage } from "./chromium.ts";

const { swath } = await openBench();

let html: string;

beforeAll(async () => {
  const home = await tempHome();
  const run = await swath("catalog search --bbox -10,38,-8,39.5 --limit 40 --output html", { home });
  expect(run.exitCode, run.stderr).toBe(0);
  html = run.stdout;
  await rm(home, { recursive: true });
  // The first page loads the archive, the land and the places: long on a busy machine.
}, 60_000);

afterAll(closeChromium);

async function open(
  context: TestContext,
  options?: Parameters<typeof openPage>[2],
  text = html,
): Promise<OpenPage> {
  need(HAS_CHROMIUM, NEEDS_CHROMIUM, context);
  const folder = await tempHome();
  onTestFinished(() => rm(folder, { recursive: true }));
  return openPage(text, folder, options);
}

const clipboard = (page: OpenPage["page"]): Promise<string> =>
  page.evaluate("navigator.clipboard.readText()");

describe("a map page in Chromium", () => {
  test("MAP-02 MAP-08 opens from its file without an error and without a request", async (context) => {
    const { page, errors, requests } = await open(context);
    await expect.poll(() => page.locator("#body tr").count()).toBe(40);
    expect(await page.locator("#about").textContent()).toMatch(/^40 rows · read 20/);
    expect(await page.locator("#scale-text").textContent()).toMatch(/^\d+ (?:km|m)$/);
    // Land and sea are drawn, so the canvas has more than one colour.
    const colours: number = await page.evaluate(`(() => {
      const canvas = document.getElementById("canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) seen.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
      return seen.size;
    })()`);
    expect(colours).toBeGreaterThan(10);
    expect({ errors, requests }).toEqual({ errors: [], requests: [] });
  });

  test("MAP-05 ticked scenes are counted, and the copied command orders exactly them", async (context) => {
    const { page, errors } = await open(context);
    const ids = page.locator("#body td.id button");
    const [first, second] = [await ids.nth(0).textContent(), await ids.nth(1).textContent()];
    await page.locator("#body input").nth(0).check();
    await page.locator("#body input").nth(1).check();
    expect(await page.locator("#sum").textContent()).toMatch(/^2 rows ticked · [\d.]+ % of the area$/);
    await page.locator("#copy").click();
    await expect.poll(() => page.locator("#copy-note").textContent()).toBe("Copied.");
    const items = [first, second].map((id) => `--item vendor-archive/${id}`).join(" ");
    expect(await clipboard(page)).toBe(`swath order review ${items}`);
    await page.locator("#verb").selectOption("place");
    await page.locator("#copy").click();
    await expect.poll(() => clipboard(page)).toBe(`swath order place ${items}`);
    expect(errors).toEqual([]);
  });

  test("MAP-05 the order items are saved as a file that order review reads", async (context) => {
    const { page } = await open(context);
    await page.locator("#body input").nth(2).check();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
    expect(download.suggestedFilename()).toBe("order-items.json");
    const items = JSON.parse(await readFile(await download.path(), "utf8")) as unknown[];
    const id = await page.locator("#body td.id button").nth(2).textContent();
    expect(items).toEqual([{ collectionId: "vendor-archive", granuleId: id }]);
  });

  test("MAP-04 by keyboard alone: filter, sort, tick, copy", async (context) => {
    const { page } = await open(context);
    await page.locator("#filters summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("stripmap");
    await expect.poll(() => page.locator("#status").textContent()).toMatch(/^\d+ of 40 shown$/);
    await page.locator("#head th button", { hasText: "DATETIME" }).focus();
    await page.keyboard.press("Enter");
    const times = await page.locator("#body td.time").allTextContents();
    expect(times).toEqual(times.toSorted());
    await page.locator("#body input").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    expect(await page.locator("#sum").textContent()).toMatch(/^2 rows ticked/);
    await page.locator("#copy").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => clipboard(page)).toMatch(/^swath order review --item \S+ --item \S+$/);
  });
});

describe("--map", () => {
  test("MAP-01 writes one file beside the table, with the rows of the table", async () => {
    const home = await tempHome();
    onTestFinished(() => rm(home, { recursive: true }));
    await mkdir(join(home, "maps"));
    const plain = await swath("catalog search --point -9.14,38.71", { home });
    const run = await swath("catalog search --point -9.14,38.71 --map maps/lisbon.html", { home });
    expect(run.stdout).toBe(plain.stdout);
    expect(run.stderr).toContain(`Wrote the map page ${join(home, "maps", "lisbon.html")}`);
    const text = await readFile(join(home, "maps", "lisbon.html"), "utf8");
    const data = JSON.parse(/id="data">(.*)<\/script>/.exec(text)![1]!) as { rows: { label: string }[] };
    expect(data.rows.map(({ label }) => label)).toEqual(
      plain.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t")[0]),
    );
  });

  test("MAP-01 a file that does not end in .html is refused before anything is sent", async () => {
    const run = await swath("catalog search --point -9.14,38.71 --map items.json");
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain('--map "items.json": must end in .html');
  });

  test("MAP-01 --open shows the page with the system's browser, and in CI it does not", async () => {
    const home = await tempHome();
    onTestFinished(() => rm(home, { recursive: true }));
    const opened: string[][] = [];
    const runProgram = async (program: string, args: readonly string[]) => {
      opened.push([program, ...args]);
      return { exitCode: 0 };
    };
    const line = "catalog search --point -9.14,38.71 --open";
    const path = join(home, ".cache", "swath", "maps", "default", "catalog-search.html");
    expect((await swath(line, { home, runProgram })).exitCode).toBe(0);
    expect(opened).toEqual([["xdg-open", path]]);
    const inCi = await swath(line, { home, runProgram, env: { CI: "true" } });
    expect(inCi.stderr).toContain("--open opens no browser in CI");
    expect(opened).toHaveLength(1);
  });

  test("MAP-01 an empty result is a page that says so", async (context) => {
    const home = await tempHome();
    const run = await swath("catalog search --point -140,-50 --output html", { home });
    await rm(home, { recursive: true });
    expect(run.exitCode).toBe(0);
    const { page, errors } = await open(context, {}, run.stdout);
    expect(await page.locator("#none").textContent()).toBe("Nothing was found.");
    expect(errors).toEqual([]);
  });
});
