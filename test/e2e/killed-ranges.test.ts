/** A large file on a line that caps each connection, fetched in ranges and killed in the middle. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Sidecar } from "../../src/transfer/folder/sidecar.ts";
import { Spans } from "../../src/transfer/loop/segments.ts";
import { testFolder } from "../new-folder.ts";
import { serveOrder } from "./serve-order.ts";
import { startSwath } from "./swath.ts";

const BLOCK = 4096;
const SIZE = 24_576 * BLOCK;
const TICK_MS = 10;
/** Per connection and tick. */
const PIECE = 40_000;
const KILLS = 2;

/** No two blocks are equal, and none is empty. */
const scene = Buffer.alloc(SIZE, createHash("sha512").update("Surtsey").digest("hex"));
for (let block = 0; block < SIZE / BLOCK; block++) scene.writeUInt32LE(block, block * BLOCK);

/** A service with one order of one file; each connection brings 4 MB a second. */
async function service() {
  const asked: { from: number; to: number; sent: number; sinceMs: number }[] = [];
  let onSent = (): void => undefined;
  const url = await serveOrder(["surtsey.tif"], SIZE, (_, request, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const from = Number(start ?? 0);
    const to = end === undefined || end === "" ? SIZE : Number(end) + 1;
    const one = { from, to, sent: 0, sinceMs: Date.now() };
    asked.push(one);
    const common = { etag: '"v1"', "content-length": to - from };
    if (start === undefined) response.writeHead(200, common);
    else response.writeHead(206, { ...common, "content-range": `bytes ${from}-${to - 1}/${SIZE}` });
    const timer = setInterval(() => {
      const next = Math.min(PIECE, to - from - one.sent);
      response.write(scene.subarray(from + one.sent, from + one.sent + next));
      one.sent += next;
      onSent();
      if (one.sent < to - from) return;
      clearInterval(timer);
      response.end();
    }, TICK_MS);
    response.on("close", () => clearInterval(timer));
  });
  /** Resolves when the condition is met, checked after each piece. */
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      onSent = () => {
        if (isSo()) resolve();
      };
    });
  return { url, asked, until };
}

/** The state after a kill: the bytes in the part, and those listed in the sidecar. */
async function remains(out: string) {
  const part = (await readdir(out)).find((name) => name.endsWith(".part"))!;
  const bytes = await readFile(join(out, part));
  const [written, saved] = await Promise.all([part, `${part}.json`].map((name) => stat(join(out, name))));
  const { done, beyond = [] } = JSON.parse(await readFile(join(out, `${part}.json`), "utf8")) as Sidecar;
  const known = new Spans([[0, done], ...beyond]);
  let there = 0;
  for (let at = 0; at + BLOCK <= bytes.length; at += BLOCK) {
    if (bytes.subarray(at, at + BLOCK).equals(scene.subarray(at, at + BLOCK))) there += BLOCK;
  }
  for (const [from, to] of known.list) {
    expect(bytes.subarray(from, to).equals(scene.subarray(from, to)), `${from}-${to}`).toBe(true);
  }
  return { there, known, ageMs: written!.mtimeMs - saved!.mtimeMs };
}

it("DOWNLOAD-07 P6 P7 a file in several ranges, killed in the middle: at most the bytes of the last second are lost, and no other byte is requested again", async () => {
  const home = await testFolder();
  const far = await service();
  const env = { SWATH_BASE_URL: far.url, SWATH_API_KEY: "k" };
  const args = ["order", "download", "o-1", "--out-dir", "out", "--flat"];
  const out = join(home, "out");
  let known = new Spans();
  let mostSpans = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = far.asked.length;
    const run = startSwath(args, { home, env });
    const isFarEnough = (): boolean => {
      const now = far.asked.slice(before);
      const sent = now.reduce((sum, one) => sum + one.sent, 0);
      // A part needs no sidecar in its first second.
      return now.length >= 4 && sent >= SIZE * 0.2 && Date.now() - now[0]!.sinceMs > 1500;
    };
    await Promise.race([far.until(isFarEnough), run.ended]);
    // On a busy machine it may have arrived as one stream, and be complete.
    if (run.child.exitCode !== null) break;
    run.child.kill("SIGKILL");
    await run.ended;
    expect(existsSync(join(out, "surtsey.tif"))).toBe(false);
    // Bytes kept by the run before are not requested again.
    for (const { from } of far.asked.slice(before)) {
      expect(
        known.list.some(([start, end]) => from >= start && from < end),
        String(from),
      ).toBe(false);
    }
    const left = await remains(out);
    expect(left.ageMs).toBeLessThan(1200);
    expect(left.there).toBeGreaterThanOrEqual(left.known.total);
    expect(left.known.total).toBeGreaterThan(known.total);
    known = left.known;
    mostSpans = Math.max(mostSpans, known.list.length);
  }
  expect(mostSpans).toBeGreaterThan(2);
  const before = far.asked.length;
  const last = await startSwath(args, { home, env }).ended;
  expect(last.code, last.stderr).toBe(0);
  expect((await readFile(join(out, "surtsey.tif"))).equals(scene)).toBe(true);
  for (const { from } of far.asked.slice(before)) {
    expect(known.list.some(([start, end]) => from >= start && from < end)).toBe(false);
  }
  expect((await readdir(out)).toSorted()).toEqual(["surtsey.tif", "swath-manifest.ndjson"]);
});
