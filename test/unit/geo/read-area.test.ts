import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { readAreaText } from "../../../src/geo/read-area.ts";
import { expectLinear } from "../../growth.ts";
import { PROVES_ALL } from "../../sampled.ts";

const VESUVIUS = { type: "Point", coordinates: [14.426, 40.821] };
const BAY = {
  type: "Polygon",
  coordinates: [
    [
      [14.1, 40.7],
      [14.5, 40.7],
      [14.5, 40.9],
      [14.1, 40.7],
    ],
  ],
};
const feature = (geometry: unknown): object => ({ type: "Feature", geometry, properties: { name: "x" } });
const kml = (...placemarks: string[]): string =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks
    .map((body) => `<Placemark><name>x</name>${body}</Placemark>`)
    .join("")}</Document></kml>`;
const KML_POINT = "<Point><coordinates>14.426,40.821,0</coordinates></Point>";

const refusal = async (input: string | Uint8Array): Promise<string> => {
  try {
    await readAreaText(input, "area");
    return "accepted";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message} [${typeof error.next === "string" ? error.next : ""}]`;
  }
};

describe("readAreaText", () => {
  it("TASK-02 accepts a feature, a bare geometry, and a collection of one feature", async () => {
    expect(await readAreaText(JSON.stringify(feature(VESUVIUS)))).toEqual({
      geometry: VESUVIUS,
      feature: feature(VESUVIUS),
      notes: [],
    });
    expect(await readAreaText(JSON.stringify(BAY))).toEqual({ geometry: BAY, notes: [] });
    const one = { type: "FeatureCollection", features: [feature(BAY)] };
    expect(await readAreaText(JSON.stringify(one))).toEqual({
      geometry: BAY,
      feature: feature(BAY),
      notes: ["took the only feature of the FeatureCollection"],
    });
  });

  it.each([
    ["POINT(14.426 40.821)", VESUVIUS],
    ["SRID=4326;POINT(14.426 40.821)", VESUVIUS],
    [" polygon ((14.1 40.7, 14.5 40.7, 14.5 40.9, 14.1 40.7)) ;\n", BAY],
    // P25: line breaks and tabs, as editors and Windows write them.
    ["\r\n\tPOLYGON\r\n(\r\n(14.1 40.7,\r\n\t14.5 40.7,\n14.5\t40.9,\r14.1\n40.7\n)\n)\r\n", BAY],
    ["POINT Z(14.426 40.821 1281)", { type: "Point", coordinates: [14.426, 40.821, 1281] }],
    ["PointZ (14.426 40.821 1281)", { type: "Point", coordinates: [14.426, 40.821, 1281] }],
  ])("reads the WKT %s", async (text, geometry) => {
    expect(await readAreaText(text)).toEqual({ geometry, notes: [] });
  });

  it("reads the one placemark of a KML file", async () => {
    expect(await readAreaText(kml(KML_POINT))).toEqual({
      geometry: VESUVIUS,
      attributes: { name: "x" },
      notes: [],
    });
    const ring = "14.1,40.7,0 14.5,40.7,0\n14.5,40.9,0 14.1,40.7,0";
    const area = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
    expect(await readAreaText(kml(area, "").replace("<kml", "<!-- <html> --><kml"))).toMatchObject({
      geometry: BAY,
      notes: ["skipped 1 placemark without a geometry"],
    });
    const high = await readAreaText(kml(KML_POINT.replace(",0<", ",1281<")));
    expect(high.geometry).toEqual({ type: "Point", coordinates: [...VESUVIUS.coordinates, 1281] });
  });

  it("accepts a byte order mark with a note", async () => {
    const notes = ["skipped a byte order mark at the start"];
    expect(await readAreaText(`\ufeff${JSON.stringify(BAY)}`)).toMatchObject({ geometry: BAY, notes });
    expect(await readAreaText(Buffer.from(`\ufeff${kml(KML_POINT)}`))).toMatchObject({
      geometry: VESUVIUS,
      notes,
    });
  });

  it.each<[unknown, string]>([
    [
      { type: "FeatureCollection", features: [feature(BAY), feature(BAY), feature(BAY)] },
      "INPUT_NOT_GEOJSON: area contains a FeatureCollection with 3 features, not one area [Keep the one feature",
    ],
    [{ type: "FeatureCollection", features: [] }, "a FeatureCollection with no features"],
    [{ type: "FeatureCollection" }, "a FeatureCollection without a list of features"],
    [{ type: "FeatureCollection", features: [null] }, "a FeatureCollection with null in it"],
    [
      { type: "GeometryCollection", geometries: [VESUVIUS, { type: "Circle" }] },
      '"Circle" is not a GeoJSON geometry type',
    ],
    [
      feature({ type: "GeometryCollection", geometries: [] }),
      "GEOMETRY_TYPE_UNSUPPORTED: the GeometryCollection has no geometries",
    ],
    [feature(null), "GEOMETRY_TYPE_UNSUPPORTED: the geometry is null"],
    [
      feature({ type: "polygon", coordinates: [] }),
      '"polygon" is not a GeoJSON geometry type [write it "Polygon"]',
    ],
    [{ type: "POINT", coordinates: [1, 2] }, '[write it "Point"]'],
    [{ type: "Circle", coordinates: [1, 2] }, '"Circle" is not a GeoJSON geometry type'],
    [
      { type: "Topology", objects: {} },
      "area contains TopoJSON, not one area [Convert it to GeoJSON: ogr2ogr area.geojson <file>]",
    ],
    [{ rings: [[[1, 2]]], spatialReference: { wkid: 4326 } }, "area contains Esri JSON"],
    [{ taskType: "x" }, "an object without type"],
    [{ geometry: BAY }, "an object with a geometry but without type"],
    [{ type: { toString: 1 } }, "an object without type"],
    [
      [14.4, 40.8],
      'an array of 2, not one area [For a place write {"type":"Point","coordinates":[14.4,40.8]}]',
    ],
    [[], "an array of 0"],
    [7, "area contains a number"],
    [null, "area contains null"],
    [
      { ...BAY, crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::32633" } } },
      'another reference system ("urn:ogc:def:crs:EPSG::32633")',
    ],
    [
      { type: "Point", coordinates: ["14", "40"] },
      'GEOMETRY_COORDINATES_INVALID: coordinates contains a text ("14") in place of a number',
    ],
    [{ type: "Point", coordinates: [[14, 40]] }, "coordinates has more brackets than a Point has"],
    [{ type: "Point" }, "the Point has no coordinates"],
    [
      {
        type: "Polygon",
        coordinates: [
          [14, 40],
          [15, 40],
        ],
      },
      "coordinates[0] has fewer brackets than a Polygon has",
    ],
    [
      feature({
        type: "Polygon",
        coordinates: [
          [
            [14, 40],
            [15, null],
          ],
        ],
      }),
      "geometry.coordinates[0][1] contains null in place of a number",
    ],
  ])("TASK-02 reports the type found in %j", async (value, part) => {
    expect(await refusal(JSON.stringify(value))).toContain(part);
  });

  it("accepts the old name of longitude and latitude", async () => {
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS84" } };
    expect(await refusal(JSON.stringify({ ...BAY, crs }))).toBe("accepted");
  });

  it.each([
    ["", "INPUT_NOT_JSON: area is empty"],
    ["not an area", "INPUT_NOT_JSON: area is not JSON: line 1, column 1"],
    [
      '{"type":"Point","coordinates":[1e999,2]}',
      "INPUT_NOT_JSON: area contains a number too large to keep at coordinates[0]",
    ],
    ['{"type":"Point","coordinates":[NaN,2]}', 'INPUT_NOT_JSON: area is not JSON: line 1, column 32: "NaN"'],
    ["SRID=3857;POINT(1 2)", "INPUT_NOT_GEOJSON: area contains EWKT in SRID 3857"],
    ["POINT EMPTY", "INPUT_NOT_GEOJSON: area contains an empty WKT geometry"],
    ["POLYGON((0 0, 1 0", "INPUT_NOT_GEOJSON: area contains WKT that cannot be read"],
    ["POINT(1 2) POINT(3 4)", 'WKT with more text after it ("POINT(3 4)")'],
    ["POINT(a b)", "GEOMETRY_COORDINATES_INVALID"],
    ["POINT(1e999 2)", "GEOMETRY_COORDINATES_INVALID"],
    ["GEOMETRYCOLLECTION(POINT(1 2)", "it breaks off"],
    ["GEOMETRYCOLLECTION(POINT(1 2),CIRCLE(1 2))", "cannot be read"],
    [`${"GEOMETRYCOLLECTION(".repeat(9)}POINT(1 2)${")".repeat(9)}`, "nests deeper than 8 levels"],
    ["CIRCULARSTRING(0 0,1 1,2 0)", "WKT that cannot be read"],
    ["<html><body>Sign in</body></html>", "INPUT_NOT_GEOJSON: area contains an HTML page"],
    [
      "<gpx></gpx>",
      "area contains GPX, not one area [Convert one layer to GeoJSON: ogr2ogr area.geojson <file> tracks",
    ],
    ["<rss/>", "XML that is not KML"],
    ["<", "XML that is not KML"],
    [kml(), "KML without a placemark that has a geometry"],
    [kml(""), "KML with 1 placemark, none with a position"],
    [kml(KML_POINT, KML_POINT), "KML with 2 placemarks"],
    ["<kml><b></kml>", "area is not well-formed XML"],
    ['<!DOCTYPE kml [<!ENTITY a "aaaa">]><kml>&a;</kml>', "area declares a document type (line 1)"],
  ])("%j: %s", async (text, part) => {
    expect(await refusal(text)).toContain(part);
  });

  it("refuses KML nested too deeply for a reader", async () => {
    const folders = "<Folder>".repeat(100_000) + "</Folder>".repeat(100_000);
    expect(await refusal(`<kml>${folders}</kml>`)).toContain("area nests deeper than 64 levels (line 1)");
  });

  it("reads any text as an area or throws an AppError", async () => {
    const word = fc.constantFrom(
      ...'POINT POLYGON MULTIPOLYGON SRID=4326; ( ) (( )) , 1 2.5 -3e2 EMPTY Z <kml> </kml> <Placemark> </Placemark> <Point> </Point> <coordinates> </coordinates> 1,2 & < > <![CDATA[ ]]> { } [ ] " : type Feature null'.split(
        " ",
      ),
    );
    const soup = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    await fc.assert(
      fc.asyncProperty(fc.oneof(soup, fc.string({ unit: "binary" })), async (text) => {
        expect((await refusal(text)).length).toBeGreaterThan(0);
      }),
      { numRuns: PROVES_ALL ? 3000 : 750 },
    );
  });

  it("reads any JSON that looks like GeoJSON as an area or throws an AppError", async () => {
    const leaf = fc.oneof(
      fc.double(),
      fc.constantFrom(null, "x", 14.4),
      fc.array(fc.double(), { maxLength: 4 }),
    );
    const { geometry } = fc.letrec<{ geometry: unknown; nested: unknown }>((tie) => ({
      nested: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("nested"), { maxLength: 3 })),
      geometry: fc.record(
        {
          type: fc.constantFrom(
            "Point",
            "Polygon",
            "MultiPolygon",
            "Feature",
            "FeatureCollection",
            "x",
            null,
          ),
          coordinates: tie("nested"),
          geometry: fc.oneof({ maxDepth: 3 }, leaf, tie("geometry")),
          features: fc.array(fc.oneof({ maxDepth: 3 }, leaf, tie("geometry")), { maxLength: 2 }),
          crs: leaf,
        },
        { requiredKeys: ["type"] },
      ),
    }));
    await fc.assert(
      fc.asyncProperty(geometry, async (value) => {
        expect((await refusal(JSON.stringify(value))).length).toBeGreaterThan(0);
      }),
      { numRuns: PROVES_ALL ? 3000 : 750 },
    );
  });

  it.each<[string, number, (count: number) => string]>([
    ["WKT", 1_000_000, (count) => `POLYGON((${"1 2,".repeat(count)}`],
    ["WKT brackets", 4_000_000, (count) => `POLYGON${"(".repeat(count)}`],
    [
      "KML coordinates",
      500_000,
      (count) => kml(`<Point><coordinates>${"1,2 ".repeat(count)}</coordinates></Point>`),
    ],
    ["KML text", 4_000_000, (count) => `<kml>${"&".repeat(count)}`],
    ["KML comments", 800_000, (count) => `<kml>${"<!-- ".repeat(count)}`],
    ["KML tags", 300_000, (count) => `<kml>${"<a/>".repeat(count)}`],
  ])("reads megabytes of %s in linear time", async (_name, count, make) => {
    await expectLinear(count, make, refusal);
  });

  const folder = new URL("../../fixtures/areas/", import.meta.url);
  it.each(readdirSync(folder))("reads the fixture %s", async (name) => {
    expect((await readAreaText(readFileSync(new URL(name, folder)), name)).feature).toBeDefined();
  });
});
