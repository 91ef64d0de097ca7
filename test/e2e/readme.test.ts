/**
 * Every shell block of the README and then of the guide, run like a reader: in order, in one shell, in an empty folder. A sandbox
 * runs during the guide until the block that starts one: without it each command would generate the complete archive.
 */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { startS3 } from "../s3/s3-process.ts";
import { shell, tempDir } from "./swath.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The blocks marked `sh`, without those that install this project. */
async function blocksOf(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), "utf8");
  const all = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  return all.filter((block) => !block.includes("npm ci"));
}

it(
  "the blocks of README.md and then docs/guide.md run as printed, in order, with the same HOME",
  { timeout: 480_000 },
  async () => {
    const home = await tempDir();
    const pages = await Promise.all(["README.md", "docs/guide.md"].map(blocksOf));
    const [readme, guide] = pages as [string[], string[]];
    const first = guide.findIndex((block) => block.includes("swath sandbox start"));
    expect(first).toBeGreaterThan(0);
    const script = [
      ...readme,
      "swath sandbox start --port 0 --detach --quiet >/dev/null",
      ...guide.slice(0, first),
      "swath sandbox stop --quiet >/dev/null",
      ...guide.slice(first),
    ]
      .map((block) => `set -e\n${block}`)
      .join("\n");
    const { env } = await startS3();
    const { code, stderr } = await shell(script, { home, env });
    expect(code, stderr).toBe(0);
  },
);

it("the README has two commands for a checkout: the demo first, the tests last", async () => {
  const text = await readFile(join(ROOT, "README.md"), "utf8");
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block.trim());
  expect([blocks[0], blocks.at(-1)]).toEqual(["npm ci && npx swath demo", "npm ci && npm test"]);
  expect(blocks.filter((block) => block.includes("npm ci"))).toHaveLength(2);
});
