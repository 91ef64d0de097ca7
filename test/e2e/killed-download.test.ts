/** Downloads of 68 MB per file, killed five times: at most the last second is lost, and no name has a partial file. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { serveOrder } from "./serve-order.ts";
import { startSwath } from "./swath.ts";

const SIZE = 68_000_000;
const PIECE = 256 * 1024;
const KILLS = 5;
const scene = Buffer.alloc(SIZE, createHash("sha512").update("Surtsey").digest("hex"));

/** A service with one order of these files, which holds each body back until a test releases more of it. */
async function service(names: readonly string[]) {
  const asked: { name: string; start: number }[] = [];
  let until = 0;
  const wake = new Set<() => void>();
  const sendFrom = (response: ServerResponse, start: number): void => {
    let position = start;
    const go = (): void => {
      while (position < Math.min(until, SIZE) && !response.destroyed) {
        const end = Math.min(position + PIECE, SIZE);
        if (!response.write(scene.subarray(position, (position = end))))
          return void response.once("drain", go);
      }
      if (position === SIZE) response.end();
    };
    wake.add(go);
    response.on("close", () => wake.delete(go));
    go();
  };
  const url = await serveOrder(names, SIZE, (path, request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    asked.push({ name: path.slice(1), start });
    const common = { etag: '"v1"', "content-length": SIZE - start };
    if (start === 0) response.writeHead(200, common);
    else response.writeHead(206, { ...common, "content-range": `bytes ${start}-${SIZE - 1}/${SIZE}` });
    sendFrom(response, start);
  });
  return {
    url,
    asked,
    allow: (bytes: number) => {
      until = bytes;
      for (const go of wake) go();
    },
  };
}

/** What the last second brings may be lost; the rest is for the save itself. */
const LOST_MS = 1200;

/** The bytes of a part that its sidecar has, and the age of that record when the last byte was written. */
async function recordOf(dir: string, name: string): Promise<{ done: number; ageMs: number }> {
  const part = (await readdir(dir)).find((one) => one.startsWith(`.${name}.`) && one.endsWith(".part"))!;
  const { mtimeMs, birthtimeMs } = await stat(join(dir, part));
  const sidecar = join(dir, `${part}.json`);
  // A part needs no sidecar in its first second.
  if (!existsSync(sidecar)) return { done: 0, ageMs: mtimeMs - birthtimeMs };
  const { done } = JSON.parse(await readFile(sidecar, "utf8")) as { done: number };
  return { done, ageMs: mtimeMs - (await stat(sidecar)).mtimeMs };
}

/** Bytes of each part that is there. */
async function partSizes(dir: string, names: readonly string[]): Promise<number[]> {
  const there = existsSync(dir) ? await readdir(dir) : [];
  const parts = names.map((name) =>
    there.find((one) => one.startsWith(`.${name}.`) && one.endsWith(".part")),
  );
  return Promise.all(
    parts.map(async (part) => {
      // A part without a sidecar is replaced by the next run.
      const there = part === undefined ? undefined : await stat(join(dir, part)).catch(() => undefined);
      return there?.size ?? 0;
    }),
  );
}

it.each([
  ["a file", ["surtsey.tif"]],
  ["two files", ["surtsey.tif", "jan-mayen.tif"]],
])(
  "DOWNLOAD-07 P6 P7 %s killed five times during the download: at most the bytes of the last second are lost, and the file is the same",
  async (_, names) => {
    const home = await testFolder();
    const far = await service(names);
    const env = { SWATH_BASE_URL: far.url, SWATH_API_KEY: "k" };
    // One connection per file: with ranges, a part does not show its number of bytes.
    const most = ["--max-connections", String(names.length)];
    const args = ["order", "download", "o-1", "--out-dir", "out", "--flat", ...most];
    const out = join(home, "out");
    for (let kill = 1; kill <= KILLS; kill++) {
      const goal = Math.floor((SIZE * kill) / (KILLS + 1)) + kill * 7919;
      far.allow(goal);
      const run = startSwath(args, { home, env });
      // After nine tenths of the released bytes: the exact moment is random.
      while (Math.min(...(await partSizes(out, names))) < goal * 0.9)
        await new Promise((resolve) => setImmediate(resolve));
      run.child.kill("SIGKILL");
      await run.ended;
      for (const name of names) expect(existsSync(join(out, name))).toBe(false);
      const there = await partSizes(out, names);
      const records = await Promise.all(names.map((name) => recordOf(out, name)));
      for (const { ageMs } of records) expect(ageMs).toBeLessThan(LOST_MS);
      const before = far.asked.length;
      far.allow(Math.max(...there) + PIECE);
      const probe = startSwath(args, { home, env });
      while (far.asked.length < before + names.length) await new Promise((resolve) => setImmediate(resolve));
      probe.child.kill("SIGKILL");
      await probe.ended;
      for (const [index, name] of names.entries()) {
        const { start } = far.asked.findLast((one) => one.name === name)!;
        expect(start).toBe(records[index]!.done);
      }
    }
    far.allow(SIZE);
    const last = await startSwath(args, { home, env }).ended;
    expect(last.code, last.stderr).toBe(0);
    for (const name of names) expect((await readFile(join(out, name))).equals(scene)).toBe(true);
    expect((await readdir(out)).toSorted()).toEqual([...names, "swath-manifest.ndjson"].toSorted());
  },
);
