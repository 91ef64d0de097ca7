/** Both sources of SQLite: the sandbox's store and GeoPackage files work with either. */
import { writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadNodeSqlite, loadSqlite, type Sqlite } from "../../../src/disk/sqlite.ts";
import { openDatabase } from "../../../src/sandbox/store/database.ts";
import { openSqlite } from "../../../src/footprints/geopackage/open-sqlite.ts";
import { tempHome } from "../../cli/world.ts";

describe.each([
  { source: "libsql", load: loadSqlite, isHere: true },
  { source: "node", load: loadNodeSqlite, isHere: isBuiltin("node:sqlite") },
])("SBX-11 SQLite of $source", ({ source, load, isHere }) => {
  it.runIf(isHere)("stores rows, counts changes and runs transactions", async () => {
    expect((await load())?.source).toBe(source);
    const path = join(await tempHome(), "a.db");
    const database = await openDatabase(path, load);
    database.exec("CREATE TABLE t (a, b INTEGER, c)");
    expect(database.run("INSERT INTO t VALUES (?, ?, ?), (?, ?, ?)", "é", 7, true, 1.5, 8, undefined)).toBe(
      2,
    );
    expect(database.all("SELECT a, b / 2 AS half, c FROM t ORDER BY b LIMIT ?", 2)).toEqual([
      { a: "é", half: 3, c: 1 },
      { a: 1.5, half: 4, c: null },
    ]);
    const fail = (): never => {
      database.run("DELETE FROM t");
      throw new Error("no");
    };
    expect(() => database.transaction(fail)).toThrow("no");
    expect(database.count("t")).toBe(2);
    database.close();

    const reader = await openSqlite(path, load);
    expect(reader!.all("SELECT CAST(a AS BLOB) AS bytes FROM t WHERE b = ?", 7)).toMatchObject([
      { bytes: expect.anything() as unknown },
    ]);
    reader!.close();
  });

  it.runIf(isHere)(
    "waits for the lock of another connection, and reports a file that is not a database",
    async () => {
      const home = await tempHome();
      const { Connection } = (await load()) as Sqlite;
      const [one, other] = [1, 2].map(() => new Connection(join(home, "a.db"), { timeout: 20 })) as [
        InstanceType<Sqlite["Connection"]>,
        InstanceType<Sqlite["Connection"]>,
      ];
      one.exec("CREATE TABLE t (a)");
      one.exec("BEGIN IMMEDIATE");
      expect(() => other.exec("BEGIN IMMEDIATE")).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^SQLITE_BUSY/) as string }) as Error,
      );
      one.exec("COMMIT");
      for (const connection of [one, other]) connection.close();

      await writeFile(join(home, "text.db"), "Popocatépetl ".repeat(1000));
      await expect(openDatabase(join(home, "text.db"), load)).rejects.toMatchObject({
        code: "DISK_WRITE_FAILED",
      });
    },
  );
});
