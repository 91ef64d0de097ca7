/** The code of a thread, which the build writes next to the program. */
import { existsSync } from "node:fs";
import { getAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";

export type ThreadName = "export-worker" | "hash-worker" | "transfer-worker";

/** Path or URL for the constructor of Worker. */
export type ThreadCode = string | URL;

/** Returns undefined in a run from source, which has no built code. */
export function findThreadCode(name: ThreadName): ThreadCode | undefined {
  if (isSea()) return codeInExecutable(name);
  const path = fileURLToPath(new URL(`./${name}.cjs`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

/** Returns the loader of the executable, which has no file to start, with the call that loads the part. */
function codeInExecutable(name: ThreadName): URL {
  const code = `${getAsset("loader.js", "utf8")}loadPart("./${name}.cjs");\n`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
