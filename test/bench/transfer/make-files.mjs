import { randomFillSync } from "node:crypto";
import { closeSync, existsSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Fills a folder with files of these names and sizes, as far as they are not there. Each block of a file is another. */
export function makeFiles(www, files) {
  const block = Buffer.alloc(1 << 20);
  randomFillSync(block);
  for (const { name, bytes } of files) {
    const path = join(www, name);
    if (existsSync(path) && statSync(path).size === bytes) continue;
    const fd = openSync(path, "w");
    for (let left = bytes; left > 0; left -= block.length)
      writeSync(fd, block, 0, Math.min(left, block.length));
    closeSync(fd);
  }
}
