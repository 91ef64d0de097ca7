/** Small files: one request, one write, one name, and as safe as large ones. */
import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeUndiciSend } from "../../../src/client/undici-send.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { testFolder } from "../../new-folder.ts";
import { makeLink } from "../../this-system.ts";
import { sceneBytes, sendObject, serve, type Handler } from "./data-server.ts";
import { filesIn, fingerprint, manifestOf, source, transfer } from "./transfer-world.ts";

const MANY = 300;
const bytesOf = (url: string) => sceneBytes(1000 + url.length, url);
const whole: Handler = (request, response) => sendObject(request, response, bytesOf(request.url!));

function network() {
  const send = makeUndiciSend({ clock: systemClock });
  onTestFinished(() => send.close());
  return { send };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}.tif`);
const sourcesAt = (origin: string, count: number) =>
  names(count).map((name) => source(`${origin}/${name}`, { assetKey: name }));

const expected = (count: number) =>
  Object.fromEntries(
    names(count).map((name) => [`TAVEUNI_20261120/${name}`, fingerprint(bytesOf(`/${name}`))]),
  );

test("DOWNLOAD-07 hundreds arrive under their names, each with its line and one request, and no other file remains", async () => {
  const server = await serve(whole);
  const dir = await testFolder();
  const { summary } = await transfer(dir, sourcesAt(server.origin, MANY), {
    ...network(),
    maxConnections: 32,
  });
  expect(summary).toMatchObject({ downloaded: MANY, failed: 0, skipped: 0 });
  expect(server.requests).toHaveLength(MANY);
  expect(await filesIn(dir)).toEqual(expected(MANY));
  const lines = await manifestOf(dir);
  expect(lines.map(({ name }) => String(name)).toSorted()).toEqual(Object.keys(expected(MANY)).toSorted());
  const sha256 = createHash("sha256").update(bytesOf("/f7.tif")).digest("hex");
  expect(lines.find(({ name }) => String(name).endsWith("/f7.tif"))).toMatchObject({ sha256 });
  const again = await transfer(dir, sourcesAt(server.origin, MANY), network());
  expect(again.summary).toMatchObject({ downloaded: 0, skipped: MANY });
  expect(server.requests).toHaveLength(MANY);
});

test("P21 two simultaneous runs in one folder: every file once, and both succeed", async () => {
  const server = await serve(whole);
  const dir = await testFolder();
  const one = network();
  const other = network();
  const runs = await Promise.all(
    [one, other].map((net) => transfer(dir, sourcesAt(server.origin, 60), { ...net, clock: systemClock })),
  );
  for (const { summary } of runs) expect(summary.failed).toBe(0);
  expect(runs[0]!.summary.downloaded + runs[1]!.summary.downloaded).toBe(60);
  expect(await filesIn(dir)).toEqual(expected(60));
});

test("P10 a file that appears during its download is kept, and reported", async () => {
  const dir = await testFolder();
  const foreign = join(dir, "TAVEUNI_20261120", "f0.tif");
  const server = await serve((request, response) => {
    void writeFile(foreign, "mine").then(() => sendObject(request, response, bytesOf(request.url!)));
  });
  const { summary } = await transfer(dir, sourcesAt(server.origin, 1), network());
  expect(summary.files[0]?.error).toMatchObject({ code: "FILE_EXISTS" });
  expect((await filesIn(dir))["TAVEUNI_20261120/f0.tif"]).toBe(fingerprint(Buffer.from("mine")));
});

test("P6 bytes that differ from their checksum never get a name, and leave nothing", async () => {
  const server = await serve(whole);
  const dir = await testFolder();
  const wrong = source(`${server.origin}/f0.tif`, { checksum: `1220${"0".repeat(64)}` });
  const { summary } = await transfer(dir, [wrong], network());
  expect(summary.files[0]?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
  expect(await filesIn(dir)).toEqual({});
  expect(server.requests).toHaveLength(2);
});

test("DOWNLOAD-07 a small file that breaks off is resumed at that byte", async () => {
  const bytes = bytesOf("/f0.tif");
  const server = await serve((request, response, count) => {
    if (count > 1) return sendObject(request, response, bytes);
    response.writeHead(200, { "content-length": bytes.length, etag: '"v1"' });
    return response.write(bytes.subarray(0, 500), () => response.socket?.end());
  });
  const dir = await testFolder();
  const { summary, types } = await transfer(dir, sourcesAt(server.origin, 1), network());
  expect(summary.downloaded).toBe(1);
  expect(types).toContain("resumed");
  expect(server.requests[1]?.headers.range).toBe("bytes=500-");
  expect(await filesIn(dir)).toEqual(expected(1));
});

test("an empty file is a file", async () => {
  const server = await serve(
    (_request, response) => void response.writeHead(200, { "content-length": 0 }).end(),
  );
  const dir = await testFolder();
  const { summary } = await transfer(dir, sourcesAt(server.origin, 1), network());
  expect(summary.downloaded).toBe(1);
  expect(await filesIn(dir)).toEqual({ "TAVEUNI_20261120/f0.tif": fingerprint(Buffer.alloc(0)) });
});

test("P10 a folder that leads out of the output folder is also refused for small files", async () => {
  const server = await serve(whole);
  const [dir, outside] = [await testFolder(), await testFolder()];
  makeLink(outside, join(dir, "TAVEUNI_20261120"));
  const { summary } = await transfer(dir, sourcesAt(server.origin, 2), network());
  expect(summary.files.map(({ error }) => error?.code)).toEqual(["PATH_UNSAFE", "PATH_UNSAFE"]);
  expect(await readdir(outside)).toEqual([]);
});
