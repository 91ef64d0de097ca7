/** Entry point of a thread that hashes files for `HashPool`. */
import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import type { HashName } from "./digest.ts";
import { HashSet } from "./hash-set.ts";

/** An open file, and the number of bytes to hash. */
export interface HashOrder {
  fd: number;
  size: number;
  /** Algorithms besides sha256. */
  algorithms: readonly HashName[];
}

/** Digests in hex; undefined when the file cannot be read. */
export type HashReply = ReadonlyMap<HashName, string> | undefined;

const block = Buffer.allocUnsafeSlow(512 * 1024);

/** Returns the digests; undefined for an unreadable file, which the main thread then reads to report the fault. */
function hashDescriptor({ fd, size, algorithms }: HashOrder): HashReply {
  try {
    const hashes = new HashSet(algorithms);
    for (let position = 0; position < size;) {
      const count = readSync(fd, block, 0, Math.min(block.length, size - position), position);
      if (count === 0) return undefined;
      hashes.update(block.subarray(0, count));
      position += count;
    }
    return hashes.computeValues();
  } catch {
    return undefined;
  }
}

parentPort?.on("message", (order: HashOrder) => parentPort?.postMessage(hashDescriptor(order), []));
