/** The folders that an assistant may read and write. They are fixed when the server starts. */
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { IS_WINDOWS } from "../disk/system.ts";
import { findWindowsNameFault } from "../disk/windows-names.ts";
import { AppError, quoteText } from "../errors.ts";

export interface Roots {
  /** The folder of files to read, such as areas. */
  input?: string | undefined;
  /** The folder of downloads. */
  output?: string | undefined;
}

/** Returns the folders as real paths. The output folder is created. Errors: INPUT_NOT_READABLE. */
export async function openRoots({ input, output }: Roots, base: string): Promise<Roots> {
  const { makeFolder } = await import("../disk/make-folder.ts");
  const { onDisk } = await import("../disk/disk-error.ts");
  const at = (given: string): string => resolve(base, given);
  if (output !== undefined) await onDisk(output, () => makeFolder(at(output)));
  const real = async (given: string): Promise<string> => {
    const path = await realpath(at(given)).catch(() => undefined);
    if (path !== undefined && (await lstat(path)).isDirectory()) return path;
    throw new AppError("usage", "INPUT_NOT_READABLE", `${given} is not a folder`);
  };
  return {
    ...(input !== undefined && { input: await real(input) }),
    ...(output !== undefined && { output: await real(output) }),
  };
}

/**
 * Returns the absolute path of a file or folder in a root. Throws USAGE for a server without this root, and PATH_UNSAFE for an
 * absolute path, a path with `..`, a link that leaves the root, and an output that Windows reserves or changes.
 */
export async function toPathInside(
  roots: Roots,
  kind: keyof Roots,
  given: string,
  isWindows = IS_WINDOWS,
): Promise<string> {
  const root = roots[kind];
  if (root === undefined)
    throw new AppError("usage", "USAGE", `the server was started without an ${kind} folder`, {
      next: `Ask the person to start it with --${kind}-root <dir>`,
    });
  const isPlain =
    !isAbsolute(given) &&
    !/^[a-z][a-z0-9+.-]*:/i.test(given) &&
    !given.includes("\0") &&
    !given.split(/[\\/]/).includes("..");
  if (!isPlain) throw makeUnsafe(kind, given);
  const rule = isWindows && kind === "output" ? findWindowsNameFault(given) : undefined;
  if (rule !== undefined) throw new AppError("local", "PATH_UNSAFE", `${quoteText(given)} ${rule}`);
  const [top, path] = await Promise.all([
    realpath(root).catch(() => undefined),
    findRealPath(resolve(root, given)).catch(() => {
      throw makeUnsafe(kind, given);
    }),
  ]);
  // The folder had no links when the server started, so a link has replaced it since.
  if (top !== root)
    throw new AppError(
      "local",
      "PATH_UNSAFE",
      `the ${kind} folder is no longer where it was when the server started: restart the server`,
    );
  const inside = relative(top, path);
  if (isAbsolute(inside) || inside.split(/[\\/]/)[0] === "..") throw makeUnsafe(kind, given);
  return path;
}

/** Returns the path without links. The last parts may not exist yet. A link to a missing file is an error. */
async function findRealPath(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined) return realpath(path);
  const parent = dirname(path);
  return parent === path ? path : join(await findRealPath(parent), basename(path));
}

const makeUnsafe = (kind: keyof Roots, given: string): AppError =>
  new AppError("local", "PATH_UNSAFE", `${quoteText(given)} is not a path inside the ${kind} folder`);
