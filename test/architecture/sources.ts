/** The source tree as data: every file, its text, its imports as paths. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { readModule, type Import, type SourceModule } from "./read-module.ts";

export const ROOT = join(import.meta.dirname, "..", "..");

export interface SourceFile extends SourceModule {
  /** From the root of the repository: `src/geo/ring.ts`. */
  path: string;
  text: string;
  lines: number;
  /** Imports of our own files, as paths from the root. */
  own: readonly (Import & { path: string })[];
}

/** Returns every file below `folder`, as paths from the root with forward slashes. */
export function filesBelow(folder: string, extension: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
    .filter((path) => path.endsWith(extension))
    .toSorted();
}

export const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

export function readSource(path: string): SourceFile {
  const text = readText(path);
  const module = readModule(text);
  const own = module.imports
    .filter(({ specifier }) => specifier.startsWith("."))
    .map((one) => ({ ...one, path: posix.normalize(posix.join(dirname(path), one.specifier)) }));
  return { ...module, path, text, lines: text.split("\n").length - 1, own };
}
