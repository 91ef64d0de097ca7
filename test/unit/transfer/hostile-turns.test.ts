/** Consecutive faults, as users met them: the state after the first must not spoil the next step. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive } from "../../../src/is-alive.ts";
import { runTransfers } from "../../../src/transfer/engine.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { ConnectionPace } from "../../../src/transfer/loop/connection-pace.ts";
import { planTransfers } from "../../../src/transfer/plan.ts";
import { streamFile } from "../../../src/transfer/stream-file.ts";
import { linkKey, toLinks } from "../../../src/transfer/transfer-source.ts";
import { testFolder } from "../../new-folder.ts";
import { multihash } from "../../sha256.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { largeScene, MiB } from "./segments/distant-server.ts";
import { socketSend } from "./socket-send.ts";
import { filesIn, fingerprint, source, transfer } from "./transfer-world.ts";

/** Ranges with an end, which `sendObject` does not support. */
function sendRange(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? "") ?? [];
  const isCurrent = [undefined, '"v1"'].includes(request.headers["if-range"]?.toString());
  if (from === undefined || !isCurrent) {
    response.writeHead(200, { etag: '"v1"', "accept-ranges": "bytes", "content-length": bytes.length });
    response.end(bytes);
    return;
  }
  const body = bytes.subarray(Number(from), to === "" ? bytes.length : Number(to) + 1);
  response.writeHead(206, {
    etag: '"v1"',
    "content-length": body.length,
    "content-range": `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`,
  });
  response.end(body);
}

test("DOWNLOAD-08 a large file that was damaged in transfer is fetched again, and is then right", async () => {
  const good = largeScene(34 * MiB, 5);
  const bad = Buffer.from(good);
  bad[5]! ^= 1;
  let served: Buffer = bad;
  const server = await serve((request, response) => sendRange(request, response, served));
  const checksum = multihash(good);
  const dir = await testFolder();
  const { summary, types } = await transfer(
    dir,
    [source(`${server.origin}/a.tif`, { size: good.length, checksum })],
    { onEvent: ({ type }) => void (type === "restarted" && (served = good)) },
  );
  expect(summary.files[0]).toMatchObject({ status: "downloaded" });
  expect(types.filter((type) => type === "retried")).toEqual([]);
  expect(Object.values(await filesIn(dir))).toEqual([fingerprint(good)]);
});

test("DOWNLOAD-07 a stream that restarts and is cut again continues at its reader's position", async () => {
  const scene = sceneBytes(300_000);
  let passed = 0;
  /** Pieces that were sent before. */
  let replays = 0;
  const server = await serve((request, response, count) => {
    const headers = { etag: '"v1"', "content-length": scene.length };
    if (count > 2) return sendRange(request, response, scene);
    response.writeHead(200, headers).write(scene.subarray(0, count === 1 ? 200_000 : 80_000));
    // The reader has it: then the connection breaks.
    const cut = (): unknown =>
      passed >= 200_000 && (count === 1 || replays > 0) ? response.destroy() : setImmediate(cut);
    return cut();
  });
  const sources = [source(`${server.origin}/a.tif`)];
  const out: Buffer[] = [];
  await streamFile(planTransfers(sources).files[0]!, async (chunk) => void out.push(Buffer.from(chunk)), {
    send: socketSend,
    clock: skippingClock(),
    random: () => 0,
    links: toLinks(sources),
    allowHttp: true,
    onEvent: (event) => {
      if (event.type === "progress" && event.done === passed) replays += 1;
      if (event.type === "progress") passed = event.done;
    },
  });
  expect(fingerprint(Buffer.concat(out))).toBe(fingerprint(scene));
});

test("P7 the next run does not mistake a file longer than promised for the expected one", async () => {
  const bytes = sceneBytes(200_000);
  const server = await serve((request, response) => {
    if (request.headers.range !== undefined) return sendRange(request, response, bytes);
    response.writeHead(200, { etag: '"v1"' });
    return response.write(bytes.subarray(0, 100_000), () => response.end(bytes.subarray(100_000)));
  });
  const dir = await testFolder();
  const sources = [source(`${server.origin}/a.tif`, { size: 100_000 })];
  for (let run = 0; run < 2; run++) {
    const { summary } = await transfer(dir, sources);
    expect(summary.files[0]?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    expect(await filesIn(dir)).toEqual({});
  }
});

test("a file without a link leaves neither a part nor a lock", async () => {
  const dir = await testFolder();
  const plan = planTransfers([source("http://127.0.0.1:1/a.tif")]);
  const { files } = await runTransfers(plan, {
    send: socketSend,
    clock: skippingClock(),
    random: () => 0,
    dir,
    links: new Map(),
    self: { pid: process.pid, isAlive },
    allowHttp: true,
  });
  expect(files[0]?.error).toMatchObject({ code: "NOT_FOUND" });
  const left = await readdir(dir, { recursive: true });
  expect(left.filter((name) => name.includes(".part"))).toEqual([]);
});

test("DOWNLOAD-10 a part that another process leaves behind meanwhile is resumed", async () => {
  const bytes = sceneBytes(300_000);
  const dir = await testFolder();
  const server = await serve((request, response) => sendObject(request, response, bytes));
  const sources = ["HH", "HV"].map((assetKey) => source(`${server.origin}/${assetKey}.tif`, { assetKey }));
  const { path, item, asset } = planTransfers(sources).files[1]!;
  const { part } = makePartPaths(join(dir, path), linkKey({ item, asset }));
  let isLeft = false;
  const { summary } = await transfer(dir, sources, {
    concurrency: 1,
    send: async (request) => {
      if (!isLeft) await writeFile(part, "what another one has brought");
      isLeft = true;
      return socketSend(request);
    },
  });
  expect(summary).toMatchObject({ downloaded: 2, failed: 0 });
});

test("P15 a server that drops all connections at once costs them one pause, not one each", () => {
  const pace = new ConnectionPace(16, 256);
  for (let lost = 0; lost < 15; lost++) pace.noteFailure(1000);
  expect(pace.connections).toBe(1);
  const read = (nowMs: number): void =>
    pace.read({
      nowMs,
      bytes: nowMs * 20_000,
      busyMs: 0,
      pausedMs: 0,
      leftBytes: Infinity,
      active: pace.connections,
      flowing: pace.connections,
    });
  for (let nowMs = 1000; nowMs < 5000; nowMs += 50) read(nowMs);
  expect(pace.connections).toBeGreaterThan(1);
});
