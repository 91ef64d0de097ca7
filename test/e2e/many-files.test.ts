/** Downloads of many files at a time by the built program. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manyFiles } from "./many-files.ts";
import { tempDir } from "./swath.ts";

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
});
