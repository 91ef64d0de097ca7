/** Reads the central directory of a zip archive, and single members (PKWARE APPNOTE 6.3, without zip64). */
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { ZIP_METHODS, ZIP_RECORDS } from "../contract/zip-records.ts";
import { WrongFile, type RandomAccessFile } from "./random-access-file.ts";

export interface ZipMember {
  name: string;
  /** One of `ZIP_METHODS`, or an unsupported method. */
  method: number;
  crc32: number;
  packedLength: number;
  length: number;
  /** Offset of the local header. */
  offset: number;
  isEncrypted: boolean;
}

const { local: LOCAL, central: CENTRAL, end: END } = ZIP_RECORDS;
const MAX_COMMENT = 65_535;
const IN_ZIP64 = 0xffffffff;

/** Returns the members of an archive. Throws WrongFile when the directory is incomplete or points outside the file. */
export async function readZipDirectory(file: RandomAccessFile): Promise<ZipMember[]> {
  const tail = await file.read(file.length - END.bytes - MAX_COMMENT);
  let at = tail.length - END.bytes;
  while (at >= 0 && tail.readUInt32LE(at) !== END.signature) at--;
  if (at < 0) throw new WrongFile("it has no zip directory: it is truncated, or not a zip archive");
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (start === IN_ZIP64 || count === 0xffff)
    throw new WrongFile("it is a zip64 archive, which is not supported");
  const directory = await file.read(start, start + length);
  if (directory.length !== length) throw new WrongFile("its zip directory lies outside the file");
  const members: ZipMember[] = [];
  for (let offset = 0; members.length < count;) {
    if (offset + CENTRAL.bytes > length || directory.readUInt32LE(offset) !== CENTRAL.signature)
      throw new WrongFile(`its zip directory breaks off after ${members.length} of ${count} members`);
    const nameAt = offset + CENTRAL.bytes;
    const nameLength = directory.readUInt16LE(offset + 28);
    const member = {
      name: directory.toString("utf8", nameAt, nameAt + nameLength),
      method: directory.readUInt16LE(offset + 10),
      crc32: directory.readUInt32LE(offset + 16),
      packedLength: directory.readUInt32LE(offset + 20),
      length: directory.readUInt32LE(offset + 24),
      offset: directory.readUInt32LE(offset + 42),
      isEncrypted: (directory.readUInt16LE(offset + 8) & 1) === 1,
    };
    if (member.offset + LOCAL.bytes + member.packedLength > start)
      throw new WrongFile(`its member ${member.name} lies outside the file`);
    members.push(member);
    offset = nameAt + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return members;
}

const CHUNK_BYTES = 256 * 1024;

/** Yields the member's bytes, decompressed; checks length and CRC at the end. Throws WrongFile. */
export async function* readZipMember(file: RandomAccessFile, member: ZipMember): AsyncGenerator<Uint8Array> {
  const header = await file.read(member.offset, member.offset + LOCAL.bytes);
  if (header.readUInt32LE(0) !== LOCAL.signature)
    throw new WrongFile(`its member ${member.name} has no header`);
  if (member.isEncrypted) throw new WrongFile(`its member ${member.name} is encrypted`);
  if (member.method !== ZIP_METHODS.stored && member.method !== ZIP_METHODS.deflated)
    throw new WrongFile(
      `its member ${member.name} uses compression method ${member.method}, which is not supported`,
    );
  const start = member.offset + LOCAL.bytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = start + member.packedLength;
  let crc = 0;
  let length = 0;
  for await (const chunk of unpackMember(file, start, end, member)) {
    crc = crc32(chunk, crc);
    length += chunk.length;
    if (length > member.length) break;
    yield chunk;
  }
  if (length !== member.length || crc !== member.crc32)
    throw new WrongFile(`its member ${member.name} is damaged`);
}

async function* unpackMember(
  file: RandomAccessFile,
  start: number,
  end: number,
  { method, name }: ZipMember,
): AsyncGenerator<Uint8Array> {
  async function* packed(): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end; at += CHUNK_BYTES) yield file.read(at, Math.min(end, at + CHUNK_BYTES));
  }
  if (method === ZIP_METHODS.stored) return yield* packed();
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const feeding = pipeline(packed(), inflate).catch(() => undefined);
  try {
    yield* inflate as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith("Z_"))
      throw new WrongFile(`its member ${name} is damaged`, { cause: error });
    throw error;
  } finally {
    inflate.destroy();
    await feeding;
  }
}

/** Reports whether macOS added the member, which then has the attributes of another member and a name like it. */
const isAppleDouble = (name: string): boolean => /^__MACOSX\/|(?:^|\/)\._[^/]*$/.test(name);

/** Returns the files of an archive, without folders and without those that macOS adds. */
export const listFiles = (members: readonly ZipMember[]): ZipMember[] =>
  members.filter(({ name }) => !name.endsWith("/") && !isAppleDouble(name));
