import { open } from "node:fs/promises";
import { isDigestFile, ListedDigests, MAX_DIGEST_FILE_BYTES } from "./digest-file.ts";
import type { TransferResult } from "./events.ts";
import type { Run } from "./loop/run.ts";
import type { Destination } from "./loop/sink.ts";
import { transferAll } from "./loop/transfer-loop.ts";
import type { Manifest } from "./manifest.ts";
import type { PlannedFile } from "./plan.ts";

/** A destination whose small files can be read. */
interface ReadableDestination extends Destination {
  /** Returns the text of a complete file; undefined if it is missing, or too large for a digest file. */
  readText: (path: string) => Promise<string | undefined>;
}

/** The results of the digest files of a plan, and its other files with their digests. */
interface Listed {
  results: readonly TransferResult[];
  files: readonly PlannedFile[];
}

/**
 * Transfers the digest files of a plan first, and returns the other files with their digests. Digest files of an earlier run
 * are also read. An unreadable digest file is a warning.
 */
export async function listDigests(
  run: Run,
  files: readonly PlannedFile[],
  destination: ReadableDestination,
  manifest: Manifest,
): Promise<Listed> {
  const lists = files.filter(isDigestFile);
  const others = files.filter((file) => !isDigestFile(file));
  const results = lists.length === 0 ? [] : await transferAll(run, lists, destination);
  if (run.settings.checksum !== "full" || others.length === 0) return { results, files: others };
  const failed = new Set(results.filter(({ status }) => status === "failed").map(({ path }) => path));
  const items = new Set(others.map(({ item }) => item));
  const here = new Map(lists.filter(({ path }) => !failed.has(path)).map((file) => [file.path, file]));
  for (const [path, entry] of manifest) {
    const file = { ...entry, path };
    if (items.has(entry.item) && isDigestFile(file) && !failed.has(path) && !here.has(path))
      here.set(path, { ...file, host: "" });
  }
  if (here.size === 0) return { results, files: others };
  const listed = new ListedDigests();
  for (const file of here.values()) {
    const fault = listed.add(file, await destination.readText(file.path));
    if (fault !== undefined) run.settings.onWarning?.(fault);
  }
  return { results, files: others.map((file) => withDigests(file, listed)) };
}

function withDigests(file: PlannedFile, listed: ListedDigests): PlannedFile {
  const digests = listed.findDigests(file);
  return digests.length === 0 ? file : { ...file, listed: digests };
}

/** Returns the results in the order of the plan. */
export function sortByPlan(
  files: readonly PlannedFile[],
  results: readonly TransferResult[],
): TransferResult[] {
  const byPath = new Map(results.map((result) => [result.path, result]));
  return files.map(({ path }) => byPath.get(path)!);
}

/** Returns the text of a digest file; undefined if it is too large for one. Rejects with the system's error. */
export async function readDigestText(path: string): Promise<string | undefined> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return size > MAX_DIGEST_FILE_BYTES ? undefined : await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
