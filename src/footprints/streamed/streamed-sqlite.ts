import { checkSqliteHeader } from "../geopackage/sqlite-header.ts";
import { ByteStream } from "../shapefile/byte-stream.ts";
import { WrongFile } from "../wrong-file.ts";
import { summarisePage, type PageSummary } from "./sqlite-page.ts";
import { checkTrees } from "./sqlite-trees.ts";

const HEADER_BYTES = 100;
/** How full a page may be: the same in all files. */
const FRACTIONS = [64, 32, 32];
/** Where locks are taken: the page that holds this byte holds nothing else. */
const LOCK_BYTE = 0x40000000;

/**
 * The header; that every page is one that SQLite writes; that each page belongs to one tree, long cell or the list of
 * free pages, and all of these are complete. The values are not checked. Throws WrongFile.
 */
export async function inspectStreamedSqlite(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const stream = new ByteStream(chunks);
  const header = (await stream.take(HEADER_BYTES).catch(() => undefined)) ?? Buffer.alloc(0);
  const stored = header.length === 0 ? 0 : header.readUInt16BE(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  // Checked without the length of the file, which is not known yet.
  await checkSqliteHeader(headerAlone(header, pageBytes));
  const isKnown =
    header[18]! <= 2 && header[19]! <= 2 && FRACTIONS.every((share, at) => header[21 + at] === share);
  if (!isKnown) throw new WrongFile("its header is damaged");

  const usableBytes = pageBytes - header[20]!;
  const maps = pagesOfMaps(header, usableBytes);
  const isApart = (page: number): boolean => page === Math.floor(LOCK_BYTE / pageBytes) + 1 || maps(page);
  const pageSummaries: PageSummary[] = [];
  for (;;) {
    const number = pageSummaries.length + 1;
    const rest = await stream
      .take(number === 1 ? pageBytes - HEADER_BYTES : pageBytes)
      .catch(() => "cut" as const);
    if (rest === undefined) break;
    if (rest === "cut") throw new WrongFile(`it breaks off within page ${number}`);
    const page = number === 1 ? Buffer.concat([header, rest]) : rest;
    pageSummaries.push(summarisePage(page, number === 1 ? HEADER_BYTES : 0, usableBytes));
  }
  await checkSqliteHeader(headerAlone(header, pageBytes, pageSummaries.length * pageBytes));
  checkTrees(pageSummaries, isApart, { first: header.readUInt32BE(32), pages: header.readUInt32BE(36) });
  return "sqlite pages";
}

/** The header as a file of that length, or of the length in the header itself. */
const headerAlone = (header: Buffer, pageBytes: number, length?: number) => ({
  length: length ?? (header.length < HEADER_BYTES ? header.length : header.readUInt32BE(28) * pageBytes),
  read: async (start: number, end?: number) => header.subarray(start, end),
  close: async () => undefined,
});

/** Which pages hold pointers to the trees above: only where the file shrinks by itself (section 1.8). */
function pagesOfMaps(header: Buffer, usableBytes: number): (page: number) => boolean {
  if (header.readUInt32BE(52) === 0) return () => false;
  const span = Math.floor(usableBytes / 5) + 1;
  return (page) => page >= 2 && (page - 2) % span === 0;
}
