/** Faults of one range of a file fetched in several, and the required state of the file. */
import { describe, expect, test } from "vitest";
import { toLinks } from "../../../../src/transfer/transfer-source.ts";
import { testFolder } from "../../../new-folder.ts";
import { source } from "../transfer-world.ts";
import {
  fetchFar,
  holding,
  largeScene,
  MiB,
  objectReply,
  ROUND_TRIP_MS,
  type Asked,
  type FarReply,
} from "./distant-server.ts";

const scene = largeScene(48 * MiB, 1);
const other = largeScene(48 * MiB, 2);
const NAME = "TAVEUNI_20261120/scene.tif";

type Twist = (good: FarReply, asked: Asked) => FarReply;
const withHeaders =
  (more: (asked: Asked) => Record<string, string>): Twist =>
  (good, asked) => ({ ...good, headers: { ...good.headers, ...more(asked) } });
const status =
  (code: number, headers: Record<string, string> = {}): Twist =>
  () => ({ status: code, headers, body: Buffer.from("<Error/>") });

/** The `nth` request (2, 3 and 4 request the first shares) fails, all others do not. */
async function twisted(twist: Twist, nth = 3, now = scene, maxConnections = 128) {
  const dir = await testFolder();
  let isTwisted = false;
  const serve = (asked: Asked): FarReply => {
    if (asked.count === nth) isTwisted = true;
    // From then on the object may be another one.
    const good = isTwisted && now === other ? objectReply(other, asked, '"v2"') : objectReply(scene, asked);
    return asked.count === nth ? twist(good, asked) : good;
  };
  const far = await fetchFar(dir, serve, { checksum: "size", maxConnections });
  expect(isTwisted).toBe(true);
  expect(far.summary.downloaded).toBe(1);
  expect(await holding(dir, now)).toEqual({ [NAME]: true });
  // A reply arrives a round trip after its request.
  const refusedAt = far.requests[nth - 1]!.atMs + 2 * ROUND_TRIP_MS;
  return { ...far, refusedAt, whole: far.requests.filter(({ isRange }) => !isRange).length };
}

describe("in one of several ranges", () => {
  test.each<[string, Twist]>([
    ["the connection is cut", (good) => ({ ...good, breaksAt: 300_000 })],
    ["the connection is cut before a byte", (good) => ({ ...good, breaksAt: 0 })],
    ["the body ends early", (good) => ({ ...good, body: good.body.subarray(0, 500_000) })],
    ["the body is empty", (good) => ({ ...good, body: good.body.subarray(0, 0) })],
    [
      "the range is shorter than requested",
      (_, asked) => objectReply(scene, { ...asked, to: asked.from + 700_000 }),
    ],
    ["500", status(500)],
    ["404", status(404)],
    ["a redirect to nowhere", status(302)],
  ])("%s: the other connections continue, and nothing is fetched twice", async (_, twist) => {
    const { types, whole, sent } = await twisted(twist);
    expect(whole).toBe(1);
    expect(types).toEqual(["started", "verified", "finished"]);
    expect(sent).toBeLessThan(scene.length * 1.05);
  });

  test.each([429, 503])("%i: fewer ranges, for a while", async (code) => {
    const { types, whole, requests, refusedAt, tookMs } = await twisted(status(code));
    expect(whole).toBe(1);
    expect(types).toEqual(["started", "verified", "finished"]);
    // Four were begun, and half of that is left.
    expect(requests.slice(0, 4).map(({ running }) => running)).toEqual([1, 2, 3, 4]);
    const then = requests.slice(4).filter(({ atMs }) => atMs < refusedAt + 3000);
    expect(then.every(({ running }) => running <= 2)).toBe(true);
    expect(tookMs).toBeLessThan(scene.length / 4000);
  });

  test.each([429, 503])(
    "P14 %i with a requested wait: all new requests wait as long, and the wait is reported",
    async (code) => {
      const refusal = status(code, { "retry-after": "7" });
      const { events, tookMs, requests, refusedAt } = await twisted(refusal);
      const reported = events.flatMap((event) => (event.type === "retried" ? [event] : []));
      expect(reported).toEqual([expect.objectContaining({ attempt: 1, waitMs: 7000 })]);
      expect(tookMs).toBeGreaterThanOrEqual(refusedAt + 7000);
      const early = requests.slice(3).filter(({ atMs }) => atMs > refusedAt && atMs < refusedAt + 7000);
      expect(early).toEqual([]);
    },
  );

  test.each([429, 503])(
    "P14 %i with a wait of a day: fewer connections continue, without waiting",
    async (code) => {
      const refusal = status(code, { "retry-after": "86400" });
      const { types, whole, tookMs, requests, refusedAt } = await twisted(refusal);
      expect(whole).toBe(1);
      expect(types).toEqual(["started", "verified", "finished"]);
      expect(tookMs).toBeLessThan(60_000);
      // No connection was added after the refusal.
      expect(tookMs).toBeGreaterThan(refusedAt);
      expect(requests.length).toBeGreaterThan(3);
    },
  );

  test("the complete file, of the same version: it has no ranges, so the first stream continues alone", async () => {
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) => objectReply(scene, { ...asked, isRange: false }));
    expect(far.requests.map(({ isRange }) => isRange)).toEqual([false, true, true, true]);
    expect(far.types).toEqual(["started", "verified", "finished"]);
    expect(far.sent).toBeLessThan(scene.length * 1.05);
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
  });

  test("the complete file, of the same version, once: no connection is added, and nothing is fetched twice", async () => {
    const { types, whole, requests, sent } = await twisted(
      () => objectReply(scene, { isRange: false } as Asked),
      2,
    );
    expect(whole).toBe(1);
    expect(requests.length).toBeLessThanOrEqual(6);
    expect(types.filter((type) => type !== "resumed")).toEqual(["started", "verified", "finished"]);
    expect(sent).toBeLessThan(scene.length * 1.05);
  });

  test("a range longer than declared: all of it again, as one stream", async () => {
    // The connection with the end: of others a neighbour takes it, and the bytes after it are not checked.
    const longer: Twist = (good) => ({ ...good, body: Buffer.concat([good.body, other]) });
    const { types, whole, requests } = await twisted(longer, 2, scene, 2);
    expect(whole).toBe(2);
    expect(requests.at(-1)).toMatchObject({ isRange: false });
    expect(types).toEqual(["started", "retried", "restarted", "verified", "finished"]);
  });

  test.each<[string, Twist]>([
    ["more than requested", (_, asked) => objectReply(scene, { ...asked, to: (asked.to ?? 0) + 4096 })],
    [
      "another range",
      withHeaders(({ from, to = 0 }) => ({ "content-range": `bytes ${from - 1}-${to - 2}/${scene.length}` })),
    ],
    [
      "another size",
      withHeaders(({ from, to = 0 }) => ({ "content-range": `bytes ${from}-${to - 1}/${scene.length + 1}` })),
    ],
    ["no Content-Range", withHeaders(() => ({ "content-range": "" }))],
    ["a length that disagrees", withHeaders(() => ({ "content-length": "7" }))],
    ["a multipart body", withHeaders(() => ({ "content-type": "multipart/byteranges; boundary=x" }))],
    ["a coded body", withHeaders(() => ({ "content-encoding": "gzip" }))],
    ["another version", withHeaders(() => ({ etag: '"v2"' }))],
    ["no version", withHeaders(() => ({ etag: "" }))],
    ["416", status(416, { "content-range": `bytes */${scene.length}` })],
  ])("%s: all of it again, as one stream", async (_, twist) => {
    const { types, whole, requests } = await twisted(twist);
    expect(whole).toBe(2);
    expect(requests.at(-1)).toMatchObject({ isRange: false });
    expect(types).toEqual(["started", "retried", "restarted", "verified", "finished"]);
  });

  test("another version in place of the range: all of that one, and no byte of the first", async () => {
    for (const nth of [2, 3, 6]) {
      const { types, requests } = await twisted((good) => good, nth, other);
      expect(requests.at(-1)).toMatchObject({ isRange: false });
      expect(types).toEqual(["started", "retried", "restarted", "verified", "finished"]);
    }
  });

  test("DOWNLOAD-09 403: one renewal for all connections, which continue with the fresh link", async () => {
    const dir = await testFolder();
    let renewals = 0;
    const fresh = [source("http://127.0.0.1:1/scene.tif?sig=2")];
    const far = await fetchFar(
      dir,
      (asked) => {
        const isStale = asked.count > 2 && asked.url.endsWith("sig=1");
        return isStale ? status(403)(objectReply(scene, asked), asked) : objectReply(scene, asked);
      },
      {
        renew: async () => {
          renewals += 1;
          return toLinks(fresh);
        },
      },
      [source("http://127.0.0.1:1/scene.tif?sig=1")],
    );
    expect(far.summary.downloaded).toBe(1);
    expect(renewals).toBe(1);
    expect(far.types).toEqual(["started", "renewed", "verified", "finished"]);
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
    expect(far.requests.filter(({ isRange }) => !isRange)).toHaveLength(1);
    expect(far.sent).toBeLessThan(scene.length * 1.05);
  });

  test("a server that refuses every second connection gets one, and no more requests", async () => {
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) =>
      asked.count > 1 ? status(429)(objectReply(scene, asked), asked) : objectReply(scene, asked),
    );
    expect(far.summary.downloaded).toBe(1);
    // The three others of the initial four.
    expect(far.requests.length).toBeLessThanOrEqual(4);
    expect(far.types).toEqual(["started", "verified", "finished"]);
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
  });

  test("the first connection breaks: the others fetch its rest", async () => {
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) => {
      const good = objectReply(scene, asked);
      return asked.count === 1 ? { ...good, breaksAt: 4 * MiB } : good;
    });
    expect(far.summary.downloaded).toBe(1);
    expect(far.types.filter((type) => type === "restarted")).toEqual([]);
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
    expect(far.sent).toBeLessThan(scene.length * 1.05);
  });
});
