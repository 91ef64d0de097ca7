/** Damage in the pages of a GeoPackage that passes; what SQLite itself writes is never called that. */
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { inspectStreamedExport } from "../../../src/footprints/streamed-export.ts";
import { generate } from "../../../src/sandbox/exports/generate.ts";
import { jobFor } from "../sandbox/exports/jobs.ts";

const PAGE_BYTES = 4096;
const RIGHT = { how: "sqlite pages" };
const dir = await mkdtemp(join(tmpdir(), "swath-streamed-pages-"));

const look = async (bytes: Buffer) => {
  const streamed = inspectStreamedExport("week.gpkg");
  await streamed?.update(bytes);
  return streamed?.end();
};

const written = async (name: string, statements: readonly string[]): Promise<Buffer> => {
  const path = join(dir, name);
  const database = new Database(path);
  for (const sql of statements) database.exec(sql);
  const said = database.prepare("SELECT integrity_check AS said FROM pragma_integrity_check").all();
  expect(said).toEqual([{ said: "ok" }]);
  database.close();
  return readFile(path);
};

const rows = (count: number, table: string, values: string): string =>
  `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n WHERE x<${count}) INSERT INTO ${table} SELECT ${values} FROM n`;
const MARK = "PRAGMA application_id=1196444487";

const path = join(dir, "made.gpkg");
await generate(jobFor("gpkg", path));
const made = await readFile(path);
/** Free blocks, an index, long values, and pages that are free again. */
const used = await written("used.gpkg", [
  `PRAGMA page_size=${PAGE_BYTES}`,
  MARK,
  "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, shape BLOB)",
  "CREATE INDEX i ON t(name)",
  rows(3000, "t", "x * 3, hex(randomblob(20)), randomblob(30 + (x % 100 = 0) * 20000)"),
  "DELETE FROM t WHERE id % 7 = 0 OR id BETWEEN 3000 AND 5000",
]);

/** Where the pages of a tree are of which the first byte is one of these. */
const pagesOf = (bytes: Buffer, ...types: number[]): number[] =>
  Array.from({ length: bytes.length / PAGE_BYTES - 1 }, (_, at) => (at + 1) * PAGE_BYTES).filter((at) =>
    types.includes(bytes[at]!),
  );
/** A dozen of them, from first to last. */
const sample = (pages: readonly number[]): number[] =>
  pages.filter((_, at) => at % Math.ceil(pages.length / 12) === 0);
const varintEnd = (bytes: Buffer, start: number): number => {
  let at = start;
  while (bytes[at]! >= 0x80 && at < start + 8) at++;
  return at + 1;
};
const flipped = (bytes: Buffer, at: number, bits = 0xff): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= bits;
  return copy;
};
const FAULT = {
  fault: expect.stringMatching(/^its (page \d+|list of free pages|header) is damaged/) as string,
};

describe("damage in a page", () => {
  it("EXPORT-04 P16 a bit of the header of a page, anywhere in it", async () => {
    for (const page of sample(pagesOf(made, 2, 5, 10, 13)))
      for (let byte = 0; byte < 8; byte++) {
        const bits = 1 << ((page / PAGE_BYTES + byte) % 8);
        expect(await look(flipped(made, page + byte, bits)), `page at ${page}, byte ${byte}`).toEqual(FAULT);
      }
  });

  it("EXPORT-04 P16 where a cell begins, how long it is, and of which kinds its values are", async () => {
    for (const page of sample(pagesOf(made, 13).filter((at) => made.readUInt16BE(at + 3) > 1))) {
      const cell = page + made.readUInt16BE(page + 8);
      // Behind the length and the number of the row.
      const record = varintEnd(made, varintEnd(made, cell));
      for (const at of [page + 9, page + 8, cell, record])
        expect(await look(flipped(made, at, 1)), `page at ${page}, byte ${at - page}`).toEqual(FAULT);
    }
  });

  it("EXPORT-04 two cells in one place, two rows in the wrong order", async () => {
    const page = pagesOf(made, 13).find((at) => made.readUInt16BE(at + 3) > 2)!;
    const twice = Buffer.from(made);
    made.copy(twice, page + 8, page + 10, page + 12);
    expect(await look(twice)).toEqual(FAULT);
    const turned = Buffer.from(made);
    made.copy(turned, page + 8, page + 10, page + 12);
    made.copy(turned, page + 10, page + 8, page + 10);
    expect(await look(turned)).toEqual(FAULT);
  });
});

describe("damage between pages", () => {
  it("EXPORT-04 one page in the place of another of its kind", async () => {
    const [first, second] = pagesOf(used, 13);
    const copy = Buffer.from(used);
    used.copy(copy, first, second, second! + PAGE_BYTES);
    expect(await look(copy)).toEqual(FAULT);
  });

  it("EXPORT-04 where a long value goes on, and where its last page ends", async () => {
    expect(await look(used)).toEqual(RIGHT);
    const numbers = Array.from({ length: used.length / PAGE_BYTES }, (_, at) => at * PAGE_BYTES);
    const middle = numbers.find((at) => used[at] === 0 && used.readUInt32BE(at) === at / PAGE_BYTES + 2)!;
    expect(await look(flipped(used, middle + 3, 1))).toEqual(FAULT);
    const last = numbers.find((at) => used.readUInt32BE(at) === 0)!;
    expect(await look(flipped(used, last + 3, 1))).toEqual(FAULT);
  });

  it("EXPORT-04 the list of free pages, and what the header says of all files", async () => {
    const free = used.readUInt32BE(32);
    expect(free).toBeGreaterThan(0);
    for (const at of [35, 39, (free - 1) * PAGE_BYTES + 7, 21, 23])
      expect(await look(flipped(used, at, 1)), `${at}`).toEqual(FAULT);
  });

  it("EXPORT-04 a root page of zeros, where as many pages are free", async () => {
    const root = 2 * PAGE_BYTES;
    expect([2, 5]).toContain(used[root]);
    expect(await look(Buffer.from(used).fill(0, root, root + PAGE_BYTES))).toEqual(FAULT);
  });
});

describe("as SQLite writes it", () => {
  it.each([
    ["512", "UTF-8", 1],
    ["1024", "UTF-16le", 0],
    ["4096", "UTF-8", 2],
    ["65536", "UTF-16be", 0],
  ])("EXPORT-04 pages of %s bytes, %s, kept small by way %i", async (pageBytes, encoding, vacuum) => {
    const bytes = await written(`written-${pageBytes}.gpkg`, [
      `PRAGMA page_size=${pageBytes}`,
      `PRAGMA encoding='${encoding}'`,
      `PRAGMA auto_vacuum=${vacuum}`,
      MARK,
      "CREATE TABLE places(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, height REAL, shape BLOB)",
      "CREATE TABLE words(word TEXT PRIMARY KEY, seen) WITHOUT ROWID",
      "CREATE TABLE gone(a)",
      `CREATE VIEW high AS SELECT name FROM places WHERE name <> '${"Taveuni ".repeat(300)}'`,
      "CREATE INDEX by_height ON places(height, name)",
      rows(2000, "places", "x, 'Wrangel ' || x, x / 7.0, zeroblob((x % 40 = 0) * 9000 + x % 90)"),
      rows(3, "places", "x - 10, NULL, x * 1e10, ''"),
      "INSERT INTO places(id) VALUES(-9223372036854775808), (-4611686018427387905), (9007199254740993), (9007199254740994)",
      rows(2000, "words", "hex(x * 7919 % 2003) || x, x"),
      rows(3000, "gone", "hex(randomblob(50))"),
      "DELETE FROM words WHERE seen % 3 = 0",
      "DELETE FROM places WHERE id BETWEEN 100 AND 900",
      "UPDATE places SET name = name || ' island' WHERE id % 5 = 0",
      "DROP TABLE gone",
      rows(40, "places(name, shape)", "'Stromboli', zeroblob(3000 * x)"),
    ]);
    expect(await look(bytes)).toEqual(RIGHT);
  });
});
