/** One file to a stream that cannot be rewound: every byte right, or a failure that reports the written bytes. */
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { AppError } from "../../../src/errors.ts";
import { planTransfers } from "../../../src/transfer/plan.ts";
import { streamFile } from "../../../src/transfer/stream-file.ts";
import { toLinks, type TransferSource } from "../../../src/transfer/transfer-source.ts";
import type { StreamOptions } from "../../../src/transfer/options.ts";
import { multihash } from "../../sha256.ts";
import { sceneBytes, sendObject, serve, type Handler } from "./data-server.ts";
import { fingerprint, source } from "./transfer-world.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { socketSend } from "./socket-send.ts";

const scene = sceneBytes(300_000);
const newer = sceneBytes(300_000, "a newer version");
const HALF = 150_000;

/** The output before the end or the failure, which is returned, not thrown. */
async function stream(
  handler: Handler,
  more: Partial<TransferSource> = {},
  options: Partial<StreamOptions> = {},
  whileWriting: () => Promise<void> = async () => {},
) {
  const server = await serve(handler);
  const sources = [source(`${server.origin}/scene.tif?sig=s3cret`, more)];
  const [file] = planTransfers(sources).files;
  const chunks: Buffer[] = [];
  const events: string[] = [];
  let failure: AppError | undefined;
  try {
    await streamFile(
      file!,
      async (chunk) => {
        chunks.push(Buffer.from(chunk));
        await whileWriting();
      },
      {
        send: socketSend,
        clock: skippingClock(),
        random: () => 0,
        links: toLinks(sources),
        allowHttp: true,
        ...options,
        onEvent: (event) => {
          if (event.type === "progress") passed = event.done;
          else events.push(event.type);
        },
      },
    );
  } catch (error) {
    failure = error as AppError;
  }
  const bytes = Buffer.concat(chunks);
  expect(JSON.stringify([events, failure?.message, failure?.next])).not.toContain("s3cret");
  return { bytes, events, failure, ranges: server.requests.map(({ headers }) => headers.range) };
}

let passed = 0;

/** Breaks the connection after the first half. */
function cut(response: ServerResponse, headers: Record<string, string | number>, bytes = scene): void {
  passed = 0;
  response.writeHead(200, { "content-length": bytes.length, ...headers }).write(bytes.subarray(0, HALF));
  const cutWhenPassed = (): void => {
    if (passed === HALF) response.destroy();
    else setImmediate(cutWhenPassed);
  };
  cutWhenPassed();
}

describe("a file to a stream", () => {
  test("DOWNLOAD-05 without a link is reported with the next step", async () => {
    const { failure, bytes, ranges } = await stream(() => undefined, {}, { links: new Map() });
    expect([failure?.code, failure?.message]).toEqual(["NOT_FOUND", "there is no link for this asset"]);
    expect(failure?.next).toContain("ask the data provider for this file, or exclude it");
    expect([bytes.length, ranges]).toEqual([0, []]);
  });

  test("DOWNLOAD-07 P16 arrives complete, with its proof", async () => {
    const { bytes, events, failure } = await stream(
      (request, response) => sendObject(request, response, scene),
      { size: scene.length, checksum: multihash(scene) },
    );
    expect(failure).toBeUndefined();
    expect(fingerprint(bytes)).toBe(fingerprint(scene));
    expect(events).toEqual(["started", "verified", "finished"]);
  });

  test("P7 continues a broken connection by range within the run, and repeats no byte", async () => {
    const { bytes, events, ranges } = await stream((request, response, count) =>
      count === 1 ? cut(response, { etag: '"v1"' }) : sendObject(request, response, scene),
    );
    expect(fingerprint(bytes)).toBe(fingerprint(scene));
    expect(ranges).toEqual([undefined, `bytes=${HALF}-`]);
    expect(events).toEqual(["started", "retried", "resumed", "verified", "finished"]);
  });

  test.each([
    ["without a validator", {}],
    ["whose server ignores ranges", { etag: '"v1"' }],
  ])("P7 %s is read again from its start, compared, and continued", async (_, headers) => {
    const { bytes, failure } = await stream((_request, response, count) => {
      if (count === 1) cut(response, headers);
      else response.writeHead(200, { "content-length": scene.length, ...headers }).end(scene);
    });
    expect(failure).toBeUndefined();
    expect(fingerprint(bytes)).toBe(fingerprint(scene));
  });

  test("P7 never mixes two versions: the failure reports the written bytes and what to do with them", async () => {
    const { bytes, failure, events } = await stream((_request, response, count) => {
      if (count === 1) cut(response, { etag: '"v1"' });
      else response.writeHead(200, { "content-length": newer.length, etag: '"v2"' }).end(newer);
    });
    expect(failure).toMatchObject({ code: "DOWNLOAD_INCOMPLETE", exitCode: 10 });
    expect(failure?.message).toMatch(
      /^the file changed while it was fetched: .*; \d+ bytes were written before/,
    );
    expect(failure?.next).toContain("Delete the output");
    expect(failure?.data).toEqual({ bytesOut: bytes.length });
    expect(scene.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(events.at(-1)).toBe("failed");
  });

  test("P7 without hashes (--checksum size) is not joined to a second reading", async () => {
    const { failure } = await stream(
      (_request, response, count) => {
        if (count === 1) cut(response, {});
        else response.writeHead(200, { "content-length": scene.length }).end(scene);
      },
      {},
      { checksum: "size" },
    );
    expect(failure).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
  });

  test("P7 that has become shorter does not count as complete", async () => {
    const { failure } = await stream((_request, response, count) => {
      if (count === 1) cut(response, {});
      else response.writeHead(200, { "content-length": 90_000 }).end(scene.subarray(0, 90_000));
    });
    expect(failure?.message).toContain("the object is now shorter");
  });

  test("does not mistake a slow reader for a slow server", async () => {
    const clock = skippingClock();
    const { bytes, events } = await stream(
      (request, response) => sendObject(request, response, scene),
      {},
      { clock, minBytesPerSecond: 100_000 },
      async () => clock.sleep(600_000),
    );
    expect(fingerprint(bytes)).toBe(fingerprint(scene));
    expect(events).toEqual(["started", "verified", "finished"]);
  });

  test("P16 with a wrong digest fails, and its last bytes are held back", async () => {
    const { bytes, failure } = await stream((request, response) => sendObject(request, response, newer), {
      checksum: multihash(scene),
    });
    expect(failure?.message).toMatch(
      /^the sha256 of the bytes differs from the one in file:checksum: it is [0-9a-f]{64}, not [0-9a-f]{64}; \d+ bytes/,
    );
    expect(bytes.length).toBeLessThan(newer.length);
  });

  test("P16 longer or shorter than promised fails", async () => {
    const answer: Handler = (request, response) => sendObject(request, response, scene);
    const longer = await stream(answer, { size: scene.length - 1 });
    expect(longer.failure?.message).toMatch(/300000 bytes .*299999/);
    expect(longer.bytes).toHaveLength(0);
    const chunked = await stream((_request, response) => response.writeHead(200).end(scene), {
      size: scene.length + 1,
    });
    expect(chunked.failure).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
  });

  test("DOWNLOAD-09 renews an expired link in mid-file", async () => {
    const links: string[] = [];
    const { bytes, events } = await stream(
      (request, response, count) => {
        links.push(request.url ?? "");
        if (count === 1) cut(response, { etag: '"v1"' });
        else if (request.url?.endsWith("fresh") === true) sendObject(request, response, scene);
        else response.writeHead(403).end("<Message>Request has expired</Message>");
      },
      {},
      {
        renew: async () => {
          const [first = ""] = links;
          expect(first).toContain("s3cret");
          const { origin } = server;
          return toLinks([source(`${origin}/scene.tif?sig=fresh`)]);
        },
        send: async (request) => {
          server.origin = new URL(request.url).origin;
          return socketSend(request);
        },
      },
    );
    expect(fingerprint(bytes)).toBe(fingerprint(scene));
    expect(events).toContain("renewed");
    expect(links.at(-1)).toMatch(/sig=fresh$/);
  });

  test("with a content coding is decoded and still verified", async () => {
    const coded = gzipSync(scene);
    const { bytes, failure } = await stream(
      (_request, response) =>
        response.writeHead(200, { "content-length": coded.length, "content-encoding": "gzip" }).end(coded),
      { size: scene.length, checksum: multihash(scene) },
    );
    expect(failure).toBeUndefined();
    expect(fingerprint(bytes)).toBe(fingerprint(scene));
  });

  test("P14 is ended if the server never sends another byte", async () => {
    const { failure, ranges } = await stream(
      (_request, response, count) => {
        if (count === 1) cut(response, { etag: '"v1"' });
        else response.writeHead(503).end();
      },
      {},
      { retries: 2 },
    );
    expect(failure).toMatchObject({ code: "SERVICE_ERROR", status: 503 });
    expect(failure?.message).toContain("3 times in a row");
    expect(ranges).toHaveLength(3);
  });
});

/** The address of the running test's server. */
const server = { origin: "" };
