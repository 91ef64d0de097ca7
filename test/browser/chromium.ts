/** A page in a real Chromium, opened from its file. What it logs, asks for and throws is noted. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { onTestFailed, onTestFinished } from "vitest";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const PROGRAM = process.env["CHROMIUM"] ?? PATHS.find((path) => existsSync(path));

export const HAS_CHROMIUM = PROGRAM !== undefined && existsSync(PROGRAM);
export const NEEDS_CHROMIUM = "chromium is not installed (Debian: chromium; elsewhere: CHROMIUM=<path>)";

/** Screenshots of failed tests. */
const ARTEFACTS = process.env["SWATH_ARTEFACTS"] ?? join(tmpdir(), "swath-screenshots");

export interface OpenPage {
  page: Page;
  /** Errors of the console and of scripts. */
  errors: string[];
  /** Addresses that were asked for, without the page itself. */
  requests: string[];
}

let browser: Promise<Browser> | undefined;

/** One browser for a test file; `closeChromium` ends it. */
const launched = (): Promise<Browser> =>
  (browser ??= chromium.launch({ executablePath: PROGRAM!, args: ["--no-sandbox"] }));

export async function closeChromium(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

export async function openPage(
  html: string,
  folder: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const path = join(folder, "page.html");
  await writeFile(path, html);
  const context = await (
    await launched()
  ).newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const [errors, requests]: [string[], string[]] = [[], []];
  const own = pathToFileURL(path).href;
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== own && !/^(?:data|blob):/.test(request.url())) requests.push(request.url());
  });
  onTestFailed(async ({ task }) => {
    await mkdir(ARTEFACTS, { recursive: true });
    const name = task.name.replaceAll(/[^\w]+/g, "-").slice(0, 80);
    await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) }).catch(() => {});
  });
  onTestFinished(() => context.close());
  await page.goto(own);
  return { page, errors, requests };
}
