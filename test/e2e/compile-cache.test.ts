/** Node's cache of compiled code: it may be lost, damaged or forged, and never decides how a run ends. */
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { shell, swath } from "./swath.ts";

/** A run that loads the code of a command. */
const RUN = ["catalog", "search", "--point", "-9.14,38.71", "--sandbox", "--dry-run"];

const folderIn = (home: string): string => join(home, ".cache/swath/code");

/** Files of compiled code. */
async function keptFiles(home: string): Promise<string[]> {
  const entries = await readdir(folderIn(home), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

describe("compiled code", () => {
  it("is stored in the cache folder, which only its owner may open", async () => {
    const home = await testFolder();
    const first = await swath(RUN, { home });
    expect(first.code).toBe(0);
    expect((await keptFiles(home)).length).toBeGreaterThan(0);
    expect((await stat(folderIn(home))).mode & 0o777).toBe(0o700);
    expect(await swath(RUN, { home })).toEqual(first);
  });

  it("is compiled again if it is damaged", async () => {
    const home = await testFolder();
    const first = await swath(RUN, { home });
    for (const part of [0, 0.1, 0.5, 0.99]) {
      for (const path of await keptFiles(home)) {
        const bytes = await readFile(path);
        bytes[Math.floor(bytes.length * part)]! ^= 0xff;
        await writeFile(path, bytes);
      }
      expect(await swath(RUN, { home }), `a flip at ${part}`).toEqual(first);
    }
    for (const path of await keptFiles(home)) await writeFile(path, (await readFile(path)).subarray(0, 99));
    expect(await swath(RUN, { home }), "cut").toEqual(first);
  });

  it("is not run if others could have written it", async () => {
    const home = await testFolder();
    await mkdir(folderIn(home), { recursive: true });
    await chmod(folderIn(home), 0o777);
    expect((await swath(RUN, { home })).code).toBe(0);
    expect(await readdir(folderIn(home))).toEqual([]);
  });

  it.each([
    [["--help"], { SWATH_NO_COMPILE_CACHE: "1" }],
    [["--help"], { NODE_DISABLE_COMPILE_CACHE: "1" }],
    [["--version"], {}],
    [["demo", "--help"], {}],
  ])("is not stored by %j with %j", async (words, env) => {
    const home = await testFolder();
    expect((await swath(words, { home, env })).code).toBe(0);
    expect(await readdir(home)).toEqual([]);
  });
});

describe("a run without a usable cache", () => {
  it.each(["/proc", "/dev/null"])("continues without one: %s", async (folder) => {
    const home = await testFolder();
    const { code, stderr } = await swath(["--help"], { home, env: { XDG_CACHE_HOME: folder } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("continues without one when HOME is invalid", async () => {
    const cwd = await testFolder();
    for (const HOME of ["", "relative", "/dev/null"]) {
      const { code, stderr } = await swath(["--help"], {
        home: cwd,
        env: { HOME, SWATH_NO_COMPILE_CACHE: HOME === "/dev/null" ? "" : "1" },
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    }
    expect(await readdir(cwd)).toEqual([]);
  });
});

it("swath --version > /dev/full exits 14 without a stack trace", async () => {
  const home = await testFolder();
  const { code, stderr } = await shell("swath --version > /dev/full", { home });
  expect(code).toBe(14);
  expect(stderr).toMatch(/^Error: .*: ENOSPC\n.*\n.*OUTPUT_WRITE_FAILED/);
  await expect(stat(join(home, ".cache"))).rejects.toThrow();
});
