/** Files with secrets in the settings folder, which only their owner can read. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { explainWriteFault } from "../disk/disk-error.ts";
import { replaceAlone } from "../disk/durable-files.ts";
import { IS_WINDOWS } from "../disk/system.ts";
import { AppError } from "../errors.ts";
import { readText } from "../geo/read-text.ts";
import { advice, systemCommand } from "../hint.ts";

/** Windows protects a file by the access list of its folder, and reports every file as readable by all. */
export const HAS_MODES = !IS_WINDOWS;

/** Reads a file, which messages call `name`; undefined without one. Errors: STORE_PERMISSIONS, CONFIG_INVALID. */
export async function readPrivateFile(path: string, name: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    if (HAS_MODES && (mode & 0o077) !== 0)
      throw new AppError(
        "local",
        "STORE_PERMISSIONS",
        `the ${name} ${path} can be read by others (mode ${(mode & 0o777).toString(8)})`,
        { next: advice`Type: ${systemCommand("setMode", 600, path)}` },
      );
    return readText(await readFile(path), `the ${name} ${path}`, "CONFIG_INVALID").text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (error instanceof AppError) throw error;
    throw new AppError("usage", "CONFIG_INVALID", `cannot read the ${name} ${path}: ${code}`, {
      cause: error,
    });
  }
}

/**
 * Replaces the file atomically, within `withSettingsLock`: only one writer may run at a time. Errors:
 * DISK_WRITE_FAILED.
 */
export async function replacePrivateFile(path: string, name: string, text: string): Promise<void> {
  try {
    await replaceAlone(dirname(path), basename(path), text);
  } catch (error) {
    const { reason, next } = explainWriteFault(error, path);
    throw new AppError("io", "DISK_WRITE_FAILED", `cannot write the ${name} ${path}: ${reason}`, {
      next,
      cause: error,
    });
  }
}
