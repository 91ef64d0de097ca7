/** How the program was installed, from the files around it. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { detectInstallation } from "../../src/app/installed-as.ts";
import { testFolder } from "../new-folder.ts";

const MARKER = "share/swath/installed-as.json";

/** The answer for a program in a folder with these files. */
async function answer(
  program: string,
  files: Readonly<Record<string, string>> = {},
  isSingleExecutable = false,
): Promise<string> {
  const root = await testFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return detectInstallation({ file: join(root, program), isSingleExecutable });
}

it.each([
  ["npm-global", "lib/node_modules/swath/dist/start.cjs", []],
  ["npm-local", "project/node_modules/swath/dist/start.cjs", ["project/package.json"]],
  ["npm-local", "p/node_modules/.store/swath@1/node_modules/swath/dist/start.cjs", ["p/package.json"]],
  ["npx", "_npx/0a1b/node_modules/swath/dist/start.cjs", ["_npx/0a1b/package.json"]],
  ["checkout", "swath/dist/start.cjs", ["swath/src/start.ts", "swath/package.json"]],
  ["folder", "package/dist/start.cjs", ["package/package.json"]],
])("REACH-09 %s: %s", async (word, program, files) => {
  expect(await answer(program, Object.fromEntries(files.map((path) => [path, "{}"])))).toBe(word);
});

it("REACH-09 a package names itself beside its program", async () => {
  expect(await answer("usr/bin/swath", { [`usr/${MARKER}`]: '{"installedAs":"deb"}' }, true)).toBe("deb");
  expect(await answer("venv/bin/swath", { [`venv/${MARKER}`]: '{"installedAs":"wheel"}' }, true)).toBe(
    "wheel",
  );
});

it.each([
  "",
  "deb",
  "[]",
  '{"installedAs":7}',
  String.raw`{"installedAs":"\u001b[2J"}`,
  '{"installedAs":"a b"}',
])("REACH-09 a damaged marker is ignored: %s", async (text) => {
  expect(await answer("usr/bin/swath", { [`usr/${MARKER}`]: text }, true)).toBe("binary");
});
