/** A lock that is gone during a download: that is reported, nobody else's bytes are touched, and the download resumes. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TransferEvent } from "../../../src/transfer/events.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { linkKey } from "../../../src/transfer/transfer-source.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { sceneBytes, serve } from "./data-server.ts";
import { filesIn, fingerprint, source, transfer, readScope } from "./transfer-world.ts";

const MiB = 1024 * 1024;
const scene = sceneBytes(MiB);
const STEPS = 16;
const STEP = scene.length / STEPS;
const NAME = "TAVEUNI_20261120/scene.tif";

/** Sends an object step by step: each step after the first waits for `next`. */
async function steppedServer(etag: string | null) {
  let sent = 0;
  const starts: number[] = [];
  const waiting = new Map<ServerResponse, () => void>();
  const responses: ServerResponse[] = [];
  const server = await serve((request, response) => {
    const from = Number(/^bytes=(\d+)-/u.exec(request.headers.range ?? "")?.[1] ?? 0);
    starts.push(from);
    responses.push(response);
    const head = { "content-length": scene.length - from, ...(etag !== null && { etag }) };
    if (request.headers.range === undefined) response.writeHead(200, head);
    else
      response.writeHead(206, {
        ...head,
        "content-range": `bytes ${from}-${scene.length - 1}/${scene.length}`,
      });
    step(response, from);
  });
  const step = (response: ServerResponse, at: number): void => {
    if (response.destroyed) return;
    // Steps end at multiples of their length, also after a resumption between two of them.
    const end = (Math.floor(at / STEP) + 1) * STEP;
    sent += end - at;
    response.write(scene.subarray(at, end));
    if (end === scene.length) return void response.end();
    waiting.set(response, () => step(response, end));
  };
  const nextOf = (response: ServerResponse): void => {
    const go = waiting.get(response);
    waiting.delete(response);
    go?.();
  };
  return {
    origin: server.origin,
    starts,
    /** Sends the next step of every response, or of one of them. */
    next: (index?: number) => (index === undefined ? responses : [responses[index]!]).forEach(nextOf),
    get sent() {
      return sent;
    },
  };
}

async function world(etag: string | null = '"v1"') {
  const server = await steppedServer(etag);
  const dir = await testFolder();
  const paths = makePartPaths(join(dir, NAME), linkKey({ item: "TAVEUNI_20261120", asset: "HH" }));
  const clock = skippingClock();
  /** Two seconds of the clock per step, so that each step looks at the lock. */
  const run = (onStep: (done: number) => void, more: { signal?: AbortSignal; response?: number } = {}) =>
    transfer(dir, [source(`${server.origin}/scene.tif`)], {
      clock,
      ...(more.signal && { signal: more.signal }),
      onEvent: (event: TransferEvent) => {
        if (event.type !== "progress") return;
        onStep(event.done);
        clock.ms += 2000;
        if (event.done % STEP === 0) setImmediate(() => server.next(more.response));
      },
    });
  return { server, dir, paths, clock, run };
}

const reasonsIn = (events: readonly TransferEvent[]): string[] =>
  events.flatMap((event) => (event.type === "unlocked" ? [event.reason] : []));

const expectComplete = async (dir: string): Promise<void> =>
  expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });

describe("P21 a lock that is gone during a download", () => {
  test("P7 is reported with its path, and the download resumes after the saved bytes", async () => {
    const { server, dir, paths, run } = await world();
    const { types, events, summary } = await run((done) => {
      if (done === scene.length / 2) rmSync(paths.lock, { force: true });
    });
    expect(types).toEqual(["started", "unlocked", "started", "resumed", "verified", "finished"]);
    expect(reasonsIn(events)).toEqual([
      `the lock ${paths.lock} was removed; it is tried again after the other files`,
    ]);
    expect(summary).toMatchObject({ downloaded: 1, failed: 0 });
    expect(server.starts[1]).toBeGreaterThanOrEqual(scene.length / 2 - STEP);
    expect(server.sent).toBeLessThanOrEqual(scene.length + 2 * STEP);
    await expectComplete(dir);
  });

  test("is noticed while the bytes arrive, and not only when the file is complete", async () => {
    // Without a validator the file starts again: the sooner the better.
    const { server, dir, paths, run } = await world(null);
    let isGone = false;
    const { types } = await run((done) => {
      if (isGone || done < 2 * STEP) return;
      isGone = true;
      rmSync(paths.lock);
    });
    expect(types).toEqual(["started", "unlocked", "started", "verified", "finished"]);
    expect(server.sent).toBeLessThanOrEqual(scene.length + 4 * STEP);
    await expectComplete(dir);
  });

  test("in every round fails the file, and keeps its part file", async () => {
    const { paths, run } = await world();
    const { types, summary } = await run(() => rmSync(paths.lock, { force: true }));
    expect(types.filter((type) => type !== "resumed")).toEqual([
      "started",
      "unlocked",
      "started",
      "unlocked",
      "started",
      "failed",
    ]);
    expect(summary.files[0]?.error).toMatchObject({
      code: "FILE_EXISTS",
      message: `the lock ${paths.lock} was removed, for the third time`,
    });
    expect(readFileSync(paths.part).length).toBeGreaterThan(0);
  });

  test("DOWNLOAD-10 and was taken by another run leaves the file to that run: both succeed, and no byte is written twice", async () => {
    const { server, dir, paths, clock, run } = await world();
    let second: ReturnType<typeof transfer> | undefined;
    const { promise: taken, resolve: hasTaken } = Promise.withResolvers<void>();
    const first = transfer(dir, [source(`${server.origin}/scene.tif`)], {
      clock,
      onEvent: (event) => {
        if (event.type !== "progress") return;
        clock.ms += 2000;
        if (event.done % STEP !== 0) return;
        if (event.done !== scene.length / 2) return void setImmediate(() => server.next(0));
        rmSync(paths.lock);
        // The first run gets its next bytes when the second one has resumed its part file.
        second = run(() => hasTaken(), { response: 1 });
        void taken.then(() => server.next(0));
      },
    });
    const { summary, events } = await first;
    expect(reasonsIn(events)).toEqual([expect.stringContaining("now belongs to process")]);
    expect(summary).toMatchObject({ skipped: 1, failed: 0 });
    expect((await second!).summary).toMatchObject({ downloaded: 1, failed: 0 });
    expect(server.starts).toHaveLength(2);
    expect(server.sent).toBeLessThanOrEqual(scene.length + 3 * STEP);
    await expectComplete(dir);
  });

  test("P7 and whose new holder has the part file: a response of another version does not drop it", async () => {
    const theirs = JSON.stringify({ ...(await readScope()), pid: process.pid, token: "theirs" });
    const clock = skippingClock();
    const dir = await testFolder();
    const paths = makePartPaths(join(dir, NAME), linkKey({ item: "TAVEUNI_20261120", asset: "HH" }));
    const server = await serve((_request, response, count) => {
      if (count === 1) {
        response.writeHead(200, { "content-length": scene.length, etag: '"v1"' });
        response.write(scene.subarray(0, STEP), () => response.destroy());
      } else {
        // The other process takes over while we wait for this response.
        writeFileSync(paths.lock, theirs);
        writeFileSync(paths.part, "the bytes of another process");
        clock.ms += 60_000;
        response.writeHead(200, { "content-length": scene.length, etag: '"v2"' }).end(scene);
      }
    });
    const types: string[] = [];
    const stopper = new AbortController();
    const run = transfer(dir, [source(`${server.origin}/scene.tif`)], {
      clock,
      signal: stopper.signal,
      onEvent: ({ type }) => {
        if (type !== "progress") types.push(type);
        if (type === "waiting") stopper.abort(new Error("it waits"));
      },
    });
    await expect(run).rejects.toThrow("it waits");
    expect(types).toEqual(["started", "retried", "unlocked", "waiting"]);
    expect(readFileSync(paths.part, "utf8")).toBe("the bytes of another process");
    expect(readFileSync(paths.lock, "utf8")).toBe(theirs);
  });
});

test("P7 DOWNLOAD-10 a part file that another run left meanwhile is resumed, although the folder was empty at the start", async () => {
  const { server, dir, paths, run } = await world();
  const other = source(`${server.origin}/scene.tif`, { item: "A", assetKey: "first" });
  const interruption = new AbortController();
  // The first file keeps this run busy while another run begins, and leaves, the second one.
  let isLeft = false;
  const clock = skippingClock();
  const first = transfer(dir, [other, source(`${server.origin}/scene.tif`)], {
    clock,
    concurrency: 1,
    maxConnections: 1,
    onEvent: (event) => {
      if (event.type !== "progress") return;
      clock.ms += 2000;
      if (event.done % STEP !== 0) return;
      if (isLeft || event.file.item !== "A") return void setImmediate(() => server.next());
      isLeft = true;
      const left = run((done) => void (done >= scene.length / 2 && interruption.abort(new Error("stop"))), {
        signal: interruption.signal,
        response: 1,
      });
      void left.catch(() => undefined).then(() => server.next());
    },
  });
  const { summary, types } = await first;
  expect(summary).toMatchObject({ downloaded: 2, failed: 0 });
  expect(types).toContain("resumed");
  expect(server.starts.at(-1)).toBeGreaterThanOrEqual(scene.length / 2 - STEP);
  expect(fingerprint(readFileSync(paths.final))).toBe(fingerprint(scene));
});
