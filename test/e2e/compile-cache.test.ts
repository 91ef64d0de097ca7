/** Compiled code kept between runs: never more than a matter of speed. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSwath, tempDir } from "./swath.ts";

const LINE = ["catalog", "search", "--help"];

async function helpIn(home: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await startSwath(LINE, { home, env }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** Files with compiled code, as paths below the cache folder. */
async function kept(home: string): Promise<string[]> {
  const cache = join(home, ".cache", "swath", "v8");
  const names = await readdir(cache, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith(".bin")).map((name) => join(cache, name));
}

test("the first run keeps what it compiled, the next says the same with it", async () => {
  const home = await tempDir();
  const first = await helpIn(home);
  const files = await kept(home);
  expect(files.length).toBeGreaterThan(3);
  expect(await helpIn(home)).toBe(first);
  expect(await kept(home)).toEqual(files);
});

test("kept code that is cut off, empty or somebody else's is compiled again", async () => {
  const home = await tempDir();
  const first = await helpIn(home);
  const [one, two, three] = (await kept(home)) as [string, string, string];
  await writeFile(one, "");
  await writeFile(two, "not compiled code");
  await writeFile(three, Buffer.alloc(4_000, 1));
  expect(await helpIn(home)).toBe(first);
});

test("a cache folder that cannot be made changes nothing", async () => {
  const home = await tempDir();
  await writeFile(join(home, ".cache"), "a file");
  expect(await helpIn(home)).toMatch(/^Search the archive/);
});

test("nothing is kept when the environment says so, and nothing outside the cache folder", async () => {
  const home = await tempDir();
  await helpIn(home, { SWATH_NO_COMPILE_CACHE: "1" });
  expect(await readdir(home)).toEqual([]);
  const elsewhere = join(home, "elsewhere");
  await mkdir(elsewhere);
  await helpIn(home, { XDG_CACHE_HOME: elsewhere });
  expect(await readdir(home)).toEqual(["elsewhere"]);
});
