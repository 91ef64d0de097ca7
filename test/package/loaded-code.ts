/** The modules loaded by a run of the built program: our files with their sizes, and their sources. */
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../architecture/sources.ts";
import { newFolder } from "../new-folder.ts";

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
  const home = await newFolder();
  try {
    const readsFile = join(home, "reads.json");
    const env = { PATH: process.env["PATH"], HOME: home, READS_FILE: readsFile, ...more };
    const program = ["--require", HOOK, join(ROOT, "bin", "swath.js"), ...words];
    await promisify(execFile)(process.execPath, program, { env });
    const reads = JSON.parse(await readFile(readsFile, "utf8")) as Record<string, number>;
    const own = Object.entries(reads).filter(([path]) => path.startsWith(ROOT));
    const modules = await bundledModules();
    const builtins = Object.keys(reads).filter((name) => name.startsWith("node:"));
    return {
      builtins,
      bytes: own.reduce((sum, [, size]) => sum + size, 0),
      sources: own.flatMap(([path]) => modules[basename(path)] ?? []),
    };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The modules of each chunk, as recorded by the build. */
export const bundledModules = async (): Promise<Record<string, string[]>> =>
  JSON.parse(await readFile(join(ROOT, "dist", "modules.json"), "utf8")) as Record<string, string[]>;

/** A chunk with all its static imports, and theirs. */
export async function staticClosure(name: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = await readFile(join(ROOT, "dist", name), "utf8");
  for (const [, next] of code.matchAll(/(?<!=>)require\("\.\/([^"]+)"\)/g)) await staticClosure(next!, seen);
  return seen;
}
