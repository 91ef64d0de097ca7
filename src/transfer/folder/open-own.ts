import { constants, fstatSync, lstatSync, rmSync } from "node:fs";
import { errnoOf } from "../../disk/disk-error.ts";
import { Descriptor } from "./descriptor.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/** Creates a part file. Throws EEXIST when it exists. */
export const openFresh = (path: string): Descriptor => new Descriptor(path, O_RDWR | O_CREAT | O_EXCL, 0o666);

/** Opens an own part file, never through a link: a planted symlink or a second name of a finished file is not written to. */
export function openOwn(path: string): Descriptor {
  try {
    if (lstatSync(path).nlink > 1) rmSync(path);
    const descriptor = new Descriptor(path, O_RDWR | O_NOFOLLOW);
    if (fstatSync(descriptor.fd).isFile()) return descriptor;
    descriptor.closeNow();
  } catch (error) {
    if (!["ENOENT", "ELOOP", "EMLINK"].includes(errnoOf(error) ?? "")) throw error;
  }
  rmSync(path, { force: true });
  return openFresh(path);
}
