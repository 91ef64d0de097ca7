/** Well-known binary as other programs write it: with heights, measures and reference systems. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Geometry } from "../../../src/geo/geojson.ts";
import { toWkb } from "../../../src/geo/wkb.ts";
import { readWkb, readWkbRegion } from "../../../src/footprints/read-wkb.ts";
import { WrongFile } from "../../../src/footprints/random-access-file.ts";

const RING = [
  [10, 50],
  [11, 50],
  [11, 51],
  [10, 50],
];

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const doubles = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [at, value] of values.entries()) bytes.writeDoubleLE(value, 8 * at);
  return bytes;
};

/** One polygon of one ring, whose positions have so many further numbers. */
const polygon = (code: number, further: number, srid?: number): Buffer =>
  Buffer.concat([
    Buffer.from([1]),
    word(code),
    ...(srid === undefined ? [] : [word(srid)]),
    word(1),
    word(RING.length),
    ...RING.map((position) => doubles([...position, ...Array.from({ length: further }, () => 7)])),
  ]);

describe("WKB", () => {
  it.each([
    ["Polygon", polygon(3, 0)],
    ["Polygon Z", polygon(1003, 1)],
    ["Polygon M", polygon(2003, 1)],
    ["Polygon ZM", polygon(3003, 2)],
    ["Polygon Z of EWKB", polygon(0x80000003, 1)],
    ["Polygon with a SRID", polygon(0x20000003, 0, 4326)],
    ["Polygon ZM with a SRID", polygon(0xe0000003, 2, 4326)],
  ])("EXPORT-16 a %s is the polygon without heights", (_name, bytes) => {
    expect(readWkb(bytes)).toEqual({ type: "Polygon", coordinates: [RING] });
  });

  it("EXPORT-16 a big-endian polygon has the same place", () => {
    const words = [3, 1, RING.length].map((value) => word(value).reverse());
    const numbers = RING.flat().map((value) => doubles([value]).reverse());
    const bytes = Buffer.concat([Buffer.from([0]), words[0]!, words[1]!, words[2]!, ...numbers]);
    expect(readWkb(bytes)).toEqual({ type: "Polygon", coordinates: [RING] });
  });

  it("EXPORT-16 the parts of a MultiPolygon Z also lose their heights", () => {
    const bytes = Buffer.concat([Buffer.from([1]), word(1006), word(2), polygon(1003, 1), polygon(1003, 1)]);
    expect(readWkb(bytes)).toEqual({ type: "MultiPolygon", coordinates: [[RING], [RING]] });
  });

  it("EXPORT-16 any other geometry is reported by its type", () => {
    expect(() => readWkbRegion(polygon(1001, 1))).toThrow(WrongFile);
    expect(() => readWkb(polygon(9003, 0))).toThrow("WKB type 9003");
    expect(() => readWkb(polygon(1003, 0))).toThrow("breaks off");
  });

  it("AREA-04 every geometry is read as it was written", () => {
    const position = fc
      .tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true }))
      .map((pair) => [...pair]);
    const line = fc.array(position, { minLength: 1, maxLength: 5 });
    const rings = fc.array(line, { minLength: 1, maxLength: 3 });
    const of = <T>(type: string, coordinates: fc.Arbitrary<T>) =>
      coordinates.map((given) => ({ type, coordinates: given }) as unknown as Geometry);
    const single = fc.oneof(of("Point", position), of("LineString", line), of("Polygon", rings));
    const multiple = fc.oneof(
      of("MultiPoint", line),
      of("MultiLineString", rings),
      of("MultiPolygon", fc.array(rings, { minLength: 1, maxLength: 3 })),
    );
    const collection = fc
      .array(fc.oneof(single, multiple), { minLength: 1, maxLength: 4 })
      .map((geometries): Geometry => ({ type: "GeometryCollection", geometries }));
    fc.assert(
      fc.property(fc.oneof(single, multiple, collection), (geometry) => {
        expect(readWkb(toWkb(geometry))).toEqual(geometry);
      }),
    );
  });

  it("AREA-04 curves are reported by their type", () => {
    expect(() => readWkb(polygon(10, 0))).toThrow("WKB type 10");
  });
});
