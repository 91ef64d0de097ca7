/** The compiled code that is kept between runs may be lost, damaged or forged: it must never decide how a run ends. */
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shell, swath, tempDir } from "./swath.ts";

async function keptFiles(home: string): Promise<string[]> {
  const root = join(home, ".cache/swath/v8");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const SEARCH = ["catalog", "search", "--point", "-9.14,38.71", "--sandbox", "--limit", "1", "--output", "id"];

it("one flipped byte in what is kept crashed each run: damaged code is compiled again", async () => {
  const home = await tempDir();
  const first = await swath(SEARCH, { home });
  const files = await keptFiles(home);
  expect(files.length).toBe(1);
  const [path = ""] = files;
  const whole = await readFile(path);
  expect(whole.length).toBeGreaterThan(100_000);
  for (const part of [0, 0.1, 0.3, 0.45, 0.6, 0.99]) {
    const bytes = Buffer.from(whole);
    bytes[Math.floor(whole.length * part)]! ^= 0xff;
    await writeFile(path, bytes);
    expect(await swath(SEARCH, { home }), `a flip at ${part}`).toEqual(first);
    expect((await readFile(path)).equals(bytes), "made anew").toBe(false);
  }
  await writeFile(path, whole.subarray(0, whole.length / 3));
  expect(await swath(SEARCH, { home }), "cut").toEqual(first);
});

it("code that others could have written is not run", async () => {
  const home = await tempDir();
  await swath(SEARCH, { home });
  const [file = ""] = await keptFiles(home);
  await chmod(join(file, ".."), 0o777);
  await writeFile(file, "forged");
  expect((await swath(SEARCH, { home })).code).toBe(0);
  expect(await readFile(file, "utf8")).toBe("forged");
});

it("a cache that can never be made hung every run for ever: it is left out", async () => {
  const home = await tempDir();
  const { code } = await swath(["--help"], { home, env: { XDG_CACHE_HOME: "/proc" } });
  expect(code).toBe(0);
});

it("swath --version > /dev/full printed a stack: it is exit 14", async () => {
  const home = await tempDir();
  const { code, stderr } = await shell("swath --version > /dev/full", { home });
  expect(code).toBe(14);
  expect(stderr).toMatch(/^Error: cannot write the result: ENOSPC\n  Free space .*\n.*OUTPUT_WRITE_FAILED/);
  await expect(stat(join(home, ".cache"))).rejects.toThrow();
});
