import { describe, expect, test } from "vitest";
import type { TransferSource } from "../../../src/transfer/transfer-source.ts";
import { against, cutAfter, digest, HALF, scene } from "./run-against.ts";
import { sendObject, type Handler } from "./data-server.ts";

describe("bodies without a length", () => {
  const closing = { connection: "close", etag: '"v1"' };
  /** Ends with the connection: no Content-Length, no chunks. */
  const unframed = (response: Parameters<Handler>[1], headers: Record<string, string>, bytes: Buffer) => {
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, headers).end(bytes);
  };

  test("a request for the range behind the end proves the end", async () => {
    const { result, ranges } = await against((request, response, count) => {
      if (count === 1) unframed(response, closing, scene);
      else sendObject(request, response, scene);
    });
    expect(result).toMatchObject({ status: "downloaded", how: ["range-probe"] });
    expect(ranges).toEqual([undefined, "bytes=300000-"]);
  });

  test("that request also detects a truncation, and the rest is fetched", async () => {
    const { result, ranges } = await against((request, response, count) => {
      if (count === 1) unframed(response, closing, scene.subarray(0, HALF));
      else sendObject(request, response, scene);
    });
    expect(result).toMatchObject({ status: "downloaded", how: ["content-range"] });
    expect(ranges).toEqual([undefined, "bytes=150000-", "bytes=150000-"]);
  });

  test("a body without any proof is not called complete", async () => {
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

  test("a truncated chunked body is detected", async () => {
    const { result, types } = await against((request, response, count) => {
      if (count === 1) cutAfter(response, 200, { etag: '"v1"' }, scene.subarray(0, HALF));
      else sendObject(request, response, scene);
    });
    expect(result?.status).toBe("downloaded");
    expect(types).toContain("resumed");
  });
});
