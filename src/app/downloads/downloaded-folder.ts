/** Opens a folder of downloads by its manifest. */
import { lstat, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { countText, listText } from "../../counted.ts";
import { listFilesBelow } from "../../disk/files-below.ts";
import { AppError } from "../../errors.ts";
import { sortByName, inspectManifest, MANIFEST_NAME, type ManifestEntry } from "../../transfer/manifest.ts";
import type { AppContext } from "../context.ts";
import { advice, swath, type Hint } from "../../hint.ts";

export interface DownloadedFolder {
  /** Real path of the folder. */
  root: string;
  /** Sorted by name; at least one. */
  entries: ManifestEntry[];
  unreadableLines: number;
}

/** Maximum number of folders in a message. */
const MAX_NAMED = 5;

/** `given`: the folder as the user wrote it. Errors: INPUT_NOT_READABLE. */
export async function openDownloads(
  { folder }: AppContext,
  given: string,
  hasGallery = false,
): Promise<DownloadedFolder> {
  const next = suggestDownload(given, hasGallery);
  const root = await realpath(resolve(folder, given)).catch((cause: unknown) => {
    throw new AppError("usage", "INPUT_NOT_READABLE", `there is no folder ${given}`, { cause, next });
  });
  if (!(await lstat(root)).isDirectory())
    throw new AppError("usage", "INPUT_NOT_READABLE", `${given} is a file, not a folder of downloads`);
  const manifest = await inspectManifest(root);
  const entries = sortByName(manifest?.entries ?? new Map());
  if (manifest !== undefined && entries.length > 0)
    return { root, entries, unreadableLines: manifest.unreadableLines };
  throw manifest === undefined
    ? toNoManifest(given, await findFoldersBelow(root), hasGallery)
    : toEmptyManifest(given, hasGallery);
}

const suggestDownload = (given: string, hasGallery: boolean): Hint =>
  advice`Download an order into it: ${swath`order download <orderId> --out-dir ${given} ${hasGallery ? ["--gallery"] : []}`}`;

/** Returns the error of a folder or bucket without a manifest; `below` are folders in it that have one. */
export const toNoManifest = (given: string, below: readonly string[], hasGallery = false): AppError =>
  new AppError(
    "usage",
    "INPUT_NOT_READABLE",
    below.length === 0
      ? `${given} has no ${MANIFEST_NAME}, so what is in it is not known`
      : `${given} has no ${MANIFEST_NAME}; folders in it have one: ${listText(below, MAX_NAMED)}`,
    { next: below.length === 0 ? suggestDownload(given, hasGallery) : "Name one of these folders" },
  );

export const toEmptyManifest = (given: string, hasGallery = false): AppError =>
  new AppError(
    "usage",
    "INPUT_NOT_READABLE",
    `${given} has a ${MANIFEST_NAME} that lists no file, so what is in it is not known`,
    { next: suggestDownload(given, hasGallery) },
  );

/** Warns of parts of the folder that are `left` out: folders with a manifest of their own, and unreadable lines of the manifest. */
export function warnOfSkippedParts(
  { events }: AppContext,
  given: string,
  { below = [], unreadableLines }: { below?: readonly string[]; unreadableLines: number },
  left: "not checked" | "not listed" | "not in the catalog",
): void {
  if (below.length > 0)
    events.warn(
      `folders in ${given} have a manifest of their own and are ${left}: ${listText(below, MAX_NAMED)}`,
    );
  if (unreadableLines > 0)
    events.warn(
      `${countText(unreadableLines, "line")} of the manifest of ${given} cannot be read: what they named is ${left}`,
    );
}

/** Returns the folders below that have a manifest, relative to the folder. */
export async function findFoldersBelow(root: string): Promise<string[]> {
  const files = await listFilesBelow(root, () => {});
  return files
    .filter(({ name, parentPath }) => name === MANIFEST_NAME && parentPath !== root)
    .map(({ parentPath }) => parentPath.slice(root.length + 1))
    .toSorted();
}
