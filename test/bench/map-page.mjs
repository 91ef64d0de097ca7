/**
 * A map page of 5,000 scenes in Chromium: the time to the first paint, to the end of the script, and the cost of a filter, a
 * sort and a move of the map. `catalog search --map` writes the page from the sandbox.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { cleanEnv, spread } from "./measure.mjs";

const bin = process.env["BENCH_PROGRAM"] ?? join(import.meta.dirname, "..", "..", "bin", "swath.js");
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const SCENES = 5000;

/** Until the next frame after the work was painted. */
const timed = (work) => `new Promise((resolve) => {
  const start = performance.now();
  ${work}
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
})`;

const STEPS = {
  "a filter": timed(`const box = document.getElementById("search");
    box.value = box.value === "" ? "spotlight" : "";
    box.dispatchEvent(new Event("input"));`),
  "a sort": timed(`document.querySelector("#head th button").click();`),
  "a move of the map": timed(`document.getElementById("map").dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowLeft" }));`),
};

export async function mapTable(rounds) {
  if (!existsSync(executablePath)) return [["map page", "Chromium is not installed"]];
  const folder = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const file = join(folder, "scenes.html");
    const env = cleanEnv({ HOME: folder, CI: "true" });
    const search = ["catalog", "search", "--bbox", "-180,-80,180,80", "--limit", String(SCENES), "--sandbox"];
    const run = () => execFileSync(process.execPath, [bin, ...search, "--map", file], { env, stdio: "pipe" });
    run();
    const start = performance.now();
    run();
    const written = performance.now() - start;
    const figures = new Map();
    const note = (name, ms) => figures.set(name, [...(figures.get(name) ?? []), ms]);
    let rows = 0;
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(pathToFileURL(file).href);
      const [paint, loaded, count] = await page.evaluate(`[
        performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
        performance.getEntriesByType("navigation")[0].loadEventEnd,
        JSON.parse(document.getElementById("data").textContent).rows.length,
      ]`);
      rows = count;
      note("first paint", paint);
      note("page ready", loaded);
      for (const [name, step] of Object.entries(STEPS))
        for (let again = 0; again < 4; again++) note(name, await page.evaluate(step));
      await context.close();
    }
    const goals = { "first paint": "1500", "a filter": "100" };
    return [
      [`map page of ${rows} scenes, ${(statSync(file).size / 1e6).toFixed(1)} MB`, "ms (min-max)", "at most"],
      ["search and page written, once", written.toFixed(0), ""],
      ...[...figures].map(([name, all]) => {
        const { median, min, max } = spread(all);
        return [name, `${median.toFixed(0)} (${min.toFixed(0)}-${max.toFixed(0)})`, goals[name] ?? ""];
      }),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
