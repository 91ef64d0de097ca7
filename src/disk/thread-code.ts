/** The code of a thread, which the build writes next to the program. */
import { existsSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { getAsset, isSea } from "node:sea";
import type { Worker, WorkerOptions } from "node:worker_threads";

export type ThreadName = "export-worker" | "hash-worker" | "transfer-worker";

/** Path or URL for the constructor of Worker. */
export type ThreadCode = string | URL;

/** Returns undefined in a run from source, which has no built code. */
export function findThreadCode(name: ThreadName): ThreadCode | undefined {
  if (isSea()) return makeExecutableCode(name);
  const path = join(import.meta.dirname, `${name}.cjs`);
  return existsSync(path) ? path : undefined;
}

/** Starts a thread. It keeps its compiled code where the process keeps its own, if the process does (`src/compile-cache.ts`). */
export function startThread(code: ThreadCode, options: WorkerOptions): Worker {
  // The folder of this version of Node, inside the one that all versions share.
  const kept = getCompileCacheDir();
  const env = kept === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(kept) };
  // A run without threads does not load their module.
  const threads = process.getBuiltinModule("node:worker_threads");
  return new threads.Worker(code, { ...options, env });
}

/** Returns the loader of the executable, which has no file to start, with the call that loads the part. */
function makeExecutableCode(name: ThreadName): URL {
  const code = `${getAsset("loader.js", "utf8")}loadPart("./${name}.cjs");\n`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
