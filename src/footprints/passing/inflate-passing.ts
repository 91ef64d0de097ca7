import { once } from "node:events";
import { crc32, createInflateRaw } from "node:zlib";
import type { ByteStream } from "../shapefile/byte-stream.ts";
import { WrongFile } from "../wrong-file.ts";

/** What went by of a member. */
export interface PassedMember {
  packedLength: number;
  length: number;
  crc32: number;
}

/** Unpacks up to where the packed bytes say themselves that they end, and keeps nothing of them. Throws WrongFile. */
export async function inflatePassing(stream: ByteStream): Promise<PassedMember> {
  const inflate = createInflateRaw();
  const passed = { packedLength: 0, length: 0, crc32: 0 };
  inflate.on("data", (bytes: Buffer) => {
    passed.length += bytes.length;
    passed.crc32 = crc32(bytes, passed.crc32);
  });
  const ended = once(inflate, "end").catch((error: unknown) => {
    throw new WrongFile("a member is damaged", { cause: error });
  });
  ended.catch(() => undefined);
  try {
    for (let fed = 0; ;) {
      const piece = await stream.next();
      if (piece === undefined) throw new WrongFile("it breaks off within a member");
      fed += piece.length;
      await Promise.race([new Promise<void>((resolve) => inflate.write(piece, () => resolve())), ended]);
      passed.packedLength = inflate.bytesWritten;
      if (passed.packedLength === fed) continue;
      await ended;
      stream.putBack(piece.subarray(piece.length - (fed - passed.packedLength)));
      return passed;
    }
  } finally {
    inflate.destroy();
  }
}
