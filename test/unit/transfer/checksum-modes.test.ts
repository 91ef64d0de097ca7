import { join } from "node:path";
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { ChecksumMode } from "../../../src/domain/orders/download-options.ts";
import { testFolder } from "../../new-folder.ts";
import { against, cutAfter, digest, HALF, newer, scene, whole } from "./run-against.ts";
import { sendObject, serve } from "./data-server.ts";
import { manifestOf, source, transfer } from "./transfer-world.ts";

const promised = { size: scene.length, checksum: `1220${digest("sha256", "hex")}` };

/** Serves other bytes of the promised length: only a digest detects them. */
async function othersBytes(dir: string, checksum: ChecksumMode, more = promised) {
  const server = await serve((request, response) => sendObject(request, response, newer));
  return transfer(dir, [source(`${server.origin}/scene.tif`, more)], { checksum });
}

describe("--checksum", () => {
  test("full refuses other bytes of the right length; size and none accept them, and the manifest records that", async () => {
    const dir = await testFolder();
    expect((await othersBytes(dir, "full")).summary.failed).toBe(1);
    expect((await othersBytes(dir, "size")).summary.downloaded).toBe(1);
    const [bySize] = await manifestOf(dir);
    expect(bySize).toMatchObject({ size: newer.length, verified: ["content-length", "file:size"] });
    expect(bySize).not.toHaveProperty("sha256");

    const other = await testFolder();
    const { events, summary } = await othersBytes(other, "none", { ...promised, size: 7 });
    expect(summary.files[0]).not.toHaveProperty("sha256");
    expect(events.at(-1)).toEqual({
      type: "finished",
      file: expect.anything() as unknown,
      size: newer.length,
      how: ["content-length"],
    });
    expect((await manifestOf(other))[0]).toMatchObject({ verified: ["content-length"] });
  });

  test("size refuses an unexpected length; a truncated body is refused in every mode", async () => {
    const dir = await testFolder();
    expect((await othersBytes(dir, "size", { ...promised, size: 7 })).summary.failed).toBe(1);
    for (const checksum of ["none", "size", "full"] as const) {
      const { result } = await against(
        (_request, response) => cutAfter(response, 200, whole, scene.subarray(0, HALF)),
        {},
        { checksum, retries: 1 },
      );
      expect(result?.status).toBe("failed");
    }
  });

  test("without a length, a digest that is not computed proves no end: a second request checks it", async () => {
    const headers = { etag: '"v1"', digest: `sha-256=${digest("sha256", "base64")}`, connection: "close" };
    const { result, server } = await against(
      (request, response, count) => {
        if (count > 1) return sendObject(request, response, scene);
        response.socket?.end(
          Buffer.concat([
            Buffer.from(
              `HTTP/1.1 200 OK\r\n${Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}\r\n`)
                .join("")}\r\n`,
            ),
            scene,
          ]),
        );
      },
      {},
      { checksum: "size" },
    );
    expect(result).toMatchObject({ status: "downloaded", how: ["range-probe"] });
    expect(server.requests).toHaveLength(2);
  });

  test("a file that was only measured is kept by size, hashed against a digest by full, and refused without one", async () => {
    const dir = await testFolder();
    const server = await serve((request, response) => sendObject(request, response, scene));
    const run = (checksum: ChecksumMode, more = {}) =>
      transfer(dir, [source(`${server.origin}/scene.tif`, more)], { checksum });
    await run("size");
    expect((await run("size")).summary.files[0]).toMatchObject({ status: "skipped", how: ["manifest size"] });
    expect((await run("full")).summary.files[0]?.error?.message).toContain("only its size was ever checked");
    const proven = await run("full", promised);
    expect(proven.summary.files[0]).toMatchObject({ status: "skipped", how: ["file:checksum sha256"] });
    expect((await run("full")).summary.files[0]).toMatchObject({ how: ["manifest sha256"] });
    expect(server.requests).toHaveLength(1);
  });

  test("a part begun in one mode is resumed in another, and then verified", async () => {
    const dir = await testFolder();
    let isCut = true;
    const server = await serve((request, response) => {
      if (!isCut) return sendObject(request, response, scene);
      response
        .writeHead(200, whole)
        .write(scene.subarray(0, HALF), () => setImmediate(() => response.destroy()));
    });
    const sources = [source(`${server.origin}/scene.tif`, promised)];
    const first = await transfer(dir, sources, { checksum: "none", retries: 0 });
    expect(first.summary.failed).toBe(1);
    isCut = false;
    const second = await transfer(dir, sources, { checksum: "full" });
    expect(second.summary.files[0]).toMatchObject({ status: "downloaded", sha256: digest("sha256", "hex") });
    await rm(join(dir, "swath-manifest.ndjson"));
  });
});
