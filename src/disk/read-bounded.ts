/** Files that a person names: they may be anything, a device without an end among them. */
import { open } from "node:fs/promises";

const PIECE = 1024 * 1024;

/**
 * The whole file, or "too-long" as soon as it has more than `maxBytes`; no more than that is ever held. Rejects with the
 * system's error. Not `readFile`: it reads a device such as /dev/zero until memory ends.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer | "too-long"> {
  const file = await open(path, "r");
  try {
    const pieces: Buffer[] = [];
    for (let total = 0; ;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const { bytesRead } = await file.read(piece, 0, PIECE);
      if (bytesRead === 0) return Buffer.concat(pieces);
      total += bytesRead;
      if (total > maxBytes) return "too-long";
      pieces.push(bytesRead === PIECE ? piece : Buffer.from(piece.subarray(0, bytesRead)));
    }
  } finally {
    await file.close();
  }
}
