import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { TransferEvent } from "../../../src/transfer/events.ts";
import { testFolder } from "../../new-folder.ts";
import { sendObject, serve } from "./data-server.ts";
import { against, digest, scene } from "./run-against.ts";
import { source, transfer } from "./transfer-world.ts";

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

  test("P7 gzip after a broken response of another coding is not continued by the next run", async () => {
    const controller = new AbortController();
    const dir = await testFolder();
    const server = await serve((request, response, count) => {
      if (count > 2) return sendObject(request, response, scene);
      const headers = { "content-length": count === 1 ? scene.length : coded.length, etag: '"v1"' };
      response.writeHead(200, count === 1 ? headers : { ...headers, "content-encoding": "gzip" });
      if (count === 1) response.write("", () => response.destroy());
      else response.write(coded.subarray(0, -6));
    });
    const sources = [source(`${server.origin}/scene.tif`)];
    const onEvent = ({ type }: TransferEvent): void => {
      if (type === "progress") controller.abort(new Error("interrupted (SIGINT)"));
    };
    const interrupted = transfer(dir, sources, { signal: controller.signal, onEvent });
    await expect(interrupted).rejects.toThrow("interrupted (SIGINT)");
    await transfer(dir, sources);
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined, undefined]);
  });
});
