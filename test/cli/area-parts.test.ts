/** Areas of several parts: searches take them part by part, and tasking takes one polygon. */
import * as fc from "fast-check";
import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 3000 });

type Box = readonly [west: number, south: number, east: number, north: number];
const ringOf = ([west, south, east, north]: Box) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (box: Box) => ({ type: "Polygon", coordinates: [ringOf(box)] });
const multi = (...boxes: Box[]) => ({ type: "MultiPolygon", coordinates: boxes.map((box) => [ringOf(box)]) });

/** Returns the ids of a search for everything, in their order. */
async function searchIds(geometry: object, more = ""): Promise<string[]> {
  const words = [
    "catalog",
    "search",
    "--file",
    JSON.stringify(geometry),
    "--all",
    "-o",
    "id",
    ...more.split(" "),
  ];
  const { exitCode, stdout, stderr } = await swath(words.filter((word) => word !== ""));
  expect(exitCode, stderr).toBe(0);
  return stdout.split("\n").filter((line) => line !== "");
}

const EUROPE: Box = [0, 40, 12, 52];
const ITALY: Box = [10, 38, 18, 46];

describe("AREA-05 an area of several parts is searched part by part", () => {
  it("each item is listed once, as in the searches of its parts", async () => {
    const box = fc
      .tuple(
        fc.integer({ min: -170, max: 150 }),
        fc.integer({ min: -70, max: 50 }),
        fc.integer({ min: 5, max: 20 }),
      )
      .map(([west, south, side]): Box => [west, south, west + side, south + side]);
    await fc.assert(
      fc.asyncProperty(box, box, async (one, other) => {
        const found = await searchIds(multi(one, other));
        const each = [await searchIds(polygon(one)), await searchIds(polygon(other))];
        expect(new Set(found).size).toBe(found.length);
        expect([...found].sort()).toEqual([...new Set(each.flat())].sort());
      }),
      { numRuns: 6 },
    );
  });

  it("the two halves of an area that is cut at 180 find what its box finds, and cover it alike", async () => {
    const halves = multi([160, -30, 180, 10], [-180, -30, -170, 10]);
    const found = await searchIds(halves);
    const inBox = await swath("catalog search --bbox 160,-30,-170,10 --all -o id");
    expect(found.length).toBeGreaterThan(0);
    expect([...found].sort()).toEqual(inBox.stdout.trim().split("\n").sort());
    const shares = async (words: string[]) => {
      const { stdout } = await swath([
        "catalog",
        "search",
        ...words,
        "--min-cover",
        "0.001%",
        "--all",
        "--json",
      ]);
      const items = JSON.parse(stdout) as { id: string; areaCover?: number }[];
      return items.map(({ id }) => id).sort();
    };
    expect(await shares(["--file", JSON.stringify(halves)])).toEqual(
      await shares(["--bbox", "160,-30,-170,10"]),
    );
  });

  it.each([
    [
      "a MultiPoint",
      {
        type: "MultiPoint",
        coordinates: [
          [14.2, 40.8],
          [-9.1, 38.7],
        ],
      },
      ["Point", "Point"],
    ],
    [
      "a GeometryCollection",
      {
        type: "GeometryCollection",
        geometries: [polygon(EUROPE), { type: "Point", coordinates: [-9.1, 38.7] }],
      },
      ["Polygon", "Point"],
    ],
    [
      "a MultiLineString",
      {
        type: "MultiLineString",
        coordinates: [
          [
            [0, 40],
            [5, 45],
          ],
          [
            [10, 40],
            [12, 41],
          ],
        ],
      },
      ["LineString", "LineString"],
    ],
  ])("%s is sent as its parts, which are all that a search takes", async (_name, geometry, types) => {
    for (const more of [[], ["--product-type", "GEO"]]) {
      const { requests, exitCode } = await swath([
        "catalog",
        "search",
        "--file",
        JSON.stringify(geometry),
        ...more,
      ]);
      const sent = requests.map(({ body }) => (body as { intersects: { type: string } }).intersects.type);
      expect(sent).toEqual(types);
      expect(exitCode).toBe(0);
    }
  });

  it("the parts of WKT and of a raw body are searched alike, and several product types multiply them", async () => {
    const wkt = "GEOMETRYCOLLECTION(POINT(14.2 40.8),GEOMETRYCOLLECTION(POLYGON((0 40,12 40,12 52,0 40))))";
    const typed = await swath(["catalog", "search", "--file", wkt, "--product-type", "GEO,SLC"]);
    expect(typed.requests).toHaveLength(4);
    const data = JSON.stringify({ intersects: multi(EUROPE, ITALY) });
    const raw = await swath(["catalog", "search", "--data", data]);
    expect(raw.requests).toHaveLength(2);
  });

  it("newest first over all parts, and a limit counts items of all parts", async () => {
    const words = [
      "catalog",
      "search",
      "--file",
      JSON.stringify(multi(EUROPE, ITALY)),
      "--json",
      "--limit",
      "7",
    ];
    const { stdout, stderr } = await swath(words);
    const times = (JSON.parse(stdout) as { properties: { datetime: string } }[]).map(
      (item) => item.properties.datetime,
    );
    expect(times).toHaveLength(7);
    expect(times).toEqual(times.toSorted().toReversed());
    // The parts overlap, so the sum of their counts is not the number of items.
    expect(stderr).not.toMatch(/7 of \d/);
  });

  it("CATALOG-07 all features of a file are searched, in every format, and one without a geometry is skipped with a note", async () => {
    const places = [
      [14.2, 40.8],
      [-9.1, 38.7],
    ];
    const feature = (geometry: object | null) => ({ type: "Feature", properties: {}, geometry });
    const points = places.map((coordinates) => feature({ type: "Point", coordinates }));
    const placemarks = places.map(
      (place) => `<Placemark><Point><coordinates>${place.join(",")}</coordinates></Point></Placemark>`,
    );
    const files = [
      JSON.stringify({ type: "FeatureCollection", features: [...points, feature(null)] }),
      points.map((one) => JSON.stringify(one)).join("\n"),
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join("")}</Document></kml>`,
    ];
    for (const [at, stdin] of files.entries()) {
      const { requests, exitCode, stderr } = await swath("catalog search --file -", { stdin });
      const sent = requests.map(
        ({ body }) => (body as { intersects: { coordinates: unknown } }).intersects.coordinates,
      );
      expect(sent, stderr).toEqual(places);
      expect(stderr).toMatch(/took all 2 (?:features|placemarks) as one area/);
      expect(stderr.includes("skipped 1 feature without a geometry")).toBe(at === 0);
      expect(exitCode).toBe(0);
    }
  });

  it("AREA-01 a feature that cannot be read ends the search of all features", async () => {
    const sound = { type: "Feature", properties: {}, geometry: polygon(ITALY) };
    for (const other of [
      { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: ["a", 2] } },
      { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [200, 2] } },
      polygon(EUROPE),
    ]) {
      const stdin = JSON.stringify({ type: "FeatureCollection", features: [sound, other] });
      const { requests, exitCode } = await swath("catalog search --file -", { stdin });
      expect(requests).toEqual([]);
      expect([2, 3]).toContain(exitCode);
    }
  });

  it("a dry run shows the first request, and says how many there are", async () => {
    const words = ["catalog", "search", "--file", JSON.stringify(multi(EUROPE, ITALY)), "--dry-run"];
    const { stdout, stderr, requests } = await swath(words);
    expect(requests).toEqual([]);
    expect(stdout).toContain('"Polygon"');
    expect(stderr).toContain("the first of 2 parts of the area");
  });

  it("a fault of any part ends the search, and so do very many parts, with a box as the next step", async () => {
    const faulty = multi(EUROPE, [10, 38, 18, 96]);
    const bad = await swath(["catalog", "search", "--file", JSON.stringify(faulty)]);
    expect(bad).toMatchObject({ exitCode: 3, requests: [] });
    expect(bad.stderr).toContain("part 2: ");
    const islands = Array.from({ length: 51 }, (_, at): Box => [at, 10, at + 0.5, 11]);
    const many = await swath(["catalog", "search", "--file", JSON.stringify(multi(...islands))]);
    expect(many).toMatchObject({ exitCode: 3, requests: [] });
    expect(many.stderr).toContain("--bbox 0,10,50.5,11");
  });

  it("a site of a watch may have several parts", async () => {
    const site = { type: "Feature", properties: { name: "both" }, geometry: multi(EUROPE, ITALY) };
    const watched = await swath("watch - --state s.json --since 4000d -o id", {
      stdin: JSON.stringify(site),
    });
    expect(watched.exitCode, watched.stderr).toBe(0);
    const found = watched.stdout.trim().split("\n");
    expect(new Set(found).size).toBe(found.length);
    expect(new Set(found)).toEqual(new Set(await searchIds(multi(EUROPE, ITALY))));
  });
});

describe("AREA-06 a task takes one polygon", () => {
  const create = (geometry: object, ...more: string[]) =>
    swath([
      ..."task create --window-open +1d --window 7d --tier standard --type stripmap_100 --dry-run --file".split(
        " ",
      ),
      JSON.stringify(geometry),
      ...more,
    ]);

  it("the next step names the file, a point of the line, and a feature by its name", async () => {
    const home = await tempHome();
    const named = (geometry: object) =>
      JSON.stringify({ type: "Feature", properties: { name: "harbour" }, geometry });
    await writeFile(join(home, "ports.geojson"), named(multi(EUROPE, [20, 40, 25, 45])));
    const line =
      "task create --window-open +1d --window 7d --tier standard --type stripmap_100 --file ports.geojson";
    for (const more of ["", " --each"]) {
      const { stderr, exitCode, requests } = await swath(line + more, { home });
      expect(stderr).toContain("ogr2ogr -explodecollections parts.geojson ports.geojson");
      expect({ exitCode, requests }).toEqual({ exitCode: 3, requests: [] });
      expect(stderr.includes('feature 1 ("harbour")')).toBe(more !== "");
    }
  });

  it("a disc that its type does not take can be a point", async () => {
    const { stderr, exitCode } = await swath(
      "task create --window-open +1d --window 7d --tier standard --type spotlight --point 4,52 --radius 5km",
    );
    expect(stderr).toContain("or leave out --radius");
    expect(exitCode).toBe(3);
  });

  it("a MultiPolygon of one part is that part, also with --each", async () => {
    const one = await create(multi(ITALY));
    expect(one.stdout).toContain('"Polygon"');
    const feature = { type: "Feature", properties: { name: "a" }, geometry: multi(ITALY) };
    const each = await create(feature, "--each");
    expect(each.stdout).toContain('"Polygon"');
    expect([one.exitCode, each.exitCode]).toEqual([0, 0]);
  });

  it("two parts that are one area cut at the antimeridian are joined into one ring, with a note", async () => {
    const { stdout, stderr, exitCode } = await create(multi([177.5, 50, 180, 53], [-180, 50, -174.5, 53]));
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain("joined the two parts");
    expect(stderr).toContain("185,397 km2");
    const sent = JSON.parse(stdout.slice(stdout.indexOf("{"))) as { geometry: { coordinates: number[][][] } };
    const ring = sent.geometry.coordinates[0]!;
    expect(new Set(ring.map(String))).toEqual(new Set(["177.5,50", "-174.5,50", "-174.5,53", "177.5,53"]));
  });

  it.each([
    ["parts that are apart", multi(EUROPE, [20, 40, 25, 45]), "ogr2ogr -explodecollections"],
    [
      "a line",
      {
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      "--point 3,4",
    ],
  ])("%s are refused with the next step", async (_name, geometry, next) => {
    const { exitCode, stderr, requests } = await create(geometry);
    expect(stderr).toContain("code GEOMETRY_TYPE_UNSUPPORTED");
    expect(stderr).toContain(next);
    expect({ exitCode, requests }).toEqual({ exitCode: 3, requests: [] });
  });
});
