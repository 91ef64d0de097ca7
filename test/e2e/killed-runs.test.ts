/** A few of the kills that `npm run bench -- kills` makes; `npm run test:all` makes more. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../architecture/sources.ts";
import { PROVES_ALL } from "../sampled.ts";

const BENCH = join(ROOT, "test/bench/bench.mjs");

it.each([
  ["many small files", ["kills", PROVES_ALL ? "12" : "3", "--files", PROVES_ALL ? "1200" : "300"]],
  [
    "large files in several threads",
    ["kills", PROVES_ALL ? "6" : "2", "--files", "4", "--size", PROVES_ALL ? "160" : "80"],
  ],
])(
  "DOWNLOAD-07 P6 P7 %s, killed at any moment: the rerun has the same bytes, and no name has half a file",
  async (_, words) => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, ...words]);
    expect(stdout).toMatch(/half files under their names +0 +0\n/);
    expect(stdout).toMatch(/files of other bytes after the rerun +0 +0\n/);
  },
);
