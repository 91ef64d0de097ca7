import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { TransportError } from "../../../src/contract/send.ts";
import { testFolder } from "../../new-folder.ts";
import { against, cutAfter, digest, HALF, newer, scene, whole } from "./run-against.ts";
import { sceneBytes, sendObject } from "./data-server.ts";
import { filesIn, fingerprint, source, transfer } from "./transfer-world.ts";

describe("broken bodies", () => {
  test("DOWNLOAD-07 a reset in mid-body is continued from the last byte of the same version", async () => {
    const { result, types, server } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
      else sendObject(request, response, scene);
    });
    expect(result).toMatchObject({ status: "downloaded", sha256: digest("sha256", "hex") });
    expect(types).toEqual(["started", "retried", "resumed", "verified", "finished"]);
    expect(server.requests[1]?.headers).toMatchObject({ "if-range": '"v1"', range: `bytes=${HALF}-` });
  });

  test.each([
    [
      "a whole response",
      (request: object, response: ServerResponse) =>
        sendObject(request as never, response, newer.subarray(0, 200_000), { etag: '"v1"' }),
    ],
    [
      "a range, then a whole response",
      (request: { headers: { range?: string } }, response: ServerResponse) =>
        request.headers.range === undefined
          ? response
              .writeHead(200, { "content-length": 200_000, etag: '"v1"' })
              .end(newer.subarray(0, 200_000))
          : response
              .writeHead(206, {
                "content-range": `bytes ${HALF}-199999/200000`,
                "content-length": 200_000 - HALF,
                etag: '"v1"',
              })
              .end(newer.subarray(HALF, 200_000)),
    ],
    [
      "a refused range, then a whole response",
      (request: { headers: { range?: string } }, response: ServerResponse) =>
        request.headers.range === undefined
          ? response
              .writeHead(200, { "content-length": 200_000, etag: '"v1"' })
              .end(newer.subarray(0, 200_000))
          : response.writeHead(416, { "content-range": "bytes */200000", etag: '"v1"' }).end(),
    ],
  ])(
    "P6 P7 P16 one ETag has one size: %s of another size under the same ETag is not the file",
    async (_what, again) => {
      const { result, dir } = await against((request, response, count) => {
        if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
        else again(request, response);
      });
      expect(result).toMatchObject({
        status: "failed",
        error: {
          code: "DOWNLOAD_INCOMPLETE",
          message: expect.stringContaining('for one version (ETag "v1")'),
        },
      });
      expect(Object.keys(await filesIn(dir)).filter((name) => !name.includes(".part"))).toEqual([]);
    },
  );

  test("DOWNLOAD-07 without a strong ETag nothing is continued", async () => {
    const { result, ranges } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, { ...whole, etag: 'W/"v1"' }, scene.subarray(0, HALF));
      else sendObject(request, response, scene, { etag: 'W/"v1"' });
    });
    expect(result?.status).toBe("downloaded");
    expect(ranges).toEqual([undefined, undefined]);
  });

  test("a server that answers a range with 200 is read from zero", async () => {
    const { result, types } = await against((_, response, count) => {
      if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
      else response.writeHead(200, whole).end(scene);
    });
    expect(result?.status).toBe("downloaded");
    expect(types).toContain("restarted");
  });

  test("two versions are never spliced: a changed ETag starts again", async () => {
    const { result } = await against(
      (request, response, count) => {
        if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
        else sendObject(request, response, newer, { etag: '"v2"' });
      },
      {},
      {},
      newer,
    );
    expect(result).toMatchObject({ status: "downloaded", sha256: digest("sha256", "hex", newer) });
  });

  const rest = { "content-range": "bytes 150000-299999/300000", etag: '"v1"' };
  const foreign = newer.subarray(HALF);
  test.each<[string, Record<string, string>, Buffer, string]>([
    [
      "of another start",
      { ...rest, "content-range": "bytes 100000-249999/300000" },
      foreign,
      "another range",
    ],
    ["of another total", { ...rest, "content-range": "bytes 150000-299999/300001" }, foreign, "size changed"],
    ["of another version", { ...rest, etag: '"v2"' }, foreign, "version changed"],
    ["without a version", { "content-range": rest["content-range"] }, foreign, "version changed"],
    ["without Content-Range", { etag: '"v1"' }, foreign, "without a usable Content-Range"],
    [
      "of an unknown total",
      { ...rest, "content-range": "bytes 150000-299999/*" },
      foreign,
      "usable Content-Range",
    ],
    ["in parts", { ...rest, "content-type": "multipart/byteranges; boundary=x" }, foreign, "multipart"],
    ["longer than its range", { ...rest, "transfer-encoding": "chunked" }, newer, "more than the range"],
  ])("a 206 %s is not joined to the part", async (_, headers, body, reason) => {
    const { result, events } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
      else if (count === 2) response.writeHead(206, headers).end(body);
      else sendObject(request, response, scene);
    });
    expect(result?.status).toBe("downloaded");
    const restarts = events.filter((event) => event.type === "restarted");
    expect(restarts).toEqual([
      expect.objectContaining({ reason: expect.stringContaining(reason) as string }),
    ]);
  });

  test("ranges shorter than requested are joined", async () => {
    const { result, ranges } = await against((request, response, count) => {
      if (count === 1) return cutAfter(response, 200, whole, scene.subarray(0, 100_000));
      const start = Number(/\d+/u.exec(request.headers.range ?? "")?.[0]);
      const range = `bytes ${start}-${start + 49_999}/300000`;
      return response
        .writeHead(206, { "content-range": range, etag: '"v1"' })
        .end(scene.subarray(start, start + 50_000));
    });
    expect(result).toMatchObject({ status: "downloaded", how: ["content-range"] });
    expect(ranges).toHaveLength(5);
  });

  test("DOWNLOAD-07 a body that always ends at the same byte fails, and the part is kept", async () => {
    const { result, ranges, files } = await against(
      (request, response) => {
        if (request.headers.range === undefined) cutAfter(response, 200, whole, scene.subarray(0, HALF));
        else response.destroy();
      },
      {},
      { retries: 3 },
    );
    expect(result?.error).toMatchObject({ code: "NETWORK" });
    expect(ranges).toHaveLength(4);
    expect(Object.entries(files).find(([name]) => name.endsWith(".part"))?.[1]).toBe(
      fingerprint(scene.subarray(0, HALF)),
    );
  });

  test("the budget counts fruitless attempts only: twelve cuts, two retries, one file", async () => {
    const step = 25_000;
    const { result } = await against(
      (request, response) => {
        const start = Number(/\d+/u.exec(request.headers.range ?? "0")?.[0]);
        const headers = {
          "content-range": `bytes ${start}-299999/300000`,
          "content-length": 300_000 - start,
          etag: '"v1"',
        };
        const body = scene.subarray(start, start + step);
        if (start === 0) cutAfter(response, 200, whole, body);
        else if (start + step >= scene.length) response.writeHead(206, headers).end(body);
        else cutAfter(response, 206, headers, body, start);
      },
      {},
      { retries: 2 },
    );
    expect(result?.status).toBe("downloaded");
  });

  test("a server that always starts again and ends at the same byte also fails", async () => {
    const { result, server } = await against(
      (_, response) => cutAfter(response, 200, whole, scene.subarray(0, HALF)),
      {},
      { retries: 3 },
    );
    expect(result?.error?.code).toBe("DOWNLOAD_INCOMPLETE");
    expect(server.requests).toHaveLength(4);
  });

  test("a server that always starts again and ends at changing bytes does not continue forever", async () => {
    const { result } = await against(
      (_, response, count) =>
        cutAfter(response, 200, whole, scene.subarray(0, count % 2 === 0 ? 90_000 : HALF)),
      {},
      { retries: 3 },
    );
    expect(result?.error?.code).toBe("DOWNLOAD_INCOMPLETE");
  });

  test("a short body with a regular end, which some transports deliver, is still short", async () => {
    const { result, types } = await against(
      () => undefined,
      {},
      {
        send: async ({ headers }) => {
          const start = Number(/\d+/u.exec(headers["range"] ?? "")?.[0] ?? 0);
          return {
            status: start === 0 ? 200 : 206,
            headers: {
              etag: '"v1"',
              "content-length": String(scene.length - start),
              ...(start === 0 ? {} : { "content-range": `bytes ${start}-299999/300000` }),
            },
            body: (async function* () {
              yield scene.subarray(start, start + 100_000);
            })(),
          };
        },
      },
    );
    expect(result?.status).toBe("downloaded");
    expect(types).toEqual(["started", "retried", "resumed", "retried", "resumed", "verified", "finished"]);
  });

  test("P7 a connection that breaks after the head of a file keeps the bytes of the next file in place", async () => {
    const dir = await testFolder();
    const next = sceneBytes(600_000);
    const closed = new TransportError("reset", "maybe", "closed");
    const broken = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(closed) }) };
    async function* inTwo(): AsyncGenerator<Uint8Array> {
      yield next.subarray(0, 300_000);
      yield next.subarray(300_000);
    }
    const { summary } = await transfer(
      dir,
      [source("http://127.0.0.1:1/large.tif"), source("http://127.0.0.1:1/next.tif", { assetKey: "HV" })],
      {
        concurrency: 1,
        retries: 0,
        send: async ({ url }) => {
          const isNext = url.endsWith("next.tif");
          const length = String(isNext ? next.length : 2_000_000);
          return {
            status: 200,
            headers: { "content-length": length, etag: `"${length}"` },
            body: isNext ? inTwo() : broken,
          };
        },
      },
    );
    expect(summary).toMatchObject({ downloaded: 1, failed: 1 });
    expect(await filesIn(dir)).toEqual({ "TAVEUNI_20261120/next.tif": fingerprint(next) });
  });
});
