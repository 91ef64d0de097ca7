import { mkdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { AppError } from "../errors.ts";
import { readErrno, onDisk } from "./disk-error.ts";
import { makeFolder } from "./make-folder.ts";

/** Makes the output folder and returns its real path; the user may have chosen a symlink. */
export async function openRoot(dir: string): Promise<string> {
  return onDisk(dir, async () => {
    await makeFolder(dir);
    return realpath(dir);
  });
}

/**
 * Makes the folders of a planned path one by one and returns the file's absolute path. Throws PATH_UNSAFE when one leads out of the output
 * folder: a planted symlink is never followed out.
 */
export async function placeFile(root: string, relative: string): Promise<string> {
  const { folders, name } = splitSafely(relative);
  let parent = root;
  for (const folder of folders) {
    const next = join(parent, folder);
    parent = await onDisk(next, async () => {
      await mkdir(next).catch((error: unknown) => {
        if (readErrno(error) !== "EEXIST") throw error;
      });
      return realpath(next);
    });
    if (!isWithin(root, parent)) throw makeUnsafePath(relative);
  }
  return join(parent, name);
}

/** Does the work of `placeFile` for many files, and makes and checks each folder once. */
export class Places {
  readonly #parents = new Map<string, Promise<string>>();

  constructor(readonly root: string) {}

  async place(relative: string): Promise<string> {
    const { folders, name } = splitSafely(relative);
    const folder = folders.join("/");
    let parent = this.#parents.get(folder);
    if (parent === undefined) {
      parent = placeFile(this.root, relative).then(dirname);
      this.#parents.set(folder, parent);
      // A failed folder may succeed later.
      parent.catch(() => this.#parents.delete(folder));
    }
    try {
      // Both parts are normalized as by `join`.
      return `${withSep(await parent)}${name}`;
    } catch (error) {
      // The folder failed for another file; the message must have the path of this one.
      throw isUnsafe(error) ? makeUnsafePath(relative) : error;
    }
  }
}

/** Returns the absolute path of an existing file, without making anything. Throws PATH_UNSAFE like `placeFile`. */
export async function findFile(root: string, relative: string): Promise<string> {
  const { folders, name } = splitSafely(relative);
  const parent = await realpath(join(root, ...folders)).catch(() => join(root, ...folders));
  if (!isWithin(root, parent)) throw makeUnsafePath(relative);
  return join(parent, name);
}

function splitSafely(relative: string): { folders: string[]; name: string } {
  const folders = relative.split("/");
  for (const folder of folders) {
    if (folder === "" || folder === "." || folder === ".." || /[/\\\0]/u.test(folder))
      throw makeUnsafePath(relative);
  }
  return { name: folders.pop() as string, folders };
}

const isWithin = (root: string, path: string): boolean => path === root || path.startsWith(withSep(root));

const withSep = (path: string): string => (path.endsWith(sep) ? path : path + sep);

const isUnsafe = (error: unknown): boolean => error instanceof AppError && error.code === "PATH_UNSAFE";

function makeUnsafePath(relative: string): AppError {
  return new AppError("local", "PATH_UNSAFE", `${relative} would be written outside the output folder`, {
    next: "Choose another folder",
  });
}
