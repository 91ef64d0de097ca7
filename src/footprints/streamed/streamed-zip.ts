import { crc32, createInflateRaw } from "node:zlib";
import { ZIP_METHODS, ZIP_RECORDS } from "../../contract/zip-records.ts";
import { ByteStream } from "../shapefile/byte-stream.ts";
import { layerOf, SHAPEFILE_MEMBERS } from "../shapefile/inspect-shapefile.ts";
import { readZipDirectory } from "../shapefile/zip-directory.ts";
import { WrongFile } from "../wrong-file.ts";
import { KeptEnds } from "./kept-ends.ts";
import { once } from "node:events";

const { local: LOCAL, descriptor: DESCRIPTOR } = ZIP_RECORDS;
/** The flag for a data descriptor: length and checksum follow the member. */
const HAS_DESCRIPTOR = 8;
const SIGNATURE_BYTES = 4;

/** Members by their offset; undefined from the first one on whose end only the directory, which comes last, can give. */
type Passed = Map<number, StreamedMember | undefined>;

/** Every member is unpacked as it passes, and held against the directory once that is there. Throws WrongFile. */
export async function inspectStreamedZip(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const ends = new KeptEnds();
  const stream = new ByteStream(ends.through(chunks));
  const passed = await passMembers(stream);
  while ((await stream.next()) !== undefined);
  const layer = layerOf(await readZipDirectory(ends));
  for (const extension of SHAPEFILE_MEMBERS) {
    const member = layer[extension];
    const { name, offset, length, packedLength } = member;
    if (length === 0) throw new WrongFile(`its ${extension} member is empty`);
    if (isBehindUnknown(passed, offset)) return "zip directory";
    const found = passed.get(offset);
    const isSame = found?.length === length && found.packedLength === packedLength;
    if (!isSame || found.crc32 !== member.crc32) throw new WrongFile(`its member ${name} is damaged`);
  }
  return "zip members";
}

function isBehindUnknown(passed: Passed, offset: number): boolean {
  const [lastOffset, last] = [...passed].at(-1) ?? [];
  return lastOffset !== undefined && last === undefined && offset >= lastOffset;
}

/** Reads to the end of the last member that can be followed. */
async function passMembers(stream: ByteStream): Promise<Passed> {
  const passed: Passed = new Map();
  for (let at = 0; ;) {
    const signature = await stream.take(SIGNATURE_BYTES);
    if (signature?.readUInt32LE(0) !== LOCAL.signature) return passed;
    const header = await taken(stream, LOCAL.bytes - SIGNATURE_BYTES);
    const [flags, method] = [header.readUInt16LE(2), header.readUInt16LE(4)];
    const nameBytes = header.readUInt16LE(22) + header.readUInt16LE(24);
    await taken(stream, nameBytes);
    const hasDescriptor = (flags & HAS_DESCRIPTOR) !== 0;
    const isFollowed = method === ZIP_METHODS.deflated || (method === ZIP_METHODS.stored && !hasDescriptor);
    const member = !isFollowed
      ? undefined
      : method === ZIP_METHODS.deflated
        ? await inflateStreamed(stream)
        : await passStored(stream, header.readUInt32LE(14));
    passed.set(at, member);
    if (member === undefined) return passed;
    at += LOCAL.bytes + nameBytes + member.packedLength;
    if (hasDescriptor) at += await passDescriptor(stream);
  }
}

async function passStored(stream: ByteStream, packedLength: number): Promise<StreamedMember> {
  let sum = 0;
  for (let left = packedLength; left > 0;) {
    const piece = await stream.next();
    if (piece === undefined) throw new WrongFile("it breaks off within a member");
    const own = piece.subarray(0, left);
    if (own.length < piece.length) stream.putBack(piece.subarray(own.length));
    sum = crc32(own, sum);
    left -= own.length;
  }
  return { packedLength, length: packedLength, crc32: sum };
}

/** Its signature is optional. Its values are in the directory too. */
async function passDescriptor(stream: ByteStream): Promise<number> {
  const first = await taken(stream, SIGNATURE_BYTES);
  const isSigned = first.readUInt32LE(0) === DESCRIPTOR.signature;
  const length = isSigned ? DESCRIPTOR.bytes : DESCRIPTOR.bytes - SIGNATURE_BYTES;
  await taken(stream, length - SIGNATURE_BYTES);
  return length;
}

async function taken(stream: ByteStream, length: number): Promise<Buffer> {
  const bytes = await stream.take(length);
  if (bytes === undefined) throw new WrongFile("it breaks off within a member");
  return bytes;
}

/** Lengths and checksum of a member that was streamed. */
export interface StreamedMember {
  packedLength: number;
  length: number;
  crc32: number;
}

/** Inflates up to the end that the packed bytes themselves mark, and keeps none of them. Throws WrongFile. */
export async function inflateStreamed(stream: ByteStream): Promise<StreamedMember> {
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
