/** A page with a given file name. Obstacles are found before the page is made. */
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { makeDiskError, readErrno } from "../disk/disk-error.ts";
import { isFolder } from "../disk/existing.ts";
import { requireWritableNow } from "../disk/writable.ts";
import { AppError } from "../errors.ts";
import { PAGE_MARK } from "../render/html-page.ts";

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
    throw new AppError("io", "DISK_WRITE_FAILED", `${given}: there is no folder ${folder}`, {
      next: "Choose another folder",
    });
  try {
    requireWritableNow(folder);
  } catch (error) {
    throw makeDiskError(readErrno(error) ?? "EACCES", path, error);
  }
  await requireOwnPage(file);
}

/** Refuses any other file; a page of ours may be replaced. */
export async function requireOwnPage({ given, path }: PageFile): Promise<void> {
  if (await isFolder(path)) throw makeDiskError("EISDIR", path);
  const start = await readStart(path);
  if (start === undefined || start.includes(PAGE_MARK)) return;
  throw new AppError("local", "FILE_EXISTS", `${given}: this file exists, and swath did not make it`);
}

/** The mark is in the first lines. */
const START_BYTES = 512;

/** Returns the start of the file; undefined when it is missing, empty when it is unreadable. */
export async function readStart(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(readErrno(error) ?? "") ? undefined : "";
  }
}
