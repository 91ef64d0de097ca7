/** Compiled code of many chunks in one file: a run reads it at once, not file by file. */
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** Chunk name -> code, as V8 made it. */
export type Pack = ReadonlyMap<string, Buffer>;

const EMPTY: Pack = new Map();
// V8 copies code that does not start on such a boundary.
const ALIGN = 8;
const PIECE = 64 * 1024;

/**
 * File: a body and the same body again. Body: length of the index (u32 LE), index (JSON, `[name, bytes][]`), codes; each
 * begins at a multiple of 8. V8 checks which version made the code, not whether its bytes are still those: a flipped bit
 * would end the process. Comparing with a second copy costs a tenth of loading what could compute a checksum.
 */
export function readPack(path: string): Pack {
  try {
    if (!isOurs(dirname(path))) return EMPTY;
    const file = openSync(path, "r");
    try {
      return unpack(readTwice(file));
    } finally {
      closeSync(file);
    }
  } catch {
    return EMPTY;
  }
}

/** The file appears whole or not at all. On a read-only or full disk it does not, and the next run compiles again. */
export function writePack(path: string, codes: Pack): void {
  try {
    const directory = dirname(path);
    makeFolder(directory);
    if (!isOurs(directory)) return;
    const body = packed(codes);
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, Buffer.concat([body, body]), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    // As said above.
  }
}

/** Throws when the two copies differ. */
function readTwice(file: number): Buffer {
  const bytes = fstatSync(file).size / 2;
  const body = Buffer.allocUnsafeSlow(bytes);
  if (readSync(file, body, 0, bytes, 0) !== bytes) throw new Error("cut");
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, bytes));
  for (let at = 0; at < bytes;) {
    const read = readSync(file, piece, 0, Math.min(piece.length, bytes - at), bytes + at);
    if (read === 0 || piece.compare(body, at, at + read, 0, read) !== 0) throw new Error("damaged");
    at += read;
  }
  return body;
}

function unpack(body: Buffer): Pack {
  const indexBytes = body.readUInt32LE();
  const index = JSON.parse(body.toString("latin1", 4, 4 + indexBytes)) as [name: string, bytes: number][];
  const pack = new Map<string, Buffer>();
  let at = aligned(4 + indexBytes);
  for (const [name, bytes] of index) {
    pack.set(name, body.subarray(at, at + bytes));
    at += aligned(bytes);
  }
  return pack;
}

function packed(codes: Pack): Buffer {
  const index = Buffer.from(JSON.stringify([...codes].map(([name, code]) => [name, code.length])), "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  return Buffer.concat([padded(Buffer.concat([length, index])), ...[...codes.values()].map(padded)]);
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;

const padded = (part: Buffer): Buffer =>
  Buffer.concat([part, Buffer.alloc(aligned(part.length) - part.length)]);

/** Kept code is run as it stands, so nobody else may have written it. */
function isOurs(directory: string): boolean {
  const { uid, mode } = statSync(directory);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Step by step: Node's `recursive` tries for ever where nothing can be made, below /proc say. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, 0o700);
}
