/** Node's SQLite under the sandbox's store and GeoPackage files, on every supported version. */
import { execFile } from "node:child_process";
import { copyFile, readdir, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadSqlite } from "../../../src/disk/sqlite.ts";
import { inspectExport } from "../../../src/footprints/inspect-export.ts";
import { openFootprints } from "../../../src/footprints/open-footprints.ts";
import { openSqlite, toSqliteUrl } from "../../../src/footprints/geopackage/open-sqlite.ts";
import { generate } from "../../../src/sandbox/exports/generate.ts";
import { openStore } from "../../../src/sandbox/store/open-store.ts";
import { openDatabase } from "../../../src/sandbox/store/database.ts";
import { bundleProgram } from "../../bundle-program.ts";
import { tempHome } from "../../cli/world.ts";
import { newFolder } from "../../new-folder.ts";
import { ROOT } from "../../architecture/sources.ts";
import { jobFor } from "../sandbox/exports/jobs.ts";
import { needProc, IS_WINDOWS } from "../../this-system.ts";

describe("SBX-11 SQLite of Node", () => {
  it("stores rows, counts changes and runs transactions", async () => {
    const path = join(await tempHome(), "a.db");
    const database = openDatabase(path);
    database.exec("CREATE TABLE t (a, b INTEGER, c)");
    const insert = "INSERT INTO t VALUES (?, ?, ?), (?, ?, ?)";
    expect(database.run(insert, "é", 7, true, 1.5, 8, undefined)).toBe(2);
    expect(database.all("SELECT a, b / 2 AS half, c FROM t ORDER BY b LIMIT ?", 2)).toEqual([
      { a: "é", half: 3, c: 1 },
      { a: 1.5, half: 4, c: null },
    ]);
    const fail = (): never => {
      database.transaction(() => database.run("DELETE FROM t"));
      throw new Error("no");
    };
    expect(() => database.transaction(fail)).toThrow("no");
    expect(database.count("t")).toBe(2);
    database.close();

    const reader = openSqlite(path);
    expect(reader.all("SELECT CAST(a AS BLOB) AS bytes FROM t WHERE b = ?", 7)).toEqual([
      { bytes: new Uint8Array(Buffer.from("é")) },
    ]);
    reader.close();
  });

  it("waits for the lock of another connection, then reports it", async () => {
    const path = join(await tempHome(), "a.db");
    const { DatabaseSync } = loadSqlite();
    const one = new DatabaseSync(path);
    one.exec("CREATE TABLE t (a); BEGIN IMMEDIATE");
    const other = new DatabaseSync(path, { timeout: 20 });
    expect(() => other.exec("BEGIN IMMEDIATE")).toThrow(expect.objectContaining({ errcode: 5 }) as Error);
    for (const connection of [one, other]) connection.close();
  });

  it("missing from a Node is reported in one sentence", async () => {
    const folder = await newFolder();
    const program = join(folder, "program.ts");
    await writeFile(
      program,
      `import { loadSqlite } from ${JSON.stringify(join(ROOT, "src/disk/sqlite.ts"))};
      try { loadSqlite(); } catch (error) { console.log(error.code, error.message); }`,
    );
    const words = ["--no-experimental-sqlite", await bundleProgram(program)];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    expect(stdout).toBe("USAGE this Node has no SQLite, which the command needs\n");
  });

  it("is loaded without its warning, and other warnings are printed", async () => {
    const folder = await newFolder();
    const program = join(folder, "program.ts");
    await writeFile(
      program,
      `import { loadSqlite } from ${JSON.stringify(join(ROOT, "src/disk/sqlite.ts"))};
      const { emitWarning } = process;
      process.emitWarning("before");
      new (loadSqlite().DatabaseSync)(":memory:").close();
      process.emitWarning("after");
      process.emitWarning("tried", "ExperimentalWarning");
      console.log(process.emitWarning === emitWarning);`,
    );
    const bundled = await bundleProgram(program);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [bundled]);
    expect(stdout).toBe("true\n");
    expect([...stderr.matchAll(/^\(node:\d+\) (.*)$/gm)].map(([, line]) => line)).toEqual([
      "Warning: before",
      "Warning: after",
      "ExperimentalWarning: tried",
    ]);
  });
});

it.each([
  ["C:\\maps\\a b#1?.gpkg", "file:///C:/maps/a%20b%231%3F.gpkg?immutable=1"],
  ["\\\\server\\share\\a.gpkg", "file:////server/share/a.gpkg?immutable=1"],
])("EXPORT-18 SQLite opens %s of Windows by its URL", (path, url) => {
  expect(toSqliteUrl(path, "?immutable=1", { windows: true })).toBe(url);
});

it("EXPORT-18 a GeoPackage is found under any name", async () => {
  const folder = await newFolder();
  const sound = join(folder, "sound.gpkg");
  await generate(jobFor("gpkg", sound));
  const names = ["p%41.gpkg", "h#a.gpkg", "é è.gpkg"];
  // Windows has no such names.
  if (!IS_WINDOWS) names.push("a?mode=memory.gpkg", "file:c.gpkg");
  for (const name of names) {
    await copyFile(sound, join(folder, name));
    expect(await inspectExport(join(folder, name), name), name).toEqual({ how: "sqlite integrity_check" });
  }
});

/** The files below a folder that this process has open. */
async function openFilesBelow(folder: string): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd");
  const paths = await Promise.all(
    descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => "closed meanwhile")),
  );
  return paths.filter((path) => path.startsWith(folder));
}

describe("SBX-11 a closed file is not open any more", () => {
  beforeEach(needProc);
  let folder: string;
  beforeAll(async () => {
    folder = await newFolder();
  });

  it("after work in the store, an error in a transaction, and a fault of the statement", async () => {
    const dir = join(folder, "sandbox");
    const store = await openStore({ dir, nowMs: 0 });
    const { database } = store;
    database.exec("CREATE TABLE t (a UNIQUE)");
    const insertTwice = (): void => {
      for (const value of [1, 1]) database.run("INSERT INTO t VALUES (?)", value);
    };
    expect(() => database.transaction(insertTwice)).toThrow("UNIQUE");
    expect(() => database.all("SELECT missing FROM t")).toThrow("no such column");
    expect((await openFilesBelow(dir)).map((path) => path.slice(dir.length)).toSorted()).toEqual([
      "/sandbox.db",
      "/sandbox.db-shm",
      "/sandbox.db-wal",
    ]);
    store.close();
    store.close();
    expect(await openFilesBelow(dir)).toEqual([]);
    expect(await readdir(dir)).toEqual(["sandbox.db"]);
  });

  it("after a statement that was not finished, in the middle of a transaction", async () => {
    const path = join(folder, "unfinished.db");
    const connection = new (loadSqlite().DatabaseSync)(path);
    connection.exec("PRAGMA journal_mode=WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2); BEGIN");
    connection.prepare("SELECT * FROM t").iterate().next();
    connection.close();
    expect(await openFilesBelow(path)).toEqual([]);
  });

  it("after a store that is not a database, one of a later program, and one with another seed", async () => {
    const dir = join(folder, "refused");
    (await openStore({ dir, nowMs: 0 })).close();
    await expect(openStore({ dir, nowMs: 0, seed: "delta" })).rejects.toThrow("seed");
    const database = openDatabase(join(dir, "sandbox.db"));
    database.exec("PRAGMA user_version=99");
    database.close();
    await expect(openStore({ dir, nowMs: 0 })).rejects.toThrow("version 99");
    await writeFile(join(dir, "sandbox.db"), "Popocatépetl ".repeat(1000));
    await expect(openStore({ dir, nowMs: 0 })).rejects.toThrow("not a database");
    expect(await openFilesBelow(dir)).toEqual([]);
  });

  it("after a GeoPackage was read, left in the middle, and found damaged", async () => {
    const path = join(folder, "sound.gpkg");
    await generate(jobFor("gpkg", path));
    const file = await openFootprints(path);
    for await (const row of file.read({ columns: ["id"] })) {
      expect(row.attributes["id"]).toBeTypeOf("string");
      break;
    }
    expect((await openFilesBelow(path)).length).toBeGreaterThan(0);
    await file.close();
    expect(await openFilesBelow(folder)).toEqual([]);

    const damaged = join(folder, "damaged.gpkg");
    await copyFile(path, damaged);
    const connection = new (loadSqlite().DatabaseSync)(damaged);
    connection.exec("DROP TABLE gpkg_geometry_columns");
    connection.close();
    await expect(openFootprints(damaged)).rejects.toThrow("no such table");
    expect(await openFilesBelow(folder)).toEqual([]);
  });
});
