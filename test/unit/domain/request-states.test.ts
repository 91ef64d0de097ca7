import { describe, expect, it } from "vitest";
import { isFinal } from "../../../src/domain/tasking/request-states.ts";

describe("states", () => {
  it("STATES-13 waiting ends at final states, not at unknown ones", () => {
    for (const code of ["completed", "rejected", "canceled", "expired", "failed", "error"]) {
      expect(isFinal(code), code).toBe(true);
    }
    for (const code of ["review", "submitted", "accepted", "active", "anomaly", "retrying", ""]) {
      expect(isFinal(code), code).toBe(false);
    }
  });
});
