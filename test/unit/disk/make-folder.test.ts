import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../../src/disk/make-folder.ts";
import { testFolder } from "../../new-folder.ts";
import { expectMode, NO_FOLDER, IS_WINDOWS } from "../../this-system.ts";

async function scratch(): Promise<string> {
  const dir = await testFolder();
  return dir;
}

it("creates missing parents, with the given mode", async () => {
  const dir = await scratch();
  await makeFolder(join(dir, "a/b/c"), 0o700);
  await makeFolder(join(dir, "a/b/c"), 0o700);
  expect((await stat(join(dir, "a/b/c"))).isDirectory()).toBe(true);
  expectMode(join(dir, "a/b/c"), 0o700);
});

it("creates one folder for simultaneous calls", async () => {
  const dir = await scratch();
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(dir, "x/y/z"))));
  expect((await stat(join(dir, "x/y/z"))).isDirectory()).toBe(true);
});

it("a folder that cannot be created is an error, not an endless loop", async () => {
  await expect(makeFolder(join(NO_FOLDER, "deeper"))).rejects.toMatchObject({ code: "ENOENT" });
});

it("refuses a file in the path", async () => {
  const dir = await scratch();
  await writeFile(join(dir, "file"), "");
  await expect(makeFolder(join(dir, "file/below"))).rejects.toMatchObject({
    code: IS_WINDOWS ? "ENOENT" : "ENOTDIR",
  });
  await expect(makeFolder(join(dir, "file"))).rejects.toMatchObject({ code: "EEXIST" });
});
