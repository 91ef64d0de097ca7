import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Digest, HashName } from "./digest.ts";

const BLOCK_BYTES = 1024 * 1024;

/** Computes several digests in one pass over the bytes, and sha256 for the manifest; none at all for "nothing". */
export class HashSet {
  readonly #hashes = new Map<Exclude<HashName, "crc32">, Hash>();
  #crc: number | undefined;

  constructor(algorithms: Iterable<HashName> | "nothing" = [], offered: readonly Digest[] = []) {
    if (algorithms === "nothing") return;
    this.#hashes.set("sha256", createHash("sha256"));
    for (const algorithm of [...algorithms, ...offered.map((digest) => digest.algorithm)]) {
      if (algorithm === "crc32") this.#crc = 0;
      else if (!this.#hashes.has(algorithm)) this.#hashes.set(algorithm, createHash(algorithm));
    }
  }

  update(bytes: Uint8Array): void {
    for (const hash of this.#hashes.values()) hash.update(bytes);
    if (this.#crc !== undefined) this.#crc = crc32(bytes, this.#crc);
  }

  /** Returns the digests of the bytes so far, hex by algorithm; more bytes may follow. */
  computeValues(): ReadonlyMap<HashName, string> {
    const values = new Map<HashName, string>();
    for (const [name, hash] of this.#hashes) values.set(name, hash.copy().digest("hex"));
    if (this.#crc !== undefined) values.set("crc32", this.#crc.toString(16).padStart(8, "0"));
    return values;
  }
}

/** An open file. */
export interface ReadableFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** Hashes the bytes of an open file from `start` to `length`. Returns the end position. */
export async function hashFile(
  file: ReadableFile,
  length: number,
  hashes: HashSet,
  signal?: AbortSignal,
  start = 0,
): Promise<number> {
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(1, length - start)));
  let position = start;
  while (position < length) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, length - position), position);
    if (bytesRead === 0) break;
    hashes.update(block.subarray(0, bytesRead));
    position += bytesRead;
  }
  return position;
}
