import { lstat, open, realpath, type FileHandle } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Stats } from "node:fs";
import { listFilesBelow } from "../disk/files-below.ts";
import { AppError } from "../errors.ts";
import { readErrno } from "../disk/disk-error.ts";
import { findDigestFault, type Digest, type HashName } from "./hashing/digest.ts";
import { hashFile, HashSet } from "./hashing/hash-set.ts";
import { isDigestFile, ListedDigests } from "./digest-file.ts";
import { readDigestText } from "./list-digests.ts";
import type { HashPool } from "./hash-pool.ts";
import {
  sortByName,
  MANIFEST_NAME,
  inspectManifest,
  isOwnFile,
  type Manifest,
  type ManifestEntry,
} from "./manifest.ts";
import { findFile } from "../disk/safe-parent.ts";
import { advice, swath, type Hint } from "../hint.ts";

export interface VerifiedFile {
  /** Path in the manifest: relative to the folder, `/` between components. */
  path: string;
  status: "ok" | "missing" | "changed" | "unreadable";
  /** Describes the fault when the status alone is not enough. */
  fault?: string;
  /** Size on disk. */
  size?: number;
  /** Digest of the bytes on disk; absent when the size differs, or the manifest has no digest. */
  sha256?: string;
  /** The strongest check that was made. */
  checked?: "sha256" | "size";
  /** True when the file contradicts the digest file of its item. */
  isContradicted?: boolean;
  entry: ManifestEntry;
}

export interface Verification {
  files: readonly VerifiedFile[];
  /** Files without a manifest line (except part files of running downloads), and unreadable folders (`dir/`). */
  foreign: readonly string[];
  /** Unfinished downloads without a manifest line. */
  unfinished: readonly string[];
  /** Number of unreadable manifest lines, such as one torn by a crash. */
  unreadableLines: number;
  /** Digest files that cannot be read, or a part of them. */
  unreadDigests: readonly string[];
}

export interface VerifyOptions {
  signal: AbortSignal;
  /** Called before each file is read. */
  onFile?: (path: string, index: number, count: number) => void;
  /** Hashes as many files in parallel as it has workers. */
  pool: HashPool;
}

/** Files of a running download, next to its final name. */
const IN_PROGRESS = /^\..+\.[0-9a-f]{8}\.part(?:\.json(?:\.tmp)?|\.lock(?:\.[0-9a-f]+)?)?$/u;
/** Part files and sidecars among them; the first group is the file's name. */
const PART = /^\.(.+)\.[0-9a-f]{8}\.part(?:\.json)?$/u;
/** At the top of a folder of exports: files of the mirror, next to the manifest. */
const OF_MIRROR = /^\.swath-exports\./;

/**
 * Compares a folder with its manifest and its digest files by reading every byte; writes nothing. Throws INPUT_NOT_READABLE
 * when the folder is missing, and VERIFY_FAILED when the manifest is missing or has no file.
 */
export async function verifyFolder(
  dir: string,
  { signal, onFile, pool }: VerifyOptions,
): Promise<Verification> {
  const root = await resolveRoot(dir);
  const manifest = await inspectManifest(root);
  if (manifest === undefined) throw makeNoManifestError(`${dir} has no ${MANIFEST_NAME}`, dir);
  const { entries, unreadableLines } = manifest;
  if (entries.size === 0) throw makeNoManifestError(`${MANIFEST_NAME} of ${dir} lists no file`, dir);
  const wanted = sortByName(entries);
  const { listed, unreadDigests } = await readLists(root, wanted, signal);
  const files: VerifiedFile[] = [];
  await pool.runEach(wanted, async (entry, index, worker) => {
    signal.throwIfAborted();
    onFile?.(entry.name, index, wanted.length);
    const digests = listed.findDigests({ ...entry, path: entry.name });
    const algorithms = digests.map(({ algorithm }) => algorithm);
    const hash: Hash = (handle, size) => pool.digests(handle, size, worker, signal, algorithms);
    files[index] = { path: entry.name, entry, ...(await verifyEntry(root, entry, hash, signal, digests)) };
  });
  return { files, ...(await listOtherFiles(root, entries)), unreadableLines, unreadDigests };
}

/** Returns the digests in the unchanged digest files of the manifest. A changed digest file is reported and not used. */
async function readLists(
  root: string,
  entries: readonly ManifestEntry[],
  signal: AbortSignal,
): Promise<{ listed: ListedDigests; unreadDigests: string[] }> {
  const listed = new ListedDigests();
  const unreadDigests: string[] = [];
  for (const entry of entries) {
    const file = { ...entry, path: entry.name };
    if (!isDigestFile(file)) continue;
    const { status } = await verifyEntry(root, entry, hashHere(signal), signal);
    if (status !== "ok") continue;
    const path = await findFile(root, entry.name);
    const fault = listed.add(file, await readDigestText(path));
    if (fault !== undefined) unreadDigests.push(fault);
  }
  return { listed, unreadDigests };
}

/** Returns the error of a folder that cannot be verified, because it has no manifest. */
const makeNoManifestError = (fault: string, dir: string): AppError =>
  new AppError("local", "VERIFY_FAILED", `${fault}, so its files cannot be checked`, {
    next: suggestDownload(dir),
  });

const suggestDownload = (dir: string): Hint =>
  advice`Download an order into it: ${swath`order download <orderId> --out-dir ${dir}`}`;

async function resolveRoot(dir: string): Promise<string> {
  let root: string;
  try {
    root = await realpath(dir);
  } catch (error) {
    throw new AppError("usage", "INPUT_NOT_READABLE", `there is no folder ${dir}`, {
      cause: error,
      next: suggestDownload(dir),
    });
  }
  if ((await lstat(root)).isDirectory()) return root;
  throw new AppError("usage", "INPUT_NOT_READABLE", `${dir} is a file, not a folder with a manifest`, {
    next: "Give the folder of the download",
  });
}

type Finding = Omit<VerifiedFile, "path" | "entry">;

/** Checks without reading bytes that the file exists with the recorded size. */
export const compareSize = (root: string, entry: ManifestEntry, signal: AbortSignal): Promise<Finding> =>
  verifyEntry(root, entry, undefined, signal);

type Hash = (handle: FileHandle, size: number) => Promise<ReadonlyMap<HashName, string>>;

async function verifyEntry(
  root: string,
  entry: ManifestEntry,
  hash: Hash | undefined,
  signal: AbortSignal,
  listed: readonly Digest[] = [],
): Promise<Finding> {
  let stats: Stats;
  let path: string;
  try {
    path = await findFile(root, entry.name);
    stats = await lstat(path);
  } catch (error) {
    // A manifest is untrusted: a name that leads out of the folder is not followed.
    if (error instanceof AppError) return { status: "unreadable", fault: "its name leads out of the folder" };
    if (["ENOENT", "ENOTDIR"].includes(readErrno(error) ?? "")) return { status: "missing" };
    return makeUnreadableFinding(error, signal);
  }
  if (!stats.isFile()) return { status: "changed", fault: "it is not a regular file" };
  const { size } = stats;
  if (size !== entry.size) {
    return {
      status: "changed",
      fault: `it has ${size} bytes, not the ${entry.size} in the manifest`,
      size,
      checked: "size",
    };
  }
  const isHashed = entry.sha256 !== undefined || listed.length > 0;
  if (hash === undefined || !isHashed) return { status: "ok", size, checked: "size" };
  try {
    const digests = await hashPath(path, size, hash);
    const sha256 = digests.get("sha256")!;
    const found = { size, sha256, checked: "sha256" } as const;
    if (entry.sha256 !== undefined && sha256 !== entry.sha256)
      return { status: "changed", fault: "its bytes differ from the sha256 in the manifest", ...found };
    const fault = findDigestFault(listed, digests);
    if (fault !== undefined) return { status: "changed", fault, isContradicted: true, ...found };
    return { status: "ok", ...found };
  } catch (error) {
    return makeUnreadableFinding(error, signal);
  }
}

function makeUnreadableFinding(error: unknown, signal: AbortSignal): Finding {
  signal.throwIfAborted();
  const errno = readErrno(error);
  if (errno === undefined) throw error;
  return { status: "unreadable", fault: `it cannot be read (${errno})` };
}

async function hashPath(path: string, size: number, hash: Hash): ReturnType<Hash> {
  const handle = await open(path, "r");
  return hash(handle, size).finally(() => handle.close());
}

/** Returns the files of the folder without a manifest line. */
async function listOtherFiles(
  root: string,
  entries: Manifest,
): Promise<Pick<Verification, "foreign" | "unfinished">> {
  const closed: string[] = [];
  const found = await listFilesBelow(root, (folder) => void closed.push(`${relative(root, folder) || "."}/`));
  const listed = found
    .filter(({ name }) => !IN_PROGRESS.test(name))
    .map(({ parentPath, name }) => toRelativePath(root, parentPath, name));
  const names = new Set(listed);
  // HFS+ lists names in NFD, whatever the composition of the name that was written.
  const isRecorded = (path: string): boolean => {
    const composed = path.normalize("NFC");
    return entries.has(path) || (!names.has(composed) && entries.has(composed));
  };
  const foreign = listed
    .concat(closed.map((path) => path.replaceAll(sep, "/")))
    .filter((path) => !isOwnFile(path))
    .filter((path) => !OF_MIRROR.test(path) && !isRecorded(path));
  const unfinished = listBegunFiles(root, found).filter((path) => !entries.has(path));
  return { foreign: foreign.sort(), unfinished };
}

/** Returns the unfinished downloads, from the part files in and below the folder. */
export function listBegunFiles(root: string, found: Awaited<ReturnType<typeof listFilesBelow>>): string[] {
  const begun = found.flatMap(({ parentPath, name }) => {
    const [, final] = PART.exec(name) ?? [];
    return final === undefined ? [] : [toRelativePath(root, parentPath, final).normalize("NFC")];
  });
  return [...new Set(begun)].sort();
}

const toRelativePath = (root: string, parentPath: string, name: string): string =>
  relative(root, join(parentPath, name)).replaceAll(sep, "/");

/**
 * Reports whether the file of a manifest entry has the recorded size and digest. Only then may a newer one
 * replace it without --overwrite.
 */
export async function hasRecordedBytes(
  root: string,
  entry: ManifestEntry,
  signal: AbortSignal,
): Promise<boolean> {
  return (
    entry.sha256 !== undefined && (await verifyEntry(root, entry, hashHere(signal), signal)).status === "ok"
  );
}

/** Returns a function that hashes on this thread. */
const hashHere =
  (signal: AbortSignal): Hash =>
  async (handle, size) => {
    const hashes = new HashSet();
    await hashFile(handle, size, hashes, signal);
    return hashes.computeValues();
  };
