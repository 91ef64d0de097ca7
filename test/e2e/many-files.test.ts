/** Downloads of many files at a time by the built program. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manyFiles } from "./many-files.ts";
import { tempDir } from "./swath.ts";

/** The most memory that the download of so many files took, in MiB. */
async function peakMiB(count: number): Promise<number> {
  const home = await tempDir();
  const files = await manyFiles({ count, bytes: 2000 });
  const peakFile = join(home, "peak");
  const env = { NODE_OPTIONS: `--require ${join(import.meta.dirname, "peak.cjs")}`, PEAK_FILE: peakFile };
  const ended = await files.download(home, ["--quiet", "--output", "id"], env);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout.trimEnd().split("\n")).toHaveLength(count);
  return Number(await readFile(peakFile, "utf8")) / 1024;
}

describe("order download of many files", () => {
  // Seen as "MaxListenersExceededWarning: Possible EventTarget memory leak detected. 11 abort listeners added".
  it.each([
    ["small", 1000],
    ["large", 400_000],
  ])("DOWNLOAD-07 20 %s files at a time, and no warning of Node's about listeners", async (_, bytes) => {
    const home = await tempDir();
    const files = await manyFiles({ count: 60, bytes, together: 20 });
    const ended = await files.download(home, ["--concurrency", "20", "--quiet"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect((await readdir(join(home, "out"))).filter((name) => name.endsWith(".bin"))).toHaveLength(60);
  });

  // The list of links, of the plan and of results is about 1 KiB a file. The rest is what V8 leaves lying about: young
  // objects (32 MiB at most) and garbage that it has not looked for yet.
  it("DOWNLOAD-07 the memory of 10,000 files is bounded: not 6 KiB for each beyond 2,000, nor 100 MiB beyond one", async () => {
    const one = await peakMiB(1);
    const some = await peakMiB(2000);
    const many = await peakMiB(10_000);
    expect(many - some).toBeLessThan((8000 * 6) / 1024);
    expect(many - one).toBeLessThan(100);
  }, 300_000);
});
