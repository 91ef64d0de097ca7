/** Warnings of a download: each contains its file once, whatever the length of the path. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { withoutHome } from "../names-below.ts";
import { newFolder } from "../new-folder.ts";
import { makeLink } from "../this-system.ts";
import { openOrderedBench } from "./ordered-bench.ts";
import { ReflowingScreen } from "./reflowing-screen.ts";

const { swath, granule, freshOrder } = await openOrderedBench();

let home: string;
let id: string;
beforeEach(async () => {
  ({ home, id } = await freshOrder());
  await mkdir(join(home, "out"));
});

/** Returns the warnings of a download, sorted; each contains one file of the item, once. */
async function warnings(): Promise<string[]> {
  const { exitCode, stderr } = await swath(`order download ${id} --out-dir out`, { home });
  expect(exitCode).not.toBe(0);
  const lines = withoutHome(stderr, home)
    .split("\n")
    .filter((line) => line.startsWith("Warning: "));
  for (const line of lines) expect(line.split(`${granule}/`), line).toHaveLength(2);
  return lines.map((line) => line.replaceAll(granule, "<granule>")).toSorted();
}

it("a warning does not repeat a long path: a file is in the place of its folder", async () => {
  await writeFile(join(home, "out", granule), "");
  const [first] = await warnings();
  expect(first).toMatch(
    /^Warning: cannot write <home>\/out\/<granule>\/\.<granule>_HH\.tif\..+: a part of the path is a file, not a folder$/,
  );
});

it("a warning does not repeat a long path or show another file: a link leaves the folder", async () => {
  makeLink(await newFolder(), join(home, "out", granule));
  const outside = "would be written outside the output folder";
  expect(await warnings()).toEqual(
    ["HH.tif", "metadata.json", "preview.png", "thumbnail.png"].map(
      (file) => `Warning: <granule>/<granule>_${file} ${outside}`,
    ),
  );
});

it("a warning shows the file if the fault does not: its name is taken by something else", async () => {
  await mkdir(join(home, "out", granule, `${granule}_HH.tif`), { recursive: true });
  expect(await warnings()).toEqual([
    "Warning: <granule>/<granule>_HH.tif: it exists already: it is a folder",
  ]);
});

it("DOWNLOAD-10 a terminal shows a failure in its row and in the error, without a warning; a redirected result warns", async () => {
  await mkdir(join(home, "out", granule, `${granule}_HH.tif`), { recursive: true });
  const output = new ReflowingScreen(160) as unknown as NodeJS.WriteStream;
  const promptStreams = () => ({ input: process.stdin, output });
  const terminal = {
    home,
    stdoutTTY: true,
    stderrTTY: true,
    columns: 160,
    promptStreams,
    env: { NO_COLOR: "1" },
  };
  const shown = await swath(`order download ${id} --out-dir out`, terminal);
  expect(shown.stdout).toMatch(/_HH\.tif +failed +\?\n +it exists already: it is a folder/);
  expect(shown.stderr).not.toContain("Warning");
  expect(shown.stderr).toContain("Error: 1 of 4 files failed:");
  expect(shown.stderr.split("it exists already: it is a folder")).toHaveLength(2);
  const redirected = await swath(`order download ${id} --out-dir out`, { ...terminal, stdoutTTY: false });
  expect(redirected.stderr).toContain("Warning:");
});
