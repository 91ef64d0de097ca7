import { inspectParquet } from "../geoparquet/inspect-parquet.ts";
import { KeptEnds } from "./kept-ends.ts";

const MAGIC = "PAR1";
const ENDING_BYTES = 8;

/** The footer is at the end: it is checked like that of a file on disk. Throws WrongFile. */
export async function inspectStreamedParquet(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const ends = new KeptEnds();
  for await (const _ of ends.through(chunks));
  return (await hasHugeFooter(ends)) ? "parquet frame" : inspectParquet(ends);
}

/** True for a footer that fits into the file, but not into the bytes kept of it: only its frame can be checked. */
async function hasHugeFooter(ends: KeptEnds): Promise<boolean> {
  if (ends.length < ENDING_BYTES + MAGIC.length) return false;
  const ending = await ends.read(ends.length - ENDING_BYTES);
  const footerBytes = ending.readUInt32LE(0) + ENDING_BYTES;
  const isFramed =
    ending.toString("latin1", 4) === MAGIC && (await ends.read(0, MAGIC.length)).toString("latin1") === MAGIC;
  return isFramed && footerBytes + MAGIC.length <= ends.length && !ends.holdsLast(footerBytes);
}
