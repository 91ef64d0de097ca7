/** Downloads of many files at a time by the built program. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { PROVES_ALL } from "../sampled.ts";
import { serveOrder } from "./serve-order.ts";
import { startSwath, type Running } from "./swath.ts";

interface Many {
  count: number;
  bytes: number;
  /** All replies but the first, which others may wait for, wait until this many requests have arrived, or all that are left. */
  together?: number;
  /** Called before the reply to the last request. */
  onLast?: () => Promise<void>;
}

/** An order of many files behind one server. Returns the start of its download into `<home>/out`. */
async function manyFiles({ count, bytes, together = 1, onLast }: Many) {
  let asked = 0;
  const waiting: (() => void)[] = [];
  const names = Array.from({ length: count }, (_, index) => `f${index}.bin`);
  const url = await serveOrder(names, undefined, async (path, _, response) => {
    asked += 1;
    if (asked === count) await onLast?.();
    waiting.push(() => {
      const body = Buffer.alloc(bytes, path.slice(1));
      response.writeHead(200, { "content-length": bytes, etag: '"1"' }).end(body);
    });
    const left = count - asked + waiting.length;
    if (asked === 1 || waiting.length >= Math.min(together, left))
      for (const reply of waiting.splice(0)) reply();
  });
  return (home: string, args: readonly string[], env: Record<string, string> = {}): Running =>
    startSwath(["order", "download", "many", "--out-dir", "out", "--flat", "--quiet", ...args], {
      home,
      env: { SWATH_BASE_URL: url, SWATH_API_KEY: "key", CI: "1", ...env },
    });
}

/** Returns the bytes of the heap in use when all files but the last are there. */
async function heapOf(count: number): Promise<number> {
  const home = await testFolder();
  const file = join(home, "heap.txt");
  const start = await manyFiles({
    count,
    bytes: 2000,
    onLast: async () => {
      run.child.kill("SIGUSR2");
      while (!existsSync(file)) await new Promise((resolve_) => setImmediate(resolve_));
    },
  });
  const preload = `--require ${resolve(import.meta.dirname, "heap-on-signal.cjs")}`;
  const run = start(home, ["--output", "id"], { NODE_OPTIONS: preload, HEAP_FILE: file });
  const { code, stdout, stderr } = await run.ended;
  expect(code, stderr).toBe(0);
  expect(stdout.trimEnd().split("\n")).toHaveLength(count);
  return Number(await readFile(file, "utf8"));
}

describe("order download of many files", () => {
  // The warning is "MaxListenersExceededWarning: Possible EventTarget memory leak detected. 11 abort listeners added".
  it.each([
    ["small", 1000],
    ["large", 400_000],
  ])("DOWNLOAD-07 20 %s files at a time, without a listener warning of Node", async (_, bytes) => {
    const home = await testFolder();
    const start = await manyFiles({ count: 60, bytes, together: 20 });
    const ended = await start(home, ["--concurrency", "20"]).ended;
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect((await readdir(join(home, "out"))).filter((name) => name.endsWith(".bin"))).toHaveLength(60);
  });

  // Each file keeps its link, its place in the plan and its result.
  it("DOWNLOAD-07 each of thousands of files takes a few kilobytes of memory until the end", async () => {
    const [few, many] = [500, PROVES_ALL ? 10_000 : 2500];
    const growth = (await heapOf(many)) - (await heapOf(few));
    expect(growth / (many - few)).toBeLessThan(3072);
  });
});
