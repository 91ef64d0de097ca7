import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeFolder } from "../../../src/disk/make-folder.ts";

async function scratch(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "swath-folder-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

it("makes missing parents, with the mode that was given", async () => {
  const dir = await scratch();
  await makeFolder(join(dir, "a/b/c"), 0o700);
  await makeFolder(join(dir, "a/b/c"), 0o700);
  expect((await stat(join(dir, "a/b/c"))).mode & 0o777).toBe(0o700);
});

it("makes one folder for many who ask at once", async () => {
  const dir = await scratch();
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(dir, "x/y/z"))));
  expect((await stat(join(dir, "x/y/z"))).isDirectory()).toBe(true);
});

it("swath demo --out-dir /proc/nowhere hung for ever: a folder that cannot be made is an error", async () => {
  await expect(makeFolder("/proc/nowhere/deeper")).rejects.toMatchObject({ code: "ENOENT" });
});

it("refuses a file on the way", async () => {
  const dir = await scratch();
  await writeFile(join(dir, "file"), "");
  await expect(makeFolder(join(dir, "file/below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeFolder(join(dir, "file"))).rejects.toMatchObject({ code: "EEXIST" });
});
