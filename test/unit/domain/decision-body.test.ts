import { expect, it } from "vitest";
import { repeatDecision, taskDecision } from "../../../src/domain/tasking/decision-body.ts";

it("APPROVE-03 the bodies of tasks and repeat requests are never mixed up", () => {
  expect(taskDecision("approve")).toEqual({ status: "approved" });
  expect(taskDecision("reject")).toEqual({ status: "rejected" });
  expect(repeatDecision("approve")).toEqual({ code: "submitted" });
  expect(repeatDecision("reject")).toEqual({ code: "rejected" });
});
