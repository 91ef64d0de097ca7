/** Reads a small file of a download folder whole. */
import { errnoOf } from "../../disk/disk-error.ts";
import { readBounded } from "../../disk/read-bounded.ts";
import { findFile } from "../../disk/safe-parent.ts";
import { AppError } from "../../errors.ts";

/** Returns a file whose size was right a moment ago, or the reason why it is unreadable. */
export async function bytesOf(root: string, name: string, size: number): Promise<Buffer | { fault: string }> {
  try {
    const bytes = await readBounded(await findFile(root, name), size);
    return bytes === "too-long" ? { fault: "it was changed just now" } : bytes;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined && !(error instanceof AppError)) throw error;
    return { fault: `it cannot be read (${errno ?? "its name leads out of the folder"})` };
  }
}
