import { access, statfs } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { sizeText } from "../../counted.ts";
import type { AppContext } from "../context.ts";
import { requireWritableNow } from "../../disk/writable.ts";
import { AppError } from "../../errors.ts";
import { examine, fail, pass, warn, type CheckFinding, type Finding } from "./check.ts";
import { MAKE_WRITABLE } from "../../money/record.ts";

const MEBIBYTE = 1024 * 1024;
/** Less than one product of common size. */
const LOW_BYTES = 1024 * MEBIBYTE;
/** Too little space for the spend journal to be written reliably. */
const MIN_BYTES = 10 * MEBIBYTE;

/** Checks the folders that runs write to, and their free space. Creates none of them. */
export async function checkFolders({ directories, folder }: AppContext): Promise<CheckFinding[]> {
  const { state, cache } = directories;
  const consequence = "swath sends no purchase without the journal in this folder";
  return [
    await examine("state folder", () => checkWritable(state, consequence)),
    await examine("cache folder", () => checkWritable(cache)),
    await examine("room for the journal", () => checkRoom(state)),
    await examine("room for downloads here", () => checkRoom(folder)),
  ];
}

async function checkWritable(folder: string, consequence?: string): Promise<Finding> {
  const existing = await findNearestExisting(folder);
  try {
    requireWritableNow(`${existing}${sep}`);
    return pass(existing === folder ? folder : `${folder} (not created yet)`);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    const detail = `${existing} cannot be written: ${reason}`;
    if (consequence === undefined) return warn(detail);
    return fail(
      new AppError("io", "JOURNAL_UNWRITABLE", `${detail}; ${consequence}`, { next: MAKE_WRITABLE }),
    );
  }
}

async function checkRoom(folder: string): Promise<Finding> {
  const existing = await findNearestExisting(folder);
  let free: number;
  try {
    const { bavail, bsize } = await statfs(existing);
    free = bavail * bsize;
  } catch (error) {
    return warn(`${existing} does not report its free space: ${(error as NodeJS.ErrnoException).code}`);
  }
  const detail = `${sizeText(free)} free in ${existing}`;
  if (free < MIN_BYTES)
    return fail(new AppError("io", "DISK_WRITE_FAILED", detail, { next: "Choose another folder" }));
  return free < LOW_BYTES ? warn(detail) : pass(detail);
}

/** Returns the folder, or its nearest parent that exists. */
async function findNearestExisting(folder: string): Promise<string> {
  const above = dirname(folder);
  if (above === folder) return folder;
  return access(folder).then(
    () => folder,
    () => findNearestExisting(above),
  );
}
