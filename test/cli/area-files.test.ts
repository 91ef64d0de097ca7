/** Areas from files and flags: nothing that cannot be read is dropped, because the rest would be another place. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import type { LineString } from "../../src/geo/geojson.ts";
import { readAreaText } from "../../src/geo/read-area.ts";
import { readPositions } from "../../src/geo/position-text.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 100 });

const KML = 'xmlns="http://www.opengis.net/kml/2.2"';
const GX = 'xmlns:gx="http://www.google.com/kml/ext/2.2"';
const kml = (body: string, namespace = KML, encoding = "UTF-8"): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<kml ${namespace}>\n<Document>\n${body}\n</Document></kml>`;
const point = (coordinates: string, name = "a"): string =>
  `<Placemark><name>${name}</name><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`;
const ring = (coordinates: string): string =>
  `<LinearRing><coordinates>\n${coordinates}\n</coordinates></LinearRing>`;
const polygon = (parts: string): string => `<Placemark><name>a</name><Polygon>${parts}</Polygon></Placemark>`;
const outside = (coordinates: string): string => `<outerBoundaryIs>${ring(coordinates)}</outerBoundaryIs>`;
const hole = (coordinates: string): string => `<innerBoundaryIs>${ring(coordinates)}</innerBoundaryIs>`;
const RING = "14.2,40.6 14.5,40.6\n14.5,40.9 14.2,40.6";
const NAPLES = [14.2, 40.6];
const BAY = [NAPLES, [14.5, 40.6], [14.5, 40.9], NAPLES];
const HOLE = [
  [14.3, 40.65],
  [14.4, 40.65],
  [14.4, 40.7],
  [14.3, 40.65],
];
const HOLE_TEXT = "14.3,40.65 14.4,40.65 14.4,40.7 14.3,40.65";
const OVERLAY = "<GroundOverlay><LatLonBox><north>41</north></LatLonBox></GroundOverlay>";
const MODEL = "<Placemark><name>m</name><Model><Location/></Model></Placemark>";

const inFolder = async (file: string | Uint8Array): Promise<string> => {
  const home = await tempHome();
  await writeFile(join(home, "a.kml"), file);
  return home;
};

/** Runs both readers of a file: one area, and a list of sites. */
async function readBoth(file: string | Uint8Array) {
  const area = await swath("catalog search --file a.kml", { home: await inFolder(file) });
  const sites = await swath("watch a.kml", { home: await inFolder(file) });
  return { area, sites };
}

describe("AREA-01 KML coordinates that cannot be read end the reading, with the tuple, its line and a next step", () => {
  it.each([
    ["a blank after the comma", "14.2, 40.6,5", '"14.2," ends with a comma', "14.2,40.6,5"],
    ["a blank before the comma", "14.2 ,40.6", '"14.2" has 1 of the two', "longitude,latitude"],
    ["letters", "14.2E,40.6N", '"14.2E,40.6N" has "14.2E", not a decimal number', "decimal degrees"],
    ["degrees and minutes", "14°12',40°36'", `has "14°12'", not a decimal number`, "decimal degrees"],
    ["NaN", "NaN,40.6", 'has "NaN", not a decimal number', "decimal degrees"],
    ["an altitude of NaN", "14.2,40.6,NaN", 'has "NaN", not a decimal number', "decimal degrees"],
    ["Infinity", "Infinity,40.6", 'has "Infinity", not a decimal number', "decimal degrees"],
    ["a hexadecimal number", "0x10,40.6", 'has "0x10", not a decimal number', "decimal degrees"],
    ["a tail", "14.2,40.6abc", 'has "40.6abc", not a decimal number', "decimal degrees"],
    ["a comma at the end", "14.2,40.6,", '"14.2,40.6," ends with a comma', "decimal degrees"],
    ["positions joined by commas", "14.2,40.6,0,14.5,40.6,0", "has 6 numbers", "blanks only between"],
    ["blanks for commas", "14.2 40.6 0", '"14.2" has 1 of the two', "longitude,latitude"],
    ["a decimal comma", "14,25,40,06", "would be 14.25,40.06", "decimal degrees"],
    ["a decimal comma and a height", "14,25,40,6,0", "would be 14.25,40.6", "decimal degrees"],
    ["two positions", "14.2,40.6 14.5,40.6", "the Point has 2 positions, not one", "with commas"],
    ["another order", "40.6,140.2", "write 140.2,40.6", "longitude first"],
    ["a longitude beyond 180", "190,40", "has longitude 190 outside -180..180", "-170 for 190"],
    ["an element inside", "14.2,<b/>40.6", "<b> is inside <coordinates>", "Delete it"],
    ["a comment inside", "14.2,40.<!-- or 7 -->6,0", "a comment is inside a position", "Delete the comment"],
  ])("%s", async (_name, coordinates, reason, next) => {
    for (const { exitCode, stderr, requests } of Object.values(await readBoth(kml(point(coordinates))))) {
      expect(stderr).toContain("a.kml, line 4: ");
      expect(stderr).toContain(reason);
      expect(stderr).toContain(next);
      expect({ exitCode, requests }).toEqual({ exitCode: 3, requests: [] });
    }
  });

  it("in every part of a geometry, with the line of the tuple", async () => {
    const bad = "14.3,40.65\n14.4, 40.65\n14.4,40.7 14.3,40.65";
    const tracks = `<Placemark><gx:Track><gx:coord>14.2 40.6 0</gx:coord>\n<gx:coord>14.3 4O.6 0</gx:coord></gx:Track></Placemark>`;
    for (const [body, line, tuple] of [
      [polygon(outside(bad)), 6, "14.4,"],
      [polygon(outside(RING) + hole(bad)), 9, "14.4,"],
      [
        `<Placemark><MultiGeometry><Point><coordinates>x</coordinates></Point></MultiGeometry></Placemark>`,
        4,
        "x",
      ],
      [`<Placemark><LineString><coordinates>${bad}</coordinates></LineString></Placemark>`, 5, "14.4,"],
      [`<Folder><Folder>\n${point("14.2")}</Folder></Folder>`, 5, "14.2"],
      [point("14.2,40.6") + point("\n7"), 5, "7"],
      [tracks, 5, "14.3,4O.6,0"],
    ] as const) {
      const { area, sites } = await readBoth(kml(body, `${KML} ${GX}`));
      for (const { exitCode, stderr } of [area, sites]) {
        expect(stderr).toContain(`a.kml, line ${line}: "${tuple}"`);
        expect(exitCode).toBe(3);
      }
    }
  });

  it.each([
    ["a Polygon without a ring", polygon("<innerBoundaryIs/>"), "the Polygon has 0 outer boundaries"],
    ["two outsides", polygon(outside(RING) + outside(RING)), "the Polygon has 2 outer boundaries"],
    [
      "a hole without a ring",
      polygon(`${outside(RING)}<innerBoundaryIs><Point/></innerBoundaryIs>`),
      "the innerBoundaryIs has no LinearRing",
    ],
    ["two lists", point("1,2</coordinates><coordinates>3,4"), "the Point has 2 <coordinates>"],
    ["none", "<Placemark><Point/></Placemark>", "the Point has no <coordinates>"],
    [
      "a wrapped geometry",
      point("1,2")
        .replaceAll("Point>", "Point>")
        .replace("<Point>", "<Shape><Point>")
        .replace("</Point>", "</Point></Shape>"),
      "a Point is inside <Shape>",
    ],
  ])("%s is refused, not skipped", async (_name, body, reason) => {
    const { exitCode, stderr } = (await readBoth(kml(body))).area;
    expect(stderr).toMatch(/a\.kml, line [47]: /);
    expect(stderr).toContain(reason);
    expect(exitCode).toBe(3);
  });

  it("the outside of a polygon is its outerBoundaryIs, also behind the holes", async () => {
    const { area } = await readBoth(kml(polygon(hole(HOLE_TEXT) + outside(RING))));
    expect(area.requests[0]?.body).toEqual({ intersects: { type: "Polygon", coordinates: [BAY, HOLE] } });
  });

  it("but a geometry without any position is skipped with a note, and named where it is the only one", async () => {
    const nowhere = "<Placemark><name>lost</name><Point><coordinates> </coordinates></Point></Placemark>";
    const hollow = `<innerBoundaryIs/>${hole(" ")}`;
    const both = await readBoth(kml(`${nowhere}\n${polygon(outside(RING) + hollow)}`));
    expect(both.area.requests[0]?.body).toEqual({ intersects: { type: "Polygon", coordinates: [BAY] } });
    expect(both.area.stderr).toContain("skipped the Point of line 4: it has no positions");
    expect(both.area.stderr).toContain("skipped the innerBoundaryIs of line 8: it has no positions");
    expect(both.sites.stderr).toContain('feature 1 ("lost"): the geometry is null');
    expect(both.sites.exitCode).not.toBe(0);
    const { area } = await readBoth(kml(nowhere));
    expect(area.stderr).toContain("code INPUT_NOT_GEOJSON");
    expect(area.stderr).toContain("1 placemark");
    expect(area.exitCode).toBe(2);
  });

  it("an empty position of a track is one that was not measured", async () => {
    const coords = ["14.2 40.6 0", "", "14.5 40.9 0"].map((text) => `<gx:coord>${text}</gx:coord>`);
    const track = `<Placemark><gx:Track>${coords.join("")}</gx:Track></Placemark>`;
    const { area } = await readBoth(kml(track, `${KML} ${GX}`));
    const line = [NAPLES, [14.5, 40.9]];
    expect(area.requests[0]?.body).toEqual({ intersects: { type: "LineString", coordinates: line } });
  });

  it("an open ring is closed with a note", async () => {
    const { area, sites } = await readBoth(kml(polygon(outside("14.2,40.6 14.5,40.6 14.5,40.9"))));
    expect(area.requests[0]?.body).toEqual({ intersects: { type: "Polygon", coordinates: [BAY] } });
    for (const { stderr } of [area, sites]) expect(stderr).toContain("closed the ring of line 4");
  });
});

describe("AREA-02 KML is read by namespace, in the encoding that it declares", () => {
  const prefixed = kml(point("14.2,40.6"))
    .replaceAll(/<(\/?)(?=[A-Za-z])/g, "<$1kml:")
    .replace("xmlns=", "xmlns:kml=");
  const named = (encoding: string): string => kml(point("14.2,40.6", "São"), KML, encoding);
  it.each<[string, string | Uint8Array]>([
    ["a prefix", prefixed],
    ["KML 2.0", kml(point("14.2,40.6"), 'xmlns="http://earth.google.com/kml/2.0"')],
    ["KML 2.1", kml(point("14.2,40.6"), 'xmlns="http://earth.google.com/kml/2.1"')],
    ["https", kml(point("14.2,40.6"), 'xmlns="https://www.opengis.net/kml/2.3"')],
    ["no namespace", kml(point("14.2,40.6"), "")],
    ["folders", kml(`<Folder><Folder><Folder>${point("14.2,40.6")}</Folder></Folder></Folder>`)],
    ["CDATA and a comment", kml(point("<!-- SW --><![CDATA[14.2,40.6]]>"))],
    ["ISO-8859-1", Buffer.from(named("ISO-8859-1"), "latin1")],
    ["windows-1252", Buffer.from(named("windows-1252"), "latin1")],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${named("UTF-16")}`, "utf16le")],
    ["UTF-16 without one", Buffer.from(named("UTF-16"), "utf16le")],
    ["UTF-16, the other end first", Buffer.from(`\ufeff${named("UTF-16")}`, "utf16le").swap16()],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${named("UTF-8")}`)],
  ])("%s", async (_name, file) => {
    const { area, sites } = await readBoth(file);
    for (const { requests } of [area, sites])
      expect(requests[0]?.body).toMatchObject({ intersects: { type: "Point", coordinates: NAPLES } });
    expect(sites.exitCode, sites.stderr).toBe(0);
  });

  it("the depth of its elements is counted, whatever stands in their attributes", async () => {
    const nested = (tag: string): string => `${tag.repeat(20_000)}${"</Folder>".repeat(20_000)}`;
    for (const tag of ["<Folder>", '<Folder id="/>">']) {
      const { area } = await readBoth(kml(nested(tag)));
      expect(area.stderr).toContain("a.kml nests deeper than 64 levels (line 4)");
      expect(area.exitCode).toBe(2);
    }
    const flat = `${'<Style id="a>b"/>'.repeat(100)}${point("14.2,40.6")}`;
    const { area } = await readBoth(kml(flat));
    expect(area.requests[0]?.body).toMatchObject({ intersects: { coordinates: NAPLES } });
  });

  it("the name of a site keeps its letters", async () => {
    const twice = point("14.2,40.6", "S\u00e3o Jorge").repeat(2);
    const file = Buffer.from(kml(twice, KML, "ISO-8859-1"), "latin1");
    const { stderr } = await swath("watch a.kml", { home: await inFolder(file) });
    expect(stderr).toContain("code USAGE");
    expect(stderr).toContain('feature 2 ("S\u00e3o Jorge")');
  });

  it.each<[string, string | Uint8Array, string]>([
    [
      "an undeclared prefix",
      kml(`<Folder\nxsi:x="1">${point("1,2")}</Folder>`),
      'not well-formed XML: the namespace prefix "xsi" is not declared (line 4)',
    ],
    [
      "an undeclared prefix of an element",
      kml(`<gx:Tour/>${point("1,2")}`),
      'the namespace prefix "gx" is not declared (line 4)',
    ],
    [
      "a blank line before the declaration",
      `\n${kml(point("1,2"))}`,
      "not well-formed XML: processing instruction",
    ],
    ["zeros at the end", `${kml(point("1,2"))}\0\0`, "Extra content at the end of the document"],
    [
      "a tag left open",
      kml("<Folder>"),
      'not well-formed XML: Opening and ending tag mismatch: "Folder" != "Document" (line 4)',
    ],
    ["an entity of HTML", kml("<name>a&nbsp;b</name>"), "entity not found:&nbsp; (line 4)"],
    [
      "an unknown encoding",
      kml(point("1,2"), KML, "x-mac-unknown"),
      'declares the encoding "x-mac-unknown", which is not known',
    ],
    [
      "an untrue encoding",
      kml(point("1,2"), KML, "UTF-16"),
      'declares the encoding "UTF-16", and its bytes are not UTF-16',
    ],
    [
      "bytes that are not UTF-8",
      Buffer.from(named("UTF-8"), "latin1"),
      "has a byte in line 4 that is not UTF-8",
    ],
    [
      "a foreign namespace",
      kml(point("1,2"), 'xmlns="http://example.com/x"'),
      'the namespace "http://example.com/x", which is not KML',
    ],
    ["no placemark", kml("<name>x</name>"), "KML without a placemark that has a geometry"],
    [
      "a placemark in other letters",
      kml(point("1,2").replaceAll("Placemark", "placemark")),
      "only 1 <placemark> that is not KML's Placemark",
    ],
    [
      "a geometry without a placemark",
      kml("<Point><coordinates>1,2</coordinates></Point>"),
      "only 1 Point outside a Placemark",
    ],
  ])("the error has the true reason: %s", async (_name, file, reason) => {
    const { area } = await readBoth(file);
    expect(area.stderr).toContain(reason);
    expect(area.stderr).toContain("code INPUT_NOT_GEOJSON, exit 2");
    expect(area.requests).toEqual([]);
  });
});

describe("AREA-03 pictures, models and links in KML are neither an area nor a site", () => {
  it.each([
    ["GroundOverlay", OVERLAY],
    ["PhotoOverlay", "<PhotoOverlay><Point><coordinates>1,2</coordinates></Point></PhotoOverlay>"],
    ["ScreenOverlay", "<ScreenOverlay/>"],
    [
      "NetworkLink",
      "<NetworkLink><Region><LatLonAltBox><north>1</north></LatLonAltBox></Region></NetworkLink>",
    ],
    ["Model", MODEL],
  ])("%s", async (name, skipped) => {
    const { area, sites } = await readBoth(kml(skipped + point("14.2,40.6") + skipped));
    for (const { requests, stderr } of [area, sites]) {
      expect(stderr).toContain(`skipped 2 ${name}s: only placemarks are read`);
      expect(requests).toHaveLength(1);
      expect(requests[0]?.body).toMatchObject({ intersects: { coordinates: NAPLES } });
    }
    const alone = await readBoth(kml(skipped));
    expect(alone.area.stderr).toContain("code INPUT_NOT_GEOJSON");
    expect(alone.area.stderr).toContain(`only 1 ${name}`);
    expect(alone.sites.stderr).toContain("a.kml has no sites: it has no placemarks");
    expect([alone.area.exitCode, alone.sites.exitCode]).toEqual([2, 2]);
  });
});

describe("TASK-03 a position of more than three numbers is refused, with its likely reading", () => {
  const json = (coordinates: unknown, type = "Point"): string => JSON.stringify({ type, coordinates });
  const split = [
    [14, 2, 40, 6],
    [14, 5, 40, 6],
    [14, 5, 40, 9],
    [14, 2, 40, 6],
  ];
  const body = JSON.stringify({
    type: "Feature",
    properties: {},
    geometry: { type: "Point", coordinates: split[0] },
  });
  it.each([
    ["catalog search", ["--point", "-9,14,38,71"], "--point -9.14,38.71"],
    ["catalog search", ["--point", "-9,05,38,07"], "--point -9.05,38.07"],
    ["task create", ["--point", "-9,14,38,71"], "--point -9.14,38.71"],
    ["task create", ["--file", json(split[0])], "would be 14.2,40.6"],
    ["task create", ["--file", json([split], "Polygon")], "would be 14.2,40.6"],
    ["task create", ["--data", body], "would be 14.2,40.6"],
    ["passes --sandbox", ["--point", "-9,14,38,71"], "--point -9.14,38.71"],
    ["catalog search", ["--bbox", "-9,5,38,5,-9,0,39,0"], "--bbox -9.5,38.5,-9.0,39.0"],
    ["catalog search", ["--file", json(split[0])], "would be 14.2,40.6"],
    ["catalog search", ["--file", json([...split[0]!, 0])], "would be 14.2,40.6"],
    ["catalog search", ["--file", json([1.5, 2.5, 3, 4])], "has 4 numbers"],
    ["catalog search", ["--file", "POINT(14,2 40,6)"], "Write a decimal point: 14.2 40.6"],
    ["catalog search", ["--file", "POLYGON((14,2 40,6, 14,5 40,6, 14,5 40,9, 14,2 40,6))"], "14.2 40.6"],
    ["catalog search", ["--file", "POINT(14.2,5 40.6)"], '"14.2" has 1 of the two numbers'],
    ["catalog search", ["--file", "POINT(14.2 40.6 1 2)"], "has 4 numbers"],
    ["catalog search", ["--file", "POINT M (14.2 40.6 1)"], "measures (M)"],
    ["catalog search", ["--file", "POINT ZM (14.2 40.6 1 2)"], "measures (ZM)"],
    ["catalog search", ["--file", "PointM (14.2 40.6 1)"], "measures (M)"],
    ["catalog search", ["--file", "POINT(14.2abc 40.6)"], '"14.2abc", not a decimal number'],
    ["catalog search", ["--file", json(["14,2", "40,6"])], 'a text ("14,2") in place of a number'],
    ["catalog search", ["--file", json([14.2])], "has 1 of the two numbers"],
    ["catalog search", ["--file", json([14.2, 40.6, null])], "contains null"],
  ])("%s %j", async (command, area, reading) => {
    const { exitCode, stderr, requests } = await swath([...command.split(" "), ...area]);
    expect(stderr).toContain(reading);
    expect({ exitCode, requests }).toEqual({ exitCode: 3, requests: [] });
  });

  it("in a file of sites", async () => {
    const features = [
      { type: "Feature", properties: { name: "a" }, geometry: { type: "Point", coordinates: split[0] } },
    ];
    const home = await inFolder(JSON.stringify({ type: "FeatureCollection", features }));
    const { exitCode, stderr } = await swath("watch a.kml", { home });
    expect(stderr).toContain("would be 14.2,40.6");
    expect(exitCode).toBe(3);
  });

  it("CATALOG-02 a box of 6 numbers says how it is read", async () => {
    const { stderr } = await swath("catalog search --bbox 14,2,40,26,15,41");
    expect(stderr).toContain(
      "6 numbers are west 14, south 2, east 26 and north 15, with heights from 40 to 41",
    );
  });
});

it("TASK-04 a text of WKT without its last parenthesis is not a path, and a name with parentheses is", async () => {
  const area = "POLYGON((14.2 40.6, 14.5 40.6,\n 14.5 40.9";
  const [open, name] = [
    await swath(["catalog", "search", "--file", area, "--json"]),
    await swath(["catalog", "search", "--file", "point (1).geojson", "--json"]),
  ];
  expect([errorOf(open).code, errorOf(name).code]).toEqual(["INPUT_NOT_GEOJSON", "INPUT_NOT_READABLE"]);
  expect([...open.requests, ...name.requests]).toEqual([]);
});

describe("AREA-01 an accepted text has all its numbers in its positions", () => {
  const piece = fc.constantFrom(
    ..."14.2 40.6 -9 7e1 , , , ; NaN 0x1 1.5abc 12' +3 .5 5. - e Infinity 14,2 40,6 14.2,40.6 14.5,40.9,7".split(
      " ",
    ),
  );
  const soup = fc.array(fc.tuple(piece, fc.constantFrom("", " ", "\n", ",", "\u00a0")), { maxLength: 9 });
  const numbersIn = (text: string): number[] =>
    text
      .split(/[\s,()]+/)
      .filter((part) => part !== "")
      .map(Number);

  it("flags and KML", () => {
    fc.assert(
      fc.property(soup, (parts) => {
        const text = parts.flat().join("");
        const read = readPositions(text);
        if (read.ok) expect(read.positions.flat()).toEqual(numbersIn(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("WKT", async () => {
    const accepted: string[] = [];
    await fc.assert(
      fc.asyncProperty(soup, async (parts) => {
        const text = parts.flat().join("");
        try {
          const { geometry } = await readAreaText(`LINESTRING(${text})`);
          expect((geometry as LineString).coordinates.flat()).toEqual(numbersIn(text));
          accepted.push(text);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }),
      { numRuns: 3000 },
    );
    expect(accepted.length).toBeGreaterThan(0);
  });
});
