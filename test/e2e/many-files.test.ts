/** Downloads of many files at a time by the built program. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manyFiles } from "./many-files.ts";
import { PROVES_ALL } from "../sampled.ts";
import { tempDir } from "./swath.ts";

describe("order download of many files", () => {
  // The warning is "MaxListenersExceededWarning: Possible EventTarget memory leak detected. 11 abort listeners added".
  it.each([
    ["small", 1000],
    ["large", 400_000],
  ])("DOWNLOAD-07 20 %s files at a time, without a listener warning of Node", async (_, bytes) => {
    const home = await tempDir();
    const files = await manyFiles({ count: 60, bytes, together: 20 });
    const ended = await files.download(home, ["--concurrency", "20", "--quiet"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect((await readdir(join(home, "out"))).filter((name) => name.endsWith(".bin"))).toHaveLength(60);
  });

  // Each file keeps its link, its place in the plan and its result. V8 frees the rest when memory is short:
  // without enough memory the run would die here.
  it.each([{ count: 3000, mib: 22 }, ...(PROVES_ALL ? [{ count: 10_000, mib: 32 }] : [])])(
    "DOWNLOAD-07 the state of $count files fits in $mib MiB, with the program",
    async ({ count, mib }) => {
      const home = await tempDir();
      const files = await manyFiles({ count, bytes: 2000 });
      const env = { NODE_OPTIONS: `--max-old-space-size=${mib}` };
      const ended = await files.download(home, ["--quiet", "--output", "id"], env);
      expect(ended).toMatchObject({ code: 0, stderr: "" });
      expect(ended.stdout.trimEnd().split("\n")).toHaveLength(count);
    },
    300_000,
  );
});
