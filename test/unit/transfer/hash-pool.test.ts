/** Files of a folder are read several at a time: one here, the others in threads. */
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { HashPool } from "../../../src/transfer/hash-pool.ts";
import { verifyFolder } from "../../../src/transfer/verify-folder.ts";
import { testFolder } from "../../new-folder.ts";
import { sha256 } from "../../sha256.ts";

const SOURCE = join(import.meta.dirname, "../../../src/transfer/hashing/hash-worker.ts");
const MIB = 1024 * 1024;
const never = new AbortController().signal;

let code: string;
beforeAll(async () => {
  const bundle = await rolldown({ input: SOURCE, platform: "node" });
  const { output } = await bundle.generate({ format: "cjs" });
  code = output[0].code;
});

async function poolOf(count: number) {
  const path = join(await testFolder(), "hash-worker.cjs");
  await writeFile(path, code);
  const pool = new HashPool(count, path);
  onTestFinished(() => pool.close());
  return pool;
}

/** A folder of files of several sizes with its manifest; the third differs from it in one bit. */
async function folder(): Promise<string> {
  const dir = await testFolder();
  const lines: string[] = [];
  for (const [index, size] of [3 * MIB, 10, 2 * MIB, 5 * MIB, 0, MIB, 4 * MIB].entries()) {
    const bytes = Buffer.alloc(size, `Wrangel ${index} `);
    const name = `${index}.tif`;
    lines.push(JSON.stringify({ name, size, sha256: sha256(bytes), item: "W", asset: name, verified: [] }));
    if (index === 2) bytes[MIB]! ^= 1;
    await writeFile(join(dir, name), bytes);
  }
  await writeFile(join(dir, "swath-manifest.ndjson"), `${lines.join("\n")}\n`);
  return dir;
}

test.each([1, 3])(
  "P6 with %i workers each file gets its own verdict, in the order of the names",
  async (count) => {
    const reported: number[] = [];
    const { files, foreign } = await verifyFolder(await folder(), {
      signal: never,
      pool: await poolOf(count),
      onFile: (_path, index) => reported.push(index),
    });
    expect(files.map(({ path, status }) => `${path} ${status}`)).toEqual([
      "0.tif ok",
      "1.tif ok",
      "2.tif changed",
      "3.tif ok",
      "4.tif ok",
      "5.tif ok",
      "6.tif ok",
    ]);
    expect(reported).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(foreign).toEqual([]);
  },
);

test("large files are read in the thread, except where a handle forbids it", async () => {
  const pool = await poolOf(2);
  const bytes = Buffer.alloc(2 * MIB, "Taveuni");
  const path = join(await testFolder(), "scene.tif");
  await writeFile(path, bytes);
  const handle = await open(path, "r");
  onTestFinished(() => handle.close());
  // A handle that cannot read here: the thread has only its number.
  const blind = {
    fd: handle.fd,
    read: () => Promise.reject(new Error("read here")),
  } as unknown as typeof handle;
  expect((await pool.digests(blind, bytes.length, 1, never)).get("sha256")).toBe(sha256(bytes));
  await expect(pool.digests(blind, bytes.length, 0, never)).rejects.toThrow("read here");
});

test("without the thread's code everything is read on the main thread", async () => {
  const pool = new HashPool(2, "/nowhere/hash-worker.cjs");
  const { files } = await verifyFolder(await folder(), { signal: never, pool });
  expect(files.filter(({ status }) => status === "changed").map(({ path }) => path)).toEqual(["2.tif"]);
});

test("P14 an interrupt ends it with its threads", async () => {
  const pool = await poolOf(3);
  const stop = new AbortController();
  const running = verifyFolder(await folder(), {
    signal: stop.signal,
    pool,
    onFile: (_path, index) => {
      if (index === 2) stop.abort(new Error("Ctrl-C"));
    },
  });
  await expect(running).rejects.toThrow("Ctrl-C");
});
