import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import type { TransferOptions } from "../../../src/transfer/options.ts";
import type { Sidecar } from "../../../src/transfer/folder/sidecar.ts";
import { linkKey } from "../../../src/transfer/transfer-source.ts";
import { testFolder } from "../../new-folder.ts";
import { sceneBytes, sendObject, serve, type Handler } from "./data-server.ts";
import { source, transfer } from "./transfer-world.ts";
import { skippingClock } from "../../skipping-clock.ts";

export const scene = sceneBytes(200_000);
export const HALF = 120_000;
export const NAME = "TAVEUNI_20261120/scene.tif";

/** A folder with a run interrupted after HALF bytes, and a server that can complete it. */
export async function interrupted(
  finish: Handler = (request, response) => sendObject(request, response, scene),
  options: Partial<TransferOptions> = {},
) {
  const dir = await testFolder();
  const controller = new AbortController();
  const server = await serve((request, response, count) => {
    if (count > 1) finish(request, response, count);
    else
      response
        .writeHead(200, { "content-length": scene.length, etag: '"v1"' })
        .write(scene.subarray(0, HALF));
  });
  const sources = [source(`${server.origin}/scene.tif`)];
  const clock = skippingClock();
  let abortedMs = NaN;
  await expect(
    transfer(dir, sources, {
      clock,
      ...options,
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type !== "progress" || event.done < HALF) return;
        abortedMs = clock.now();
        controller.abort(new Error("interrupted (SIGINT)"));
      },
    }),
  ).rejects.toThrow("interrupted (SIGINT)");
  // By its own clock: other events never come.
  const tookMs = clock.now() - abortedMs;
  const paths = makePartPaths(join(dir, NAME), linkKey({ item: "TAVEUNI_20261120", asset: "HH" }));
  const readSidecar = async () => JSON.parse(await readFile(paths.sidecar, "utf8")) as Sidecar;
  const editSidecar = async (edit: object) =>
    writeFile(paths.sidecar, JSON.stringify({ ...(await readSidecar()), ...edit }));
  const ranges = () => server.requests.slice(1).map(({ headers }) => headers.range);
  return { dir, sources, server, paths, tookMs, readSidecar, editSidecar, ranges };
}
