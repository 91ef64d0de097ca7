import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { exportFormatOf } from "../../domain/exports/export-name.ts";
import { filesBelow } from "../../disk/files-below.ts";
import { AppError } from "../../errors.ts";

/** A file as a person would name it, and where it is. */
export interface NamedFile {
  name: string;
  path: string;
}

/** The files as named; a folder stands for all export files in it and below, by name. Throws INPUT_NOT_READABLE. */
export async function findExportFiles(names: readonly string[], cwd: string): Promise<NamedFile[]> {
  const found = await Promise.all(
    names.map(async (name): Promise<NamedFile[]> => {
      const path = resolve(cwd, name);
      const isFolder = await stat(path).then(
        (entry) => entry.isDirectory(),
        () => false,
      );
      return isFolder ? filesIn(name, path) : [{ name, path }];
    }),
  );
  return found.flat();
}

async function filesIn(folder: string, path: string): Promise<NamedFile[]> {
  const entries = await filesBelow(path, (closed, error) => {
    const name = join(folder, closed.slice(path.length));
    const { code = error.message } = error as NodeJS.ErrnoException;
    throw new AppError("usage", "INPUT_NOT_READABLE", `${name}: the folder cannot be read (${code})`, {
      hint: "Name the files in it that are meant, or make it readable for this account",
    });
  });
  const files = entries
    // A part that is still on its way begins with a dot.
    .filter(
      (entry) => entry.isFile() && !entry.name.startsWith(".") && exportFormatOf(entry.name) !== undefined,
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (files.length === 0)
    throw new AppError("usage", "INPUT_NOT_READABLE", `${folder}: no export files are in this folder`, {
      hint: "Fetch some: swath export fetch --type full --format geoparquet --out-dir ...",
    });
  return files.map((file) => ({ name: join(folder, file.slice(path.length)), path: file }));
}
