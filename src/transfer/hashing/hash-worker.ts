/** Entry point of the thread that hashes part files while they arrive, by reading them back from the page cache. */
import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import type { HashName } from "./digest.ts";
import { HashSet } from "./hash-set.ts";

/** Hash the file up to `end`. The first order of a part file has `begin`; `isLast` asks for the digests. */
export interface HashOrder {
  id: number;
  end: number;
  begin?: { fd: number; algorithms: readonly HashName[] };
  isLast?: boolean;
  /** The part file is dropped without an answer, because its file is about to be closed. */
  isDropped?: boolean;
}

/** `values` is absent when the bytes could not be read. */
export interface HashReport {
  id: number;
  values?: ReadonlyMap<HashName, string>;
}

const BLOCK_BYTES = 512 * 1024;

interface Part {
  fd: number;
  hashes: HashSet;
  position: number;
}

const parts = new Map<number, Part>();
const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);

function advance(part: Part, end: number): void {
  while (part.position < end) {
    const count = readSync(part.fd, block, 0, Math.min(block.length, end - part.position), part.position);
    if (count === 0) throw new Error("the file is shorter than what was written to it");
    part.hashes.update(block.subarray(0, count));
    part.position += count;
  }
}

parentPort?.on("message", ({ id, end, begin, isLast, isDropped }: HashOrder) => {
  if (begin !== undefined)
    parts.set(id, { fd: begin.fd, hashes: new HashSet(begin.algorithms), position: 0 });
  const part = parts.get(id);
  const report: HashReport = { id };
  try {
    if (part !== undefined && isDropped !== true) advance(part, end);
    // Bytes that were hashed here but not written do not count.
    if (part?.position === end && isLast === true) report.values = part.hashes.values();
  } catch {
    // A report without values means failure; the main thread then reads the file and reports the fault.
    parts.delete(id);
  }
  if (isDropped === true) parts.delete(id);
  if (isLast === true || isDropped === true) parentPort?.postMessage(report, []);
});
