import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** A file from which any range of bytes can be read. */
export interface RandomAccessFile {
  readonly length: number;
  /** Reads exactly the bytes of [start, end), clamped to the file. */
  read(start: number, end?: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a file. Rejects with the system's error. Throws WrongFile for a pipe or a device, which might never end. */
export async function openRandomAccess(path: string): Promise<RandomAccessFile> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const about = await handle.stat();
    if (!about.isFile() && !about.isDirectory()) throw new WrongFile("it is a pipe or a device, not a file");
    const { size } = about;
    return {
      length: size,
      read: async (start, end = size) => {
        const from = Math.min(Math.max(start, 0), size);
        const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(end, size) - from));
        for (let done = 0; done < bytes.length;) {
          const { bytesRead } = await handle.read(bytes, done, bytes.length - done, from + done);
          if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
          done += bytesRead;
        }
        return bytes;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The bytes do not have the format of the file name. The message describes their content. */
export class WrongFile extends Error {
  override readonly name = "WrongFile";
}

/** Refuses projected coordinates: metres would be read as degrees, and no search would match. Throws WrongFile. */
export function refuseProjected(isProjected: boolean): void {
  if (isProjected) throw new WrongFile("its coordinates are projected, not degrees");
}
