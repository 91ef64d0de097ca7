import { randomFillSync } from "node:crypto";
import { closeSync, existsSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

const STAMP_EVERY = 4096;

/**
 * Fills a folder with missing files of these names and sizes. Every 4 KiB contains the file and the offset: bytes at a wrong
 * place differ.
 */
export function makeFiles(www, files) {
  const block = Buffer.alloc(1 << 20);
  randomFillSync(block);
  for (const [index, { name, bytes }] of files.entries()) {
    const path = join(www, name);
    if (existsSync(path) && statSync(path).size === bytes) continue;
    const fd = openSync(path, "w");
    for (let position = 0; position < bytes; position += block.length) {
      for (let at = 0; at < block.length; at += STAMP_EVERY) {
        block.writeUInt32LE(index, at);
        block.writeDoubleLE(position + at, at + 4);
      }
      writeSync(fd, block, 0, Math.min(bytes - position, block.length));
    }
    closeSync(fd);
  }
}
