/** A page with a given file name: obstacles are found before the page is made. */
import { access, constants, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { diskError, errnoOf } from "../disk/disk-error.ts";
import { AppError } from "../errors.ts";
import { PAGE_MARK } from "../render/page-mark.ts";

/** A file as given, and its full path. */
export interface PageFile {
  given: string;
  path: string;
}

/**
 * Errors: DISK_WRITE_FAILED when the folder is missing or not writable, FILE_EXISTS for a file that is not our page.
 */
export async function requirePageFile(file: PageFile): Promise<void> {
  const { given, path } = file;
  const folder = dirname(path);
  if (!(await isFolder(folder)))
    throw new AppError("io", "DISK_WRITE_FAILED", `${given}: there is no folder ${folder}`);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw diskError(errnoOf(error) ?? "EACCES", path, error);
  }
  await requireOwnPage(file);
}

/** Refuses any other file; a page of ours may be replaced. */
export async function requireOwnPage({ given, path }: PageFile): Promise<void> {
  if (await isFolder(path)) throw diskError("EISDIR", path);
  const start = await startOf(path);
  if (start === undefined || start.includes(PAGE_MARK)) return;
  throw new AppError("local", "FILE_EXISTS", `${given}: this file exists, and swath did not make it`);
}

/**
 * Returns a file name for a new page in this folder, numbered if another file has the name. A page of ours is
 * replaced.
 */
export async function pageName(folder: string, stem: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${stem}.html` : `${stem}-${number}.html`;
    const start = await startOf(join(folder, name));
    if (start === undefined || start.includes(PAGE_MARK)) return name;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** The mark is in the first lines. */
const START_BYTES = 512;

/** Returns the start of the file; undefined when it is missing, empty when it is unreadable. */
async function startOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? undefined : "";
  }
}
