import type { RandomAccessFile } from "../random-access-file.ts";
import { WrongFile } from "../wrong-file.ts";
import { asBytes, textOf } from "./layer.ts";
import { openSqlite } from "./open-sqlite.ts";
import { checkSqliteHeader } from "./sqlite-header.ts";

/** Checks the header, the number of pages and, with the optional driver, SQLite's integrity. Throws WrongFile. */
export async function inspectSqlite(
  file: RandomAccessFile,
  path: string,
  load?: () => Promise<unknown>,
): Promise<string> {
  await checkSqliteHeader(file);
  const database = await openSqlite(path, load);
  if (database === undefined) return "sqlite header";
  try {
    const sql = `SELECT ${asBytes("integrity_check")} AS said FROM pragma_integrity_check(1)`;
    const found = database.all(sql).map(({ said }) => textOf(said));
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
