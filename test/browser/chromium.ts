/** A page in a real Chromium. Its errors and requests are noted. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { onTestFailed, onTestFinished, type TestContext } from "vitest";
import { refusalOf, socketFolder } from "../daemon.ts";
import { need } from "../need.ts";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const PROGRAM = process.env["CHROMIUM"] ?? PATHS.find((path) => existsSync(path));

/** Screenshots of failed tests. */
const ARTEFACTS = process.env["SWATH_ARTEFACTS"] ?? join(tmpdir(), "swath-screenshots");

export interface OpenPage {
  page: Page;
  /** Errors of the console and of scripts. */
  errors: string[];
  /** Requested addresses, without the page itself. */
  requests: string[];
}

/** Less than the limit of a test, so that a failure shows the missing element. */
const ACTION_MS = 240_000;

/** A browser, or the reason why this machine has none. */
type Launched = { browser: Browser } | { reason: string };

let launched: Promise<Launched> | undefined;

/** Rejects with the browser's log when it ends before it can be used. */
async function launch(program: string | undefined): Promise<Launched> {
  if (program === undefined)
    return { reason: "chromium is not installed (Debian: chromium; elsewhere: CHROMIUM=<path>)" };
  try {
    // The program may only print advice to install it.
    await promisify(execFile)(program, ["--version"]);
  } catch (error) {
    return { reason: `chromium cannot be started: ${String(error).trim()}` };
  }
  try {
    const browser = await chromium.launch({
      executablePath: program,
      args: ["--no-sandbox", "--lang=en-US"],
      // Scroll bars need width, as on most desktops.
      ignoreDefaultArgs: ["--hide-scrollbars"],
      env: { ...process.env, TMPDIR: socketFolder() },
      timeout: 0,
    });
    return { browser };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return { reason: `chromium may not run here: ${refusal}` };
  }
}

/**
 * First line of a test in a browser: skips it with a reason if no browser may run. Starts one browser per test file, which
 * `closeChromium` ends.
 */
export async function needChromium(context: TestContext): Promise<void> {
  const found = await (launched ??= launch(PROGRAM));
  need("browser" in found, "reason" in found ? found.reason : "", context);
}

export async function closeChromium(): Promise<void> {
  const closing = launched;
  launched = undefined;
  const found = await closing?.catch(() => undefined);
  if (found !== undefined && "browser" in found) await found.browser.close();
}

export async function openPage(
  html: string,
  folder: string,
  options?: BrowserContextOptions,
): Promise<OpenPage> {
  const path = join(folder, "page.html");
  await writeFile(path, html);
  return openAddress(pathToFileURL(path).href, options);
}

export async function openAddress(own: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const found = await launched;
  if (found === undefined || !("browser" in found)) throw new Error("needChromium comes first");
  const context = await found.browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    acceptDownloads: true,
    ...options,
  });
  context.setDefaultTimeout(ACTION_MS);
  const page = await context.newPage();
  const [errors, requests]: [string[], string[]] = [[], []];
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
  await frameDrawn(page);
  return { page, errors, requests };
}

/** Resolves when the page has drawn its latest state: observers of sizes report between two frames. */
export const frameDrawn = (page: Page): Promise<void> =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
