/**
 * Every shell block of the README and of each page, run like a reader: the blocks of a page in order, in one shell and an empty
 * folder. Many pages share a home: a page must not depend on an earlier one, and must not be stopped by what it bought.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { blocksOf, PAGES } from "../pages.ts";
import { openS3 } from "../s3/s3-process.ts";
import { shell } from "./swath.ts";

/** The blocks marked `sh`, without those that install this project. */
const commandsOf = (page: string): string[] =>
  blocksOf(page, "sh").filter((block) => !block.includes("npm ci"));

const PAGES_WITH_COMMANDS = PAGES.filter((page) => commandsOf(page).length > 0);

it(
  "REACH-02 the blocks of the README and of each page run as printed, in order, with the same HOME",
  { timeout: 900_000 },
  async () => {
    const { env } = await openS3();
    expect(PAGES_WITH_COMMANDS.length).toBeGreaterThan(12);
    // Two readers at once: most of the time of one is waiting.
    const readers = [0, 1].map((half) => PAGES_WITH_COMMANDS.filter((_page, index) => index % 2 === half));
    await Promise.all(readers.map(async (pages) => readPages(pages, await testFolder(), env)));
  },
);

/** Pages that start a sandbox themselves come last; one sandbox serves the commands of all others. */
const startsOne = (page: string): boolean =>
  commandsOf(page).some((block) => block.includes("swath sandbox start"));

async function readPages(
  pages: readonly string[],
  home: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const run = async (lines: readonly string[], title: string): Promise<void> => {
    const script = lines.map((line) => `set -e\n${line}`).join("\n");
    const { code, stderr } = await shell(script, { home, env });
    expect(code, `${title}: ${stderr}`).toBe(0);
  };
  const read = async (page: string): Promise<void> => {
    const folder = join(home, page.replaceAll("/", "-"));
    await mkdir(folder);
    await run([`cd "${folder}"`, ...commandsOf(page)], page);
  };
  await run(["swath --sandbox sandbox start --port 0 --detach --quiet >/dev/null"], "start");
  try {
    for (const page of pages.filter((each) => !startsOne(each))) await read(page);
  } finally {
    await run(["swath --sandbox sandbox stop --quiet >/dev/null"], "stop");
  }
  for (const page of pages.filter(startsOne)) await read(page);
}

it("REACH-02 each page for users begins with commands that select the sandbox", () => {
  for (const page of PAGES_WITH_COMMANDS.filter((page) => page !== "README.md"))
    expect(commandsOf(page)[0], page).toMatch(/^export SWATH_PROFILE=sandbox\b/);
});

it("the README has two commands for a checkout: the demo first, the tests last", () => {
  const blocks = blocksOf("README.md", "sh").map((block) => block.trim());
  expect([blocks[0], blocks.at(-1)]).toEqual(["npm ci\nnpx swath demo", "npm ci && npm test"]);
  expect(blocks.filter((block) => block.includes("npm ci"))).toHaveLength(2);
});
