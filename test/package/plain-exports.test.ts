/** What one chunk takes from another is a plain property unless it changes: then it is read anew each time. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../architecture/sources.ts";

const SHARED = `
  export const constant = { made: "once" };
  export let counted = 0, spread, swapped = 1, last = "";
  export function step() {
    counted++;
    ({ spread } = { spread: counted });
    [swapped = 0] = [counted];
    for (last of ["a", "b"]);
  }`;
const USER = `
  import { constant, counted, spread, swapped, last, step } from "./shared.mjs";
  step();
  export const seen = () => ({ constant, counted, spread, swapped, last });`;

test("a value that changes after it was exported is seen as it is now, one that never does costs no getter", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-exports-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "shared.mjs"), SHARED);
  await writeFile(join(folder, "one.mjs"), USER);
  await writeFile(join(folder, "two.mjs"), USER);
  const { plainExports } = (await import(join(ROOT, "build", "plain-exports.mjs"))) as {
    plainExports: Plugin;
  };
  const input = { one: join(folder, "one.mjs"), two: join(folder, "two.mjs") };
  const bundle = await rolldown({ input, plugins: [plainExports] });
  const dir = join(folder, "dist");
  await mkdir(dir);
  const names = { entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" };
  await bundle.write({ dir, format: "cjs", minify: true, ...names });
  const shared = await readFile(join(dir, "shared.cjs"), "utf8");
  expect(shared.match(/\bget:/g)).toHaveLength(4);
  expect(shared.match(/exports\.\w+=/g)).toHaveLength(2);
  const load = createRequire(import.meta.url);
  const { seen } = load(join(dir, "one.cjs")) as { seen: () => unknown };
  load(join(dir, "two.cjs"));
  expect(seen()).toEqual({ constant: { made: "once" }, counted: 2, spread: 2, swapped: 2, last: "b" });
});
