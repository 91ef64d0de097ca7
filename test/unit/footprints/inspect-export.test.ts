import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inspectExport } from "../../../src/footprints/inspect-export.ts";
import { generate } from "../../../src/sandbox/exports/generate.ts";
import { newFolder } from "../../new-folder.ts";
import { emptyJobFor, jobFor } from "../sandbox/exports/jobs.ts";

const FORMATS = ["geoparquet", "gpkg", "shp.zip"] as const;
type Name = (typeof FORMATS)[number];

const dir = await newFolder();
const made = Object.fromEntries(FORMATS.map((format) => [format, join(dir, `full.${format}`)])) as Record<
  Name,
  string
>;
for (const format of FORMATS) await generate(jobFor(format, made[format]));

const changed = async (format: Name, change: (bytes: Buffer) => Buffer): Promise<string> => {
  const path = join(dir, `changed.${format}`);
  await writeFile(path, change(await readFile(made[format])));
  return path;
};

describe("complete files", () => {
  it.each(FORMATS)("EXPORT-04 a complete %s is accepted, with rows and without", async (format) => {
    const proof = { geoparquet: "parquet footer", gpkg: "sqlite integrity_check", "shp.zip": "zip members" };
    expect(await inspectExport(made[format], `x.${format}`)).toEqual({ how: proof[format] });
    const empty = join(dir, `empty.${format}`);
    await generate(emptyJobFor(format, empty));
    expect(await inspectExport(empty, `x.${format}`)).toEqual({ how: proof[format] });
  });

  it("EXPORT-02 an unknown format is not checked", async () => {
    expect(await inspectExport(made.gpkg, "x.fgb")).toBeUndefined();
  });

  it("EXPORT-04 the number of pages of a GeoPackage is checked", async () => {
    const short = await changed("gpkg", (bytes) => bytes.subarray(0, bytes.length >> 1));
    const found = await inspectExport(short, "x.gpkg");
    expect(found).toMatchObject({ fault: expect.stringMatching(/bytes, but \d+ pages/) as string });
  });
});

describe("damage", () => {
  it.each(FORMATS)("EXPORT-04 a %s truncated anywhere is detected", async (format) => {
    const { length } = await readFile(made[format]);
    const cuts = [
      0,
      1,
      3,
      11,
      12,
      100,
      5000,
      length >> 1,
      length - 5000,
      length - 100,
      length - 9,
      length - 1,
    ];
    for (const cut of cuts) {
      const path = await changed(format, (bytes) => bytes.subarray(0, cut));
      expect(await inspectExport(path, `x.${format}`), `${cut} of ${length}`).toHaveProperty("fault");
    }
  });

  it.each(FORMATS)("EXPORT-04 one format under the name of another is detected: %s", async (format) => {
    for (const other of FORMATS.filter((one) => one !== format)) {
      expect(await inspectExport(made[other], `x.${format}`)).toHaveProperty("fault");
    }
  });

  it("EXPORT-04 every byte of a shapefile is compared with its checksum", async () => {
    for (const share of [0.1, 0.35, 0.7]) {
      const path = await changed("shp.zip", (bytes) => {
        bytes[Math.floor(bytes.length * share)]! ^= 0x10;
        return bytes;
      });
      expect(await inspectExport(path, "x.shp.zip")).toHaveProperty("fault");
    }
  });

  it("EXPORT-04 SQLite detects an overwritten page of a GeoPackage", async () => {
    const path = await changed("gpkg", (bytes) => bytes.fill(0xff, 4096 * 9, 4096 * 12));
    expect(await inspectExport(path, "x.gpkg")).toMatchObject({
      fault: expect.stringMatching(/SQLite/) as string,
    });
  });

  it("EXPORT-04 a Parquet footer that points beyond the file is detected", async () => {
    const path = await changed("geoparquet", (bytes) =>
      Buffer.concat([bytes.subarray(0, 4), bytes.subarray(4 + 4096)]),
    );
    expect(await inspectExport(path, "x.geoparquet")).toMatchObject({
      fault: expect.stringMatching(/outside the file/) as string,
    });
  });

  it("EXPORT-04 a file that cannot be read is the system's error, not a fault of the file", async () => {
    await copyFile(made.gpkg, join(dir, "there.gpkg"));
    await expect(inspectExport(join(dir, "gone.gpkg"), "x.gpkg")).rejects.toMatchObject({ code: "ENOENT" });
  });
});
