import { access, constants, statfs } from "node:fs/promises";
import { dirname, sep } from "node:path";
import type { AppContext } from "../context.ts";
import { AppError } from "../../errors.ts";
import { sizeText } from "../../render/quantity-text.ts";
import { fail, ok, warn, type CheckFinding } from "./check.ts";

const MEBIBYTE = 1024 * 1024;
/** Less than one product of common size. */
const LITTLE_BYTES = 1024 * MEBIBYTE;
/** Too little space for the spend journal to be written reliably. */
const NO_BYTES = 10 * MEBIBYTE;

/** Checks the folders that runs write to, and their free space. Creates none of them. */
export async function checkFolders({
  directories,
  folder,
}: Pick<AppContext, "directories" | "folder">): Promise<CheckFinding[]> {
  return [
    await checkWritable(
      "state folder",
      directories.state,
      "nothing that spends can be sent without the journal in it",
    ),
    await checkWritable("cache folder", directories.cache),
    await checkRoom("room for the journal", directories.state),
    await checkRoom("room for downloads here", folder),
  ];
}

async function checkWritable(check: string, folder: string, consequence?: string): Promise<CheckFinding> {
  const existing = await nearestExisting(folder);
  try {
    await access(`${existing}${sep}`, constants.W_OK);
    return ok(check, existing === folder ? folder : `${folder} (not created yet)`);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    const detail = `${existing} cannot be written: ${reason}`;
    if (consequence === undefined) return warn(check, detail);
    return fail(check, new AppError("io", "JOURNAL_UNWRITABLE", `${detail}; ${consequence}`));
  }
}

async function checkRoom(check: string, folder: string): Promise<CheckFinding> {
  const existing = await nearestExisting(folder);
  let free: number;
  try {
    const { bavail, bsize } = await statfs(existing);
    free = bavail * bsize;
  } catch (error) {
    return warn(
      check,
      `${existing} does not report its free space: ${(error as NodeJS.ErrnoException).code}`,
    );
  }
  const detail = `${sizeText(free)} free in ${existing}`;
  if (free < NO_BYTES) return fail(check, new AppError("io", "DISK_WRITE_FAILED", detail));
  return free < LITTLE_BYTES ? warn(check, detail) : ok(check, detail);
}

/** The folder, or its nearest parent that exists. */
async function nearestExisting(folder: string): Promise<string> {
  const above = dirname(folder);
  if (above === folder) return folder;
  return access(folder).then(
    () => folder,
    () => nearestExisting(above),
  );
}
