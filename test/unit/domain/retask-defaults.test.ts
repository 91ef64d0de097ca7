import { describe, expect, it } from "vitest";
import {
  fillSeriesRetask,
  type SeriesRequest,
  type OneTimeRequest,
  checkRetask,
  fillCollectRetask,
  fillTaskRetask,
} from "../../../src/domain/tasking/retask-defaults.ts";

const NOW = Date.parse("2026-03-02T12:00:00Z");
const DAY = 86_400_000;

const task: OneTimeRequest & { id: string } = {
  id: "3f0c",
  name: "Etna",
  description: "South flank",
  windowOpenMs: NOW - 20 * DAY,
  windowCloseMs: NOW - 17 * DAY,
  tier: "priority",
  holdback: "30_day",
};

describe("a retask of a task", () => {
  it("RETASK-T-07 RETASK-T-10 opens now with the same length and name, with the suffix", () => {
    expect(fillTaskRetask(task, {}, NOW)).toEqual({
      name: "Etna",
      description: "South flank - TRID: 3f0c",
      windowOpenMs: NOW,
      windowCloseMs: NOW + 3 * DAY,
      tier: "priority",
      holdback: "30_day",
    });
  });

  it("RETASK-T-05 RETASK-T-06 RETASK-T-08 uses given values instead", () => {
    const given = {
      name: "Etna again",
      description: "",
      windowOpenMs: NOW + DAY,
      tier: "urgent",
      holdback: "none",
    } as const;
    expect(fillTaskRetask(task, given, NOW)).toEqual({
      ...given,
      description: " - TRID: 3f0c",
      windowCloseMs: NOW + 4 * DAY,
    });
  });

  it("RETASK-T-10 appends a second suffix to the first", () => {
    const first = { ...fillTaskRetask(task, {}, NOW), id: "9a1b" };
    expect(fillTaskRetask(first, {}, NOW).description).toBe("South flank - TRID: 3f0c - TRID: 9a1b");
  });

  it("reports a window that only the defaults reverse", () => {
    expect(checkRetask(fillTaskRetask(task, { windowCloseMs: NOW - 1 }, NOW))).toMatchObject([
      { code: "WINDOW_ORDER", path: "properties.windowClose" },
    ]);
    expect(checkRetask(fillTaskRetask(task, {}, NOW))).toEqual([]);
  });
});

describe("a retask of a collect", () => {
  const defaults = { windowLengthMs: 7 * DAY, holdback: "1_year" } as const;
  const at = (lookAngleDegrees: number) => ({ id: "c0ffee", lookAngleDegrees });

  it("RETASK-C-04 RETASK-C-07 RETASK-C-13 is a standard custom request with the bare suffix", () => {
    expect(fillCollectRetask(at(32), {}, NOW, defaults)).toEqual({
      name: "Retask Request",
      description: " - CID: c0ffee",
      windowOpenMs: NOW,
      windowCloseMs: NOW + 7 * DAY,
      tier: "standard",
      holdback: "1_year",
      offNadirMin: 27,
      offNadirMax: 37,
      productCategory: "custom",
    });
    expect(fillCollectRetask(at(32), { description: "Again" }, NOW, defaults).description).toBe(
      "Again - CID: c0ffee",
    );
  });

  it.each([
    ["RETASK-C-14 32 looks from 27 to 37", 32, {}, [27, 37]],
    ["RETASK-C-15 only a minimum of 30 looks from 30 to 37", 32, { offNadirMin: 30 }, [30, 37]],
    ["RETASK-C-10 only a maximum of 33 looks from 27 to 33", 32, { offNadirMax: 33 }, [27, 33]],
    ["RETASK-C-08 a steep look is clamped at 5", 8, {}, [5, 13]],
    ["RETASK-C-10 a flat look is clamped at 50", 47.5, {}, [42.5, 50]],
  ])("%s", (_title, look, given, expected) => {
    const { offNadirMin, offNadirMax } = fillCollectRetask(at(look), given, NOW, defaults);
    expect([offNadirMin, offNadirMax]).toEqual(expected);
  });

  it("RETASK-C-09 a minimum above or at the default maximum is a fault", () => {
    for (const offNadirMin of [37, 40]) {
      const request = fillCollectRetask(at(32), { offNadirMin }, NOW, defaults);
      expect(checkRetask(request)).toMatchObject([{ code: "OFF_NADIR_ORDER", value: offNadirMin }]);
    }
    expect(checkRetask(fillCollectRetask(at(32), { offNadirMin: 36.9 }, NOW, defaults))).toEqual([]);
  });
});

describe("a retask of a series", () => {
  const series: SeriesRequest & { id: string } = {
    id: "5e71e5",
    name: "Hormuz",
    description: "Weekly",
    repeatStartMs: NOW - 60 * DAY,
    intervalDays: 7,
    tier: "routine",
    holdback: "none",
  };

  it("RETASK-R-02 RETASK-R-03 RETASK-R-04 starts now and inherits the rest", () => {
    expect(fillSeriesRetask(series, {}, NOW)).toEqual({
      name: "Hormuz",
      description: "Weekly - RRID: 5e71e5",
      repeatStartMs: NOW,
      intervalDays: 7,
      tier: "routine",
      holdback: "none",
    });
  });

  it("RETASK-R-08 inherits the trigger, an end date with the length of the series", () => {
    expect(fillSeriesRetask({ ...series, repetitionCount: 4 }, {}, NOW).repetitionCount).toBe(4);
    const ending = { ...series, repeatEndMs: NOW - 30 * DAY };
    expect(fillSeriesRetask(ending, {}, NOW).repeatEndMs).toBe(NOW + 30 * DAY);
    expect(fillSeriesRetask(ending, { repeatStartMs: NOW + DAY }, NOW).repeatEndMs).toBe(NOW + 31 * DAY);
  });

  it("RETASK-R-05 RETASK-R-06 RETASK-R-07 replaces the inherited trigger by a given one", () => {
    const ending = { ...series, repeatEndMs: NOW - 30 * DAY };
    const counted = fillSeriesRetask(ending, { repetitionCount: 2 }, NOW);
    expect([counted.repetitionCount, counted.repeatEndMs]).toEqual([2, undefined]);
    const endless = fillSeriesRetask({ ...series, repetitionCount: 4 }, { untilCanceled: true }, NOW);
    expect([endless.repetitionCount, endless.repeatEndMs]).toEqual([undefined, undefined]);
    expect(fillSeriesRetask(ending, { untilCanceled: false }, NOW).repeatEndMs).toBe(NOW + 30 * DAY);
    const dated = fillSeriesRetask({ ...series, repetitionCount: 4 }, { repeatEndMs: NOW + DAY }, NOW);
    expect([dated.repetitionCount, dated.repeatEndMs]).toEqual([undefined, NOW + DAY]);
  });
});
