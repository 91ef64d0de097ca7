import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { ChecksumMode } from "../domain/orders/download-options.ts";
import type { FileRef } from "./events.ts";
import { readManifest } from "./manifest.ts";
import type { ExistingPolicy } from "./options.ts";
import { findFile } from "../disk/safe-parent.ts";
import { checkExisting, type CheckContext, type Existing } from "./folder/check-existing.ts";
import { readSidecar } from "./folder/sidecar.ts";
import { readFreeBytes } from "./folder/space-guard.ts";
import { toWantedFile } from "./folder/wanted-file.ts";
import { toRef, type PlannedFile, type TransferPlan } from "./plan.ts";

export interface InspectedFile extends FileRef {
  /** The next action: `there` is complete and verified, `continue` has `done` bytes, `conflict` is another file. */
  status: "fetch" | "continue" | "there" | "conflict";
  size?: number;
  done?: number;
  reason?: string;
}

export interface Inspection {
  files: readonly InspectedFile[];
  /** Missing bytes of the files with a known size. */
  bytesToFetch: number;
  /** Files to fetch with an unknown size. */
  unknownSizes: number;
  /** Free bytes on the disk; absent where the file system does not report them. */
  freeBytes?: number;
}

export interface InspectOptions {
  dir: string;
  policy: ExistingPolicy;
  checksum: ChecksumMode;
  resume: boolean;
  signal: AbortSignal;
}

/** Reports what running the plan would do. Reads the disk; writes and sends nothing. */
export async function inspectPlan(plan: TransferPlan, options: InspectOptions): Promise<Inspection> {
  const { dir, signal } = options;
  const root = await realpath(dir).catch(() => dir);
  const manifest = await readManifest(root);
  const check: CheckContext = {
    signal,
    settings: options,
    manifest,
    record: () => Promise.resolve(),
  };
  const files: InspectedFile[] = [];
  for (const file of plan.files) {
    signal.throwIfAborted();
    files.push(await inspectFile(check, root, file, options));
  }
  return { ...summarizeInspection(files), freeBytes: findFreeBytes(root) };
}

/** Sums up the files to fetch. */
export function summarizeInspection(files: readonly InspectedFile[]): Inspection {
  const left = files.filter(({ status }) => status === "fetch" || status === "continue");
  return {
    files,
    bytesToFetch: left.reduce((sum, { size = 0, done = 0 }) => sum + Math.max(0, size - done), 0),
    unknownSizes: left.filter(({ size }) => size === undefined).length,
  };
}

/** Returns the result of a file that is not fetched; undefined when there is none. */
export function findInspected(ref: FileRef, existing: Existing): InspectedFile | undefined {
  if (existing.kind === "absent") return undefined;
  if (existing.kind === "foreign") return { ...ref, status: "conflict", reason: existing.reason };
  return { ...ref, status: "there", size: existing.size, reason: existing.how.join(", ") };
}

async function inspectFile(
  check: CheckContext,
  root: string,
  planned: PlannedFile,
  { checksum: mode, resume }: InspectOptions,
): Promise<InspectedFile> {
  const { path, size } = planned;
  const ref = { ...toRef(planned), ...(size !== undefined && { size }) };
  const wanted = toWantedFile(planned, await findFile(root, path), mode);
  const found = findInspected(ref, await checkExisting(check, wanted));
  if (found !== undefined) return found;
  const part = resume ? await readSidecar(wanted) : undefined;
  if (part === undefined || part.done === 0 || part.etag === undefined) return { ...ref, status: "fetch" };
  return { ...ref, status: "continue", size: size ?? part.size, done: part.done };
}

/** Returns the free bytes on the disk where the folder is or will be. */
function findFreeBytes(path: string): number | undefined {
  try {
    return readFreeBytes(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? undefined : findFreeBytes(parent);
  }
}
