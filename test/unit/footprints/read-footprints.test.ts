/** The parts of an export file that are read, and those that are not. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { parquetWriteFile } from "hyparquet-writer";
import { beforeAll, describe, expect, it } from "vitest";
import type { Attributes, Footprint, Wish } from "../../../src/footprints/footprint.ts";
import { openGeoParquet } from "../../../src/footprints/geoparquet/open-geoparquet.ts";
import { openFootprints } from "../../../src/footprints/open-footprints.ts";
import { openRandomAccess, WrongFile } from "../../../src/footprints/random-access-file.ts";
import { toAoiOfBox } from "../../../src/geo/area-of-interest.ts";
import { toBoxes } from "../../../src/geo/bbox.ts";
import { measureBounds, type Bounds } from "../../../src/geo/bounds.ts";
import { listPositions } from "../../../src/geo/polygon.ts";
import { toWkb } from "../../../src/geo/wkb.ts";
import { generate } from "../../../src/sandbox/exports/generate.ts";
import { emptyJobFor, jobFor, tempFolder } from "../sandbox/exports/jobs.ts";
import { queryDuckDb } from "../sandbox/exports/readers.ts";

const FORMATS = ["geoparquet", "gpkg", "shp.zip"] as const;
const dir = tempFolder();
const pathOf = (format: string): string => join(dir, `made.${format}`);
/** The same rows ten times, from north to south and by time, in row groups of 2,048. */
const SORTED = join(dir, "sorted.geoparquet");
const BY_TIME = join(dir, "by-time.geoparquet");

async function read(path: string, wish: Wish): Promise<Footprint[]> {
  const file = await openFootprints(path);
  try {
    return await Array.fromAsync(file.read(wish));
  } finally {
    await file.close();
  }
}

let everything: Footprint[];
beforeAll(async () => {
  for (const format of FORMATS) await generate(jobFor(format, pathOf(format)));
  everything = await read(pathOf("geoparquet"), { columns: ["id"] });
  const [geo] = await queryDuckDb(
    `SELECT decode(value) AS text FROM parquet_kv_metadata('${pathOf("geoparquet")}') WHERE decode(key) = 'geo'`,
  );
  for (const [path, order] of [
    [SORTED, "bbox.ymin DESC"],
    [BY_TIME, "datetime"],
  ]) {
    await queryDuckDb(
      `COPY (SELECT ours.* REPLACE (ST_AsWKB(geometry) AS geometry)
             FROM read_parquet('${pathOf("geoparquet")}') AS ours, range(10) ORDER BY ${order})
       TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048, COMPRESSION zstd, KV_METADATA {geo: '${String(geo?.["text"])}'})`,
    );
  }
});

/** Reads, and returns the number of bytes read from the file. */
async function bytesFor(path: string, wish: Wish): Promise<{ rows: Footprint[]; bytes: number }> {
  const file = await openRandomAccess(path);
  let bytes = 0;
  const opened = await openGeoParquet({
    ...file,
    read: async (start, end) => {
      const piece = await file.read(start, end);
      bytes += piece.length;
      return piece;
    },
  });
  try {
    return { rows: await Array.fromAsync(opened.read(wish)), bytes };
  } finally {
    await opened.close();
  }
}

const idsOf = (rows: readonly Footprint[]): string[] =>
  rows.map(({ attributes }) => String(attributes["id"]));

describe("row groups and columns of GeoParquet", () => {
  it("EXPORT-16 row groups beside the box are not read", async () => {
    const boxes: Bounds[] = [[-180, 60, 180, 90]];
    const north = await bytesFor(SORTED, { columns: ["id"], boxes });
    const whole = await bytesFor(SORTED, { columns: ["id"] });
    expect(north.rows.length).toBeGreaterThan(20);
    const footer = await bytesFor(SORTED, { columns: ["id"], startMs: Date.parse("2100-01-01T00:00:00Z") });
    expect(footer.rows).toEqual([]);
    expect(north.bytes - footer.bytes).toBeLessThan((whole.bytes - footer.bytes) / 2);
  });

  it("EXPORT-18 row groups of another time are not read", async () => {
    const days = { startMs: everything.at(-5)!.timeMs!, endMs: everything.at(-1)!.timeMs! };
    const last = await bytesFor(BY_TIME, { columns: ["id"], ...days });
    const whole = await bytesFor(BY_TIME, { columns: ["id"] });
    expect(last.rows).toHaveLength(50);
    expect(last.bytes).toBeLessThan(whole.bytes / 4);
  });

  it("EXPORT-17 columns that are not needed are not read", async () => {
    const path = pathOf("geoparquet");
    const few = await bytesFor(path, { columns: ["id"] });
    const many = await bytesFor(path, { columns: ["id", "url", "SICD", "GEO", "CPHD"] });
    // The footprints are most of both: the difference is the skipped columns.
    expect(few.bytes).toBeLessThan(many.bytes / 1.2);
    expect(Object.keys(few.rows[0]!.attributes)).toEqual(["datetime", "id"]);
  });

  it("EXPORT-22 only the deciding columns of refused rows are read", async () => {
    const where = { columns: ["mode"], holds: () => false };
    const none = await bytesFor(pathOf("geoparquet"), { columns: ["id", "url"], where });
    expect(none.rows).toEqual([]);
    expect(none.bytes).toBeLessThan(20_000);
  });
});

it("EXPORT-18 EXPORT-22 pages of a column are found by their index, at any start and end of the rows", async () => {
  const path = join(dir, "pages.geoparquet");
  const geo = { version: "1.0.0", primary_column: "geometry", columns: { geometry: { encoding: "WKB" } } };
  parquetWriteFile({
    filename: path,
    pageSize: 2048,
    columnData: [
      { name: "id", data: idsOf(everything), type: "STRING" },
      { name: "datetime", data: everything.map(({ timeMs }) => new Date(timeMs!)), type: "TIMESTAMP" },
      { name: "row", data: everything.map((_row, at) => at), type: "INT32" },
      { name: "geometry", data: everything.map(({ geometry }) => toWkb(geometry)), type: "BYTE_ARRAY" },
    ],
    kvMetadata: [{ key: "geo", value: JSON.stringify(geo) }],
  });
  const columns = ["id", "row"];
  const whole = await bytesFor(path, { columns });
  expect(idsOf(whole.rows)).toEqual(idsOf(everything));
  for (const [from, to] of [
    [0, 3],
    [700, 701],
    [333, 1200],
    [everything.length - 2, everything.length],
  ] as const) {
    const holds = ({ row }: Attributes): boolean => Number(row) >= from && Number(row) < to;
    const part = await bytesFor(path, { columns, where: { columns: ["row"], holds } });
    expect(part.rows.map(({ attributes, geometry }) => [attributes["id"], geometry])).toEqual(
      everything.slice(from, to).map(({ attributes, geometry }) => [attributes["id"], geometry]),
    );
    if (to - from < 10) expect(part.bytes).toBeLessThan(whole.bytes / 3);
  }
});

const LONGITUDE = fc.double({ min: -180, max: 180, noNaN: true });
const LATITUDE = fc.double({ min: -90, max: 90, noNaN: true });

it("EXPORT-16 no reader misses a footprint in a box, anywhere on earth", async () => {
  await fc.assert(
    fc.asyncProperty(LONGITUDE, LONGITUDE, LATITUDE, LATITUDE, async (west, east, one, other) => {
      const bbox = [west, Math.min(one, other), east, Math.max(one, other)] as Bounds;
      const { meets } = toAoiOfBox(bbox);
      const wanted = idsOf(everything.filter(({ geometry }) => meets(geometry))).toSorted();
      for (const path of [...FORMATS.map(pathOf), SORTED]) {
        const near = await read(path, { columns: ["id"], boxes: toBoxes(bbox) });
        const found = new Set(idsOf(near.filter(({ geometry }) => meets(geometry))));
        expect([...found].toSorted()).toEqual(wanted);
      }
    }),
    { numRuns: 10 },
  );
});

describe("invalid files", () => {
  it.each(FORMATS)("EXPORT-04 a %s without rows has names and no footprint", async (format) => {
    const path = join(dir, `empty.${format}`);
    await generate(emptyJobFor(format, path));
    const file = await openFootprints(path);
    expect(file.names).toContain("polariztn");
    expect(await Array.fromAsync(file.read({ columns: ["id"], boxes: [[0, 0, 1, 1]] }))).toEqual([]);
    await file.close();
  });

  it.each(FORMATS)("EXPORT-04 a %s with any byte changed is read or reported as damaged", async (format) => {
    const sound = await readFile(pathOf(format));
    const path = join(dir, `changed.${format}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        async (changes) => {
          const bytes = Buffer.from(sound);
          for (const [at, value] of changes) bytes[at] = value;
          await writeFile(path, bytes);
          await read(path, { columns: ["id", "GEO"], boxes: [[-20, 30, 60, 70]] }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(WrongFile);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("EXPORT-04 a geoparquet with an invalid column size in its footer is reported as damaged", async () => {
    const bytes = await readFile(pathOf("geoparquet"));
    // The type of a field of the footer: the reader then takes the fields after it for others.
    bytes[585_033] = 128;
    const path = join(dir, "sizes.geoparquet");
    await writeFile(path, bytes);
    const wish: Wish = { columns: ["id", "GEO"], boxes: [[-20, 30, 60, 70]] };
    await expect(read(path, wish)).rejects.toBeInstanceOf(WrongFile);
  });

  it("EXPORT-04 a geoparquet with a damaged gzip page is reported as damaged, despite the code of zlib's error", async () => {
    const path = join(dir, "gzip.geoparquet");
    await queryDuckDb(
      `COPY (SELECT id, datetime, geometry FROM read_parquet('${pathOf("geoparquet")}'))
       TO '${path}' (FORMAT parquet, COMPRESSION gzip)`,
    );
    const bytes = await readFile(path);
    bytes.fill(0xff, bytes.indexOf(Buffer.from([0x1f, 0x8b])) + 2, bytes.length - 20_000);
    await writeFile(path, bytes);
    await expect(read(path, { columns: ["id"] })).rejects.toThrow("cannot be read");
    await expect(read(path, { columns: ["id"] })).rejects.toBeInstanceOf(WrongFile);
  });

  it("EXPORT-04 a geoparquet with an empty footer is reported as damaged, without words of the reader", async () => {
    const path = join(dir, "footer.geoparquet");
    await writeFile(path, Buffer.from("PAR1\0\u0001\0\0\0PAR1", "latin1"));
    await expect(read(path, { columns: ["id"] })).rejects.toThrow("its footer cannot be read: it is damaged");
  });

  it("EXPORT-04 a name of another format, and an unknown name", async () => {
    await expect(openFootprints(join(dir, "list.csv"))).rejects.toThrow(
      "its name does not end in .geoparquet, .gpkg or .shp.zip",
    );
    const path = join(dir, "page.gpkg");
    await writeFile(path, "<html>502 Bad Gateway</html>".padEnd(200));
    await expect(openFootprints(path)).rejects.toThrow("it does not start with the SQLite header");
  });
});

describe("a thousand boxes", () => {
  const boxes = Array.from({ length: 1000 }, (_, at): Bounds => {
    const [west, south] = [-180 + ((at * 37) % 355), -60 + ((at * 13) % 120)];
    return [west, south, west + 0.5, south + 0.5];
  });

  it.each(FORMATS)("WATCH-08 of a %s skip only footprints outside all of them", async (format) => {
    const found = await read(pathOf(format), { columns: ["id"], boxes });
    const ids = new Set(found.map(({ attributes }) => attributes["id"]));
    const inBoxes = everything.filter(({ geometry }) => {
      const [west, south, east, north] = measureBounds(listPositions(geometry));
      return boxes.some((box) => box[0] < east && box[2] > west && box[1] < north && box[3] > south);
    });
    expect(inBoxes.length).toBeGreaterThan(0);
    expect(ids.size).toBeLessThan(everything.length);
    for (const { attributes } of inBoxes) expect(ids).toContain(attributes["id"]);
  });
});
