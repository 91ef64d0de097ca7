import { lstat, rm } from "node:fs/promises";
import type { ChecksumMode } from "../domain/orders/checksum-mode.ts";
import { AppError } from "../errors.ts";
import { onDisk } from "./disk-error.ts";
import { downloadFile } from "./download-file.ts";
import type { FileRef, TransferResult } from "./events.ts";
import { damagedHint, fileExists } from "./file-exists.ts";
import { holdPart } from "./hold-part.ts";
import { parseMultihash } from "./multihash.ts";
import { partPaths, type PartPaths } from "./part-paths.ts";
import type { PlannedFile } from "./plan.ts";
import type { Run } from "./run.ts";
import { placeFile } from "./safe-parent.ts";
import { settleExisting, type Existing } from "./settle-existing.ts";
import { readSidecar } from "./sidecar.ts";
import { linkKey } from "./transfer-source.ts";

/** One file from its plan to its final name. "busy" = another process has it, and we were not to wait. */
export async function transferFile(
  run: Run,
  planned: PlannedFile,
  mayWait: boolean,
): Promise<TransferResult | "busy"> {
  const file = judgedBy(run.settings.checksum, planned);
  const ref: FileRef = { path: file.path, item: file.item, asset: file.asset };
  const key = linkKey({ collection: file.collection, item: file.item, assetKey: file.asset });
  const promised = promisesOf(planned);
  const checksum = file.checksum === undefined ? undefined : parseMultihash(file.checksum);
  const final = await placeFile(run.root, file.path);
  const paths = partPaths(final, key);

  // Looked at before the lock too: a rerun over finished files writes nothing, so it works on a read-only disk.
  const before = await settleExisting(run, file, final, checksum);
  if (before.kind === "proven" && !(await hasLeftovers(paths))) return skip(run, ref, before);

  const lock = await holdPart(run, ref, paths, mayWait);
  if (lock === "busy") return lock;
  try {
    const left = await readSidecar(paths.sidecar, key, promised);
    let existing = await settleExisting(run, file, final, checksum, left);
    if (existing.kind === "foreign") {
      // Another process may have finished it since our manifest was read.
      await run.reloadManifest();
      existing = await settleExisting(run, file, final, checksum, left);
    }
    if (existing.kind === "foreign") {
      const hint = existing.wasProven === true ? damagedHint(run.root) : undefined;
      throw fileExists(final, existing.reason, hint);
    }
    if (existing.kind === "proven") {
      if (run.settings.policy === "resume") await removeLeftovers(paths);
      return skip(run, ref, existing);
    }
    const href = run.renewal.current(key);
    if (href === undefined) throw new AppError("service", "NOT_FOUND", "there is no link for this asset");
    return await downloadFile({ run, file, ref, key, promised, href, checksum, paths, lock });
  } finally {
    await lock.release();
  }
}

/** All that is promised of a file, as one text: bytes begun under another promise are not continued. */
export const promisesOf = ({ size, checksum }: PlannedFile): string => `${size ?? ""}:${checksum ?? ""}`;

/** The file with those promises that are held against it. */
export function judgedBy(mode: ChecksumMode, { size, checksum, ...file }: PlannedFile): PlannedFile {
  return {
    ...file,
    ...(mode !== "none" && size !== undefined && { size }),
    ...(mode === "full" && checksum !== undefined && { checksum }),
  };
}

function skip(run: Run, ref: FileRef, existing: Extract<Existing, { kind: "proven" }>): TransferResult {
  const { how, reason, sha256, size } = existing;
  run.emit({ type: "skipped", file: ref, reason, size });
  return { ...ref, status: "skipped", size, how, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** A run that died after it had named and recorded the file. */
async function hasLeftovers({ sidecar }: PartPaths): Promise<boolean> {
  return lstat(sidecar).then(
    () => true,
    () => false,
  );
}

async function removeLeftovers({ part, sidecar }: PartPaths): Promise<void> {
  await onDisk(part, async () => {
    await rm(part, { force: true });
    await rm(sidecar, { force: true });
  });
}
