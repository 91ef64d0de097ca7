/** The built website: its links, its Markdown, its search, and its pages in a browser. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test, type TestContext } from "vitest";
import { PAGE_GROUPS } from "../../src/docs/pages.ts";
import { closeChromium, needChromium, openAddress, type OpenPage } from "../browser/chromium.ts";
import { QUESTIONS } from "./questions.ts";
import { DIST, serveSite } from "./serve-site.ts";

const PAGES = [
  "index.html",
  ...PAGE_GROUPS.flatMap(({ pages }) => pages.map((file) => file.replace(/md$/, "html"))),
];

let origin: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  origin = await serveSite((end) => void (stop = end));
});
afterAll(async () => {
  await closeChromium();
  await stop();
});

const htmlOf = (page: string): string => readFileSync(join(DIST, page), "utf8");

async function open(
  context: TestContext,
  page: string,
  width: number,
  colorScheme: "light" | "dark",
): Promise<OpenPage> {
  await needChromium(context);
  return openAddress(`${origin}/${page}`, { viewport: { width, height: 900 }, colorScheme });
}

describe("files", () => {
  test("REACH-01 the pages are those of docs/, and each link leads to a file and a heading", () => {
    const built = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".html") && name !== "404.html",
    );
    expect(built.toSorted()).toEqual(PAGES.toSorted());
    const files = new Set(readdirSync(DIST, { recursive: true, encoding: "utf8" }));
    const dead = PAGES.flatMap((page) =>
      [...htmlOf(page).matchAll(/<(?:a|link|img|script)\b[^>]*\b(?:href|src)="([^"]+)"/g)]
        .map(([, to = ""]) => to)
        .filter((to) => !to.startsWith("https://"))
        .filter((to) => !isThere(page, to, files))
        .map((to) => `${page}: ${to}`),
    );
    expect(dead).toEqual([]);
  });

  const isThere = (page: string, to: string, files: ReadonlySet<string>): boolean => {
    const [, path = "", anchor] = /^([^#]*)(?:#(.*))?$/.exec(to)!;
    const file = path === "" ? page : posix.join(path.startsWith("/") ? "" : posix.dirname(page), path, ".");
    const target = file === "." || file === "/" ? "index.html" : file.replace(/^\//, "");
    if (!files.has(target)) return false;
    return anchor === undefined || htmlOf(target).includes(`id="${decodeURIComponent(anchor)}"`);
  };

  test("REACH-01 each page has its Markdown beside it, and llms.txt lists all", () => {
    const list = readFileSync(join(DIST, "llms.txt"), "utf8");
    const listed = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, file]) => file!);
    expect(listed.map((file) => file.replace(/md$/, "html"))).toEqual(PAGES.slice(1));
    for (const file of listed) {
      expect(readFileSync(join(DIST, file), "utf8")).toMatch(/^# /);
      expect(htmlOf(file.replace(/md$/, "html"))).toContain(`type="text/markdown" href="/${file}"`);
    }
  });
});

describe("in a browser", () => {
  test.for(PAGES.flatMap((page) => [[page, 390, "dark"] as const, [page, 1440, "light"] as const]))(
    "REACH-01 %s at %i pixels, %s: no scroll to the side, no error, no other host",
    async ([name, width, scheme], context) => {
      const { page, errors, requests } = await open(context, name, width, scheme);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(errors).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    },
  );

  test("REACH-01 the home page begins with the command of README, and its button copies it", async (context) => {
    const { page } = await open(context, "index.html", 1440, "light");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.waitForLoadState("networkidle");
    await page.locator(".VPHero button.copy").click();
    await page.locator(".VPHero button.copied").waitFor();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
    expect(/^```sh\n([^]*?)\n```/m.exec(readme)?.[1]).toBe(copied);
  });

  test.for(QUESTIONS)("REACH-01 the search answers: %s", async ([question, answer], context) => {
    const { page } = await open(context, "start.html", 1440, "light");
    await page.locator("#local-search button").first().click();
    await page.locator(".search-input").fill(question);
    const results = page.locator("#localsearch-list a.result");
    await results.first().waitFor();
    await page.waitForLoadState("networkidle");
    const found = await results.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(found.slice(0, 3).map((to) => to?.replace(/^\/|#.*$/g, ""))).toContain(answer);
  });

  test.for([
    ["index.html", "dark"],
    ["404.html", "light"],
    ["choose.html", "dark"],
    ["download.html", "light"],
    ["troubleshooting.html", "dark"],
    ["reference.html", "light"],
  ] as const)("REACH-01 axe finds nothing serious in %s, %s", async ([name, scheme], context) => {
    const { page } = await open(context, name, 1440, scheme);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<{
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    }>("axe.run()");
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => [id, nodes.length, nodes[0]?.html])).toEqual([]);
  });
});
