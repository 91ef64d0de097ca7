import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import type { TransferEvent, TransferSummary } from "../../../src/transfer/events.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { emptyDir, filesIn, fingerprint } from "./transfer-world.ts";

type Message = TransferEvent | { type: "summary"; summary: TransferSummary };

const scene = sceneBytes(16_000_000);
const PIECE = 60_000;

async function buildWorker(): Promise<string> {
  const file = join(await emptyDir(), "worker.mjs");
  const bundle = await rolldown({ input: join(import.meta.dirname, "kill-worker.ts"), platform: "node" });
  await bundle.write({ file, format: "esm" });
  return file;
}

const hasCheckpoint = (dir: string): boolean =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".part.json"));

/** Runs the worker until it ends, or until `mayLive` returns false: then it is killed without warning. */
function runWorker(worker: string, args: string[], mayLive: (event: Message) => boolean): Promise<Message[]> {
  return new Promise((resolve) => {
    const messages: Message[] = [];
    const child = fork(worker, args, { execArgv: [] });
    child.on("message", (message: Message) => {
      messages.push(message);
      if (!mayLive(message)) child.kill("SIGKILL");
    });
    // After the last message, which "exit" may overtake.
    child.on("close", () => resolve(messages));
  });
}

test("DOWNLOAD-07 DOWNLOAD-10 killed three times without warning, the same command ends with the right bytes", async () => {
  const worker = await buildWorker();
  const dir = await emptyDir();
  let isSlow = true;
  const server = await serve((request, response) => {
    if (!isSlow) return sendObject(request, response, scene);
    // A piece every few milliseconds, so that checkpoints fall between them.
    const start = Number(/\d+/u.exec(request.headers.range ?? "")?.[0] ?? 0);
    response.writeHead(start === 0 ? 200 : 206, {
      etag: '"v1"',
      "content-length": scene.length - start,
      ...(start === 0 ? {} : { "content-range": `bytes ${start}-${scene.length - 1}/${scene.length}` }),
    });
    let position = start;
    const timer = setInterval(() => {
      response.write(scene.subarray(position, (position += PIECE)));
      if (position >= scene.length) clearInterval(timer);
    }, 10);
    return response.on("close", () => clearInterval(timer));
  });
  const href = `${server.origin}/scene.tif`;
  const file = "WRANGEL_20261121/scene.tif";

  for (let kill = 1; kill <= 3; kill++) {
    let from = 0;
    await runWorker(worker, [dir, href], (event) => {
      if (event.type === "resumed") from = event.done;
      if (event.type !== "progress") return true;
      // The first checkpoint is due after a second.
      return event.done < from + 20 * PIECE || !hasCheckpoint(dir);
    });
    expect(Object.keys(await filesIn(dir))).not.toContain(file);
  }
  isSlow = false;
  const last = await runWorker(worker, [dir, href], () => true);
  expect(last.at(-1)).toMatchObject({ type: "summary", summary: { downloaded: 1 } });
  expect(last.some(({ type }) => type === "resumed")).toBe(true);
  expect(await filesIn(dir)).toEqual({ [file]: fingerprint(scene) });
  // Each run continued after the one before it.
  const starts = server.requests.map(({ headers }) => Number(/\d+/u.exec(headers.range ?? "")?.[0] ?? 0));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(starts.filter((start) => start === 0)).toHaveLength(1);
});
