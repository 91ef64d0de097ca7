/** Entry point of a thread that hashes files for `HashPool`. */
import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";

/** An open file, and the number of bytes to hash. */
export interface HashOrder {
  fd: number;
  size: number;
}

const block = Buffer.allocUnsafeSlow(512 * 1024);

/** Returns undefined when the file cannot be read; the main thread then reads it and reports the fault. */
function sha256Of({ fd, size }: HashOrder): string | undefined {
  const hash = createHash("sha256");
  try {
    for (let position = 0; position < size;) {
      const count = readSync(fd, block, 0, Math.min(block.length, size - position), position);
      if (count === 0) return undefined;
      hash.update(block.subarray(0, count));
      position += count;
    }
    return hash.digest("hex");
  } catch {
    return undefined;
  }
}

parentPort?.on("message", (order: HashOrder) => parentPort?.postMessage(sha256Of(order), []));
