/** One stuck connection does not delay a file that the others could have completed long ago. */
import { describe, expect, test } from "vitest";
import { onAbort } from "../../../../src/time/on-abort.ts";
import { Connection, Flow, isStuck } from "../../../../src/transfer/loop/connection.ts";
import { FileTransfer, type Neighbours } from "../../../../src/transfer/loop/file-transfer.ts";
import type { Run } from "../../../../src/transfer/loop/run.ts";
import type { OpenFile } from "../../../../src/transfer/loop/sink.ts";
import { Spans } from "../../../../src/transfer/loop/segments.ts";
import { testFolder } from "../../../new-folder.ts";
import { source } from "../transfer-world.ts";
import {
  fetchFar,
  holding,
  largeScene,
  MiB,
  objectReply,
  type Asked,
  type FarReply,
} from "./distant-server.ts";

const scene = largeScene(48 * MiB, 1);
const NAME = "TAVEUNI_20261120/scene.tif";
/** Without a stuck one: below two seconds. */
const SOON_MS = 6500;

async function fetchStuck(slow: (asked: Asked) => FarReply["slow"]) {
  const dir = await testFolder();
  const serve = (asked: Asked): FarReply => ({ ...objectReply(scene, asked), slow: slow(asked) });
  const sources = [source("http://127.0.0.1:1/scene.tif", { size: scene.length })];
  const far = await fetchFar(dir, serve, { checksum: "size" }, sources);
  expect(far.summary.downloaded).toBe(1);
  expect(await holding(dir, scene)).toEqual({ [NAME]: true });
  expect(far.types).toEqual(["started", "verified", "finished"]);
  return far;
}

describe("DOWNLOAD-07 connections of one file", () => {
  test.each([
    ["one is silent from its first byte on", 0, 0, [3]],
    ["one falls silent in the middle", MiB, 0, [3]],
    ["one falls silent at its end", 3.9 * MiB, 0, [3]],
    ["one trickles", MiB, 10, [3]],
    ["one is slow", 0, 100, [3]],
    ["five of the added ones are silent", 0.5 * MiB, 0, [5, 6, 8, 9, 11]],
    ["five of the added ones trickle", 0.5 * MiB, 10, [5, 6, 8, 9, 11]],
    ["two of the first trickle", 0.5 * MiB, 10, [3, 4]],
    ["the first trickles", 3 * MiB, 10, [1]],
    ["the first falls silent", 3 * MiB, 0, [1]],
  ])("%s: the others fetch its bytes", async (_, at, bytesPerMs, counts) => {
    const far = await fetchStuck(({ count }) => (counts.includes(count) ? { at, bytesPerMs } : undefined));
    expect(far.tookMs).toBeLessThan(SOON_MS);
    // Bytes of a stuck connection are not fetched again.
    expect(far.sent).toBeLessThan(scene.length * 1.05);
  });

  test("all become slow: they are not restarted forever", async () => {
    const far = await fetchStuck(({ atMs }) =>
      atMs < 1200 ? { at: 2 * MiB, bytesPerMs: 20 } : { at: 0, bytesPerMs: 20 },
    );
    expect(far.requests.length).toBeLessThan(80);
    expect(far.sent).toBeLessThan(scene.length * 1.05);
  });
});

describe("DOWNLOAD-07 the only connection of a file", () => {
  const alone = async (slow: (asked: Asked) => FarReply["slow"], headers: FarReply["headers"]) => {
    const dir = await testFolder();
    const serve = (asked: Asked): FarReply => {
      const good = objectReply(scene, asked);
      return { ...good, headers: { ...good.headers, ...headers }, slow: slow(asked) };
    };
    const sources = [source("http://127.0.0.1:1/scene.tif", { size: scene.length })];
    const far = await fetchFar(dir, serve, { checksum: "size", maxConnections: 1 }, sources);
    return { ...far, holds: await holding(dir, scene) };
  };
  const RANGES = { "accept-ranges": "bytes" };

  test("falls silent: another one requests its rest long before the idle timeout", async () => {
    const far = await alone(
      ({ count }) => (count === 1 ? { at: 9 * MiB, bytesPerMs: 0 } : undefined),
      RANGES,
    );
    expect(far.holds).toEqual({ [NAME]: true });
    expect(far.types).toEqual(["started", "verified", "finished"]);
    expect(far.requests.map(({ from, ifRange }) => [from, ifRange])).toEqual([
      [0, undefined],
      [9 * MiB, '"v1"'],
    ]);
    expect(far.tookMs).toBeLessThan(scene.length / 4000 + SOON_MS);
    expect(far.sent).toBe(scene.length);
  });

  test("pauses repeatedly: the wait becomes longer each time", async () => {
    // A kilobyte in half a minute.
    const pausing = { at: 2 * MiB, bytesPerMs: 1 / 30 };
    const far = await alone(({ count }) => (count < 9 ? pausing : undefined), RANGES);
    const waitedMs = far.requests.slice(1).map(({ atMs }, index) => atMs - far.requests[index]!.atMs);
    for (const [index, ms] of waitedMs.slice(0, 3).entries()) {
      expect(ms).toBeGreaterThanOrEqual(5000 * 2 ** index);
      expect(ms).toBeLessThan(5000 * 2 ** index + 1000);
    }
    // From then on only a trickle, which is measured over two minutes.
    expect(Math.min(...waitedMs.slice(3))).toBeGreaterThan(100_000);
  });

  test("is waited for, if the server may not support ranges", async () => {
    const pause = { at: 48 * MiB - 1024, bytesPerMs: 1 / 8 };
    const far = await alone(({ count }) => (count === 1 ? pause : undefined), {});
    expect(far.holds).toEqual({ [NAME]: true });
    expect(far.requests).toHaveLength(1);
  });
});

describe("a stuck connection", () => {
  const connection = { segment: { at: 0, to: 4 * MiB }, flow: new Flow(0) };
  test.each([
    ["after more than the usual wait without a byte", connection, 2000, true],
    ["not while it is new", connection, 1999, false],
    [
      "not while its bytes are still being processed",
      { ...connection, writing: Promise.resolve() },
      9000,
      false,
    ],
    ["not without a rest", { ...connection, segment: { at: 9, to: 9 } }, 9000, false],
    ["not before it has sent its request", { segment: connection.segment }, 9000, false],
  ])("%s", (_, one, nowMs, expected) => expect(isStuck(one, nowMs, 2000, 4000)).toBe(expected));

  test.each([
    ["a third of the usual rate, and less", 500, 2000, true],
    ["more than a third", 500, 1400, false],
    ["a rest that will be there soon", 4000, 1e6, false],
  ])("by its rate: %s", (_, bytesPerMs, usual, expected) => {
    const flow = new Flow(0);
    for (let nowMs = 100; nowMs <= 5000; nowMs += 100) {
      // It was fast once: only the current speed counts.
      flow.note(nowMs, 100 * (nowMs <= 2000 ? 100_000 : bytesPerMs));
    }
    expect(isStuck({ segment: connection.segment, flow }, 5000, 2000, usual)).toBe(expected);
  });
});

test("the only connection of a file counts as silent after some bytes and a long pause", () => {
  const flow = new Flow(0);
  const segment = { at: 5, to: 4 * MiB };
  expect(isStuck({ segment, flow }, 60_000, 2000)).toBe(false);
  flow.note(1000, 5);
  expect(isStuck({ segment, flow }, 5999, 2000)).toBe(false);
  expect(isStuck({ segment, flow }, 6000, 2000)).toBe(true);
  // It waits for us.
  expect(isStuck({ segment, flow, writing: Promise.resolve() }, 6000, 2000)).toBe(false);
  expect(isStuck({ segment }, 6000, 2000)).toBe(false);
});

test("a replaced connection returns its unwritten bytes after its last write", async () => {
  const order: string[] = [];
  const never = new AbortController().signal;
  const run = {
    settings: {},
    signal: never,
    renewal: { requireLink: () => "http://far.test/" } satisfies Pick<Run["renewal"], "requireLink">,
    hosts: {
      leave: () => undefined,
      enter: (_host: string, signal: AbortSignal) =>
        new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason as Error);
          onAbort(signal, () => reject(signal.reason as Error));
        }),
    },
  } as unknown as Run;
  const sink = {
    takesAnyOrder: true,
    identity: { digests: [], etag: '"v1"', size: 9 },
    written: new Spans([[0, 3]]),
  };
  const file = { path: "a.tif", item: "a", asset: "b", host: "far" };
  const open = { file, sink, confirm: () => undefined } as unknown as OpenFile;
  const neighbours: Partial<Neighbours> = { onFree: () => void order.push("given back") };
  const transfer = new FileTransfer(run, open, neighbours as Neighbours);
  const connection = new Connection(never);
  const fetching = transfer.fetch(connection, transfer.findFree(Infinity)!);
  let wrote: () => void = () => undefined;
  connection.writing = new Promise<void>((resolve) => (wrote = resolve));
  connection.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(transfer.findFree(Infinity)).toBeUndefined();
  order.push("written");
  wrote();
  await fetching;
  expect(order).toEqual(["written", "given back"]);
  expect(transfer.findFree(Infinity)).toEqual({ at: 3, to: 9 });
});
