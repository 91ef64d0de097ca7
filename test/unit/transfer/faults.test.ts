import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sceneBytes, sendObject, serve, type Handler } from "./data-server.ts";
import { emptyDir, filesIn, source, transfer } from "./transfer-world.ts";
import type { TransferOptions } from "../../../src/transfer/options.ts";
import type { TransferSource } from "../../../src/transfer/transfer-source.ts";

const scene = sceneBytes(300_000);
const newer = sceneBytes(300_000, "a newer version");
const HALF = 150_000;
const digest = (algorithm: string, encoding: "hex" | "base64", bytes: Buffer = scene) =>
  createHash(algorithm).update(bytes).digest(encoding);

/** Bytes of the file that the engine has stored; a cut waits for them, so that it falls where the test says. */
let arrived = 0;

function cutAfter(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | number>,
  bytes: Buffer,
  start = 0,
): void {
  arrived = start;
  response.writeHead(status, headers).write(bytes);
  const cutWhenStored = (): void => {
    if (arrived === start + bytes.length || response.destroyed) response.destroy();
    else setImmediate(cutWhenStored);
  };
  cutWhenStored();
}

/** Runs one file against a server that misbehaves; afterwards the directory holds the right bytes or none. */
async function against(
  handler: Handler,
  more: Partial<TransferSource> = {},
  options: Partial<TransferOptions> = {},
  expected: Buffer = scene,
) {
  const server = await serve(handler);
  const dir = await emptyDir();
  arrived = 0;
  const run = await transfer(dir, [source(`${server.origin}/scene.tif?sig=s3cret`, more)], {
    ...options,
    onEvent: (event) => {
      if (event.type === "progress") arrived = event.done;
    },
  });
  const files = await filesIn(dir);
  const named = Object.entries(files).filter(([name]) => !name.includes("/."));
  expect(named.every(([, bytes]) => bytes.equals(expected))).toBe(true);
  const [result] = run.summary.files;
  expect(named.length).toBe(result?.status === "downloaded" ? 1 : 0);
  expect(JSON.stringify([run.events, run.summary, result?.error?.message])).not.toContain("s3cret");
  return { ...run, server, dir, files, result, ranges: server.requests.map(({ headers }) => headers.range) };
}

const whole = { "content-length": scene.length, etag: '"v1"' };

describe("bodies that break", () => {
  test("DOWNLOAD-07 a reset in mid-body is continued from the last byte, pinned to the version", async () => {
    const { result, types, server } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
      else sendObject(request, response, scene);
    });
    expect(result).toMatchObject({ status: "downloaded", sha256: digest("sha256", "hex") });
    expect(types).toEqual(["started", "retried", "resumed", "verified", "finished"]);
    expect(server.requests[1]?.headers).toMatchObject({ "if-range": '"v1"', range: `bytes=${HALF}-` });
  });

  test("DOWNLOAD-07 without a strong ETag nothing is continued", async () => {
    const { result, ranges } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, { ...whole, etag: 'W/"v1"' }, scene.subarray(0, HALF));
      else sendObject(request, response, scene, { etag: 'W/"v1"' });
    });
    expect(result?.status).toBe("downloaded");
    expect(ranges).toEqual([undefined, undefined]);
  });

  test("a server that answers a range with 200 is taken from zero", async () => {
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

  test.each<[string, Record<string, string | number>, Buffer]>([
    ["of another start", { "content-range": "bytes 0-299999/300000", etag: '"v1"' }, scene],
    [
      "of another total",
      { "content-range": "bytes 150000-299999/300001", etag: '"v1"' },
      newer.subarray(HALF),
    ],
    [
      "of another version",
      { "content-range": "bytes 150000-299999/300000", etag: '"v2"' },
      newer.subarray(HALF),
    ],
    ["without a version", { "content-range": "bytes 150000-299999/300000" }, newer.subarray(HALF)],
    ["without Content-Range", { etag: '"v1"' }, newer.subarray(HALF)],
    ["of an unknown total", { "content-range": "bytes 150000-299999/*", etag: '"v1"' }, newer.subarray(HALF)],
    [
      "that is multipart",
      {
        "content-range": "bytes 150000-299999/300000",
        etag: '"v1"',
        "content-type": "multipart/byteranges; boundary=x",
      },
      newer.subarray(HALF),
    ],
    [
      "longer than its range",
      { "content-range": "bytes 150000-299999/300000", etag: '"v1"', "transfer-encoding": "chunked" },
      newer,
    ],
  ])("a 206 %s is not joined to the part", async (_, headers, body) => {
    const { result, types } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
      else if (count === 2) response.writeHead(206, headers).end(body);
      else sendObject(request, response, scene);
    });
    expect(result?.status).toBe("downloaded");
    expect(types).toContain("restarted");
  });

  test("ranges shorter than asked for are joined", async () => {
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

  test("DOWNLOAD-07 a body cut in the same place for ever ends, and the part is kept", async () => {
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
    expect(Object.entries(files).find(([name]) => name.endsWith(".part"))?.[1]).toEqual(
      scene.subarray(0, HALF),
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

  test("a server that always starts again and always cuts at the same byte ends too", async () => {
    const { result, server } = await against(
      (_, response) => cutAfter(response, 200, whole, scene.subarray(0, HALF)),
      {},
      { retries: 3 },
    );
    expect(result?.error?.code).toBe("DOWNLOAD_INCOMPLETE");
    expect(server.requests).toHaveLength(4);
  });
});

describe("bodies without a length", () => {
  const closing = { connection: "close", etag: '"v1"' };
  /** Ends with the connection: no Content-Length, no chunks. */
  const unframed = (response: Parameters<Handler>[1], headers: Record<string, string>, bytes: Buffer) => {
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, headers).end(bytes);
  };

  test("the end is proven by the range behind it", async () => {
    const { result, ranges } = await against((request, response, count) => {
      if (count === 1) unframed(response, closing, scene);
      else sendObject(request, response, scene);
    });
    expect(result).toMatchObject({ status: "downloaded", how: ["range-probe"] });
    expect(ranges).toEqual([undefined, "bytes=300000-"]);
  });

  test("a cut is found by the same question, and the rest is fetched", async () => {
    const { result, ranges } = await against((request, response, count) => {
      if (count === 1) unframed(response, closing, scene.subarray(0, HALF));
      else sendObject(request, response, scene);
    });
    expect(result).toMatchObject({ status: "downloaded", how: ["content-range"] });
    expect(ranges).toEqual([undefined, "bytes=150000-", "bytes=150000-"]);
  });

  test("what nothing can prove is not called complete", async () => {
    const { result } = await against((_, response) => unframed(response, { connection: "close" }, scene));
    expect(result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    expect(result?.error?.message).toContain("nothing proves");
  });

  test.each<[string, Partial<TransferSource>]>([
    ["file:size", { size: scene.length }],
    ["digest", { checksum: `1114${digest("sha1", "hex")}` }],
  ])("%s proves it without another request", async (proof, promise) => {
    const cut = await against(
      (_, response, count) =>
        unframed(response, { connection: "close" }, count === 1 ? scene.subarray(0, HALF) : scene),
      promise,
    );
    expect(cut.result).toMatchObject({ status: "downloaded" });
    expect(cut.result?.how[0]).toBe(proof);
    expect(cut.server.requests).toHaveLength(2);
  });

  test("a chunked body that is cut shows itself", async () => {
    const { result, types } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, { etag: '"v1"' }, scene.subarray(0, HALF));
      else sendObject(request, response, scene);
    });
    expect(result?.status).toBe("downloaded");
    expect(types).toContain("resumed");
  });
});

describe("coded bodies nobody asked for", () => {
  const coded = gzipSync(scene);

  test("gzip is decoded strictly and never continued", async () => {
    const { result, ranges } = await against(
      (_, response, count) => {
        const body = count === 1 ? coded.subarray(0, -6) : coded;
        const headers = { "content-encoding": "gzip", etag: '"v1"', "content-length": body.length };
        response.writeHead(200, headers).end(body);
      },
      { checksum: `1220${digest("sha256", "hex")}`, size: scene.length },
    );
    expect(result).toMatchObject({ status: "downloaded" });
    expect(result?.how).toEqual(["gzip", "file:size", "file:checksum sha256"]);
    expect(ranges).toEqual([undefined, undefined]);
  });

  test("a coding we do not read is refused", async () => {
    const { result } = await against((_, response) =>
      response.writeHead(200, { "content-encoding": "br" }).end(scene),
    );
    expect(result?.error).toMatchObject({ code: "RESPONSE_UNRECOGNISED" });
  });
});

describe("digests", () => {
  const crc = (value: string) => ({ "x-amz-checksum-crc32": value });
  test.each<[string, Record<string, string>]>([
    ["repr-digest sha256", { "repr-digest": `sha-256=:${digest("sha256", "base64")}:` }],
    ["digest md5", { digest: `MD5=${digest("md5", "base64")}` }],
    ["content-md5 md5", { "content-md5": digest("md5", "base64") }],
    ["x-amz-checksum-sha1 sha1", { "x-amz-checksum-sha1": digest("sha1", "base64") }],
    ["x-amz-checksum-sha256 sha256", { "x-amz-checksum-sha256": digest("sha256", "base64") }],
    // Computed with another program (python3 zlib.crc32) over the same bytes.
    ["x-amz-checksum-crc32 crc32", crc("FdFevg==")],
  ])("DOWNLOAD-07 %s is checked, and a wrong one refused", async (how, headers) => {
    const right = await against((request, response) => sendObject(request, response, scene, { headers }));
    expect(right.result?.how).toEqual(["content-length", how]);
    const wrong = await against((request, response) => sendObject(request, response, newer, { headers }));
    expect(wrong.result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    expect(wrong.server.requests).toHaveLength(2);
    expect(wrong.files).toEqual({});
  });

  test("a checksum of parts is no digest of the object", async () => {
    const { result } = await against((request, response) =>
      sendObject(request, response, scene, {
        headers: {
          "x-amz-checksum-sha256": `${digest("sha256", "base64", newer)}-3`,
          "x-amz-checksum-type": "COMPOSITE",
        },
      }),
    );
    expect(result?.how).toEqual(["content-length"]);
  });

  test.each([
    ["sha512", `1340${digest("sha512", "hex")}`],
    ["md5", `d50110${digest("md5", "hex")}`],
    ["sha3-256", `1620${digest("sha3-256", "hex")}`],
    ["sha1", `1114${digest("sha1", "hex")}`],
  ])("file:checksum %s is checked", async (algorithm, checksum) => {
    const right = await against((request, response) => sendObject(request, response, scene), { checksum });
    expect(right.result?.how).toContain(`file:checksum ${algorithm}`);
    const wrong = await against((request, response) => sendObject(request, response, newer), { checksum });
    expect(wrong.result?.error?.code).toBe("DOWNLOAD_INCOMPLETE");
  });

  test("damage on the way is healed by one more fetch", async () => {
    const { result } = await against(
      (request, response, count) => sendObject(request, response, count === 1 ? newer : scene),
      { checksum: `1220${digest("sha256", "hex")}` },
    );
    expect(result?.status).toBe("downloaded");
  });

  test("DOWNLOAD-07 a wrong size is refused, announced or not", async () => {
    const announced = await against((request, response) => sendObject(request, response, scene), {
      size: 299_999,
    });
    expect(announced.result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    const longer = await against((_, response) => response.writeHead(200).end(scene), { size: 299_999 });
    expect(longer.result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
  });
});
