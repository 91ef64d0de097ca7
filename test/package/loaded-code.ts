/** What a run of the built program loads: files of ours with their sizes, and the sources they were made of. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../architecture/sources.ts";

const HOOK = join(import.meta.dirname, "record-reads.cjs");

export interface LoadedCode {
  bytes: number;
  /** Paths in the repository, with forward slashes: `src/errors.ts`, `node_modules/commander/lib/help.js`. */
  sources: readonly string[];
  /** Node's own modules: `node:fs`. */
  builtins: readonly string[];
}

export async function loadedCode(
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<LoadedCode> {
  const home = await mkdtemp(join(tmpdir(), "swath-loaded-"));
  try {
    const readsFile = join(home, "reads.json");
    // The compile cache would load chunks past the hook.
    const env = {
      PATH: process.env["PATH"],
      HOME: home,
      READS_FILE: readsFile,
      SWATH_NO_COMPILE_CACHE: "1",
      ...more,
    };
    const program = ["--require", HOOK, join(ROOT, "bin", "swath.js"), ...words];
    await promisify(execFile)(process.execPath, program, { env });
    const reads = JSON.parse(await readFile(readsFile, "utf8")) as Record<string, number>;
    const own = Object.entries(reads).filter(([path]) => path.startsWith(ROOT));
    const sources = await Promise.all(own.map(([path]) => sourcesOf(path)));
    const builtins = Object.keys(reads).filter((name) => name.startsWith("node:"));
    return { builtins, bytes: own.reduce((sum, [, size]) => sum + size, 0), sources: sources.flat() };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The modules of a chunk, as its source map lists them. */
async function sourcesOf(path: string): Promise<string[]> {
  if (!existsSync(`${path}.map`)) return []; // bin/swath.js and the bundler's own runtime
  const map = JSON.parse(await readFile(`${path}.map`, "utf8")) as { sources: string[] };
  return map.sources.map((source) => source.replaceAll("\\", "/").replace(/^.*(?=node_modules\/)/, ""));
}
