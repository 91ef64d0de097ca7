/** Downloads by Windows' Node that are interrupted, killed or shared: nothing that arrived is lost, and no name has half a file. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, watch } from "node:fs";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serveOrder } from "../e2e/serve-order.ts";
import { newDesk, untilThere, type Desk } from "./desk.ts";

const SIZE = 40_000_000;
/** The service stops here in the first run. */
const STOP = 25_000_000;
const PIECE = 256 * 1024;
const NAME = "surtsey.tif";
const scene = Buffer.alloc(SIZE, createHash("sha512").update("Surtsey").digest("hex"));
/** With this pause the file takes eight seconds: a part has a record after its first one. */
const SLOW_MS = 50;
/** One connection: the size of a part shows how much has arrived. */
const DOWNLOAD = "order download o-1 --out-dir out --flat --max-connections 1".split(" ");

/** A service with one order of one file, which sends the bytes up to a limit, with a pause after each piece. */
async function holdingService(limit: number, pauseMs: number) {
  const starts: number[] = [];
  const wake = new Set<() => void>();
  const sendFrom = (response: ServerResponse, start: number): void => {
    let position = start;
    const pause = (): void => void setTimeout(go, pauseMs);
    const go = (): void => {
      if (position >= Math.min(limit, SIZE) || response.destroyed) return;
      const end = Math.min(position + PIECE, limit, SIZE);
      const hasRoom = response.write(scene.subarray(position, (position = end)));
      if (position === SIZE) response.end();
      else if (hasRoom) pause();
      else response.once("drain", pause);
    };
    wake.add(go);
    response.on("close", () => wake.delete(go));
    go();
  };
  const url = await serveOrder([NAME], SIZE, (_path, request, response) => {
    const start = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? "")?.[1] ?? 0);
    starts.push(start);
    const common = { etag: '"v1"', "content-length": SIZE - start };
    if (start === 0) response.writeHead(200, common);
    else response.writeHead(206, { ...common, "content-range": `bytes ${start}-${SIZE - 1}/${SIZE}` });
    sendFrom(response, start);
  });
  return {
    desk: newDesk("22", { SWATH_BASE_URL: url, SWATH_API_KEY: "k-123456789" }),
    /** The first byte of each request for the file. */
    starts,
    /** Sends everything at once. */
    release: () => {
      [limit, pauseMs] = [SIZE, 0];
      for (const go of wake) go();
    },
  };
}

/** Resolves with the path of the part when it has this many bytes. */
async function partOf(desk: Desk, bytes: number): Promise<string> {
  await untilThere(join(desk.folder, "out"));
  const out = join(desk.folder, "out");
  const watcher = watch(out);
  try {
    for (;;) {
      const name = readdirSync(out).find((one) => one.endsWith(".part"));
      if (name !== undefined && statSync(join(out, name)).size >= bytes) return join(out, name);
      await once(watcher, "change");
    }
  } finally {
    watcher.close();
  }
}

/** Checks that the folder has the file and the manifest, and nothing else. */
function expectComplete(desk: Desk): void {
  const out = join(desk.folder, "out");
  expect(readdirSync(out).toSorted()).toEqual([NAME, "swath-manifest.ndjson"].toSorted());
  expect(readFileSync(join(out, NAME)).equals(scene)).toBe(true);
}

it("DESK-48 P6 P7 P25 a download that Ctrl-C stops continues from its last byte", async () => {
  const { desk, starts, release } = await holdingService(STOP, 0);
  const terminal = desk.atConsole(DOWNLOAD);
  await partOf(desk, STOP);
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(130);
  release();
  const { code, stderr } = await desk.run(DOWNLOAD);
  expect(code, stderr).toBe(0);
  expect(starts).toEqual([0, STOP]);
  expectComplete(desk);
});

it("DESK-48 P6 P7 P25 a download that is killed continues from the last record of its bytes", async () => {
  const { desk, starts, release } = await holdingService(SIZE, SLOW_MS);
  const { ended, kill } = await desk.start(DOWNLOAD);
  const record = `${await partOf(desk, 1)}.json`;
  await untilThere(record);
  await kill();
  await ended;
  const { done } = JSON.parse(readFileSync(record, "utf8")) as { done: number };
  release();
  const { code, stderr } = await desk.run(DOWNLOAD);
  expect(code, stderr).toBe(0);
  expect(done).toBeGreaterThan(0);
  expect(starts).toEqual([0, done]);
  expectComplete(desk);
});

it("DESK-48 P21 P25 two downloads in one folder: both succeed, and each byte is fetched once", async () => {
  const { desk, starts, release } = await holdingService(STOP, 0);
  const runs = [await desk.start(DOWNLOAD), await desk.start(DOWNLOAD)];
  await partOf(desk, STOP);
  release();
  for (const { code, stderr } of await Promise.all(runs.map(({ ended }) => ended)))
    expect(code, stderr).toBe(0);
  expect(starts).toEqual([0]);
  expectComplete(desk);
});
