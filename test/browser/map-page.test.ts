/** The map page of a search, from the command line to a real browser. */
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from "vitest";
import { openBench } from "../cli/bench.ts";
import { runScripted } from "../cli/scripted-service.ts";
import { tempHome } from "../cli/world.ts";
import { closeChromium, needChromium, openPage, type OpenPage } from "./chromium.ts";

const { swath } = await openBench();

let html: string;

beforeAll(async () => {
  const home = await tempHome();
  const run = await swath("catalog search --bbox -10,38,-8,39.5 --limit 40 --output html", { home });
  expect(run.exitCode, run.stderr).toBe(0);
  html = run.stdout;
  await rm(home, { recursive: true });
});

afterAll(closeChromium);

async function open(
  context: TestContext,
  options?: Parameters<typeof openPage>[2],
  text = html,
): Promise<OpenPage> {
  await needChromium(context);
  const folder = await tempHome();
  onTestFinished(() => rm(folder, { recursive: true }));
  return openPage(text, folder, options);
}

const clipboard = (page: OpenPage["page"]): Promise<string> =>
  page.evaluate("navigator.clipboard.readText()");

describe("a map page in Chromium", () => {
  test("MAP-02 MAP-08 opens from its file without an error or a request", async (context) => {
    const { page, errors, requests } = await open(context);
    await expect.poll(() => page.locator("#body .product").count()).toBe(40);
    expect(await page.locator("#about").textContent()).toMatch(
      /^\d+ scenes, 40 products · 20[-\d]+ to 20[-\d]+ · made 20[-\d]{8}T[:\d]{5}Z$/,
    );
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
    const products = page.locator("#body .product");
    const [first, second] = [
      await products.nth(0).getAttribute("title"),
      await products.nth(1).getAttribute("title"),
    ];
    await page.locator("#body input").nth(0).check();
    await page.locator("#body input").nth(1).check();
    expect(await page.locator("#sum").textContent()).toMatch(
      /^2 products ticked · [\d.]+ % of the area\s*prices not read$/,
    );
    await page.locator("#copy").click();
    await expect.poll(() => page.locator("#copy-note").textContent()).toBe("Copied.");
    const items = [first, second].map((id) => `--item vendor-archive/${id}`).join(" ");
    expect(await clipboard(page)).toBe(`swath order review ${items}`);
    await page.locator("#verb").selectOption("place");
    await page.locator("#copy").click();
    await expect.poll(() => clipboard(page)).toBe(`swath order place ${items}`);
    expect(errors).toEqual([]);
  });

  test("MAP-05 ids longer than 300 characters are copied whole, and refused if they hide text", async (context) => {
    const ids = ["t".repeat(400), "a b", "t\u202e-1"];
    const results = ids.map((taskingrequestId) => ({
      properties: { taskingrequestId, lastStatusCode: "received" },
    }));
    const script = { "GET /tasks/paged": [{ body: { results, totalPages: 1 } }] };
    const run = await runScripted("task list --output html", script);
    expect(run.exitCode, run.stderr).toBe(0);
    const { page } = await open(context, {}, run.stdout);
    const boxes = page.locator("#body input");
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.locator("#copy").click();
    await expect.poll(() => clipboard(page)).toBe(`${ids[0]}\n${ids[1]}`);
    await boxes.nth(2).check();
    expect(await page.locator("#copy").isDisabled()).toBe(true);
    expect(await page.locator("#copy-note").textContent()).toBe(
      String.raw`The id t\u202e-1 has characters that hide or move text, so the ids are not copied: untick its row.`,
    );
    await boxes.nth(2).uncheck();
    await page.locator("#copy").click();
    await expect.poll(() => page.locator("#copy-note").textContent()).toBe("Copied.");
  });

  test.for([
    [
      `catalog search --place 'New York' --limit 4 --output html`,
      "catalog search --place 'New York' --limit 4 --price --map scenes.html",
    ],
    [
      "catalog search --place Lisbon --limit 4 --map lisbon.html",
      "catalog search --place Lisbon --limit 4 --map lisbon.html --price",
    ],
  ] as const)(
    "MAP-05 the page of %s explains how to get prices, and a page with prices does not",
    async ([line, command], context) => {
      const home = await tempHome();
      onTestFinished(() => rm(home, { recursive: true }));
      const written = async (words: string): Promise<string> => {
        const run = await swath(words, { home });
        const file = /--map (\S+)/.exec(words)?.[1];
        return file === undefined ? run.stdout : readFile(join(home, file), "utf8");
      };
      const { page } = await open(context, {}, await written(line));
      await page.locator("#body input").first().check();
      expect(await page.locator("#with-prices").innerText()).toBe(
        "This page with prices: add --price to the search",
      );
      const priced = await open(context, {}, await written(command));
      await priced.page.locator("#body input").first().check();
      expect(await priced.page.locator("#sum").textContent()).toMatch(/\$[\d,]+\.\d\d/);
      expect(await priced.page.locator("#with-prices").isHidden()).toBe(true);
    },
  );

  test("MAP-04 the products of one scene share a row, each with its tick, and the scene is drawn once", async (context) => {
    const { page } = await open(context);
    const lines = page.locator("#body tr");
    const count = await lines.count();
    expect(count).toBeLessThan(40);
    expect(await page.locator("#status").textContent()).toBe(`All ${count} scenes shown`);
    const products = await lines.first().locator(".product").allTextContents();
    expect(products.length).toBeGreaterThan(1);
    await page.locator("#search").fill(`_${products[0]}_`);
    // The filter applies to products: the other products of a scene are not listed.
    await expect.poll(() => lines.first().locator(".product").allTextContents()).toEqual([products[0]]);
    await page.locator("#tick-all").check();
    const shown = await lines.count();
    expect(await page.locator("#sum").textContent()).toContain(`${shown} products ticked`);
  });

  test("MAP-04 one button clears all filters, and rows stay visible below the open filters at 900 pixels", async (context) => {
    const { page } = await open(context, { viewport: { width: 1440, height: 900 } });
    const status = page.locator("#status");
    const all = await status.textContent();
    const clear = page.locator("#filters-clear");
    expect(await clear.isHidden()).toBe(true);
    await page.locator("#filters").click();
    await page.locator("#filter-fields input[type=checkbox]").first().check();
    await page.locator("#filter-fields input[type=number]").first().fill("0");
    await page.locator("#search").fill("geo");
    expect(await page.locator("#filter-note").textContent()).toBe(" 2 in use");
    await clear.click();
    await expect.poll(() => status.textContent()).toBe(all);
    expect(await page.locator("#filter-fields input:checked").count()).toBe(0);
    expect(await page.locator("#search").inputValue()).toBe("");
    expect(await clear.isHidden()).toBe(true);
    const visible = await page.evaluate(
      "[...document.querySelectorAll('#body tr')].filter((row) => row.getBoundingClientRect().bottom < 850).length",
    );
    expect(visible).toBeGreaterThanOrEqual(4);
  });

  test("MAP-04 a row is labelled by its time, which leads to its place on the map, and has no number", async (context) => {
    const home = await tempHome();
    await swath("catalog search --place Lisbon --limit 4 --map page.html", { home, stdoutTTY: true });
    const text = await readFile(join(home, "page.html"), "utf8");
    await rm(home, { recursive: true });
    const { page } = await open(context, {}, text);
    const time = await page.locator("#body tr").first().locator("td").nth(0).textContent();
    expect(time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\dZ$/);
    expect(await page.locator("#body .lead").first().textContent()).toBe(time);
  });

  test("MAP-04 the arrow keys move between products and rows", async (context) => {
    const { page } = await open(context);
    const focused = (): Promise<string | null> =>
      page.evaluate("document.activeElement.getAttribute('aria-label')");
    const second = await page.locator("#body tr").nth(1).locator("input").nth(1).getAttribute("aria-label");
    await page.locator("#body input").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe(second);
  });

  test("MAP-04 on a phone, every column is visible and the bar of ticked products takes at most a fifth of the screen", async (context) => {
    const { page } = await open(context, { viewport: { width: 390, height: 844 } });
    await page.locator("#body input").first().check();
    await page.locator("#body input").nth(1).check();
    const { height } = (await page.locator("#basket").boundingBox())!;
    expect(height).toBeLessThan(844 / 5);
    const row = (await page.locator("#body tr").first().textContent())!;
    for (const value of [
      /spotlight|stripmap|scan/,
      /ascending|descending/,
      /left|right/,
      /incidence [\d.]+ °/,
    ])
      expect(row).toMatch(value);
    const cut: number = await page.evaluate(
      "[...document.querySelectorAll('#head th, #body td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length",
    );
    expect(cut).toBe(0);
  });

  test("MAP-04 column headings are complete at 1280 and 1024, and the legend covers no footprint", async (context) => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
      { width: 1024, height: 768 },
    ]) {
      const { page } = await open(context, { viewport });
      const cut: number = await page.evaluate(
        "[...document.querySelectorAll('#head th button')].filter((head) => head.scrollWidth > head.clientWidth + 1).length",
      );
      expect(cut, String(viewport.width)).toBe(0);
      const map = (await page.locator("#map").boundingBox())!;
      const key = (await page.locator("#keys").boundingBox())!;
      expect(key.y).toBeGreaterThanOrEqual(map.y + map.height);
    }
  });

  test("MAP-06 an enlarged picture shows its scene, pixels and ground; Escape returns the focus", async (context) => {
    const home = await tempHome();
    onTestFinished(() => rm(home, { recursive: true }));
    const run = await swath("catalog search --bbox -10,38,-8,39.5 --limit 4 --output html --thumbnails", {
      home,
    });
    const { page, errors } = await open(context, {}, run.stdout);
    const button = page.locator("button.picture").first();
    await button.focus();
    await page.keyboard.press("Enter");
    const caption = page.locator("#enlarged figcaption");
    await expect
      .poll(() => caption.innerText())
      .toMatch(
        /^20[-\d]{8}T[:\d]{5}Z, scene [\da-f]{8}, [A-Z]+\n.*(?:stripmap|spotlight).*\n\d+ x \d+ pixels · footprint [\d.]+ km east-west, [\d.]+ km north-south$/,
      );
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("#enlarged").isVisible()).toBe(false);
    await expect.poll(() => button.evaluate((element) => element.matches(":focus"))).toBe(true);
    expect(errors).toEqual([]);
  });

  test("MAP-04 a picture of a search around a place is titled by its time, not by its share", async (context) => {
    const home = await tempHome();
    onTestFinished(() => rm(home, { recursive: true }));
    await swath("catalog search --place Lisbon --radius 20km --limit 4 --map page.html --thumbnails", {
      home,
      stdoutTTY: true,
    });
    const { page } = await open(context, {}, await readFile(join(home, "page.html"), "utf8"));
    expect(await page.locator("button.picture").first().getAttribute("aria-label")).toMatch(
      /^Enlarge 20[-\d]{8}T[:\d]{5}Z, scene/,
    );
  });

  test("MAP-05 the order items are saved as a file that order review reads", async (context) => {
    const { page } = await open(context);
    await page.locator("#body input").nth(2).check();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
    expect(download.suggestedFilename()).toBe("order-items.json");
    const items = JSON.parse(await readFile(await download.path(), "utf8")) as unknown[];
    const id = await page.locator("#body .product").nth(2).getAttribute("title");
    expect(items).toEqual([{ collectionId: "vendor-archive", granuleId: id }]);
  });

  test("MAP-04 the keyboard alone can filter, sort, tick and copy", async (context) => {
    const { page } = await open(context);
    await page.locator("#search").focus();
    await page.keyboard.type("stripmap");
    await expect.poll(() => page.locator("#status").textContent()).toMatch(/^\d+ of \d+ scenes shown$/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.locator("#filter-fields").isVisible()).toBe(true);
    await page.locator("#head th button", { hasText: "DATETIME" }).focus();
    await page.keyboard.press("Enter");
    const times = await page.locator("#body td.time").allTextContents();
    expect(times).toEqual(times.toSorted());
    await page.locator("#body input").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    expect(await page.locator("#sum").textContent()).toMatch(/^2 products ticked/);
    await page.locator("#copy").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => clipboard(page)).toMatch(/^swath order review --item \S+ --item \S+$/);
  });
});

describe("--map", () => {
  test.for([
    ["--place Lisbon --radius 20km", "Scenes within 20 km of Lisbon (PT)"],
    ["--place lisbon", "Scenes at Lisbon (PT)"],
    ["--point -9.14,38.71", "Scenes at 38.71° N 9.14° W"],
    ["--bbox -10,38,-8,39.5", "Scenes from 38° N 10° W to 39.5° N 8° W"],
    ["--product-type GEO", "Catalog search"],
  ])("MAP-02 the page of catalog search %s has its own title", async ([flags, title]) => {
    const { stdout } = await swath(`catalog search ${flags} --limit 2 --output html`);
    expect(/<title>(.*)<\/title>/.exec(stdout)![1]).toBe(title);
    expect(/<h1>(.*)<\/h1>/.exec(stdout)![1]).toBe(title);
  });

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

  test("MAP-01 a file without .html at its end is refused before any request", async () => {
    const run = await swath("catalog search --point -9.14,38.71 --map items.json");
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain('--map "items.json": must end in .html');
  });

  test("MAP-01 --open shows the page in the system's browser, but not in CI", async () => {
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

  test("MAP-01 the title of a small box has distinct corners", async () => {
    const titleOf = async (bbox: string): Promise<string> => {
      const { stdout } = await swath(`catalog search --bbox ${bbox} --output html`);
      return /<title>(.*?)<\/title>/.exec(stdout)![1]!;
    };
    expect(await titleOf("0,0,0.001,0.001")).toBe("Scenes from 0° 0° to 0.001° N 0.001° E");
    expect(await titleOf("-9.14001,38.7,-9.14,38.70001")).toBe(
      "Scenes from 38.7° N 9.14001° W to 38.70001° N 9.14° W",
    );
    expect(await titleOf("-10,38,-8.123,39.5")).toBe("Scenes from 38° N 10° W to 39.5° N 8.12° W");
  });

  test("MAP-01 an empty result is a page that reports it", async (context) => {
    const home = await tempHome();
    const run = await swath("catalog search --point -140,-50 --output html", { home });
    await rm(home, { recursive: true });
    expect(run.exitCode).toBe(0);
    const { page, errors } = await open(context, {}, run.stdout);
    expect(await page.locator("#none").textContent()).toBe("Nothing was found.");
    expect(errors).toEqual([]);
  });
});
