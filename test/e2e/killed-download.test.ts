/** A download of 64 MB, killed five times: nothing lost that was there, and never half a file under its name. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startSwath, tempDir } from "./swath.ts";

const SIZE = 64_000_000;
const PIECE = 256 * 1024;
const KILLS = 5;
const scene = Buffer.alloc(SIZE, createHash("sha512").update("Surtsey").digest("hex"));

/** A service with one order of one file, which holds each body back until it is told how far it may go. */
async function service() {
  const asked: number[] = [];
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
  const server = createServer((request, response) => {
    if (request.url !== "/surtsey.tif") {
      const asset = { href: `${origin()}/surtsey.tif`, "file:size": SIZE };
      const item = {
        type: "Feature",
        id: "surtsey",
        collection: "isles",
        geometry: null,
        properties: {},
        assets: { HH: asset },
      };
      return response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ type: "FeatureCollection", features: [item] }));
    }
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    asked.push(start);
    const common = { etag: '"v1"', "content-length": SIZE - start };
    if (start === 0) response.writeHead(200, common);
    else response.writeHead(206, { ...common, "content-range": `bytes ${start}-${SIZE - 1}/${SIZE}` });
    return sendFrom(response, start);
  });
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: origin(),
    asked,
    allow: (bytes: number) => {
      until = bytes;
      for (const go of wake) go();
    },
  };
}

async function partSize(dir: string): Promise<number> {
  const names = existsSync(dir) ? await readdir(dir) : [];
  const part = names.find((name) => name.endsWith(".part"));
  return part === undefined ? 0 : (await stat(join(dir, part))).size;
}

it("DOWNLOAD-07 P6 P7 killed five times on its way, it loses less than 5 % of what was there and ends with the same bytes", async () => {
  const home = await tempDir();
  const far = await service();
  const env = { SWATH_BASE_URL: far.url, SWATH_API_KEY: "k" };
  const args = ["order", "download", "o-1", "--out-dir", "out", "--flat"];
  const out = join(home, "out");
  const final = join(out, "surtsey.tif");
  const lost: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = Math.floor((SIZE * kill) / (KILLS + 1)) + kill * 7919;
    far.allow(goal);
    const run = startSwath(args, { home, env });
    // Somewhere behind nine tenths of what the server lets through: the moment itself is chance.
    while ((await partSize(out)) < goal * 0.9) await new Promise((resolve) => setImmediate(resolve));
    run.child.kill("SIGKILL");
    await run.ended;
    expect(existsSync(final)).toBe(false);
    const there = await partSize(out);
    const before = far.asked.length;
    far.allow(there + PIECE);
    const probe = startSwath(args, { home, env });
    while (far.asked.length === before) await new Promise((resolve) => setImmediate(resolve));
    probe.child.kill("SIGKILL");
    await probe.ended;
    lost.push((there - far.asked.at(-1)!) / there);
  }
  far.allow(SIZE);
  const last = await startSwath(args, { home, env }).ended;
  expect(last.code, last.stderr).toBe(0);
  expect((await readFile(final)).equals(scene)).toBe(true);
  expect(Math.max(...lost)).toBeLessThan(0.05);
  expect((await readdir(out)).toSorted()).toEqual(["surtsey.tif", "swath-manifest.ndjson"]);
});
