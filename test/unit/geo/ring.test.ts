import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position } from "../../../src/geo/geojson.ts";
import { findRingFault, type RingFault } from "../../../src/geo/ring.ts";
import { isValidRing } from "./jsts-oracle.ts";
import { coastRing, starRing } from "./rings.ts";
import { expectLinear } from "../../growth.ts";
import { PROVES_ALL } from "../../sampled.ts";

const isSimple = (ring: Position[]): boolean => findRingFault(ring) === undefined;

// Around the crater of Vesuvius.
const AT = (dx: number, dy: number): Position => [14.42 + dx / 100, 40.82 + dy / 100];
const SQUARE = [AT(0, 0), AT(1, 0), AT(1, 1), AT(0, 1), AT(0, 0)];
const GRID = (...places: [number, number][]): Position[] => places.map(([x, y]) => [x, y]);

describe("findRingFault", () => {
  it("TASK-04 a closed square is valid, in either direction and from any start", () => {
    expect(isSimple(SQUARE)).toBe(true);
    expect(isSimple([...SQUARE].reverse())).toBe(true);
  });

  it("TASK-07 a bow tie crosses itself, and the place is reported", () => {
    const fault = findRingFault([AT(0, 0), AT(1, 1), AT(1, 0), AT(0, 1), AT(0, 0)]);
    expect(fault).toMatchObject({ kind: "crossing", segments: [0, 2] });
    expect(fault?.message).toBe("crosses itself at 14.425,40.825 (segments 0 and 2)");
  });

  it.each<[string, Position[], RingFault["kind"]]>([
    ["a spike outwards", GRID([0, 0], [2, 0], [4, 0], [2, 0], [2, 2], [0, 0]), "spike"],
    ["a spike due north", GRID([0, 0], [2, 0], [2, 2], [2, 5], [2, 2], [0, 2], [0, 0]), "spike"],
    ["a spike at the closing vertex", GRID([0, 0], [-3, 0], [0, 0], [2, 0], [2, 2], [0, 0]), "spike"],
    ["a partial fold", GRID([0, 0], [4, 0], [1, 0], [1, 3], [0, 0]), "spike"],
    ["a vertex on a vertex", GRID([0, 0], [2, 2], [4, 0], [4, 4], [2, 2], [0, 4], [0, 0]), "touch"],
    ["a vertex on an edge", GRID([0, 0], [4, 0], [4, 4], [2, 0], [0, 4], [0, 0]), "touch"],
    ["overlapping edges", GRID([0, 0], [4, 0], [4, 2], [3, 0], [1, 0], [0, 2], [0, 0]), "overlap"],
    ["all on one line", GRID([0, 0], [1, 1], [2, 2], [0, 0]), "zero-area"],
    ["two places only", GRID([0, 0], [1, 1], [1, 1], [0, 0]), "zero-area"],
    ["one place only", GRID([1, 1], [1, 1], [1, 1], [1, 1]), "zero-area"],
    ["three positions", GRID([0, 0], [1, 1], [0, 0]), "too-few"],
    ["none", [], "too-few"],
    ["an open line", GRID([0, 0], [1, 0], [1, 1], [0, 1]), "not-closed"],
  ])("TASK-04 TASK-07 %s is refused", (_name, ring, kind) => {
    const fault = findRingFault(ring);
    // Where edges overlap, the vertex that begins the overlap is met first and touches the other edge.
    expect(kind === "overlap" ? ["overlap", "touch"] : [kind]).toContain(fault?.kind);
    expect(fault?.message).toMatch(/^(has|is|crosses|touches|runs|folds) /);
  });

  it("ignores a repeated position, and still counts segments as given", () => {
    const [a, b, c, d] = SQUARE as [Position, Position, Position, Position];
    const doubled = [a, a, b, c, c, c, d, a, a];
    expect(isSimple(doubled)).toBe(true);
    const tie = findRingFault([a, a, a, c, b, d, a]);
    expect(tie).toMatchObject({ kind: "crossing", segments: [2, 4] });
  });

  it("ignores altitude when it compares ends", () => {
    expect(
      isSimple([
        [0, 0, 5],
        [1, 0, 5],
        [1, 1, 5],
        [0, 0, 9],
      ]),
    ).toBe(true);
  });

  it("a ring over the antimeridian is checked across it, with a notch on either side", () => {
    // Taveuni, Fiji: an arrow that points west, with its notch on the other side.
    const notched = GRID([178, -17], [-179, -17], [179.5, -16.5], [-179, -16], [178, -16], [178, -17]);
    expect(isSimple(notched)).toBe(true);
    expect(isSimple(GRID([179.8, -17], [-179.8, -17], [-179.8, -16.6], [179.8, -16.6], [179.8, -17]))).toBe(
      true,
    );
    const tie = findRingFault(GRID([179, -17], [-179, -16], [-179, -17], [179, -16], [179, -17]));
    expect(tie?.message).toBe("crosses itself at 180,-16.5 (segments 0 and 2)");
    const east = findRingFault(GRID([179, -17], [-178, -16], [-178, -17], [179, -16], [179, -17]));
    expect(east?.message).toBe("crosses itself at -179.5,-16.5 (segments 0 and 2)");
  });

  it("a ring around a pole is an area, and one that meets itself there is not", () => {
    const cap = GRID([0, 80], [120, 80], [-120, 80], [0, 80]);
    expect(isSimple(cap)).toBe(true);
    expect(isSimple([...cap].reverse())).toBe(true);
    expect(isSimple(GRID([10, -75], [-110, -70], [130, -72], [10, -75]))).toBe(true);
    const tie = findRingFault(
      GRID([0, 80], [100, 80], [200 - 360, 70], [100, 70], [-160, 80], [-80, 80], [0, 80]),
    );
    expect(tie?.kind).toBe("crossing");
  });

  it("decides by exact arithmetic: one unit in the last place separates valid from touching", () => {
    const onEdge = GRID([0, 0], [0.3, 0.1], [0.3, 1], [0.15, 0.05], [0, 1], [0, 0]);
    const justAbove = GRID([0, 0], [0.3, 0.1], [0.3, 1], [0.15, 0.05 + 2 ** -56], [0, 1], [0, 0]);
    expect(isSimple(onEdge)).toBe(false);
    expect(isSimple(justAbove)).toBe(true);
  });
});

describe("findRingFault against JTS", () => {
  const cell = fc.integer({ min: 0, max: 6 });
  const place = fc.tuple(cell, cell).map(([x, y]): Position => [x, y]);
  const closed = (minLength: number, maxLength: number): fc.Arbitrary<Position[]> =>
    fc.array(place, { minLength, maxLength }).map((places) => [...places, places[0]!]);

  it("TASK-07 agrees on crowded grid rings, which touch and overlap at every turn", () => {
    fc.assert(
      fc.property(closed(3, 9), (ring) => {
        expect(isSimple(ring)).toBe(isValidRing(ring));
      }),
      { numRuns: PROVES_ALL ? 8000 : 2000 },
    );
  });

  it("gives the same result for a star anywhere around the globe", () => {
    const input = fc.record({
      star: fc.array(place, { minLength: 3, maxLength: 9 }),
      turn: fc.integer({ min: -180, max: 180 }),
    });
    fc.assert(
      fc.property(input, ({ star, turn }) => {
        const ring = [...star, star[0]!];
        const turned = ring.map(([x, y]): Position => {
          const longitude = x! + turn;
          return [longitude > 180 ? longitude - 360 : longitude, y!];
        });
        expect(isSimple(turned)).toBe(isValidRing(ring));
      }),
      { numRuns: PROVES_ALL ? 4000 : 1000 },
    );
  });

  it("TASK-07 agrees on stars with a randomly moved vertex", () => {
    const input = fc.record({
      points: fc.integer({ min: 3, max: 40 }),
      inner: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    });
    fc.assert(
      fc.property(input, fc.nat(79), place, ({ points, inner }, at, target) => {
        const star = starRing(points, inner);
        expect(isSimple(star)).toBe(true);
        star[1 + (at % (star.length - 2))] = [target[0]! / 3 - 1, target[1]! / 3 - 1];
        expect(isSimple(star)).toBe(isValidRing(star));
      }),
      { numRuns: 600 },
    );
  });

  it("TASK-07 agrees on rings of random floating-point places", () => {
    // As on maps, to a tenth of a millimetre: 5e-324 degrees, which underflows, is not a place.
    const degree = fc.integer({ min: -9e10, max: 9e10 }).map((value) => value / 1e9);
    const ring = fc
      .array(
        fc.tuple(degree, degree).map(([x, y]): Position => [x, y]),
        { minLength: 3, maxLength: 6 },
      )
      .map((places) => [...places, places[0]!]);
    fc.assert(
      fc.property(ring, (places) => {
        expect(isSimple(places)).toBe(isValidRing(places));
      }),
      { numRuns: PROVES_ALL ? 1500 : 375 },
    );
  });

  it("does not depend on the start or direction of the ring", () => {
    fc.assert(
      fc.property(closed(4, 10), fc.nat(9), (ring, shift) => {
        const open = ring.slice(0, -1);
        const start = shift % open.length;
        const turned = [...open.slice(start), ...open.slice(0, start)];
        turned.push(turned[0]!);
        expect(isSimple(turned)).toBe(isSimple(ring));
        expect(isSimple([...ring].reverse())).toBe(isSimple(ring));
      }),
      { numRuns: PROVES_ALL ? 2000 : 500 },
    );
  });

  it("reports two segments that do meet at the reported place", () => {
    fc.assert(
      fc.property(closed(3, 9), (ring) => {
        const fault = findRingFault(ring);
        if (fault?.segments === undefined) return;
        const [one, other] = fault.segments;
        expect(one).toBeLessThan(other);
        for (const segment of fault.segments) {
          const [from, to] = [ring[segment]!, ring[segment + 1]!];
          const offLine =
            (to[0]! - from[0]!) * (fault.at![1]! - from[1]!) -
            (to[1]! - from[1]!) * (fault.at![0]! - from[0]!);
          expect(Math.abs(offLine)).toBeLessThan(1e-9);
        }
      }),
      { numRuns: PROVES_ALL ? 3000 : 750 },
    );
  });
});

describe("findRingFault on 200,000 vertices", () => {
  it("checks a coast in n log n time", async () => {
    await expectLinear(200_000, coastRing, (ring) => expect(isSimple(ring)).toBe(true));
  });

  it("TASK-07 finds the one crossing among them", () => {
    const ring = coastRing(200_000);
    [ring[150_000], ring[150_001]] = [ring[150_001]!, ring[150_000]!];
    expect(findRingFault(ring)).toMatchObject({ kind: "crossing", segments: [149_999, 150_001] });
  });
});
