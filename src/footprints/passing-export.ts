/** Integrity of an export file that is not kept here: what its frame says, as the bytes pass. */
import { exportFormatOf } from "../domain/exports/export-name.ts";
import type { Inspection } from "./inspect-export.ts";

/** As far as the end of a zip may be searched for: its record and the longest comment. */
const TAIL_BYTES = 22 + 65_535;
const HEAD_BYTES = 100;

/** Collects the frame of a file: first bytes, last bytes, length. `end` holds them against the kind that `name` says. */
export function passingExport(
  name: string,
): { update(chunk: Uint8Array): void; end(): Inspection } | undefined {
  const format = exportFormatOf(name);
  if (format === undefined) return undefined;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let size = 0;
  return {
    update: (chunk) => {
      size += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      const kept = chunk.subarray(-TAIL_BYTES);
      tail = Buffer.concat([tail.subarray(Math.max(0, tail.length + kept.length - TAIL_BYTES)), kept]);
    },
    end: () => {
      const how = CHECKS[format](head, tail, size);
      return how === undefined ? { fault: `the bytes are not those of a whole ${format} file` } : { how };
    },
  };
}

type Check = (head: Buffer, tail: Buffer, size: number) => string | undefined;

const CHECKS: Record<NonNullable<ReturnType<typeof exportFormatOf>>, Check> = {
  geoparquet: (head, tail, size) => {
    const footer = size < 12 ? size : tail.readUInt32LE(tail.length - 8);
    const isFramed = startsWith(head, "PAR1") && tail.subarray(-4).toString("latin1") === "PAR1";
    return isFramed && footer + 12 <= size ? "parquet frame" : undefined;
  },
  // The header counts the pages, unless an old library wrote last (then its two counters differ).
  gpkg: (head, _tail, size) => {
    if (!startsWith(head, "SQLite format 3\0") || head.length < HEAD_BYTES) return undefined;
    const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const isCounted = head.readUInt32BE(24) === head.readUInt32BE(92);
    const isWhole = isCounted ? head.readUInt32BE(28) * pageBytes === size : size % pageBytes === 0;
    return isWhole ? "sqlite header" : undefined;
  },
  "shp.zip": (head, tail, size) => {
    const at = tail.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
    if (!startsWith(head, "PK") || at < 0 || at + 22 > tail.length) return undefined;
    const end = tail.readUInt32LE(at + 12) + tail.readUInt32LE(at + 16);
    const isWhole = end === size - (tail.length - at) && at + 22 + tail.readUInt16LE(at + 20) === tail.length;
    return isWhole ? "zip directory" : undefined;
  },
};

const startsWith = (head: Buffer, text: string): boolean =>
  head.subarray(0, text.length).toString("latin1") === text;
