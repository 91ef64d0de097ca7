/** Areas and lists of places in the files of other programs. GDAL writes them, as QGIS does. */
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { unzipSync, zipSync, type Zippable } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { gdalIn, needGdal } from "../gdal.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 400 });

const RING = [
  [14.2, 40.6],
  [14.5, 40.6],
  [14.5, 40.9],
  [14.2, 40.6],
];
const BAY = { type: "Polygon", coordinates: [RING] };
const feature = (geometry: object, properties: object = {}) => ({ type: "Feature", properties, geometry });
const collection = (...features: object[]): string => JSON.stringify({ type: "FeatureCollection", features });

const PORTS = collection(
  feature({ type: "Point", coordinates: [14.25, 40.84] }, { name: "Hafen Süd" }),
  feature({ type: "Point", coordinates: [-9.14, 38.71] }, { name: "São Jorge" }),
);

/** Returns a folder with `aoi.geojson` (one area) and `ports.geojson` (two named points), and the run of GDAL in it. */
async function openFolder() {
  const home = await tempHome();
  await writeFile(join(home, "aoi.geojson"), collection(feature(BAY, { name: "bay" })));
  await writeFile(join(home, "ports.geojson"), PORTS);
  return { home, ogr: (...args: string[]) => gdalIn(home, "ogr2ogr", ...args) };
}

const zipFiles = async (home: string, names: readonly string[], inFolder = ""): Promise<Zippable> =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [`${inFolder}${name}`, await readFile(join(home, name))])),
  ) as Zippable;

const SHAPEFILE = ["aoi.shp", "aoi.shx", "aoi.dbf", "aoi.prj"];

/** Returns the corners of the area that a search sent, without their order: a shapefile turns rings. */
function cornersOf(requests: readonly { body?: unknown }[]): string[] {
  const body = requests[0]?.body as { intersects?: { type: string; coordinates: number[][][] } } | undefined;
  expect(body?.intersects?.type).toBe("Polygon");
  return (body?.intersects?.coordinates[0] ?? []).slice(1).map(String).sort();
}
const CORNERS = RING.slice(1).map(String).sort();

describe("AREA-04 an area is read from the files that GIS programs write, by their content", () => {
  beforeEach(needGdal);

  type Make = (folder: Awaited<ReturnType<typeof openFolder>>) => Promise<unknown>;
  it.each<[string, string, Make]>([
    ["GeoPackage", "aoi.gpkg", ({ ogr }) => ogr("aoi.gpkg", "aoi.geojson")],
    [
      "GeoPackage of QGIS, all MultiPolygon",
      "aoi.gpkg",
      ({ ogr }) => ogr("-nlt", "MULTIPOLYGON", "aoi.gpkg", "aoi.geojson"),
    ],
    ["GeoPackage with heights", "aoi.gpkg", ({ ogr }) => ogr("-dim", "XYZ", "aoi.gpkg", "aoi.geojson")],
    [
      "GeoPackage without an extension",
      "aoi",
      async ({ home, ogr }) => {
        await ogr("aoi.gpkg", "aoi.geojson");
        await rename(join(home, "aoi.gpkg"), join(home, "aoi"));
      },
    ],
    ["shapefile beside its parts", "aoi.shp", ({ ogr }) => ogr("aoi.shp", "aoi.geojson")],
    [
      "shapefile with upper-case extensions",
      "aoi.SHP",
      async ({ home, ogr }) => {
        await ogr("aoi.shp", "aoi.geojson");
        for (const name of SHAPEFILE)
          await rename(
            join(home, name),
            join(
              home,
              name.replace(/\w+$/, (end) => end.toUpperCase()),
            ),
          );
      },
    ],
    ["zipped shapefile", "aoi.shz", ({ ogr }) => ogr("-f", "ESRI Shapefile", "aoi.shz", "aoi.geojson")],
    [
      "zipped shapefile in a folder, by macOS",
      "aoi.zip",
      async ({ home, ogr }) => {
        await ogr("aoi.shp", "aoi.geojson");
        const resources = { "__MACOSX/._aoi.shp": Buffer.from("Mac OS X") };
        const members = { ...resources, ...(await zipFiles(home, SHAPEFILE, "export/")) };
        await writeFile(join(home, "aoi.zip"), zipSync(members));
      },
    ],
    [
      "KMZ of GDAL, whose doc.kml links to the layer",
      "aoi.kmz",
      ({ ogr }) => ogr("-f", "LIBKML", "aoi.kmz", "aoi.geojson"),
    ],
    [
      "KMZ with pictures before its doc.kml",
      "aoi.kmz",
      async ({ home, ogr }) => {
        await ogr("-f", "KML", "aoi.kml", "aoi.geojson");
        const kml = await readFile(join(home, "aoi.kml"));
        const picture = Buffer.from("\x89PNG");
        await writeFile(join(home, "aoi.kmz"), zipSync({ "files/a.png": picture, "doc.kml": kml }));
      },
    ],
    [
      "a Feature per line",
      "aoi.geojsonl",
      ({ ogr }) => ogr("-f", "GeoJSONSeq", "aoi.geojsonl", "aoi.geojson"),
    ],
    [
      "a GeoJSON text sequence",
      "aoi.geojsons",
      ({ ogr }) => ogr("-f", "GeoJSONSeq", "-lco", "RS=YES", "aoi.geojsons", "aoi.geojson"),
    ],
  ])("%s", async (_name, file, make) => {
    const folder = await openFolder();
    await make(folder);
    const { exitCode, stderr, requests } = await swath(`catalog search --file ${file}`, folder);
    expect(stderr).not.toContain("Error");
    expect(cornersOf(requests)).toEqual(CORNERS);
    expect(exitCode).toBe(0);
  });

  it("a zipped file also comes from stdin, and a GeoPackage there is refused, because it needs its path", async () => {
    const { home, ogr } = await openFolder();
    await ogr("-f", "ESRI Shapefile", "aoi.shz", "aoi.geojson");
    await ogr("aoi.gpkg", "aoi.geojson");
    const zipped = await swath("catalog search --file -", {
      home,
      stdin: await readFile(join(home, "aoi.shz")),
    });
    expect(cornersOf(zipped.requests)).toEqual(CORNERS);
    const database = await swath("catalog search --file -", {
      home,
      stdin: await readFile(join(home, "aoi.gpkg")),
    });
    expect(database).toMatchObject({ exitCode: 2, requests: [] });
    expect(database.stderr).toContain("is a GeoPackage, which needs its path");
  });

  it.each([
    [
      "a database of another program",
      "aoi.sqlite",
      /the application id in its header is not that of a GeoPackage/,
    ],
    ["cut off", "aoi.gpkg", /the file has \d+ bytes, but \d+ pages of 4096 bytes have \d+/],
    ["cut off", "aoi.shz", /it has no zip directory/],
  ])(
    "a file that is %s, %s, is named with its fault and the command that shows whether GDAL reads it",
    async (_title, name, fault) => {
      const { home, ogr } = await openFolder();
      await ogr(...(name === "aoi.shz" ? ["-f", "ESRI Shapefile"] : []), name, "aoi.geojson");
      const path = join(home, name);
      if (name !== "aoi.sqlite") await writeFile(path, (await readFile(path)).subarray(0, -40));
      const run = await swath(`catalog search --file ${name}`, { home });
      expect(run).toMatchObject({ exitCode: 2, requests: [] });
      expect(run.stderr).toMatch(new RegExp(`${name}: ${fault.source}`));
      expect(run.stderr).toContain(
        `If GDAL cannot read it either, ask for the file again: ogrinfo ${name}\n`,
      );
    },
  );

  it("a hole stays a hole, and a ring that is not turned stays an area", async () => {
    const { home, ogr } = await openFolder();
    const square = (west: number, south: number, side: number) => [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ];
    const rings = [[square(10, 50, 1), square(10.2, 50.2, 0.2)], [square(12, 50, 1)]];
    await writeFile(
      join(home, "holes.geojson"),
      collection(feature({ type: "MultiPolygon", coordinates: rings })),
    );
    await ogr("holes.shp", "holes.geojson");
    const { requests } = await swath("catalog search --file holes.shp", { home });
    const areas = requests.map(
      ({ body }) => (body as { intersects: { coordinates: number[][][] } }).intersects,
    );
    expect(areas.map(({ coordinates }) => coordinates.length).toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  it("one reader gives the sites of a watch and the requests of --each, with their names in any encoding", async () => {
    const { home, ogr } = await openFolder();
    await ogr("ports.gpkg", "ports.geojson");
    await ogr("-lco", "ENCODING=ISO-8859-1", "latin.shp", "ports.geojson");
    await ogr("-lco", "ENCODING=UTF-8", "utf8.shp", "ports.geojson");
    await ogr("-f", "LIBKML", "ports.kml", "ports.geojson");
    await ogr("-f", "GeoJSONSeq", "ports.geojsonl", "ports.geojson");
    const words = "--window-open +1d --window 7d --tier standard --type spotlight --dry-run --file";
    for (const file of ["ports.gpkg", "latin.shp", "utf8.shp", "ports.kml", "ports.geojsonl"]) {
      const each = await swath(`task create --each ${words} ${file}`, { home });
      expect(each.stderr, file).not.toContain("Error");
      expect(each.stdout).toContain("Hafen Süd");
      expect(each.stdout).toContain("São Jorge");
      const watched = await swath(`watch ${file} --peek --json --state ${file}.json`, { home });
      expect(watched.exitCode, watched.stderr).toBe(0);
      const bodies = watched.requests.map(({ body }) => body as { intersects?: { coordinates: number[] } });
      expect(bodies.map(({ intersects }) => intersects?.coordinates)).toContainEqual([-9.14, 38.71]);
    }
  });

  it("degrees of another reference system are refused by every reader of a file", async () => {
    const home = await tempHome();
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::4267" } };
    const ports = JSON.parse(PORTS) as object;
    await writeFile(join(home, "nad27.geojson"), JSON.stringify({ ...ports, crs }));
    const form = "--window-open +1d --window 7d --tier standard --type spotlight --yes";
    for (const words of [
      `task create --each --file nad27.geojson ${form}`,
      "watch nad27.geojson",
      "catalog search --file nad27.geojson",
    ]) {
      const { exitCode, stderr, requests } = await swath(words, { home });
      expect(stderr).toContain("EPSG::4267");
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    }
  });

  it("a placemark and a row give the name of their task, also from a column NAME, which watch takes", async () => {
    const { home, ogr } = await openFolder();
    const place = { type: "Point", coordinates: [4.5, 51.9] };
    await writeFile(join(home, "upper.geojson"), collection(feature(place, { NAME: "harbour" })));
    await writeFile(
      join(home, "one.kml"),
      '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>harbour</name><Point><coordinates>4.5,51.9</coordinates></Point></Placemark></kml>',
    );
    await ogr("upper.shp", "upper.geojson");
    const words =
      "task create --window-open +1d --window 7d --tier standard --type spotlight --dry-run --json";
    for (const file of [
      "one.kml",
      "upper.shp",
      "upper.geojson",
      "upper.shp --each",
      "upper.geojson --each",
    ]) {
      const { stdout, stderr, exitCode } = await swath(`${words} --file ${file}`, { home });
      expect(exitCode, stderr).toBe(0);
      expect(stdout, file).toMatch(/"taskingrequestName":\s*"harbour"/);
    }
    const { exitCode, stderr } = await swath("watch upper.shp", { home });
    expect(exitCode, stderr).toBe(0);
  });

  it("several features are one task each only with --each, whatever the format", async () => {
    const { home, ogr } = await openFolder();
    await ogr("-f", "KML", "ports.kml", "ports.geojson");
    await ogr("ports.gpkg", "ports.geojson");
    const words = "task create --window-open +1d --window 7d --tier standard --type spotlight --dry-run";
    for (const file of ["ports.geojson", "ports.kml", "ports.gpkg"]) {
      const { stderr, exitCode, requests } = await swath(`${words} --file ${file}`, { home });
      expect(stderr).toContain("Add --each");
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
      const search = await swath(`catalog search --file ${file}`, { home });
      expect(search.requests, search.stderr).toHaveLength(2);
    }
  });

  it("of a table only the fields of a request are taken, and a note lists the other columns", async () => {
    const { home, ogr } = await openFolder();
    const properties = { name: "a", id: 7, note: "x", windowOpen: "2026-03-20T00:00:00Z" };
    await writeFile(
      join(home, "sites.geojson"),
      collection(feature({ type: "Point", coordinates: [14.25, 40.84] }, properties)),
    );
    await ogr("sites.gpkg", "sites.geojson");
    const words =
      "task create --each --window 7d --tier standard --type spotlight --dry-run --file sites.gpkg";
    const { stdout, stderr } = await swath(words, { home });
    expect(stderr).toMatch(/Not sent, .*note/);
    expect(stdout).toMatch(/"windowOpen": "2026-03-20T00:00:00(?:\.000)?Z"/);
    expect(stdout).not.toContain('"note"');
  });

  it("several layers are refused with their names, and one is chosen as QGIS writes it", async () => {
    const { home, ogr } = await openFolder();
    await ogr("-nln", "bay", "all.gpkg", "aoi.geojson");
    await ogr("-update", "-nln", "ports", "all.gpkg", "ports.geojson");
    const both = await swath("catalog search --file all.gpkg", { home });
    expect(both).toMatchObject({ exitCode: 2, requests: [] });
    expect(both.stderr).toContain("2 layers (bay, ports)");
    expect(both.stderr).toContain("'all.gpkg|layername=bay'");
    const one = await swath(["catalog", "search", "--file", "all.gpkg|layername=bay"], { home });
    expect(cornersOf(one.requests)).toEqual(CORNERS);
    const unknown = await swath(["catalog", "search", "--file", "all.gpkg|layername=lakes"], { home });
    expect(unknown.stderr).toContain('no layer "lakes"; it has bay, ports');
    const filtered = await swath(["catalog", "search", "--file", "all.gpkg|layername=bay|subset=x"], {
      home,
    });
    expect(filtered).toMatchObject({ exitCode: 2, requests: [] });
    const sites = await swath(["watch", "all.gpkg|layername=ports"], { home });
    expect(sites.exitCode, sites.stderr).toBe(0);
    expect(await readdir(home)).toContain("all.ports.watch.json");
  });

  it.each(["aoi.gpkg", "aoi.shp", "aoi.shz"])(
    "%s in another reference system is refused by its name, with the command that converts it",
    async (file) => {
      const { home, ogr } = await openFolder();
      await ogr(
        "-f",
        file.endsWith("gpkg") ? "GPKG" : "ESRI Shapefile",
        "-t_srs",
        "EPSG:32633",
        file,
        "aoi.geojson",
      );
      const { exitCode, stderr, requests } = await swath(`catalog search --file ${file}`, { home });
      expect(stderr).toMatch(/coordinates in .*UTM.zone.33N/i);
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
      const [, command = ""] = /ogr2ogr (-t_srs .*)/.exec(stderr) ?? [];
      await ogr(...command.trim().split(" "));
      const converted = await swath("catalog search --file area.geojson", { home });
      expect(converted.exitCode, converted.stderr).toBe(0);
    },
  );

  it("a shapefile without a .prj or another part is refused, because its numbers could mean anything", async () => {
    const { home, ogr } = await openFolder();
    await ogr("aoi.shp", "aoi.geojson");
    for (const [lost, said] of [
      [".prj", "ogr2ogr -a_srs EPSG:4326 area.geojson aoi.shp"],
      [".dbf", "it has no .dbf beside it"],
      [".shx", "it has no .shx beside it"],
    ] as const) {
      await rename(join(home, `aoi${lost}`), join(home, "away"));
      const { exitCode, stderr, requests } = await swath("catalog search --file aoi.shp", { home });
      await rename(join(home, "away"), join(home, `aoi${lost}`));
      expect(stderr).toContain(said);
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    }
    const table = await swath("catalog search --file aoi.dbf", { home });
    expect(table.stderr).toContain("is a part of a shapefile");
  });

  it("reading leaves no file behind, also beside a GeoPackage in WAL mode", async () => {
    const { home, ogr } = await openFolder();
    await ogr("aoi.gpkg", "aoi.geojson");
    const database = new DatabaseSync(join(home, "aoi.gpkg"));
    database.exec("PRAGMA journal_mode = WAL");
    database.close();
    await mkdir(join(home, "maps"));
    await copyFile(join(home, "aoi.gpkg"), join(home, "maps", "aoi.gpkg"));
    const { requests } = await swath("catalog search --file maps/aoi.gpkg", { home });
    expect(cornersOf(requests)).toEqual(CORNERS);
    expect(await readdir(join(home, "maps"))).toEqual(["aoi.gpkg"]);
  });

  it("a feature without a geometry is refused, not dropped", async () => {
    const { home, ogr } = await openFolder();
    await writeFile(
      join(home, "lost.geojson"),
      collection(feature(BAY, { name: "a" }), { type: "Feature", properties: { name: "b" }, geometry: null }),
    );
    await ogr("lost.gpkg", "lost.geojson");
    const { exitCode, stderr } = await swath("watch lost.gpkg", { home });
    expect(stderr).toContain('feature 2 ("b"): the geometry is null');
    expect(exitCode).toBe(3);
  });
});

describe("AREA-04 a file that is not an area is named for what it is", () => {
  const KML = Buffer.from(
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>',
  );
  const LINK = Buffer.from(
    '<kml xmlns="http://www.opengis.net/kml/2.2"><NetworkLink><Link><href>https://example.com/a.kml</href></Link></NetworkLink></kml>',
  );
  const CONVERSION = "Convert it: ogr2ogr -t_srs EPSG:4326 area.geojson";
  const GML = Buffer.from(
    '<?xml version="1.0"?><ogr:FeatureCollection xmlns:ogr="http://ogr.maptools.org/" xmlns:gml="http://www.opengis.net/gml/3.2"/>',
  );
  const DUTCH = Buffer.from(
    JSON.stringify({
      type: "FeatureCollection",
      crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::28992" } },
      features: [feature({ type: "Point", coordinates: [90000, 435000] })],
    }),
  );
  /** Marks all members of an archive as encrypted. */
  function encrypt(zip: Uint8Array): Buffer {
    const bytes = Buffer.from(zip);
    for (let at = 0; at + 10 < bytes.length; at++) {
      if (bytes.readUInt32LE(at) === 0x02014b50) bytes.writeUInt16LE(1, at + 8);
      if (bytes.readUInt32LE(at) === 0x04034b50) bytes.writeUInt16LE(1, at + 6);
    }
    return bytes;
  }
  const bytesOf = (hex: string): Buffer => Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(600)]);

  it.each<[string, () => Uint8Array, string, string?]>([
    ["a.tif", () => bytesOf("49492a00"), "a TIFF image"],
    ["a.docx", () => zipSync({ "[Content_Types].xml": KML, "word/document.xml": KML }), "an Office document"],
    ["a.7z", () => bytesOf("377abcaf271c"), "a 7z archive"],
    ["a.geojson.gz", () => gzipSync("{}"), "gzip-compressed", "gunzip"],
    ["a.fgb", () => bytesOf("6667620366676200"), "a FlatGeobuf file", `${CONVERSION} a.fgb`],
    ["a.parquet", () => bytesOf("50415231"), "a Parquet file", `${CONVERSION} a.parquet`],
    ["a.gml", () => GML, "contains GML", `${CONVERSION} a.gml`],
    ["rd.geojson", () => DUTCH, "urn:ogc:def:crs:EPSG::28992", `${CONVERSION} rd.geojson`],
    ["a.bin", () => bytesOf("0102030405060708"), "a binary file"],
    ["a.gdb.zip", () => zipSync({ "a.gdb/gdb": KML }), "file geodatabase", "/vsizip/a.gdb.zip/a.gdb"],
    [
      "json.zip",
      () => zipSync({ "in/a.geojson": KML }),
      "without a shapefile and without KML",
      "give a.geojson",
    ],
    ["none.zip", () => zipSync({}), "an empty zip archive"],
    ["locked.kmz", () => encrypt(zipSync({ "doc.kml": KML })), "its member doc.kml is encrypted"],
    ["bomb.kmz", () => zipSync({ "doc.kml": new Uint8Array(70_000_000) }), "70000000 bytes; at most"],
    ["link.kmz", () => zipSync({ "doc.kml": LINK }), "only 1 NetworkLink"],
    ["cut.kmz", () => zipSync({ "doc.kml": KML }).subarray(0, 60), "it has no zip directory"],
  ])("%s", async (file, make, said, next = "") => {
    const home = await tempHome();
    await writeFile(join(home, file), make());
    const { exitCode, stderr, requests } = await swath(`catalog search --file ${file}`, { home });
    expect(stderr).toContain(said);
    expect(stderr).toContain(next);
    expect(stderr).not.toContain("UTF-8");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  });

  it("the documents of a KMZ that are not read are listed in a note", async () => {
    const home = await tempHome();
    await writeFile(join(home, "two.kmz"), zipSync({ "files/b.kml": KML, "doc.kml": KML }));
    expect(Object.keys(unzipSync(await readFile(join(home, "two.kmz"))))).toHaveLength(2);
    const { stderr, requests } = await swath("catalog search --file two.kmz", { home });
    expect(stderr).toContain("read doc.kml of the archive, not files/b.kml");
    expect(requests).toHaveLength(1);
  });

  it("the next step of another binary file is the list of formats, or a conversion", async () => {
    const home = await tempHome();
    await writeFile(join(home, "a.docx"), zipSync({ "[Content_Types].xml": KML }));
    const { stderr } = await swath("catalog search --file a.docx", { home });
    expect(stderr).toContain("swath help formats");
  });
});
