/** The packages of this run, built by `npm run test:packages`, and a PATH without Node. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { ROOT } from "../architecture/sources.ts";
import { newFolder } from "../new-folder.ts";

export const OUT = join(ROOT, "packaging", "out");

/** Words of npm that install a package as an action or an image does. */
export const NPM_INSTALL = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];

/** Returns the path of the package that `npm run package:<kind>` wrote last. */
export function builtPackage(pattern: RegExp): string {
  const [name, ...more] = readdirSync(OUT).filter((file) => pattern.test(file));
  expect(more, `packaging/out/ has several packages that match ${pattern}`).toEqual([]);
  if (name === undefined) throw new Error(`packaging/out/ has no ${pattern}. Type: npm run test:packages`);
  return join(OUT, name);
}

export const nodeOf = (major: number): string =>
  join(ROOT, "packaging", "node_modules", `node-${major}`, "bin", "node");

const run = promisify(execFile);

/** Runs a program in a folder, which is also its home; rejects if it fails. Returns what it printed. */
export async function runIn(
  folder: string,
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const variables = { PATH: process.env["PATH"] ?? "", HOME: folder, ...env };
  const { stdout } = await run(program, words, {
    cwd: folder,
    env: variables,
    maxBuffer: 2 ** 26,
    // In QEMU the demo needs a minute of a free core.
    timeout: 280_000,
  });
  return stdout;
}

export async function tempFolder(): Promise<string> {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

const NODE = new Set(["node", "nodejs", "npm", "npx", "corepack"]);

/** Returns a new folder with every program of this PATH except Node and its tools: a PATH without Node. */
export function pathWithoutNode(): string {
  const folder = mkdtempSync(join(tmpdir(), "swath-path-"));
  const seen = new Set<string>(NODE);
  for (const place of (process.env["PATH"] ?? "").split(delimiter))
    for (const name of programsIn(place)) {
      if (!seen.has(name)) symlinkSync(join(place, name), join(folder, name));
      seen.add(name);
    }
  return folder;
}

function programsIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

interface DemoReport {
  download: { files: unknown[]; failed: number };
}

/** Runs the demo: it searches, orders, downloads and verifies 16 files. */
export async function expectDemo(
  folder: string,
  program: string,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  expectReport(await runIn(folder, program, [...words, "demo", "--json"], env));
}

export function expectReport(demo: string): void {
  const report = JSON.parse(demo) as DemoReport;
  expect(report.download.failed).toBe(0);
  expect(report.download.files).toHaveLength(16);
}
