import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { ZIP_METHODS, ZIP_RECORDS } from "../../contract/zip-records.ts";

interface Member {
  name: Buffer;
  crc: number;
  packedLength: number;
  length: number;
  /** Offset of the member's local header. */
  offset: number;
}

const { local: LOCAL, central: CENTRAL, end: END } = ZIP_RECORDS;
/** PKWARE APPNOTE 6.3, section 4.4.3: deflate, and names in UTF-8. */
const VERSION = 20;
const UTF8 = 0x0800;

/** A fast level of compression. The result is at most a fifth larger than with the best level. */
const LEVEL = 4;

/** Writes a zip archive piece by piece into an empty file. All members have the time `changedMs`. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #changed: Buffer;
  readonly #members: Member[] = [];
  #at = 0;

  constructor(file: FileHandle, changedMs: number) {
    this.#file = file;
    this.#changed = toDosTime(changedMs);
  }

  async add(name: string, pieces: Iterable<Uint8Array>): Promise<void> {
    const member: Member = { name: Buffer.from(name), crc: 0, packedLength: 0, length: 0, offset: this.#at };
    await this.#write(this.makeLocalHeader(member));
    const begin = this.#at;
    const measured = function* (): Generator<Uint8Array> {
      for (const piece of pieces) {
        member.crc = crc32(piece, member.crc);
        member.length += piece.byteLength;
        yield piece;
      }
    };
    await pipeline(measured, createDeflateRaw({ level: LEVEL }), async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) await this.#write(chunk);
    });
    member.packedLength = this.#at - begin;
    // Checksum and lengths are known only after the data.
    const header = this.makeLocalHeader(member);
    await this.#file.write(header, 0, header.byteLength, member.offset);
    this.#members.push(member);
  }

  /** Writes the central directory, which completes the archive. */
  async end(): Promise<void> {
    const start = this.#at;
    for (const member of this.#members) await this.#write(this.makeCentralHeader(member));
    const end = Buffer.alloc(END.bytes);
    end.writeUInt32LE(END.signature, 0);
    end.writeUInt16LE(this.#members.length, 8);
    end.writeUInt16LE(this.#members.length, 10);
    end.writeUInt32LE(this.#at - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.write(bytes, 0, bytes.byteLength, this.#at);
    this.#at += bytes.byteLength;
  }

  makeLocalHeader(member: Member): Buffer {
    const header = Buffer.alloc(4);
    header.writeUInt32LE(LOCAL.signature, 0);
    return Buffer.concat([header, this.makeCommonHeader(member), member.name]);
  }

  makeCentralHeader(member: Member): Buffer {
    const header = Buffer.alloc(6);
    header.writeUInt32LE(CENTRAL.signature, 0);
    header.writeUInt16LE(VERSION, 4);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(member.offset, 10);
    return Buffer.concat([header, this.makeCommonHeader(member), rest, member.name]);
  }

  /** Returns the 26 bytes that both headers share. */
  makeCommonHeader({ crc, packedLength, length, name }: Member): Buffer {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF8, 2);
    fields.writeUInt16LE(ZIP_METHODS.deflated, 4);
    this.#changed.copy(fields, 6);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packedLength, 14);
    fields.writeUInt32LE(length, 18);
    fields.writeUInt16LE(name.byteLength, 22);
    return fields;
  }
}

/** Returns the time of a member in UTC, so that the bytes are the same on every machine. */
function toDosTime(ms: number): Buffer {
  const utc = new Date(ms);
  // The format has the years 1980 to 2107.
  const year = Math.min(2107, Math.max(1980, utc.getUTCFullYear()));
  const time = (utc.getUTCHours() << 11) | (utc.getUTCMinutes() << 5) | (utc.getUTCSeconds() >> 1);
  const date = ((year - 1980) << 9) | ((utc.getUTCMonth() + 1) << 5) | utc.getUTCDate();
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(time, 0);
  bytes.writeUInt16LE(date, 2);
  return bytes;
}
