import { describe, expect, test } from "vitest";
import type { Geometry, Position } from "../../../src/geo/geojson.ts";
import { DotCanvas } from "../../../src/render/dot-canvas.ts";
import { createPaint } from "../../../src/render/paint.ts";
import { drawTerminalMap, type MapShape } from "../../../src/render/terminal-map.ts";

const plain = { width: 60, height: 15, isAscii: true, paint: createPaint(false) };
const braille = { ...plain, isAscii: false };

const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const shape = (label: string, geometry: Geometry): MapShape => ({ label, geometry });

/** The lines of the map, without its caption and the legend. */
const drawn = (shapes: readonly MapShape[], screen = plain, area?: Geometry): string[] =>
  (drawTerminalMap({ shapes, area }, screen) ?? "").trimEnd().split("\n").slice(0, -2);

/** The place of a label: line and column. */
function placeOf(label: string, lines: readonly string[]): [line: number, column: number] {
  const line = lines.findIndex((text) => text.includes(label));
  return [line, lines[line]?.indexOf(label) ?? -1];
}

const bitsOf = (sign: string): number =>
  sign >= "\u2800" && sign <= "\u28ff"
    ? (sign.codePointAt(0)! - 0x2800).toString(2).replaceAll("0", "").length
    : 0;

const wrap = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

describe("MAP-10 a map of characters", () => {
  test("is exactly as wide and as high as the screen", () => {
    for (const screen of [plain, braille, { ...braille, width: 200, height: 40 }]) {
      const lines = drawn([shape("1", box(-9.5, 38.5, -9, 39))], screen);
      expect(lines).toHaveLength(screen.height);
      for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(screen.width);
    }
  });

  test("shows the coast, the area and the shapes, and each row's number in its shape", () => {
    const lines = drawn([shape("17", box(-9.6, 38.6, -9.4, 38.8))], plain, box(-9.7, 38.5, -9, 39));
    expect(lines.join("")).toMatch(/(?=.*\.)(?=.*\+)(?=.*#)/);
    const [line, column] = placeOf("17", lines);
    expect(lines[line]?.slice(0, column)).toContain("#");
    expect(lines[line]?.slice(column)).toContain("#");
  });

  test("has a legend without colour for coast, footprint and area, with only the visible ones", () => {
    const legendOf = (shapes: readonly MapShape[], screen: typeof plain, area?: Geometry): string =>
      (drawTerminalMap({ shapes, area }, screen) ?? "").trimEnd().split("\n").at(-1) ?? "";
    const scene = [shape("1", box(-9.6, 38.6, -9.4, 38.8))];
    const asked = box(-9.7, 38.5, -9, 39);
    expect(legendOf(scene, plain, asked)).toBe("# footprint   + area asked for   . coast");
    expect(legendOf(scene, braille, asked)).toBe("⠤⠤⠤ footprint   ⠤⠄⠤ area asked for   ⠂⠂⠂ coast");
    const place: Geometry = { type: "Point", coordinates: [-30.1, 40.1] };
    const track: Geometry = {
      type: "LineString",
      coordinates: [
        [-30, 40],
        [-29.8, 40.2],
      ],
    };
    expect(legendOf([shape("1", track)], braille, place)).toBe("⠤⠤⠤ ground track   + place asked for");
  });

  test("has a dotted coast and a solid footprint, in every direction", () => {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
      [2, -1],
    ] as const) {
      const dotsOf = (layer: "coast" | "area" | "shape"): number => {
        const canvas = new DotCanvas({ width: 40, height: 20, isAscii: false, paint: plain.paint });
        canvas.line([40, 40], [40 + 12 * dx, 40 + 12 * dy], { layer });
        return Array.from(canvas.toString()).reduce((sum, sign) => sum + bitsOf(sign), 0);
      };
      const solid = dotsOf("shape");
      expect(solid).toBeGreaterThanOrEqual(13);
      for (const layer of ["coast", "area"] as const)
        expect(Math.abs(dotsOf(layer) / solid - 0.5)).toBeLessThanOrEqual(0.15);
    }
  });

  test("has north up and east right", () => {
    const places = { a: box(0, 10, 1, 11), b: box(4, 10, 5, 11), c: box(0, 6, 1, 7) };
    const lines = drawn(Object.entries(places).map(([label, geometry]) => shape(label, geometry)));
    const [a, b, c] = ["a", "b", "c"].map((label) => placeOf(label, lines)) as [number, number][];
    expect(a![0]).toBe(b![0]);
    expect(a![1]).toBeLessThan(b![1]);
    expect(a![0]).toBeLessThan(c![0]);
  });

  test("does not change across the antimeridian, except the coast", () => {
    const at = (west: number): string[] =>
      drawn([shape("1", turned(box(0, 0, 3, 1), west)), shape("2", turned(box(4, 0, 5, 1), west))]).map(
        (line) => line.replaceAll(".", " ").trimEnd(),
      );
    const turned = (geometry: Geometry, by: number): Geometry => ({
      type: "Polygon",
      coordinates: [
        (geometry as { coordinates: Position[][] }).coordinates[0]!.map(([x = 0, y = 0]) => [
          wrap(x + by),
          y,
        ]),
      ],
    });
    const elsewhere = at(-150);
    for (const west of [178.5, 176, -182.2]) expect(at(west)).toEqual(elsewhere);
  });

  test("draws no line where the antimeridian cuts a shape", () => {
    const parts = [box(176, 0, 180, 4), box(-180, 0, -176, 4)] as { coordinates: Position[][] }[];
    const whole: Geometry = {
      type: "MultiPolygon",
      coordinates: parts.map(({ coordinates }) => coordinates),
    };
    const plainly = (geometry: Geometry): string[] =>
      drawn([shape("1", geometry)]).map((line) => line.replaceAll(".", " ").trimEnd());
    expect(plainly(whole)).toEqual(plainly(box(176, 0, 184, 4)));
  });

  test("draws a shape around the pole as a ring, with the pole in it", () => {
    const ring = Array.from({ length: 13 }, (_, at): Position => [wrap(at * 30), 84]);
    const lines = drawn([shape("1", { type: "Polygon", coordinates: [ring] })]);
    const [line, column] = placeOf("1", lines);
    expect(Math.abs(line - 7)).toBeLessThanOrEqual(4);
    expect(Math.abs(column - 30)).toBeLessThanOrEqual(12);
    const edges = lines.filter((text) => text.includes("#"));
    expect(edges.length).toBeGreaterThan(6);
  });

  test("shows a footprint of 200 m, one of 2,000 km, a point and a line", () => {
    const cases: Geometry[] = [
      box(0, 0, 0.002, 0.002),
      box(0, 0, 18, 18),
      { type: "Point", coordinates: [-9.14, 38.71] },
      {
        type: "LineString",
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
    ];
    for (const geometry of cases) expect(drawn([shape("7", geometry)]).join("")).toContain("7");
  });

  test("draws nothing without places", () => {
    expect(drawTerminalMap({ shapes: [] }, plain)).toBeUndefined();
    expect(
      drawTerminalMap({ shapes: [shape("1", { type: "GeometryCollection", geometries: [] })] }, plain),
    ).toBeUndefined();
  });

  test("puts overlapping numbers side by side", () => {
    const here = box(0, 0, 1, 1);
    const lines = drawn([shape("11", here), shape("12", here), shape("13", here)]);
    for (const label of ["11", "12", "13"]) expect(lines.join("\n")).toContain(label);
  });

  test("has only braille and numbers, and no colour by default", () => {
    const text = drawn([shape("1", box(-9.5, 38.5, -9, 39))], braille).join("");
    expect(text).toMatch(/^[\u2800-\u28ff 1]+$/);
    const coloured = drawn([{ label: "1", geometry: box(-9.5, 38.5, -9, 39), style: "cyan" }], {
      ...braille,
      paint: createPaint(true),
    });
    expect(coloured.join("")).toContain("\u001b[36m");
  });
});
