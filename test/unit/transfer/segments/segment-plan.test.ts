import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countLeft, type Segment, SegmentPlan, Spans } from "../../../../src/transfer/loop/segments.ts";

type Deed = { kind: "free" | "halve" | "receive" | "shorten" | "giveBack"; who: number; bytes: number };

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom("free", "halve", "receive", "shorten", "giveBack"),
  who: fc.nat(7),
  bytes: fc.integer({ min: 1, max: 400 }),
});

test("no byte is fetched twice, whichever connection takes, shares or returns it; and none is missing at the end", () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60 }), fc.integer({ min: 1, max: 1000 }), (deeds, size) => {
      const done = new Spans();
      const plan = new SegmentPlan(() => done, size);
      const segments: Segment[] = [];
      let received = 0;
      const receive = (segment: Segment, most: number): void => {
        const count = Math.min(most, countLeft(segment));
        done.add(segment.at, segment.at + count);
        segment.at += count;
        received += count;
      };
      for (const { kind, who, bytes } of deeds) {
        const segment = segments[who % Math.max(1, segments.length)];
        if (kind === "free" || kind === "halve") {
          const taken = kind === "free" ? plan.findFree(bytes) : plan.halve(bytes, 3);
          if (taken === undefined) continue;
          expect(countLeft(taken)).toBeGreaterThan(0);
          expect(countLeft(taken)).toBeLessThanOrEqual(bytes);
          segments.push(taken);
        } else if (segment === undefined) continue;
        else if (kind === "receive") receive(segment, bytes);
        else if (kind === "shorten") plan.shorten(segment, bytes);
        else {
          const before = segments.reduce((sum, one) => sum + countLeft(one), 0);
          plan.giveBack(segment);
          expect(countLeft(segment)).toBe(0);
          segments.splice(segments.indexOf(segment), 1);
          // Another one may have it now; it never grows.
          expect(segments.reduce((sum, one) => sum + countLeft(one), 0)).toBeLessThanOrEqual(before);
        }
        // Disjoint from each other and from received ranges.
        expect(done.total).toBe(received);
        const ours = new Spans(segments.map(({ at, to }) => [at, to]));
        expect(ours.total).toBe(segments.reduce((sum, one) => sum + countLeft(one), 0));
        for (const [from, to] of done.list) ours.add(from, to);
        expect(ours.total).toBe(received + segments.reduce((sum, one) => sum + countLeft(one), 0));
      }
      for (const segment of segments) receive(segment, size);
      for (let rest = plan.findFree(7); rest !== undefined; rest = plan.findFree(7)) receive(rest, 7);
      expect(received).toBe(size);
      expect(done.list).toEqual([[0, size]]);
    }),
  );
});

test("a connection takes from the front, and shares the end", () => {
  const plan = new SegmentPlan(() => new Spans([[0, 100]]), 1000);
  const first = plan.findFree(900)!;
  expect(first).toEqual({ at: 100, to: 1000 });
  expect(plan.findFree(900)).toBeUndefined();
  expect(plan.halve(200, 10)).toEqual({ at: 800, to: 1000 });
  expect(first).toEqual({ at: 100, to: 800 });
  plan.shorten(first, 50);
  expect(plan.findFree(900)).toEqual({ at: 150, to: 800 });
  // The longest is the last one taken: 650 bytes.
  expect(plan.halve(1000, 10)).toEqual({ at: 475, to: 800 });
  expect(plan.halve(1000, 200)).toBeUndefined();
});

test("a segment that is returned untouched is joined to its origin again", () => {
  const done = new Spans();
  const plan = new SegmentPlan(() => done, 1000);
  const first = plan.findFree(1000)!;
  plan.giveBack(plan.halve(300, 10)!);
  expect(first).toEqual({ at: 0, to: 1000 });

  const begun = plan.halve(300, 10)!;
  done.add(700, 720);
  begun.at = 720;
  plan.giveBack(begun);
  expect(first).toEqual({ at: 0, to: 700 });
  expect(plan.findFree(1000)).toEqual({ at: 720, to: 1000 });
});
