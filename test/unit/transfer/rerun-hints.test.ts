/** The hint of a failed file about running the command again matches the result of doing so. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { transferError } from "../../../src/transfer/transfer-summary.ts";
import type { Handler } from "./data-server.ts";
import { against, cutAfter, HALF, scene, whole } from "./run-against.ts";

const half = scene.subarray(0, HALF);
const coded = gzipSync(scene);
const damaged = Buffer.concat([coded.subarray(0, 100_000), Buffer.alloc(50_000)]);
const unversioned = { "content-length": scene.length };

/** Once, and the hint of the command. */
async function failing(handler: Handler, options: Parameters<typeof against>[2] = {}) {
  const { summary, files } = await against(handler, {}, { retries: 0, ...options });
  const failure = transferError(summary);
  expect(summary.failed).toBe(1);
  const isKept = Object.keys(files).some((name) => name.endsWith(".part"));
  return { isKept, hint: failure?.next, code: failure?.code };
}

describe("the hint of a failed file", () => {
  test("DOWNLOAD-07 DOWNLOAD-10 reports that a truncated body is kept and continued", async () => {
    const found = await failing((_, response) => cutAfter(response, 200, whole, half));
    expect(found).toMatchObject({
      isKept: true,
      hint: "Run the same command again: it resumes the partial download",
    });
  });

  test.each<[string, Handler]>([
    ["a cut body without an ETag", (_, response) => cutAfter(response, 200, unversioned, half)],
    ["a cut body in chunks", (_, response) => cutAfter(response, 200, {}, half)],
    [
      "a damaged gzip body",
      (_, response) =>
        response
          .writeHead(200, { "content-encoding": "gzip", "content-length": damaged.length })
          .end(damaged),
    ],
    ["a 500", (_, response) => response.writeHead(500).end()],
  ])("DOWNLOAD-07 DOWNLOAD-10 after %s reports that it starts again from zero", async (_, handler) => {
    expect(await failing(handler)).toMatchObject({
      isKept: false,
      hint: "Run the same command again: it fetches this file from the start",
    });
  });

  test("DOWNLOAD-07 DOWNLOAD-10 reports that an object shorter than announced has no more bytes", async () => {
    const handler: Handler = (_, response, count) => {
      if (count === 1) cutAfter(response, 200, whole, half);
      else response.writeHead(416, { "content-range": `bytes */${HALF}` }).end();
    };
    expect(await failing(handler, { retries: 1 })).toMatchObject({
      isKept: false,
      hint: "Run the same command again: it fetches this file from the start",
    });
  });

  test("DOWNLOAD-07 with --no-resume does not promise to resume", async () => {
    const { hint } = await failing((_, response) => cutAfter(response, 200, whole, half), { resume: false });
    expect(hint).toContain("from the start");
  });

  test.each<[string, Handler]>([
    ["a 404", (_, response) => response.writeHead(404).end()],
    ["a 204", (_, response) => response.writeHead(204).end()],
    [
      "an unexpected coding",
      (_, response) => response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync(scene)),
    ],
  ])("DOWNLOAD-10 for %s, which would fail again, has another next step", async (_, handler) => {
    const { isKept, hint } = await failing(handler);
    expect(isKept).toBe(false);
    expect(hint).toMatch(
      /^A rerun gets the same response: ask the data provider for this file, or exclude it$/u,
    );
  });

  test("DOWNLOAD-10 reports an unexpected length as the server's fault", async () => {
    const { summary } = await against((_, response) => response.writeHead(200, whole).end(scene), {
      size: 7,
    });
    expect(transferError(summary)?.next).toBe(
      "The file on the server does not match its item: ask the data provider",
    );
  });
});
