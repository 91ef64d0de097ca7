import { checkSqliteHeader } from "../geopackage/sqlite-header.ts";
import { ByteStream } from "../shapefile/byte-stream.ts";
import { WrongFile } from "../wrong-file.ts";
import { lookAtPage, type PageKind, type PageLook } from "./sqlite-page.ts";

const HEADER_BYTES = 100;
const NO_TREE: PageLook = { kind: "other", children: [], overflowPages: 0 };
/** Where locks are taken: the page that holds this byte holds nothing else. */
const LOCK_BYTE = 0x40000000;

/**
 * The header; that every page is one that SQLite writes; that below each inner page of a tree stand pages of that tree,
 * each once; and that no more pages are out of all trees than long cells and the list of free pages account for. Throws
 * WrongFile.
 */
export async function inspectPassingSqlite(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const stream = new ByteStream(chunks);
  const header = (await stream.take(HEADER_BYTES).catch(() => undefined)) ?? Buffer.alloc(0);
  const stored = header.length === 0 ? 0 : header.readUInt16BE(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  // Judged without its length, which is not known yet.
  await checkSqliteHeader(headerAlone(header, pageBytes));

  const usableBytes = pageBytes - header[20]!;
  const maps = pagesOfMaps(header, usableBytes);
  const kinds: PageKind[] = [];
  const children: [page: number, kind: PageKind][] = [];
  // How many pages may be out of all trees.
  let spare = header.readUInt32BE(36);
  for (;;) {
    const number = kinds.length + 1;
    const rest = await stream
      .take(number === 1 ? pageBytes - HEADER_BYTES : pageBytes)
      .catch(() => "cut" as const);
    if (rest === undefined) break;
    if (rest === "cut") throw new WrongFile(`it breaks off within page ${number}`);
    const isNoTree = number === Math.floor(LOCK_BYTE / pageBytes) + 1 || maps(number);
    const page = number === 1 ? Buffer.concat([header, rest]) : rest;
    const look = isNoTree ? NO_TREE : lookAtPage(page, number === 1 ? HEADER_BYTES : 0, usableBytes);
    kinds.push(look.kind);
    spare += look.overflowPages + (isNoTree ? 1 : 0);
    for (const child of look.children) children.push([child, look.kind]);
  }
  await checkSqliteHeader(headerAlone(header, pageBytes, kinds.length * pageBytes));
  checkTrees(kinds, children, spare);
  return "sqlite pages";
}

function checkTrees(
  kinds: readonly PageKind[],
  children: readonly [number, PageKind][],
  spare: number,
): void {
  const outside = kinds.flatMap((kind, at) => (kind === "wrong" || kind === "other" ? at + 1 : []));
  if (outside.length > spare) {
    const wrong = kinds.indexOf("wrong") + 1;
    throw new WrongFile(`its page ${wrong === 0 ? outside[0] : wrong} is damaged`);
  }
  const seen = new Set<number>();
  for (const [page, kind] of children) {
    if (kinds[page - 1] !== kind || seen.has(page)) throw new WrongFile(`its page ${page} is damaged`);
    seen.add(page);
  }
}

/** The header as a file of that length, or of the length that the header itself says. */
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
