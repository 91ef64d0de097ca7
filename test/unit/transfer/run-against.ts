import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import { testFolder } from "../../new-folder.ts";
import { sceneBytes, serve, type Handler } from "./data-server.ts";
import { filesIn, source, transfer, fingerprint } from "./transfer-world.ts";
import type { TransferOptions } from "../../../src/transfer/options.ts";
import type { TransferSource } from "../../../src/transfer/transfer-source.ts";

export const scene = sceneBytes(300_000);
export const newer = sceneBytes(300_000, "a newer version");
export const HALF = 150_000;
export const digest = (algorithm: string, encoding: "hex" | "base64", bytes: Buffer = scene) =>
  createHash(algorithm).update(bytes).digest(encoding);

/** Bytes of the file that the engine has stored; a cut waits for them, so that the test decides its place. */
let arrived = 0;

export function cutAfter(
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

/** Runs one file against a server that misbehaves; afterwards the folder contains the right bytes or none. */
export async function against(
  handler: Handler,
  more: Partial<TransferSource> = {},
  options: Partial<TransferOptions> = {},
  expected: Buffer = scene,
) {
  const server = await serve(handler);
  const dir = await testFolder();
  arrived = 0;
  const run = await transfer(dir, [source(`${server.origin}/scene.tif?sig=s3cret`, more)], {
    ...options,
    onEvent: (event) => {
      if (event.type === "progress") arrived = event.done;
    },
  });
  const files = await filesIn(dir);
  const named = Object.entries(files).filter(([name]) => !name.includes("/."));
  expect(named.every(([, bytes]) => bytes === fingerprint(expected))).toBe(true);
  const [result] = run.summary.files;
  expect(named.length).toBe(result?.status === "downloaded" ? 1 : 0);
  expect(JSON.stringify([run.events, run.summary, result?.error?.message])).not.toContain("s3cret");
  return { ...run, server, dir, files, result, ranges: server.requests.map(({ headers }) => headers.range) };
}

export const whole = { "content-length": scene.length, etag: '"v1"' };
