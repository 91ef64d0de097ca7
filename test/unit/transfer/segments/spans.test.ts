import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpanList, Spans, type Span } from "../../../../src/transfer/loop/segments.ts";

const SIZE = 60;
const span = fc
  .tuple(fc.integer({ min: 0, max: SIZE }), fc.integer({ min: 0, max: SIZE }))
  .map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)]);

/** The same as one bit per byte. */
function bits(spans: readonly Span[]): boolean[] {
  return Array.from({ length: SIZE }, (_, index) => spans.some(([from, to]) => index >= from && index < to));
}

describe("the record of received ranges", () => {
  test("has the bytes of its spans, added in any order: sorted, never overlapping or touching", () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (added) => {
        const spans = new Spans(added);
        expect(bits(spans.list)).toEqual(bits(added));
        expect(spans.total).toBe(bits(added).filter(Boolean).length);
        expect(spans.prefix).toBe([...bits(added), false].indexOf(false));
        expect(spans.end).toBe(bits(added).lastIndexOf(true) + 1);
        for (const [index, [from, to]] of spans.list.entries()) {
          expect(to).toBeGreaterThan(from);
          if (index > 0) expect(from).toBeGreaterThan(spans.list[index - 1]![1]);
        }
        expect(isSpanList(JSON.parse(JSON.stringify(spans.list)))).toBe(true);
      }),
    );
  });

  test("makes the full file with its gaps", () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.integer({ min: 0, max: SIZE }), (added, size) => {
        const spans = new Spans(added);
        const gaps = spans.listGaps(size);
        expect(bits(gaps)).toEqual(bits(added).map((is, index) => !is && index < size));
        const cut = spans.cutAt(size);
        expect(bits(cut.list)).toEqual(bits(added).map((is, index) => is && index < size));
      }),
    );
  });

  test("is independent of its copy", () => {
    const spans = new Spans([[0, 5]]);
    spans.copy().add(5, 9);
    expect(spans.total).toBe(5);
  });

  test.each([
    [
      [
        [0, 5],
        [5, 9],
      ],
    ],
    [
      [
        [5, 9],
        [0, 2],
      ],
    ],
    [
      [
        [0, 5],
        [3, 9],
      ],
    ],
    [[[5, 5]]],
    [[[-1, 5]]],
    [[[0, 1.5]]],
    [[[0]]],
    [[["0", "5"]]],
    ["[[0,5]]"],
    [{ length: 0 }],
    [undefined],
  ])("%j is not a list of spans", (value) => {
    expect(isSpanList(value)).toBe(false);
  });
});
