import { openSqlite } from "./open-sqlite.ts";
import type { RandomBytes } from "./random-bytes.ts";
import { WrongFile } from "./wrong-file.ts";

/** The header of a SQLite file (sqlite.org/fileformat2.html, section 1.3). */
const MAGIC = "SQLite format 3\0";
const GPKG = 0x47504b47;

/**
 * Header and number of pages; with the SQLite driver, which is optional, its own integrity check too. Throws WrongFile.
 * The result says which of the two it was.
 */
export async function inspectSqlite(file: RandomBytes, path: string): Promise<string> {
  const header = await file.read(0, 100);
  if (header.length < 100 || header.toString("latin1", 0, 16) !== MAGIC)
    throw new WrongFile("it does not begin as a SQLite file does");
  const stored = header.readUInt16BE(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  const pages = header.readUInt32BE(28);
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) throw new WrongFile("its page size is none");
  if (file.length !== pages * pageBytes)
    throw new WrongFile(`it has ${file.length} bytes where ${pages} pages of ${pageBytes} belong`);
  if (header.readUInt32BE(68) !== GPKG) throw new WrongFile("it is not marked as a GeoPackage");
  const database = await openSqlite(path);
  if (database === undefined) return "sqlite header";
  try {
    const found = database.all("PRAGMA integrity_check(1)").map((row) => String(row["integrity_check"]));
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
