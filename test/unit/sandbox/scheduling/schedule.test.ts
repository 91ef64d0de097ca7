import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SchedulingRequest } from "../../../../src/sandbox/scheduling/request.ts";
import { GAP_MS } from "../../../../src/sandbox/scheduling/plan.ts";
import { collectOf, DAY, HOUR, NOW, type Plan, plan, point, request } from "./requests.ts";

const free = collectOf();

describe("tiers", () => {
  it("TASK-60 are served in order: urgent, priority, standard, routine, flexible", () => {
    const tiers = ["flexible", "routine", "standard", "priority", "urgent"] as const;
    const requests = tiers.map((tier, at) => request({ id: tier, tier, submittedMs: NOW + at }));
    const times = new Map(
      plan(requests).assignments.map(({ requestId, collects }) => [requestId, collects[0]?.timeMs ?? 0]),
    );
    const order = tiers.toReversed().map((tier) => times.get(tier) ?? 0);
    expect(order[0]).toBe(free.timeMs);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(5);
  });

  it("TASK-60 within a tier the earlier submission comes first, then the smaller id", () => {
    const first = (requests: SchedulingRequest[]): string | undefined =>
      plan(requests).assignments.find(({ collects }) => collects[0]?.timeMs === free.timeMs)?.requestId;
    expect(first([request({ id: "a", submittedMs: NOW + 1 }), request({ id: "b" })])).toBe("b");
    expect(first([request({ id: "b" }), request({ id: "a" })])).toBe("a");
  });

  it("TASK-60 a higher tier displaces a planned flexible task, which is planned again inside its window", () => {
    const flexible = request({ id: "flexible", tier: "flexible", windowCloseMs: NOW + 2 * DAY });
    const held = plan([flexible]).assignments[0]?.collects ?? [];
    const occupied: Plan[] = [{ requestId: "flexible", collects: held, movable: flexible }];
    for (const tier of ["urgent", "priority", "standard", "routine"] as const) {
      const { assignments, displaced } = plan([request({ id: "new", tier })], occupied);
      expect(displaced).toEqual(["flexible"]);
      const [winner, moved] = assignments;
      expect(winner?.collects[0]?.timeMs).toBe(held[0]?.timeMs);
      expect(moved?.requestId).toBe("flexible");
      expect(moved?.collects[0]?.timeMs).toBeGreaterThan(free.timeMs);
      expect(moved?.collects[0]?.timeMs).toBeLessThan(flexible.windowCloseMs);
    }
  });

  it("TASK-60 a flexible task whose window has no other pass is removed, with the reason", () => {
    const flexible = request({ id: "flexible", tier: "flexible", windowCloseMs: free.endMs + 1 });
    const occupied: Plan[] = [{ requestId: "flexible", collects: [free], movable: flexible }];
    const { rejections, displaced } = plan([request({ id: "new", tier: "urgent" })], occupied);
    expect(displaced).toHaveLength(1);
    expect(rejections).toMatchObject([{ requestId: "flexible" }]);
    expect(rejections[0]?.reason).toMatch(/^made room for a request of tier urgent: /);
  });

  it("TASK-60 a displaced flexible task releases all its passes, and may get one of them again", () => {
    const second = collectOf({}, [{ requestId: "held", collects: [free] }]);
    const flexible = request({ id: "flexible", tier: "flexible", windowCloseMs: second.endMs + 1 });
    const occupied: Plan[] = [{ requestId: "flexible", collects: [free, second], movable: flexible }];
    const { assignments } = plan([request({ id: "new", tier: "urgent" })], occupied);
    expect(assignments.map(({ requestId, collects }) => [requestId, collects[0]?.timeMs])).toEqual([
      ["new", free.timeMs],
      ["flexible", second.timeMs],
    ]);
  });

  it("TASK-60 a firm plan is never displaced, and flexible does not displace flexible", () => {
    const later = collectOf({}, [{ requestId: "held", collects: [free] }]);
    expect(later.timeMs).toBeGreaterThan(free.timeMs);
    const movable = request({ id: "held", tier: "flexible" });
    const { assignments, displaced } = plan(
      [request({ id: "new", tier: "flexible" })],
      [{ requestId: "held", collects: [free], movable }],
    );
    expect(displaced).toEqual([]);
    expect(assignments[0]?.collects[0]?.timeMs).toBe(later.timeMs);
  });
});

describe("a satellite", () => {
  it("has a minute between two collects, before and after", () => {
    const at = (startMs: number, satellite = free.satellite): Plan[] => [
      { requestId: "held", collects: [{ satellite, startMs, endMs: startMs + 10_000 }] },
    ];
    expect(collectOf({}, at(free.endMs + GAP_MS)).timeMs).toBe(free.timeMs);
    expect(collectOf({}, at(free.endMs + GAP_MS - 1)).timeMs).toBeGreaterThan(free.timeMs);
    expect(collectOf({}, at(free.startMs - GAP_MS - 10_000)).timeMs).toBe(free.timeMs);
    expect(collectOf({}, at(free.startMs - GAP_MS - 9_999)).timeMs).toBeGreaterThan(free.timeMs);
    expect(collectOf({}, at(free.startMs, (free.satellite + 1) % 10)).timeMs).toBe(free.timeMs);
  });

  it("never has two collects at once, for any requests", () => {
    const requests = fc.array(
      fc.record({
        tier: fc.constantFrom("urgent", "priority", "standard", "routine", "flexible" as const),
        // Along the Portuguese coast: all want the same passes.
        latitude: fc.double({ min: 37, max: 41.5, noNaN: true }),
        hours: fc.integer({ min: 12, max: 96 }),
        submittedMs: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 5, maxLength: 25 },
    );
    fc.assert(
      fc.property(requests, requests, (older, newer) => {
        const made = (list: typeof older, prefix: string): SchedulingRequest[] =>
          list.map(({ tier, latitude, hours, submittedMs }, at) =>
            request({
              id: `${prefix}${at}`,
              tier,
              submittedMs,
              geometry: point(-9, latitude),
              windowCloseMs: NOW + hours * HOUR,
            }),
          );
        const old = made(older, "old");
        const before = plan(old);
        const occupied = before.assignments.map(({ requestId, collects }): Plan => {
          const movable = old.find(({ id, tier }) => id === requestId && tier === "flexible");
          return { requestId, collects, ...(movable && { movable }) };
        });
        const fresh = made(newer, "new");
        const after = plan(fresh, occupied);
        expect(plan(fresh.toReversed(), occupied.toReversed())).toEqual(after);
        const gone = new Set(after.displaced);
        const outcomes = [...after.assignments, ...after.rejections, ...after.deferrals].map(
          (o) => o.requestId,
        );
        expect(outcomes.toSorted()).toEqual([...fresh.map(({ id }) => id), ...gone].toSorted());
        const collects = [...after.assignments, ...occupied.filter(({ requestId }) => !gone.has(requestId))]
          .flatMap((holder) => holder.collects)
          .toSorted((a, b) => a.satellite - b.satellite || a.startMs - b.startMs);
        for (const [at, collect] of collects.entries()) {
          const next = collects[at + 1];
          if (next?.satellite !== collect.satellite) continue;
          expect(next.startMs - collect.endMs).toBeGreaterThanOrEqual(GAP_MS);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe("the horizon", () => {
  const impossible = { lookDirection: "left", azimuthAngleMin: 0, azimuthAngleMax: 0 } as const;

  it("asks again a day later while the window continues beyond 7 days, with the reason", () => {
    const { deferrals, rejections } = plan([
      request({ constraints: impossible, windowCloseMs: NOW + 20 * DAY }),
    ]);
    expect(rejections).toEqual([]);
    expect(deferrals).toMatchObject([{ requestId: "a", retryAtMs: NOW + DAY }]);
    expect(deferrals[0]?.reason).toContain("azimuth 0");
    const atTheEnd = plan(
      [request({ constraints: impossible, windowCloseMs: NOW + 20 * DAY })],
      [],
      NOW + 13 * DAY,
    );
    expect(atTheEnd.rejections).toHaveLength(1);
  });

  it("ignores a window that opens later until its first day is reachable", () => {
    const far = { windowOpenMs: NOW + 30 * DAY, windowCloseMs: NOW + 40 * DAY };
    expect(plan([request(far)]).deferrals).toMatchObject([{ retryAtMs: NOW + 24 * DAY }]);
    const then = plan([request(far)], [], NOW + 24 * DAY);
    expect(then.assignments[0]?.collects[0]?.timeMs).toBeGreaterThan(far.windowOpenMs);
  });

  it("plans nothing in the past", () => {
    const later = NOW + 3 * DAY;
    expect(plan([request()], [], later).assignments[0]?.collects[0]?.startMs).toBeGreaterThanOrEqual(later);
    expect(plan([request()], [], NOW + 8 * DAY).rejections[0]?.reason).toContain("no time for a collect");
  });
});
