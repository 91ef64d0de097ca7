import { describe, expect, it } from "vitest";
import {
  canDecide,
  canEditProducts,
  stateAfterRepeatDecision,
  stateAfterTaskDecision,
} from "../../../src/domain/tasking/request-states.ts";
import { isFinal } from "../../../src/domain/tasking/request-states.ts";

const COLLECT = Date.parse("2026-03-02T12:00:00Z");
const HOUR = 3_600_000;

describe("states", () => {
  it("STATES-06 STATES-07 a single task is decided in review only, and never becomes approved", () => {
    expect(
      ["review", "received", "submitted", "accepted", "completed", "rejected", "approved"].filter(canDecide),
    ).toEqual(["review"]);
    expect(stateAfterTaskDecision("approved")).toBe("submitted");
    expect(stateAfterTaskDecision("rejected")).toBe("rejected");
  });

  it("STATES-08 STATES-09 a repeat request gets the state of its decision", () => {
    expect(stateAfterRepeatDecision("submitted")).toBe("submitted");
    expect(stateAfterRepeatDecision("rejected")).toBe("rejected");
  });

  it("STATES-13 waiting ends at final states, not at unknown ones", () => {
    for (const code of ["completed", "rejected", "canceled", "expired", "failed", "error", "anomaly"]) {
      expect(isFinal(code), code).toBe(true);
    }
    for (const code of ["review", "submitted", "accepted", "active", "retrying", ""]) {
      expect(isFinal(code), code).toBe(false);
    }
  });

  it("product types may be changed up to 3 hours before the first collect", () => {
    expect(canEditProducts(COLLECT - 3 * HOUR, COLLECT)).toBe(true);
    expect(canEditProducts(COLLECT - 3 * HOUR + 1, COLLECT)).toBe(false);
    expect(canEditProducts(COLLECT + HOUR, undefined)).toBe(true);
  });
});
