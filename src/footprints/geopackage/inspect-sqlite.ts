import type { RandomAccessFile } from "../random-access-file.ts";
import { WrongFile } from "../wrong-file.ts";
import { asBytes, openSqlite } from "./open-sqlite.ts";

/** Checks the header, the number of pages and SQLite's integrity. Throws WrongFile. */
export async function inspectSqlite(file: RandomAccessFile, path: string): Promise<string> {
  await checkSqliteHeader(file);
  const database = openSqlite(path);
  try {
    const sql = `SELECT ${asBytes("integrity_check")} AS said FROM pragma_integrity_check LIMIT 1`;
    const found = database.all(sql).map(({ said }) => database.textOf(said));
    if (found.length !== 1 || found[0] !== "ok") throw new WrongFile(`SQLite finds it damaged: ${found[0]}`);
    return "sqlite integrity_check";
  } catch (error) {
    throw error instanceof WrongFile
      ? error
      : new WrongFile(`SQLite cannot read it: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}

/** The header of a SQLite file (sqlite.org/fileformat2.html, section 1.3). */
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** `GPKG`, and the ids of GeoPackage 1.0 and 1.1. */
const APPLICATION_IDS = new Set([0x47504b47, 0x47503130, 0x47503131]);

/** Checks header, number of pages and application id of a GeoPackage. Throws WrongFile. */
export async function checkSqliteHeader(file: RandomAccessFile): Promise<void> {
  const header = await file.read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new WrongFile("it does not start with the SQLite header");
  const stored = header.readUInt16BE(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0)
    throw new WrongFile("its page size is not valid");
  // Old writers do not maintain the number of pages; others store a copy of the change counter next to it.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  const pages = isCounted ? header.readUInt32BE(28) : Math.ceil(file.length / pageBytes);
  if (file.length !== pages * pageBytes)
    throw new WrongFile(`it has ${file.length} bytes where ${pages} pages of ${pageBytes} belong`);
  if (!APPLICATION_IDS.has(header.readUInt32BE(68))) throw new WrongFile("it is not marked as a GeoPackage");
}
