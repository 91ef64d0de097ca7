import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, crc32 } from "node:zlib";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { inspectStreamedExport } from "../../../src/footprints/streamed-export.ts";
import { generate } from "../../../src/sandbox/exports/generate.ts";
import { emptyJobFor, jobFor } from "../sandbox/exports/jobs.ts";

const FORMATS = ["geoparquet", "gpkg", "shp.zip"] as const;
type Format = (typeof FORMATS)[number];
const PROOF = { geoparquet: "parquet footer", gpkg: "sqlite pages", "shp.zip": "zip members" };

const dir = await mkdtemp(join(tmpdir(), "swath-streamed-"));
const made = {} as Record<Format, Buffer>;
const empty = {} as Record<Format, Buffer>;
for (const format of FORMATS) {
  const path = join(dir, `full.${format}`);
  await generate(jobFor(format, path));
  made[format] = await readFile(path);
  const other = join(dir, `empty.${format}`);
  await generate(emptyJobFor(format, other));
  empty[format] = await readFile(other);
}

/** Hands the bytes over in pieces of one and the same buffer, as the engine does. */
const look = async (format: Format, bytes: Buffer, pieceBytes = 64 * 1024) => {
  const streamed = inspectStreamedExport(`2026/09/week.${format}`);
  const slab = Buffer.alloc(pieceBytes);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const length = bytes.copy(slab, 0, at, at + pieceBytes);
    await streamed?.update(slab.subarray(0, length));
    slab.fill(0xee);
  }
  return streamed?.end();
};

const changed = (format: Format, change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(made[format]);
  change(bytes);
  return bytes;
};

describe("whole files", () => {
  it.each(FORMATS)("EXPORT-04 P16 a %s that passes is found right, with rows and without", async (format) => {
    for (const pieceBytes of [1000, 4096, 65_536, 10_000_000])
      expect(await look(format, made[format], pieceBytes), `${pieceBytes}`).toEqual({ how: PROOF[format] });
    expect(await look(format, empty[format])).toEqual({ how: PROOF[format] });
  });

  it("EXPORT-02 of a kind that nobody knows nothing is asked", () => {
    expect(inspectStreamedExport("x.fgb")).toBeUndefined();
  });
});

describe("damage", () => {
  it.each(FORMATS)("EXPORT-04 P16 a %s cut anywhere is found out as it passes", async (format) => {
    const { length } = made[format];
    for (const cut of [0, 1, 3, 11, 12, 99, 100, 5000, length >> 1, length - 5000, length - 9, length - 1])
      expect(await look(format, made[format].subarray(0, cut)), `${cut} of ${length}`).toHaveProperty(
        "fault",
      );
  });

  it.each(FORMATS)(
    "EXPORT-04 one kind under the name of another is found out as it passes: %s",
    async (format) => {
      for (const other of FORMATS.filter((one) => one !== format))
        expect(await look(format, made[other])).toHaveProperty("fault");
      expect(await look(format, Buffer.from("<html>Sign in</html>"))).toHaveProperty("fault");
    },
  );

  it("EXPORT-04 P16 every byte of a shapefile is held against its sum as it passes", async () => {
    for (const share of [0.1, 0.35, 0.7]) {
      const bytes = changed("shp.zip", (copy) => (copy[Math.floor(copy.length * share)]! ^= 0x10));
      expect(await look("shp.zip", bytes)).toEqual({
        fault: expect.stringMatching(/damaged|breaks off/) as string,
      });
    }
  });

  it.each([
    ["zeros", (bytes: Buffer) => bytes.fill(0, 4096 * 9, 4096 * 12)],
    ["noise", (bytes: Buffer) => bytes.fill(0xff, 4096 * 9, 4096 * 12)],
  ])(
    "EXPORT-04 pages of a GeoPackage with %s in their place are found out as they pass",
    async (_, change) => {
      const bytes = changed("gpkg", change);
      expect(await look("gpkg", bytes)).toEqual({
        fault: expect.stringMatching(/^its page \d+ is damaged/) as string,
      });
    },
  );
});

describe("as others write them", () => {
  it("EXPORT-04 a zip archive whose lengths stand behind its members, one of them stored", async () => {
    const member = (name: string, text: string, isStored = false) => ({
      name,
      bytes: Buffer.from(text),
      isStored,
    });
    const members = [
      member("a.shp", "shapes ".repeat(5000)),
      member("a.shx", "index ".repeat(10)),
      member("a.dbf", "rows ".repeat(100)),
    ];
    const zip = streamedZip([...members, member("a.prj", "WGS84")]);
    expect(await look("shp.zip", zip, 97)).toEqual({ how: "zip members" });
    const at = zip.indexOf(deflateRawSync(members[1]!.bytes)) + 3;
    zip[at]! ^= 1;
    expect(await look("shp.zip", zip)).toHaveProperty("fault");
    // Where such a member ends nothing says until the directory comes, and that is what is then said to have been seen.
    const stored = streamedZip([...members, member("a.prj", "WGS84", true)]);
    expect(await look("shp.zip", stored)).toEqual({ how: "zip directory" });
  });

  it("EXPORT-04 a GeoPackage with free pages, long texts and an index", async () => {
    const path = join(dir, "foreign.gpkg");
    const database = new Database(path);
    for (const sql of [
      "PRAGMA page_size=1024",
      "PRAGMA application_id=1196444487",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE INDEX i ON t(name)",
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n WHERE x<3000) " +
        "INSERT INTO t SELECT x, hex(randomblob(20 + (x % 50 = 0) * 3000)) FROM n",
      "DELETE FROM t WHERE id BETWEEN 500 AND 1500",
    ])
      database.exec(sql);
    database.close();
    const bytes = await readFile(path);
    expect(bytes.readUInt32BE(36)).toBeGreaterThan(10);
    expect(await look("gpkg", bytes)).toEqual({ how: "sqlite pages" });
  });
});

/** As `zip` writes to a pipe: lengths and sums come behind each member. */
function streamedZip(members: { name: string; bytes: Buffer; isStored: boolean }[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  for (const { name, bytes, isStored } of members) {
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc32(bytes), 0);
    sums.writeUInt32LE(packed.length, 4);
    sums.writeUInt32LE(bytes.length, 8);
    const local = Buffer.alloc(30);
    local.write("PK\u0003\u0004", "latin1");
    local.writeUInt16LE(8, 6);
    local.writeUInt16LE(isStored ? 0 : 8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write("PK\u0001\u0002", "latin1");
    entry.writeUInt16LE(isStored ? 0 : 8, 10);
    sums.copy(entry, 16);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(Buffer.concat(parts).length, 42);
    parts.push(local, Buffer.from(name), packed, Buffer.from("PK\u0007\u0008", "latin1"), sums);
    entries.push(entry, Buffer.from(name));
  }
  const [body, directory] = [Buffer.concat(parts), Buffer.concat(entries)];
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, directory, end]);
}
