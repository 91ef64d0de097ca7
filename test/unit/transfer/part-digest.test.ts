/** Digests of parts, computed while their bytes arrive. */
import { createHash } from "node:crypto";
import { open, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PartDigest } from "../../../src/transfer/folder/part-digest.ts";
import { testFolder } from "../../new-folder.ts";
import { sha256 } from "../../sha256.ts";

const MIB = 1024 * 1024;
const scene = Buffer.alloc(10 * MIB + 17, "Taveuni, both sides of 180");

async function world() {
  const path = join(await testFolder(), "part");
  const handle = await open(path, "w+");
  onTestFinished(() => handle.close());
  return { handle, path };
}

/** Writes the scene in pieces, each passed to the digest. */
async function write(digest: PartDigest, handle: Awaited<ReturnType<typeof world>>["handle"], bytes = scene) {
  for (let done = 0; done < bytes.length;) {
    const piece = bytes.subarray(done, done + 700_000);
    await handle.write(piece, 0, piece.length, done);
    digest.update(piece, done, done + piece.length);
    done += piece.length;
  }
}

test("DOWNLOAD-07 a part is hashed by every requested digest, and a resumed one from its start", async () => {
  const { handle } = await world();
  const digest = new PartDigest(handle, ["md5"]);
  await write(digest, handle);
  const values = await digest.computeValues(scene.length);
  expect(values.get("sha256")).toBe(sha256(scene));
  expect(values.get("md5")).toBe(createHash("md5").update(scene).digest("hex"));
  await handle.write(Buffer.from("X"), 0, 1, 0);
  const again = new PartDigest(handle, []);
  again.catchUp(scene.length);
  const changed = Buffer.from(scene);
  changed[0] = 0x58;
  expect((await again.computeValues(scene.length)).get("sha256")).toBe(sha256(changed));
});

test("a part that grows after its digest also gets the later one", async () => {
  const { handle } = await world();
  const digest = new PartDigest(handle, []);
  await write(digest, handle, scene.subarray(0, 4 * MIB));
  expect((await digest.computeValues(4 * MIB)).get("sha256")).toBe(sha256(scene.subarray(0, 4 * MIB)));
  await handle.write(scene, 4 * MIB, scene.length - 4 * MIB, 4 * MIB);
  expect((await digest.computeValues(scene.length)).get("sha256")).toBe(sha256(scene));
});

test("a part truncated by another program does not have the digest of the complete file", async () => {
  const { handle, path } = await world();
  const digest = new PartDigest(handle, []);
  await write(digest, handle);
  await truncate(path, 5 * MIB);
  const cut = new PartDigest(handle, []);
  cut.catchUp(scene.length);
  expect((await cut.computeValues(scene.length)).get("sha256")).toBe(sha256(scene.subarray(0, 5 * MIB)));
});

test("a part that is filled out of order is hashed from its start up to the first gap", async () => {
  const { handle } = await world();
  const digest = new PartDigest(handle, []);
  const [first, second] = [scene.subarray(0, 6 * MIB), scene.subarray(6 * MIB)];
  await handle.write(second, 0, second.length, first.length);
  digest.update(second, first.length, 0);
  await handle.write(first, 0, first.length, 0);
  digest.update(first, 0, scene.length);
  expect((await digest.computeValues(scene.length)).get("sha256")).toBe(sha256(scene));
});

test("bytes that arrive while others are read back are in the digest once", async () => {
  const { handle } = await world();
  const digest = new PartDigest(handle, []);
  await handle.write(scene, 0, scene.length, 0);
  digest.catchUp(6 * MIB);
  for (const at of [6, 7, 8])
    digest.update(scene.subarray(at * MIB, (at + 1) * MIB), at * MIB, (at + 1) * MIB);
  while (digest.isReading) await new Promise((resolve) => setImmediate(resolve));
  digest.update(scene.subarray(9 * MIB), 9 * MIB, scene.length);
  expect((await digest.computeValues(scene.length)).get("sha256")).toBe(sha256(scene));
});

test("DOWNLOAD-07 bytes that were read and then cut off are in no digest", async () => {
  const { handle, path } = await world();
  const digest = new PartDigest(handle, []);
  await write(digest, handle);
  expect((await digest.computeValues(scene.length)).get("sha256")).toBe(sha256(scene));
  await truncate(path, 4 * MIB);
  expect((await digest.computeValues(4 * MIB)).get("sha256")).toBe(sha256(scene.subarray(0, 4 * MIB)));
});

test("a dropped part is not read any more, and its digest is that of another reading", async () => {
  const { handle } = await world();
  const digest = new PartDigest(handle, []);
  await handle.write(scene, 0, scene.length, 0);
  digest.catchUp(scene.length);
  await digest.drop();
  expect(digest.isReading).toBe(false);
  expect((await digest.computeValues(scene.length)).get("sha256")).toBe(sha256(scene));
});

test("a part that cannot be read back reports it when its digest is requested", async () => {
  const file = { read: () => Promise.reject(new Error("the disk is broken")) };
  const digest = new PartDigest(file, []);
  digest.catchUp(5);
  while (digest.isReading) await new Promise((resolve) => setImmediate(resolve));
  await expect(digest.computeValues(5)).rejects.toThrow("the disk is broken");
});
