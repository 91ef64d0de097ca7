/** Several large files are read and written by threads: the same promises hold, whoever writes the bytes. */
import { open } from "node:fs/promises";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DataThreads } from "../../../src/client/threads/data-threads.ts";
import type { Send } from "../../../src/contract/send.ts";
import { ThreadChoice } from "../../../src/transfer/loop/thread-choice.ts";
import { digest, newer, scene, whole } from "./run-against.ts";
import { sceneBytes, sendObject, serve, type Handler } from "./data-server.ts";
import { emptyDir, filesIn, fingerprint, manifestOf, source, transfer } from "./transfer-world.ts";

const SOURCE = join(import.meta.dirname, "../../../src/client/data-worker.ts");
const HALF = 150_000;

let worker: string;
beforeAll(async () => {
  const bundle = await rolldown({ input: SOURCE, platform: "node", resolve: {} });
  const dir = join(import.meta.dirname, "../../../node_modules/.cache/swath-threads");
  await bundle.write({ dir, format: "cjs", entryFileNames: "data-worker.cjs", cleanDir: true });
  worker = join(dir, "data-worker.cjs");
});

/** Two threads, and the requests that they were given. */
function threads() {
  const settings = { connectTimeoutMs: 5000, caFile: undefined, extraCaFile: undefined };
  const pool = new DataThreads(settings, worker, 2);
  onTestFinished(() => pool.close());
  const asked: string[] = [];
  const send: Send = async (request) => {
    expect(request.threaded).toBe(true);
    asked.push(request.headers["range"] ?? "all");
    return pool.send(request)!;
  };
  return { pool, send, asked, hasThreads: true, threadFromBytes: 1 };
}

/** Bytes of each path that have been stored; a cut waits for them, so that it falls where the test says. */
const stored = new Map<string, number>();

function cutAtHalf(path: string | undefined, response: ServerResponse, headers: OutgoingHttpHeaders = whole) {
  response.writeHead(200, headers).write(scene.subarray(0, HALF));
  const cutWhenStored = (): void => {
    if (stored.get(path ?? "") === HALF || response.destroyed) response.destroy();
    else setImmediate(cutWhenStored);
  };
  cutWhenStored();
}

/** Two files from a server that does to each what the test says; `count` counts the requests of one file. */
async function fetchTwo(handler: Handler, promise: { size?: number } = { size: scene.length }) {
  const counts = new Map<string, number>();
  const server = await serve((request, response) => {
    const path = request.url ?? "";
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    handler(request, response, count);
  });
  const dir = await emptyDir();
  const { send, asked, ...options } = threads();
  const sources = ["HH", "HV"].map((assetKey) =>
    source(`${server.origin}/${assetKey}.tif`, { assetKey, mediaType: "image/tiff", ...promise }),
  );
  stored.clear();
  const { summary, types, events } = await transfer(dir, sources, {
    send,
    ...options,
    onEvent: (event) => {
      if (event.type === "progress") stored.set(`/${event.file.asset}.tif`, event.done);
    },
  });
  return { dir, summary, types, events, asked, server, files: Object.values(await filesIn(dir)) };
}

describe("DOWNLOAD-07 what a thread writes", () => {
  test("is whole, verified and recorded, with one request a file", async () => {
    const { dir, summary, files, asked } = await fetchTwo((request, response) =>
      sendObject(request, response, scene),
    );
    expect(summary).toMatchObject({ downloaded: 2, failed: 0 });
    expect(files).toEqual([fingerprint(scene), fingerprint(scene)]);
    expect(asked).toEqual(["all", "all"]);
    const sha256 = digest("sha256", "hex");
    expect(await manifestOf(dir)).toEqual([
      expect.objectContaining({ sha256 }),
      expect.objectContaining({ sha256 }),
    ]);
  });

  test("P6 is never a web page: it is tried again, and then the file is there", async () => {
    const { summary, files, types } = await fetchTwo((request, response, count) => {
      if (count === 1) response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>");
      else sendObject(request, response, scene);
    });
    expect(summary).toMatchObject({ downloaded: 2, failed: 0 });
    expect(types.filter((type) => type === "retried")).toHaveLength(2);
    expect(files).toEqual([fingerprint(scene), fingerprint(scene)]);
  });

  test.each<[string, Handler, string[]]>([
    [
      "a reset in mid-body is continued from the last byte",
      (request, response, count) => {
        if (count === 1) cutAtHalf(request.url, response);
        else sendObject(request, response, scene);
      },
      ["retried", "resumed"],
    ],
    [
      "a 200 to a range is taken from zero",
      ({ url }, response, count) => {
        if (count === 1) cutAtHalf(url, response);
        else response.writeHead(200, whole).end(scene);
      },
      ["retried", "restarted"],
    ],
    [
      "a 206 of another version is not joined",
      (request, response, count) => {
        const headers = { "content-range": "bytes 150000-299999/300000", etag: '"v2"' };
        if (count === 1) cutAtHalf(request.url, response);
        else if (count === 2) response.writeHead(206, headers).end(newer.subarray(HALF));
        else sendObject(request, response, scene);
      },
      ["restarted"],
    ],
    [
      "a busy server is asked again",
      (request, response, count) => {
        if (count === 1) response.writeHead(503, { "retry-after": "1" }).end("later");
        else sendObject(request, response, scene);
      },
      ["retried"],
    ],
    [
      "a redirect is followed",
      (request, response) => {
        if (request.url?.startsWith("/to/") === true) sendObject(request, response, scene);
        else response.writeHead(302, { location: `/to${request.url ?? ""}` }).end("there");
      },
      [],
    ],
    [
      "a body in chunks is taken as it comes",
      (_, response) => {
        response.writeHead(200, { etag: '"v1"' });
        response.write(scene.subarray(0, HALF));
        response.end(scene.subarray(HALF));
      },
      [],
    ],
    [
      "a body that was compressed on the way is unpacked",
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(scene)),
      [],
    ],
  ])("%s", async (_, handler, expected) => {
    const { summary, files, types } = await fetchTwo(handler);
    expect(summary).toMatchObject({ downloaded: 2, failed: 0 });
    expect(files).toEqual([fingerprint(scene), fingerprint(scene)]);
    for (const type of expected) expect(types.filter((one) => one === type)).toHaveLength(2);
  });

  test("a body shorter than announced is no file", async () => {
    const { files, summary } = await fetchTwo(({ url }, response) =>
      cutAtHalf(url, response, { "content-length": scene.length }),
    );
    expect(summary).toMatchObject({ downloaded: 0, failed: 2 });
    expect(files).toEqual([]);
  });

  test("a reader that gives up ends the requests, and the rest continues", async () => {
    const ending = new AbortController();
    const server = await serve((request, response, count) => {
      if (count > 2) return sendObject(request, response, scene);
      // The rest never comes.
      response.writeHead(200, whole).write(scene.subarray(0, HALF));
      return undefined;
    });
    const dir = await emptyDir();
    const sources = ["HH", "HV"].map((assetKey) =>
      source(`${server.origin}/${assetKey}.tif`, { assetKey, size: scene.length }),
    );
    const started = new Set<string>();
    const run = transfer(dir, sources, {
      ...threads(),
      signal: ending.signal,
      onEvent: (event) => {
        if (event.type === "progress" && event.done === HALF) started.add(event.file.asset);
        if (started.size === 2) ending.abort(new Error("enough"));
      },
    });
    await expect(run).rejects.toThrow("enough");
    const { send, asked, ...options } = threads();
    const { summary } = await transfer(dir, sources, { send, ...options });
    expect(summary).toMatchObject({ downloaded: 2 });
    expect(asked).toEqual([`bytes=${HALF}-`, `bytes=${HALF}-`]);
    expect(Object.values(await filesIn(dir))).toEqual([fingerprint(scene), fingerprint(scene)]);
  });

  test("DOWNLOAD-07 --max-connections: a thread keeps no connection that the others would have to make room for", async () => {
    const { server, summary } = await fetchTwo((request, response) => sendObject(request, response, scene));
    expect(summary.downloaded).toBe(2);
    expect(server.requests.map(({ headers }) => headers.connection)).toEqual(["close", "close"]);
  });

  test("a descriptor that takes no bytes is a fault of the disk", async () => {
    const { pool } = threads();
    const server = await serve((request, response) => sendObject(request, response, scene));
    const reply = await pool.send({ method: "GET", url: `${server.origin}/a`, headers: {}, bulk: true })!;
    const full = await open("/dev/full", "w");
    const writing = reply.writeTo!({ fd: full.fd, position: 0, onWritten: () => undefined });
    await expect(writing).rejects.toMatchObject({ code: "ENOSPC" });
    await full.close();
  });

  test("DOWNLOAD-07 a disk that is full stops the run and says so, whoever writes", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const full = await open("/dev/full", "w");
    const { send, asked: _, ...options } = threads();
    const sources = ["HH", "HV"].map((assetKey) =>
      source(`${server.origin}/${assetKey}.tif`, { assetKey, size: scene.length }),
    );
    const { summary } = await transfer(await emptyDir(), sources, {
      ...options,
      send: async (request) => {
        const reply = await send(request);
        return { ...reply, writeTo: (target) => reply.writeTo!({ ...target, fd: full.fd }) };
      },
    });
    await full.close();
    expect(summary.stoppedBy).toMatchObject({ code: "DISK_WRITE_FAILED", data: { errno: "ENOSPC" } });
  });

  test("an aborted write is over at once, and writes no more into a descriptor that may be another's by then", async () => {
    const { pool } = threads();
    const more = Buffer.alloc(1024 * 1024, 1);
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-length": 64 * more.length });
      const pump = (): void => {
        while (!response.destroyed && response.write(more));
        response.once("drain", pump);
      };
      pump();
    });
    for (let round = 0; round < 5; round++) {
      const reply = await pool.send({ method: "GET", url: `${server.origin}/a`, headers: {}, bulk: true })!;
      const handle = await open(join(await emptyDir(), "part"), "w");
      const writing = reply.writeTo!({
        fd: handle.fd,
        position: 0,
        onWritten: (position) => {
          if (position > round * more.length) throw new Error("enough");
        },
      });
      await expect(writing).rejects.toThrow("enough");
      const { size } = await handle.stat();
      // The thread does what it still would, before it answers another.
      await (
        await pool.send({ method: "GET", url: `${server.origin}/a`, headers: {}, bulk: true })!
      ).body[Symbol.asyncIterator]().return?.();
      expect((await handle.stat()).size).toBe(size);
      await handle.close();
    }
  });

  test("a thread writes little ahead of what has been recorded, and goes on when it has", async () => {
    const { pool } = threads();
    const bytes = Buffer.alloc(4_000_000, 1);
    const server = await serve((request, response) => sendObject(request, response, bytes));
    const reply = await pool.send({ method: "GET", url: `${server.origin}/a`, headers: {}, bulk: true })!;
    const handle = await open(join(await emptyDir(), "part"), "w");
    let isFirst = true;
    let last = 0;
    await reply.writeTo!({
      fd: handle.fd,
      position: 0,
      onWritten: async (position) => {
        last = position;
        if (!isFirst) return;
        isFirst = false;
        // As while a sidecar is saved.
        await passed(200);
        expect((await handle.stat()).size).toBeLessThanOrEqual(128 * 1024);
      },
    });
    expect([last, (await handle.stat()).size]).toEqual([bytes.length, bytes.length]);
    await handle.close();
  });

  test("an abort of a connection that has fallen silent ends it at once, after all that came was reported", async () => {
    const { pool } = threads();
    const server = await serve(
      (_, response) => void response.writeHead(200, whole).write(scene.subarray(0, HALF)),
    );
    const ending = new AbortController();
    const request = {
      method: "GET",
      url: `${server.origin}/a`,
      headers: {},
      bulk: true,
      signal: ending.signal,
    };
    const reply = await pool.send(request)!;
    const handle = await open(join(await emptyDir(), "part"), "w");
    let isRecorded: (() => void) | undefined;
    const halfIsThere = new Promise<void>((resolve) => (isRecorded = resolve));
    const writing = reply.writeTo!({
      fd: handle.fd,
      position: 0,
      onWritten: async (position) => {
        if (position === HALF) isRecorded?.();
      },
    });
    await halfIsThere;
    const startMs = performance.now();
    ending.abort(new Error("enough"));
    await expect(writing).rejects.toMatchObject({ name: "TransportError", reason: "aborted" });
    expect(performance.now() - startMs).toBeLessThan(1000);
    expect((await handle.stat()).size).toBe(HALF);
    await handle.close();
  });

  test("an abort between the head and the body, or of a body that nobody takes, leaves nothing behind", async () => {
    const { pool } = threads();
    const server = await serve((request, response) => sendObject(request, response, scene));
    const ending = new AbortController();
    const request = {
      method: "GET",
      url: `${server.origin}/a`,
      headers: {},
      bulk: true,
      signal: ending.signal,
    };
    const reply = await pool.send(request)!;
    ending.abort();
    const target = { fd: -1, position: 0, onWritten: () => undefined };
    await expect(reply.writeTo!(target)).rejects.toMatchObject({ reason: "aborted" });
    await expect(pool.send(request)).rejects.toMatchObject({ reason: "aborted" });
  });

  test("a body can be taken in the main thread too, byte for byte", async () => {
    const { pool } = threads();
    const bytes = sceneBytes(3_000_000);
    for (const framing of ["length", "chunks"]) {
      const server = await serve((request, response) => {
        if (framing === "length") sendObject(request, response, bytes);
        else response.writeHead(200).end(bytes);
      });
      const reply = await pool.send({ method: "GET", url: `${server.origin}/a`, headers: {}, bulk: true })!;
      expect(reply.writeTo !== undefined).toBe(framing === "length");
      const pieces: Buffer[] = [];
      await reply.drain!((view) => void pieces.push(Buffer.from(view)));
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    }
  });

  test("a thread that ends takes its requests with it, in words, and nobody waits for ever", async () => {
    const { pool } = threads();
    const server = await serve((_, response) => {
      response.writeHead(200, whole).write(scene.subarray(0, HALF));
    });
    const reply = await pool.send({ method: "GET", url: `${server.origin}/a`, headers: {}, bulk: true })!;
    const handle = await open(join(await emptyDir(), "part"), "w");
    let written = 0;
    const writing = reply.writeTo!({
      fd: handle.fd,
      position: 0,
      onWritten: (position) => {
        written = position;
        void pool.close();
      },
    });
    await expect(writing).rejects.toMatchObject({ name: "TransportError", reason: "reset" });
    expect(written).toBeGreaterThan(0);
    expect(pool.send({ method: "GET", url: `${server.origin}/a`, headers: {} })).toBeUndefined();
    await handle.close();
  });
});

describe("which files go to threads", () => {
  const LARGE = 64;
  const large = { size: LARGE };
  test("large ones of promised sizes, when there are several", async () => {
    const choice = new ThreadChoice([large, { size: LARGE - 1 }, large], LARGE, true);
    expect(await choice.isFor(large)).toBe(true);
    expect(await choice.isFor({ size: LARGE - 1 })).toBe(false);
    expect(await new ThreadChoice([large], LARGE, true).isFor(large)).toBe(false);
    expect(await new ThreadChoice([large, { size: 1 }], LARGE, true).isFor(large)).toBe(false);
    expect(await new ThreadChoice([large, large], LARGE, false).isFor(large)).toBe(false);
  });

  test.each([
    [LARGE, true],
    [LARGE - 1, false],
    [undefined, false],
  ])("of unknown sizes the first one's %s bytes decide: %s", async (length, expected) => {
    const choice = new ThreadChoice([{}, {}, {}], LARGE, true);
    expect(await choice.isFor({})).toBe(false);
    const others = Promise.all([choice.isFor({}), choice.isFor({})]);
    choice.noteSize(length);
    choice.noteSize(LARGE);
    expect(await others).toEqual([expected, expected]);
  });
});
