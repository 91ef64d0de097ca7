/** Digests of large parts are computed in a thread, from the growing file. */
import { createHash } from "node:crypto";
import { open, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { HashThread } from "../../../src/transfer/hashing/hash-thread.ts";
import { PartDigest } from "../../../src/transfer/folder/part-digest.ts";
import { emptyDir } from "./transfer-world.ts";

const MIB = 1024 * 1024;
const SOURCE = join(import.meta.dirname, "../../../src/transfer/hashing/hash-worker.ts");
const scene = Buffer.alloc(10 * MIB + 17, "Taveuni, both sides of 180");
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

let code: string;
beforeAll(async () => {
  const bundle = await rolldown({ input: SOURCE, platform: "node" });
  const { output } = await bundle.generate({ format: "cjs" });
  code = output[0].code;
});

async function world() {
  const dir = await emptyDir();
  const path = join(dir, "hash-worker.cjs");
  await writeFile(path, code);
  const thread = new HashThread(path);
  const handle = await open(join(dir, "part"), "w+");
  onTestFinished(async () => {
    await handle.close();
    await thread.close();
  });
  return { thread, handle, path: join(dir, "part") };
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

test("DOWNLOAD-07 a large part is hashed in the thread, by every requested digest", async () => {
  const { thread, handle } = await world();
  const digest = new PartDigest(handle, ["md5"], thread);
  await write(digest, handle);
  const values = await digest.values(scene.length);
  expect(values.get("sha256")).toBe(sha256(scene));
  expect(values.get("md5")).toBe(createHash("md5").update(scene).digest("hex"));
  // The thread computed it: it reads the file, and not the passed bytes.
  await handle.write(Buffer.from("X"), 0, 1, 0);
  const again = new PartDigest(handle, [], thread);
  await again.takeUp(scene.length);
  const changed = Buffer.from(scene);
  changed[0] = 0x58;
  expect((await again.values(scene.length)).get("sha256")).toBe(sha256(changed));
});

test("a part that grows after its digest gets the later one too", async () => {
  const { thread, handle } = await world();
  const digest = new PartDigest(handle, [], thread);
  await write(digest, handle, scene.subarray(0, 4 * MIB));
  expect((await digest.values(4 * MIB)).get("sha256")).toBe(sha256(scene.subarray(0, 4 * MIB)));
  await handle.write(scene, 4 * MIB, scene.length - 4 * MIB, 4 * MIB);
  expect((await digest.values(scene.length)).get("sha256")).toBe(sha256(scene));
});

test("a small part is hashed on the main thread", async () => {
  const { handle } = await world();
  const digest = new PartDigest(handle, [], new HashThread("/nowhere/hash-worker.cjs"));
  await write(digest, handle, scene.subarray(0, 3000));
  expect((await digest.values(3000)).get("sha256")).toBe(sha256(scene.subarray(0, 3000)));
});

test("after the death of a thread the reader does its work", async () => {
  const { thread, handle } = await world();
  const digest = new PartDigest(handle, [], thread);
  await write(digest, handle);
  await thread.close();
  expect((await digest.values(scene.length)).get("sha256")).toBe(sha256(scene));
  expect(thread.isThere).toBe(false);
});

test("a part truncated by another program does not have the digest of the complete file", async () => {
  const { thread, handle, path } = await world();
  const digest = new PartDigest(handle, [], thread);
  await write(digest, handle);
  await truncate(path, 5 * MIB);
  const cut = new PartDigest(handle, [], thread);
  await cut.takeUp(scene.length);
  expect((await cut.values(scene.length)).get("sha256")).toBe(sha256(scene.subarray(0, 5 * MIB)));
});

test("a part that is filled out of order is hashed from its start up to the first gap", async () => {
  const { thread, handle } = await world();
  for (const hashThread of [thread, undefined]) {
    const digest = new PartDigest(handle, [], hashThread);
    const [first, second] = [scene.subarray(0, 6 * MIB), scene.subarray(6 * MIB)];
    await handle.write(second, 0, second.length, first.length);
    digest.update(second, first.length, 0);
    await handle.write(first, 0, first.length, 0);
    digest.update(first, 0, scene.length);
    expect((await digest.values(scene.length)).get("sha256")).toBe(sha256(scene));
  }
});

test("DOWNLOAD-07 bytes that were read and then cut off are in no digest", async () => {
  const { thread, handle, path } = await world();
  const digest = new PartDigest(handle, [], thread);
  await write(digest, handle);
  expect((await digest.values(scene.length)).get("sha256")).toBe(sha256(scene));
  await truncate(path, 4 * MIB);
  expect((await digest.values(4 * MIB)).get("sha256")).toBe(sha256(scene.subarray(0, 4 * MIB)));
});

test("the death of a thread blocks nothing", async () => {
  const { thread, handle } = await world();
  const digest = new PartDigest(handle, [], thread);
  await handle.write(scene, 0, 4 * MIB, 0);
  await digest.takeUp(4 * MIB);
  const dropped = digest.drop();
  await thread.close();
  await dropped;
  await digest.drop();
  expect(thread.isThere).toBe(false);
});
