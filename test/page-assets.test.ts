/** The module with the scripts and styles of the pages, which is not in git: made when it is missing or stale. */
import { canLink, needLinks } from "./this-system.ts";
import { execFile } from "node:child_process";
import { appendFile, cp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newFolder } from "./new-folder.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MODULE = "src/render/page/built/assets.generated.ts";
const COPIED = ["build", "docs/troubleshooting.md", "package-lock.json", "src", "tsconfig.json"];

let copy = "";

const read = (root: string): Promise<string> => readFile(join(root, MODULE), "utf8");
const make = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, ["build/make-pages.mjs"], { cwd: copy });

beforeAll(async () => {
  copy = await newFolder();
  await Promise.all(COPIED.map((name) => cp(join(ROOT, name), join(copy, name), { recursive: true })));
  await rm(join(copy, MODULE, ".."), { recursive: true });
  if (canLink()) await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
});
beforeEach(needLinks);

afterAll(() => rm(copy, { recursive: true, force: true }));

test("several processes at once make the bytes that every other folder has, and leave no other file", async () => {
  await Promise.all([make(), make(), make()]);
  expect((await read(copy)) === (await read(ROOT))).toBe(true);
  expect(await readdir(join(copy, MODULE, ".."))).toEqual(["assets.generated.ts"]);
});

test("a fresh module is not written again", async () => {
  const before = await stat(join(copy, MODULE));
  await make();
  expect(await stat(join(copy, MODULE))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});

test.each([
  ["a script of a page", "src/render/map-page/browser/main.ts", 'console.log("a script");'],
  ["a module that a script imports", "src/counted.ts", 'console.log("a module");'],
  ["a style", "src/render/page/base.css", ".changed {}"],
])("it is made again after a change of %s", async (_what, path, text) => {
  expect(await read(copy)).not.toContain(text);
  await appendFile(join(copy, path), `\n${text}\n`);
  await make();
  expect(await read(copy)).toContain(text);
});

test("it is made again after a change of a package", async () => {
  const before = await stat(join(copy, MODULE));
  await appendFile(join(copy, "package-lock.json"), "\n");
  await make();
  expect((await stat(join(copy, MODULE))).mtimeMs).toBeGreaterThan(before.mtimeMs);
});
