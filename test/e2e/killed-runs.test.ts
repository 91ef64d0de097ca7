/** A few of the kills that `npm run bench -- kills` makes. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../architecture/sources.ts";

const BENCH = join(ROOT, "test/bench/bench.mjs");

it.each([
  ["many small files", ["kills", "6", "--files", "1200"]],
  ["large files in several threads", ["kills", "3", "--files", "4", "--size", "160"]],
])(
  "DOWNLOAD-07 P6 P7 %s, killed at any moment: the rerun has the same bytes, and no name has half a file",
  async (_, words) => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, ...words]);
    expect(stdout).toMatch(/half files under their names +0 +0\n/);
    expect(stdout).toMatch(/files of other bytes after the rerun +0 +0\n/);
  },
);
