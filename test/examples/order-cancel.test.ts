/** The example of CONTRIBUTING.md on a copy of the tree: it applies, its types are valid, and its tests pass. */
import { execFile } from "node:child_process";
import { cp, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { applyPatch, ROOT } from "./order-cancel.ts";

const COPIED = [
  ..."bin build completions docs packaging src test".split(" "),
  ..."README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE package.json package-lock.json".split(" "),
  ...".ci .npmrc tsconfig.json vitest.config.mts rolldown.config.mjs".split(" "),
];

/** Reports whether a path is neither installed nor built. */
const isSource = (path: string): boolean => !/[/\\](?:node_modules|dist|out|built)$/.test(path);

/** The tests of the new endpoint and verb, and those of every endpoint and every verb. */
const TESTS = [
  "test/cli/order-cancel.test.ts",
  "test/contract",
  "test/unit/client/requests.test.ts",
  "test/unit/sandbox/service/routes.test.ts",
  ..."architecture docs requirements".split(" ").map((name) => `test/${name}.test.ts`),
];

let copy: string;

/** Runs one of the tools of `node_modules/` in the copy. Throws with its output. */
async function run(script: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [script, ...args], { cwd: copy, maxBuffer: 2 ** 26 }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${script} ${args.join(" ")} fails in the example:\n${error.stdout}${error.stderr}`);
    },
  );
}

beforeAll(async () => {
  copy = await newFolder();
  await Promise.all(
    COPIED.map((name) => cp(join(ROOT, name), join(copy, name), { recursive: true, filter: isSource })),
  );
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  await applyPatch(copy);
  await run("build/make-pages.mjs");
  await run("src/docs/run.mjs");
});

afterAll(() => rm(copy, { recursive: true, force: true }));

test("its types are valid", async () => {
  // The example changes no type that other tests use.
  const config = {
    extends: "./tsconfig.json",
    include: ["src", ...TESTS],
    exclude: ["src/render/*/browser"],
  };
  await writeFile(join(copy, "tsconfig.example.json"), JSON.stringify(config));
  await expect(
    run("node_modules/typescript/bin/tsc", "-p", "tsconfig.example.json"),
  ).resolves.toBeUndefined();
});

test("its tests pass, and so do those of every endpoint and every verb", async () => {
  await expect(
    run("node_modules/vitest/vitest.mjs", "run", ...TESTS, "--project", "source"),
  ).resolves.toBeUndefined();
});
