import { lstatSync, readdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { readErrno, onDisk } from "../../disk/disk-error.ts";
import { removeFile } from "../../disk/held-file.ts";
import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import { findDigestFault } from "../hashing/digest.ts";
import { hashFile, HashSet } from "../hashing/hash-set.ts";
import { makeFileEntry, type Manifest, type RecordFiles, findRecord } from "../manifest.ts";
import type { ExistingPolicy } from "../options.ts";
import type { Sidecar } from "./sidecar.ts";
import type { PartPaths, WantedFile } from "./wanted-file.ts";

/** The state of a final name. A `verified` file is the wanted one. A `foreign` file was perhaps written by another program. */
export type Existing =
  | { kind: "absent" }
  | { kind: "verified"; size: number; sha256?: string; how: readonly string[]; reason: string }
  | { kind: "foreign"; reason: string; wasVerified?: boolean; next?: string };

/** The parts of a run that are needed to check a file. */
export interface CheckContext {
  signal: AbortSignal;
  manifest: Manifest;
  record: RecordFiles;
  settings: { policy: ExistingPolicy; checksum: ChecksumMode };
}

/**
 * Checks the file under the final name. All bytes are read, because a matching size is not enough. The bytes must match a
 * manifest line, the promised checksum, or the sidecar of a run that died before recording.
 */
export async function checkExisting(
  run: CheckContext,
  wanted: WantedFile,
  sidecar?: Sidecar,
): Promise<Existing> {
  const { file } = wanted;
  const path = wanted.paths.final;
  const stats = onDisk(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stats === undefined) return { kind: "absent" };
  const { policy } = run.settings;
  if (stats.isDirectory()) {
    return { kind: "foreign", reason: "it is a folder", next: "Move it" };
  }
  if (policy === "skip-existing") {
    return { kind: "verified", size: stats.size, how: ["exists"], reason: "it exists" };
  }
  if (policy === "overwrite") return { kind: "absent" };
  if (!stats.isFile()) return { kind: "foreign", reason: "it is not a regular file" };
  if (sidecar?.claimed === true && sidecar.verified !== undefined && stats.size === 0) {
    await onDisk(path, () => removeFile(path));
    return { kind: "absent" };
  }
  const wasVerified = findRecord(run.manifest, file)?.sha256 !== undefined;
  if (file.size !== undefined && stats.size !== file.size) {
    const reason = `it has ${stats.size} bytes where the item promises ${file.size}`;
    return { kind: "foreign", reason, wasVerified };
  }
  const found = await proveBytes(run, wanted, sidecar?.verified, stats.size);
  return found.kind === "foreign" ? { ...found, wasVerified } : found;
}

async function proveBytes(
  run: CheckContext,
  { file, digests, paths }: WantedFile,
  finished: Sidecar["verified"],
  size: number,
): Promise<Existing> {
  const recorded = findRecord(run.manifest, file);
  const verified = (reason: string, how: readonly string[], sha256?: string): Existing => ({
    kind: "verified",
    size,
    ...(sha256 !== undefined && { sha256 }),
    how,
    reason,
  });
  const foreign = (reason: string): Existing => ({ kind: "foreign", reason });
  // Without digests, the manifest or the sidecar and the size are the proof, and `how` reports that.
  if (run.settings.checksum !== "full" && recorded?.size === size)
    return verified("it is there", ["manifest size"]);
  if (run.settings.checksum !== "full" && finished?.size === size) {
    await run.record([makeFileEntry(file, finished, finished.how)]);
    return verified("it is there", finished.how, finished.sha256);
  }
  if (recorded === undefined && digests.length === 0 && finished === undefined)
    return foreign("nothing proves that it is this download");
  const hashes = new HashSet([], digests);
  await onDisk(paths.final, async () => {
    const handle = await open(paths.final, "r");
    await hashFile(handle, size, hashes, run.signal).finally(() => handle.close());
  });
  const values = hashes.computeValues();
  const sha256 = values.get("sha256") as string;
  const fault = findDigestFault(digests, values);
  if (fault !== undefined) return foreign(fault);
  if (recorded?.size === size && recorded.sha256 === sha256)
    return verified("it is complete", ["manifest sha256"], sha256);
  if (recorded !== undefined && recorded.sha256 === undefined && digests.length === 0)
    return foreign("only its size was ever checked (--checksum size keeps it)");
  const isFinished = finished?.size === size && finished.sha256 === sha256;
  if (digests.length === 0 && !isFinished) return foreign("its bytes differ from the ones in the manifest");
  const how = isFinished ? finished.how : digests.map(({ from, algorithm }) => `${from} ${algorithm}`);
  await run.record([makeFileEntry(file, { size, sha256 }, how)]);
  return verified("it is complete", how, sha256);
}

/**
 * The entries of each folder at its first use in the run, which costs one call per folder in place of four per file. A file
 * without entries is fetched from the start. The lock and `link` detect files that appear later.
 */
export class FolderView {
  readonly #names = new Map<string, ReadonlySet<string>>();

  isFresh(paths: PartPaths): boolean {
    const names = this.#listBeside(paths.final);
    return names.size === 0 || !(names.has(toListed(paths.final)) || this.hasLeftovers(paths));
  }

  /** Reports leftovers of a dead run, or files of a running one. */
  hasLeftovers({ final, part, sidecar, lock }: PartPaths): boolean {
    const names = this.#listBeside(final);
    return names.size > 0 && [part, sidecar, lock].some((path) => names.has(toListed(path)));
  }

  /** Reports whether the folder was empty or missing. */
  isEmptyBeside(path: string): boolean {
    return this.#listBeside(path).size === 0;
  }

  #listBeside(final: string): ReadonlySet<string> {
    const folder = dirname(final);
    let names = this.#names.get(folder);
    if (names === undefined) this.#names.set(folder, (names = listNames(folder)));
    return names;
  }
}

/** Returns the name of a file as it is in the view: HFS+ lists names in NFD, whatever the composition of the name that was written. */
const toListed = (path: string): string => basename(path).normalize("NFC");

const NOTHING: ReadonlySet<string> = new Set();

function listNames(folder: string): ReadonlySet<string> {
  try {
    const names = readdirSync(folder);
    return names.length === 0 ? NOTHING : new Set(names.map((name) => name.normalize("NFC")));
  } catch (error) {
    // A fault of the folder is reported when a file is written to it.
    if (readErrno(error) === undefined) throw error;
    return NOTHING;
  }
}
