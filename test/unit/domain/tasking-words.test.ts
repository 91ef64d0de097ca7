import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatClockSpans,
  toDaySpans,
  parseLocalTime,
  findRestrictingSpans,
} from "../../../src/domain/tasking/local-time.ts";
import { placeFields } from "../../../src/domain/tasking/task-request.ts";
import { correctFields } from "../../../src/domain/correct-fields.ts";
import { sumMoney } from "../../../src/domain/price/money.ts";

describe("words of tasking", () => {
  it("TASK-43 every clock span can be read back from its own text", () => {
    const seconds = fc.integer({ min: 0, max: 86_400 });
    fc.assert(
      fc.property(seconds, seconds, (start, end) => {
        fc.pre(start !== end);
        expect(parseLocalTime(formatClockSpans([[start, end]]))).toEqual({ ok: true, value: [start, end] });
      }),
    );
  });

  it("TASK-40 TASK-41 TASK-42 a name means its span, and anytime restricts nothing", () => {
    expect([
      findRestrictingSpans("day"),
      findRestrictingSpans("night"),
      findRestrictingSpans("anytime"),
    ]).toEqual([[[21_600, 64_800]], [[64_800, 21_600]], undefined]);
    expect(toDaySpans([[21_600, 64_800]])).toEqual([[21_600, 64_800]]);
  });

  it("TASK-43 ranges that touch are one, also across midnight, in whatever order", () => {
    const night = [
      [0, 21_600],
      [64_800, 86_400],
    ];
    expect(toDaySpans(night)).toEqual(toDaySpans("night"));
    expect(toDaySpans(night.toReversed())).toEqual(toDaySpans("night"));
    expect(toDaySpans([...night, [21_600, 64_800]])).toEqual(toDaySpans("anytime"));
    const apart = [
      [3600, 7200],
      [10_000, 20_000],
    ];
    expect(toDaySpans(apart)).toEqual(apart);
    expect(parseLocalTime("01:00-02:00, 22:00-04:00")).toEqual({
      ok: true,
      value: [
        [3600, 7200],
        [79_200, 14_400],
      ],
    });
    for (const invalid of [[], [[]], [[5, 5]], [[1, 2, 3]], [[0, 90_000]], [[0, 1], 5], "noon", 7])
      expect(toDaySpans(invalid)).toBeUndefined();
  });

  it.each(["", "6-9", "25:00-26:00", "06:60-07:00", "1,86401", "noon", "06:00", "1,1"])(
    "TASK-43 %j is not a local time",
    (text) => expect(parseLocalTime(text).ok).toBe(false),
  );

  it("TASK-13 a conflict is kept and refused; a misplaced single value is moved", () => {
    const conflict = { customAttribute1: "a", properties: { customAttribute1: "b" } };
    expect(placeFields(conflict, "both")).toEqual(conflict);
    expect(placeFields({ properties: { customAttribute1: "b" } }, "root")).toEqual({
      customAttribute1: "b",
      properties: {},
    });
  });

  it("TASK-14 two spellings of a field with different values stay and are refused", () => {
    const both = { properties: { taskingRequestName: "a", taskingrequestName: "b" } };
    const refused = correctFields("task", both);
    expect(refused.body).toEqual(both);
    expect(refused.faults).toMatchObject([
      { code: "PLACEMENT_CONFLICT", path: "properties.taskingRequestName" },
    ]);
    const { body, warnings } = correctFields("task", { properties: { windwOpen: 1, OBJECTID: 7 } });
    expect(body).toEqual({ properties: { windwOpen: 1, OBJECTID: 7 } });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining("did you mean windowOpen?"),
    ]);
  });

  it("APPROVE-11 sums are exact, and an unreadable amount has no sum", () => {
    expect(sumMoney(["$0.10", "$0.20", "$1,000.005"])).toEqual({ currency: "$", amount: "1000.305" });
    expect(sumMoney(["$1.00", "EUR 1.00"])).toBeUndefined();
    expect(sumMoney(["$1.00", undefined])).toBeUndefined();
  });
});
