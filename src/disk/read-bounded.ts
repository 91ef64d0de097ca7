/** Reads files that a user selects: they may be a device without an end or a pipe without a writer. */
import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";

const PIECE = 1024 * 1024;

/**
 * Returns the whole file, or "too-long" as soon as it exceeds `maxBytes`; memory is limited to that. Rejects with the system's error. `readFile`
 * is not used: it reads a device such as /dev/zero until memory ends. `pause` waits before a pipe is read again; its rejection ends the reading.
 * Without it a thread waits for the pipe, uninterruptibly. With `isOnlyFile`, anything but a regular file is "not-a-file": nothing waits, and
 * a link in the last place is an error.
 */
export async function readBounded(
  path: string,
  maxBytes: number,
  options: { isOnlyFile: true },
): Promise<Buffer | "too-long" | "not-a-file">;
export async function readBounded(
  path: string,
  maxBytes: number,
  options?: { pause?: () => Promise<void> },
): Promise<Buffer | "too-long">;
export async function readBounded(
  path: string,
  maxBytes: number,
  { pause, isOnlyFile = false }: { pause?: () => Promise<void>; isOnlyFile?: boolean } = {},
): Promise<Buffer | "too-long" | "not-a-file"> {
  const isPipe = pause !== undefined && (await stat(path)).isFIFO();
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const flags = isPipe ? O_RDONLY | O_NONBLOCK : "r";
  // Windows has neither flag, and no named pipes in folders.
  const file = await open(path, isOnlyFile ? O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0) : flags);
  try {
    if (isOnlyFile && !(await file.stat()).isFile()) return "not-a-file";
    // A pipe below /dev or /proc has a writer already; a named pipe waits for one, as `cat` does. /dev/shm has the files of users.
    const isWritten = /^\/(?:dev\/(?!shm\/)|proc\/)/.test(path);
    const read = isPipe ? makePipeReader(file, pause, isWritten) : makeReader(file);
    const pieces: Buffer[] = [];
    for (let total = 0; ;) {
      const piece = await read();
      if (piece.length === 0) return Buffer.concat(pieces);
      total += piece.length;
      if (total > maxBytes) return "too-long";
      pieces.push(piece);
    }
  } finally {
    await file.close();
  }
}

type Read = () => Promise<Buffer>;

const makeReader =
  (file: FileHandle): Read =>
  async () => {
    const piece = Buffer.allocUnsafe(PIECE);
    const { bytesRead } = await file.read(piece, 0, PIECE);
    return bytesRead === PIECE ? piece : Buffer.from(piece.subarray(0, bytesRead));
  };

function makePipeReader(file: FileHandle, pause: () => Promise<void>, isWritten: boolean): Read {
  const readOnce = makeReader(file);
  let hasWriter = isWritten;
  return async () => {
    for (;;) {
      const piece = await readOnce().catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EAGAIN") throw error;
        return "later" as const;
      });
      if (piece === "later") hasWriter = true;
      else if (piece.length > 0 || hasWriter) {
        hasWriter = true;
        return piece;
      }
      await pause();
    }
  };
}
