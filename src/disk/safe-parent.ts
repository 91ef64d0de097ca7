import { mkdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { AppError } from "../errors.ts";
import { errnoOf, onDisk } from "./disk-error.ts";
import { makeFolder } from "./make-folder.ts";

/** Makes the output directory and returns its real path; a symlink at this place is the user's own choice. */
export async function openRoot(dir: string): Promise<string> {
  return onDisk(dir, async () => {
    await makeFolder(dir);
    return realpath(dir);
  });
}

/**
 * Makes the folders of a planned path one by one and returns the file's absolute path. PATH_UNSAFE when one of them
 * leads out of the output directory: a planted symlink is never followed out.
 */
export async function placeFile(root: string, relative: string): Promise<string> {
  const { folders, name } = components(relative);
  let parent = root;
  for (const folder of folders) {
    const next = join(parent, folder);
    parent = await onDisk(next, async () => {
      await mkdir(next).catch((error: unknown) => {
        if (errnoOf(error) !== "EEXIST") throw error;
      });
      return realpath(next);
    });
    if (!isWithin(root, parent)) throw unsafe(relative);
  }
  return join(parent, name);
}

/** As `placeFile`, for many files: each folder is made and checked once. */
export class Places {
  readonly #parents = new Map<string, Promise<string>>();

  constructor(readonly root: string) {}

  async place(relative: string): Promise<string> {
    const { folders, name } = components(relative);
    const folder = folders.join("/");
    let parent = this.#parents.get(folder);
    if (parent === undefined) {
      parent = placeFile(this.root, relative).then(dirname);
      this.#parents.set(folder, parent);
      // A folder that cannot be made now may succeed later.
      parent.catch(() => this.#parents.delete(folder));
    }
    try {
      // Both are as `join` would leave them.
      return `${withSep(await parent)}${name}`;
    } catch (error) {
      // The folder was tried for another file, whose name the message gives.
      throw isUnsafe(error) ? unsafe(relative) : error;
    }
  }
}

/** The absolute path of a file that should be there, without making anything. PATH_UNSAFE as above. */
export async function findFile(root: string, relative: string): Promise<string> {
  const { folders, name } = components(relative);
  const parent = await realpath(join(root, ...folders)).catch(() => join(root, ...folders));
  if (!isWithin(root, parent)) throw unsafe(relative);
  return join(parent, name);
}

function components(relative: string): { folders: string[]; name: string } {
  const folders = relative.split("/");
  for (const folder of folders) {
    if (folder === "" || folder === "." || folder === ".." || /[/\\\0]/u.test(folder)) throw unsafe(relative);
  }
  return { name: folders.pop() as string, folders };
}

const isWithin = (root: string, path: string): boolean => path === root || path.startsWith(withSep(root));

const withSep = (path: string): string => (path.endsWith(sep) ? path : path + sep);

const isUnsafe = (error: unknown): boolean => error instanceof AppError && error.code === "PATH_UNSAFE";

function unsafe(relative: string): AppError {
  return new AppError("local", "PATH_UNSAFE", `${relative} would be written outside the output directory`, {
    hint: "Remove the symbolic link on the way, or choose another directory",
  });
}
