import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { against, digest, scene } from "./run-against.ts";

describe("unexpected content codings", () => {
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

  test("an unsupported coding is refused", async () => {
    const { result } = await against((_, response) =>
      response.writeHead(200, { "content-encoding": "br" }).end(scene),
    );
    expect(result?.error).toMatchObject({ code: "RESPONSE_UNRECOGNISED" });
  });
});
